import { EventEmitter, on } from 'node:events';
import { afterCommit } from '../../db/client';
import { findSession } from './session';
import { adminProcedure, type Ctx, type RequestCtx, router } from './trpc';

/** What may change under an open staff screen. */
const TOPICS = [
  'quotes',
  'dispatch',
  'messages',
  'session',
  'store',
  'booking',
  'settings',
  'team',
  'clients',
  'money',
  'automation',
  'social',
  'achievements',
] as const;
/** Of these, what a member's phone shows. */
const MEMBER_TOPICS: readonly string[] = ['dispatch', 'session', 'team', 'clients'];
export type Topic = (typeof TOPICS)[number];

/** Tells open screens which data changed; nothing but the topic travels, each screen reads again what it shows. */
export class Live {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();

  /** Tells at once; services use {@link publishAfterCommit} instead. */
  publish(topic: Topic): void {
    this.#emitter.emit('change', topic);
  }

  /** Calls the listener with each topic as it is told. */
  onChange(listener: (topic: Topic) => void): void {
    this.#emitter.on('change', listener);
  }

  /** Whether the process is about to end. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Aborts when the process is about to end, for whatever takes long. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Ends every open subscription, so that the process can stop. */
  close(): void {
    this.#closing.abort();
  }

  /** The topics as they change, until the signal aborts or {@link close}. */
  async *changes(signal: AbortSignal | undefined): AsyncGenerator<Topic> {
    const ended = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    try {
      for await (const [topic] of on(this.#emitter, 'change', { signal: ended })) yield topic as Topic;
    } catch (error) {
      if (!ended.aborted) throw error;
    }
  }
}

/** Tells open screens of a topic once the transaction under way is committed, and once only, however many parts of it ask. */
export function publishAfterCommit(ctx: Pick<Ctx, 'db' | 'live'>, topic: Topic): void {
  afterCommit(ctx.db, () => ctx.live.publish(topic), topic);
}

type Subscribed = { ctx: RequestCtx; signal: AbortSignal | undefined };

/** The topics that concern a member's jobs, until the session ends. */
export async function* memberChanges({ ctx, signal }: Subscribed): AsyncGenerator<Topic> {
  const kind = ctx.actor.kind === 'admin' ? 'admin' : 'member';
  for await (const topic of ctx.live.changes(signal)) {
    if (!findSession(ctx.db, kind, ctx.sessionToken, ctx.now())) return;
    if (MEMBER_TOPICS.includes(topic)) yield topic;
  }
}

/** The one subscription of the staff side; it ends with the session. */
export const liveRouter = router({
  changes: adminProcedure.subscription(async function* ({ ctx, signal }) {
    for await (const topic of ctx.live.changes(signal)) {
      if (!findSession(ctx.db, 'admin', ctx.sessionToken, ctx.now())) return;
      yield topic;
    }
  }),
});
