import { EventEmitter, on } from 'node:events';
import { afterCommit, type Db } from '../../db/client';

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
export function publishAfterCommit(ctx: { db: Db; live: Live }, topic: Topic): void {
  afterCommit(ctx.db, () => ctx.live.publish(topic), topic);
}
