import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../../shared/errors';

/** Volume limits: `perAddress` uses per `seconds`, and `inAll` by all addresses per `inAllSeconds`. */
const RULES = {
  quote: { perAddress: 5, seconds: 3600, inAll: 200, inAllSeconds: 86_400 },
  order: { perAddress: 20, seconds: 3600 },
  booking: { perAddress: 5, seconds: 3600 },
  waitlist: { perAddress: 10, seconds: 3600 },
  quoteChange: { perAddress: 10, seconds: 3600 },
  move: { perAddress: 10, seconds: 3600 },
  orderMiss: { perAddress: 30, seconds: 600 },
  referralMiss: { perAddress: 30, seconds: 600 },
  cart: { perAddress: 120, seconds: 3600 },
  manageMiss: { perAddress: 30, seconds: 600 },
  unsubscribeMiss: { perAddress: 30, seconds: 600 },
  signInLink: { perAddress: 20, seconds: 3600 },
  clientMessage: { perAddress: 30, seconds: 3600 },
  mail: { perAddress: 60, seconds: 3600 },
  cspReport: { perAddress: 60, seconds: 60 },
  read: { perAddress: 300, seconds: 60 },
  write: { perAddress: 60, seconds: 60 },
} as const;
export type LimitName = keyof typeof RULES;

function refuse({ msBeforeNext }: RateLimiterRes): never {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  throw new DomainError('TOO_MANY', `Too many requests. Please try again in ${retryAfterSeconds} seconds.`, { retryAfterSeconds });
}

/** Volume limits in memory. A restart clears them; login locks are stored in the database. */
export class Limits {
  readonly #limiters = new Map<string, RateLimiterMemory>();

  constructor(readonly enabled: boolean) {
    for (const [name, rule] of Object.entries(RULES)) {
      this.#limiters.set(name, new RateLimiterMemory({ points: rule.perAddress, duration: rule.seconds }));
      if ('inAll' in rule) this.#limiters.set(`${name}:all`, new RateLimiterMemory({ points: rule.inAll, duration: rule.inAllSeconds }));
    }
  }

  /** Counts one or several uses. Throws TOO_MANY with the seconds to wait; several that are too many are not counted at all. */
  async take(name: LimitName, clientKey: string, uses = 1): Promise<void> {
    if (!this.enabled) return;
    await this.#consume(this.#limiters.get(name), clientKey, uses);
    await this.#consume(this.#limiters.get(`${name}:all`), 'all', uses);
  }

  async giveBack(name: LimitName, clientKey: string, uses = 1): Promise<void> {
    if (!this.enabled) return;
    await this.#limiters.get(name)?.reward(clientKey, uses);
    await this.#limiters.get(`${name}:all`)?.reward('all', uses);
  }

  /** Throws TOO_MANY when the limit is used up, without counting a use. */
  async assertLeft(name: LimitName, clientKey: string): Promise<void> {
    const state = this.enabled ? await this.#limiters.get(name)?.get(clientKey) : null;
    if (state && state.remainingPoints <= 0) refuse(state);
  }

  async #consume(limiter: RateLimiterMemory | undefined, key: string, uses: number): Promise<void> {
    try {
      await limiter?.consume(key, uses);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      if (uses > 1) await limiter?.reward(key, uses);
      refuse(refused);
    }
  }
}
