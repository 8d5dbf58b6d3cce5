import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';
import type { AppRouter } from '../../../server/router';
import { followChanges } from '../../live-stream';
import { trpc } from '../../trpc';

/** Reads again what the server says has changed. The stream is authorised by the cookie; an EventSource sends no header. */
export function LiveUpdates() {
  const {
    quotes,
    dispatch,
    map,
    mail,
    session,
    store,
    inventory,
    booking,
    settings,
    team,
    clients,
    invoices,
    overview,
    achievements,
    automation,
    market,
    social,
  } = trpc.useUtils();

  // Follows the server's stream of changes; after a gap, such as a restart, everything on screen is read again.
  useEffect(() => {
    const reread = {
      quotes: () => Promise.all([quotes.invalidate(), overview.invalidate(), clients.timeline.invalidate()]),
      dispatch: () => Promise.all([dispatch.invalidate(), overview.invalidate(), map.invalidate(), clients.invalidate()]),
      messages: () => Promise.all([mail.invalidate(), overview.invalidate(), clients.timeline.invalidate()]),
      session: () => session.invalidate(),
      store: () => Promise.all([store.invalidate(), overview.invalidate(), inventory.invalidate(), clients.timeline.invalidate()]),
      booking: () => Promise.all([booking.invalidate(), overview.invalidate(), clients.timeline.invalidate()]),
      settings: () => Promise.all([settings.invalidate(), map.invalidate()]),
      team: () => team.invalidate(),
      clients: () => Promise.all([clients.invalidate(), dispatch.invalidate(), map.invalidate()]),
      achievements: () => achievements.invalidate(),
      automation: () => Promise.all([automation.invalidate(), market.invalidate()]),
      social: () => Promise.all([social.invalidate(), automation.invalidate()]),
      money: () => Promise.all([invoices.invalidate(), overview.invalidate(), clients.timeline.invalidate()]),
    };
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    return followChanges<keyof typeof reread>({
      subscribe: (handlers) => client.live.changes.subscribe(undefined, handlers),
      onTopic: (topic) => void reread[topic](),
      onReturn: () => {
        for (const again of Object.values(reread)) void again();
      },
      // Finds out whether the session is over, which leads to the login.
      onEnd: () => void session.current.fetch(undefined, { staleTime: 0 }).catch(() => undefined),
    });
  }, [
    quotes,
    dispatch,
    map,
    mail,
    session,
    store,
    inventory,
    booking,
    settings,
    team,
    clients,
    invoices,
    overview,
    achievements,
    automation,
    market,
    social,
  ]);

  return null;
}
