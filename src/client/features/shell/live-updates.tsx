import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';
import type { AppRouter } from '../../../server/router';
import { trpc } from '../../trpc';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Reads again what the server says has changed. The stream is authorised by the cookie; an EventSource sends no header. */
export function LiveUpdates() {
  const { quotes, dispatch, mail, session, store, inventory, booking, settings } = trpc.useUtils();

  // Follows the server's stream of changes; after a gap, such as a restart, everything on screen is read again.
  useEffect(() => {
    const reread = {
      quotes: () => quotes.invalidate(),
      dispatch: () => dispatch.invalidate(),
      messages: () => mail.invalidate(),
      session: () => session.invalidate(),
      store: () => Promise.all([store.invalidate(), inventory.invalidate()]),
      booking: () => booking.invalidate(),
      settings: () => settings.invalidate(),
    };
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    let subscription: { unsubscribe: () => void } | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT_MS;
    let hasConnected = false;
    let isLeaving = false;

    const connect = () => {
      subscription = client.live.changes.subscribe(undefined, {
        onData: (topic) => void reread[topic](),
        onStarted: () => {
          wait = FIRST_WAIT_MS;
          if (hasConnected) for (const again of Object.values(reread)) void again();
          hasConnected = true;
        },
        onComplete: onEnd,
        onError: onEnd,
      });
    };
    // A stream ends with the session, which the call finds out and leads to the login, or with the server, which comes back.
    const onEnd = () => {
      if (isLeaving) return;
      void session.current.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
      clearTimeout(timer);
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    };
    connect();
    return () => {
      isLeaving = true;
      clearTimeout(timer);
      subscription?.unsubscribe();
    };
  }, [quotes, dispatch, mail, session, store, inventory, booking, settings]);

  return null;
}
