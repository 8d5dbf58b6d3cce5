import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';
import type { AppRouter } from '../../../server/router';
import { followChanges } from '../../live-stream';
import { trpc } from '../../trpc';

/** Refetches queries when the server reports changes. The cookie authorizes the stream, because an EventSource cannot send headers. */
export function LiveUpdates() {
  const utils = trpc.useUtils();

  // Follows the server's stream of changes; after a gap, such as a restart, refetches everything on screen.
  useEffect(() => {
    const reread = {
      quotes: () => Promise.all([utils.quotes.invalidate(), utils.overview.invalidate(), utils.clients.timeline.invalidate()]),
      dispatch: () =>
        Promise.all([utils.dispatch.invalidate(), utils.overview.invalidate(), utils.map.invalidate(), utils.clients.invalidate()]),
      messages: () => Promise.all([utils.mail.invalidate(), utils.overview.invalidate(), utils.clients.timeline.invalidate()]),
      session: () => utils.session.invalidate(),
      store: () =>
        Promise.all([
          utils.store.invalidate(),
          utils.overview.invalidate(),
          utils.inventory.invalidate(),
          utils.clients.timeline.invalidate(),
        ]),
      booking: () => Promise.all([utils.booking.invalidate(), utils.overview.invalidate(), utils.clients.timeline.invalidate()]),
      settings: () => Promise.all([utils.settings.invalidate(), utils.map.invalidate()]),
      team: () => utils.team.invalidate(),
      clients: () => Promise.all([utils.clients.invalidate(), utils.dispatch.invalidate(), utils.map.invalidate()]),
      achievements: () => utils.achievements.invalidate(),
      automation: () => Promise.all([utils.automation.invalidate(), utils.market.invalidate()]),
      social: () => Promise.all([utils.social.invalidate(), utils.automation.invalidate(), utils.overview.invalidate()]),
      money: () =>
        Promise.all([
          utils.invoices.invalidate(),
          utils.offers.invalidate(),
          utils.dispatch.invalidate(),
          utils.overview.invalidate(),
          utils.clients.timeline.invalidate(),
        ]),
    };
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    return followChanges<keyof typeof reread>({
      subscribe: (handlers) => client.live.changes.subscribe(undefined, handlers),
      onTopic: (topic) => void reread[topic](),
      onReturn: () => {
        for (const again of Object.values(reread)) void again();
      },
      // If the session is over, this request leads to the login.
      onEnd: () => void utils.session.current.fetch(undefined, { staleTime: 0 }).catch(() => undefined),
    });
  }, [utils]);

  return null;
}
