import type { Context } from 'hono';
import { DomainError } from '../../../shared/errors';
import type { AppEnv, RequestBody } from '../app-env';
import { BUSY } from './admission';
import { drainBody, readBody } from './body';

/** An address or session with the number of slow bodies that it may send at a time. */
type Sender = { key: string; most: number };
const SLOW_PER_ADDRESS = 20;
const SLOW_PER_SESSION = 10;

/** Bodies that are complete after this time never count as slow. */
const GRACE_MS = 250;
/** With this many slow bodies, each has 10 s to arrive. Otherwise Node ends a request after 30 s. */
const PRESSURE = 50;
const PATIENCE_MS = 10_000;
/** All slow bodies together, so that their bytes fit into memory. The oldest makes room for a new one. */
const MOST_SLOW = 1000;
const RETRY_SECONDS = 5;

const tooMany = () =>
  new DomainError('TOO_MANY', 'Too many uploads at a time. Please try again in a moment.', { retryAfterSeconds: RETRY_SECONDS });
const tooSlow = () => new DomainError('TIMEOUT', 'The request took too long to arrive. Please try again.');

type Slow = { senders: Sender[]; since: number; cut: (error: DomainError) => void };

/** Limits bodies that arrive slowly. */
export class Arrivals {
  readonly #slow = new Set<Slow>();
  #sweeping: NodeJS.Timeout | undefined;

  /** Waits for a body. Throws TOO_MANY when a sender has too many slow ones, TIMEOUT when it takes too long, and as `read` does. */
  receive<Body>(senders: Sender[], read: () => Promise<Body>): Promise<Body> {
    return new Promise((resolve, reject) => {
      const slow = { senders, since: performance.now(), cut: reject };
      const grace = setTimeout(() => this.#admit(slow), GRACE_MS);
      read()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(grace);
          this.#forget(slow);
        });
    });
  }

  #admit(slow: Slow): void {
    const isFull = ({ key, most }: Sender) =>
      [...this.#slow].filter(({ senders }) => senders.some((one) => one.key === key)).length >= most;
    if (slow.senders.some(isFull)) {
      slow.cut(tooMany());
      return;
    }
    this.#slow.add(slow);
    const [oldest] = this.#slow;
    if (oldest && this.#slow.size > MOST_SLOW) this.#timeOut(oldest);
    this.#sweeping ??= setInterval(() => this.#sweep(), 1000).unref();
  }

  #sweep(): void {
    if (this.#slow.size < PRESSURE) return;
    const before = performance.now() - PATIENCE_MS;
    for (const slow of this.#slow) if (slow.since <= before) this.#timeOut(slow);
  }

  #timeOut(slow: Slow): void {
    slow.cut(tooSlow());
    this.#forget(slow);
  }

  #forget(slow: Slow): void {
    this.#slow.delete(slow);
    if (this.#slow.size > 0) return;
    clearInterval(this.#sweeping);
    this.#sweeping = undefined;
  }
}

/** Returns true for a body that was abandoned. The connection is closed, since the rest of it must not be read as the next request. */
const isCut = (error: unknown): boolean => error instanceof DomainError && ['TOO_MANY', 'TIMEOUT'].includes(error.code);

/** Returns the reader of a request's body. While the body arrives, the request gives up its place among those that are running. */
export function bodyReader(c: Context<AppEnv>, arrivals: Arrivals, address: string, sessions: string[]): RequestBody {
  const senders = [
    { key: `address ${address}`, most: SLOW_PER_ADDRESS },
    ...sessions.map((token) => ({ key: `session ${token}`, most: SLOW_PER_SESSION })),
  ];
  const receive = async <Body>(read: () => Promise<Body>): Promise<Body> => {
    const place = c.get('place');
    place?.leave();
    const body = await arrivals.receive(senders, read).catch((error: unknown) => {
      if (isCut(error)) c.header('connection', 'close');
      throw error;
    });
    if (!place || place.enter()) return body;
    c.set('isShed', true);
    throw new DomainError('UNAVAILABLE', BUSY);
  };
  return { read: (limit) => receive(() => readBody(c.req.raw, limit)), drain: () => receive(() => drainBody(c.req.raw)) };
}
