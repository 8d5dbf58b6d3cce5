import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';
import type { AppRouter } from '../../../server/router';
import { trpc } from '../../trpc';

/** Reads again what the server says has changed. The stream is authorised by the cookie; an EventSource sends no header. */
export function LiveUpdates() {
  const { quotes, dispatch, mail, session } = trpc.useUtils();

  // Follows the server's stream of changes; after a gap everything on screen is read again.
  useEffect(() => {
    const reread = {
      quotes: () => quotes.invalidate(),
      dispatch: () => dispatch.invalidate(),
      messages: () => mail.invalidate(),
      session: () => session.invalidate(),
    };
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    let hasConnected = false;
    const { unsubscribe } = client.live.changes.subscribe(undefined, {
      onData: (topic) => void reread[topic](),
      onStarted: () => {
        if (hasConnected) for (const again of Object.values(reread)) void again();
        hasConnected = true;
      },
      // The calls themselves tell when the session is over; the stream only stops.
      onError: () => unsubscribe(),
    });
    return unsubscribe;
  }, [quotes, dispatch, mail, session]);

  return null;
}
