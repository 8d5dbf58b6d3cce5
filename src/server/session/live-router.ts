import type { RequestCtx } from '../context';
import type { Topic } from '../live';
import { adminProcedure, router } from '../trpc';
import { findSession } from './tokens';

const MEMBER_TOPICS: readonly string[] = ['dispatch', 'session', 'team', 'clients'];

type Subscribed = { ctx: RequestCtx; signal: AbortSignal | undefined };

/** Yields the topics that a member's phone shows, until the session ends. */
export async function* memberChanges({ ctx, signal }: Subscribed): AsyncGenerator<Topic> {
  const kind = ctx.actor.kind === 'admin' ? 'admin' : 'member';
  for await (const topic of ctx.live.changes(signal)) {
    if (!findSession(ctx.db, kind, ctx.sessionToken, ctx.now())) return;
    if (MEMBER_TOPICS.includes(topic)) yield topic;
  }
}

/** The subscription of the staff side. It ends with the session. */
export const liveRouter = router({
  changes: adminProcedure.subscription(async function* ({ ctx, signal }) {
    for await (const topic of ctx.live.changes(signal)) {
      if (!findSession(ctx.db, 'admin', ctx.sessionToken, ctx.now())) return;
      yield topic;
    }
  }),
});
