import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';
import type { AppRouter } from '../../../server/router';
import { followChanges } from '../../live-stream';
import { trpc } from '../../trpc';

/** The routers whose queries each topic changes; "timeline" is the part of the clients' router that shows what happened. */
const CHANGED = {
  quotes: ['quotes', 'overview', 'timeline'],
  dispatch: ['dispatch', 'overview', 'map', 'clients'],
  messages: ['mail', 'overview', 'timeline'],
  session: ['session'],
  store: ['store', 'overview', 'inventory', 'timeline'],
  booking: ['booking', 'overview', 'timeline'],
  settings: ['settings', 'map'],
  team: ['team'],
  clients: ['clients', 'dispatch', 'map'],
  achievements: ['achievements'],
  automation: ['automation', 'market'],
  social: ['social', 'automation', 'overview'],
  money: ['invoices', 'offers', 'dispatch', 'overview', 'timeline'],
} as const;
type Topic = keyof typeof CHANGED;

/** Refetches queries when the server reports changes. The cookie authorizes the stream, because an EventSource cannot send headers. */
export function LiveUpdates() {
  const utils = trpc.useUtils();

  // Follows the server's stream of changes; after a gap, such as a restart, refetches everything on screen.
  useEffect(() => {
    const reread = (topic: Topic) => {
      for (const name of CHANGED[topic]) void (name === 'timeline' ? utils.clients.timeline : utils[name]).invalidate();
    };
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    return followChanges<Topic>({
      subscribe: (handlers) => client.live.changes.subscribe(undefined, handlers),
      onTopic: reread,
      onReturn: () => {
        for (const topic of Object.keys(CHANGED) as Topic[]) reread(topic);
      },
      // If the session is over, this request leads to the login.
      onEnd: () => void utils.session.current.fetch(undefined, { staleTime: 0 }).catch(() => undefined),
    });
  }, [utils]);

  return null;
}
