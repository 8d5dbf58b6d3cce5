import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { useEffect } from 'react';
import type { AppRouter } from '../../../server/router';
import { followChanges } from '../../live-stream';
import { trpc } from '../../trpc';

export function FieldUpdates() {
  const { field, team } = trpc.useUtils();
  // Follows the server's stream of changes, and reads the jobs again on each.
  useEffect(() => {
    const client = createTRPCClient<AppRouter>({ links: [httpSubscriptionLink({ url: '/trpc' })] });
    const reread = () => void Promise.all([field.invalidate(), team.invalidate()]);
    return followChanges({
      subscribe: (handlers) => client.field.changes.subscribe(undefined, handlers),
      onTopic: reread,
      onReturn: reread,
      onEnd: reread,
    });
  }, [field, team]);
  return null;
}
