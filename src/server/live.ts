import { EventEmitter, on } from 'node:events';
import { afterCommit, type Db } from '../../db/client';

/** Kinds of data that open staff screens show. */
const TOPICS = [
  'quotes',
  'quoting',
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
  'notifications',
  'todos',
  'conversations',
  'ratings',
] as const;
export type Topic = (typeof TOPICS)[number];

/** Notifies open screens which kind of data changed. Only the topic is sent; each screen reads its data again. */
export class Live {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  readonly #closing = new AbortController();

  /** Notifies at once. Services use {@link publishAfterCommit} instead. */
  publish(topic: Topic): void {
    this.#emitter.emit('change', topic);
  }

  onChange(listener: (topic: Topic) => void): void {
    this.#emitter.on('change', listener);
  }

  /** True once the process is stopping. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Aborts when the process stops, for work that takes long. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Ends every open subscription, so that the process can stop. */
  close(): void {
    this.#closing.abort();
  }

  /** Yields topics as they change, until the signal aborts or {@link close} is called. */
  async *changes(signal: AbortSignal | undefined): AsyncGenerator<Topic> {
    const ended = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    try {
      for await (const [topic] of on(this.#emitter, 'change', { signal: ended })) yield topic as Topic;
    } catch (error) {
      if (!ended.aborted) throw error;
    }
  }
}

/** Notifies open screens of a topic after the current transaction commits, once however often it is called. */
export function publishAfterCommit(ctx: { db: Db; live: Live }, topic: Topic): void {
  afterCommit(ctx.db, () => ctx.live.publish(topic), topic);
}
