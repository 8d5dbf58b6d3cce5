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
    let isLeaving = false;
    // The stream ends with the session; the call says so and leads to the login.
    const onEnd = () => {
      if (!isLeaving) void session.invalidate();
    };
    const subscription = client.live.changes.subscribe(undefined, {
      onData: (topic) => void reread[topic](),
      onStarted: () => {
        if (hasConnected) for (const again of Object.values(reread)) void again();
        hasConnected = true;
      },
      onComplete: onEnd,
      onError: onEnd,
    });
    return () => {
      isLeaving = true;
      subscription.unsubscribe();
    };
  }, [quotes, dispatch, mail, session]);

  return null;
}
