import type { Db } from '../../../../db/client';
import { perDatabase } from '../../../../db/prepared';
import type { Ctx } from '../../context';

type Answer = { body: string; nextCursor: number | null };
const KEPT = 500;

/**
 * Caches answers that are the same for all visitors as serialized text: half the time of a list is checking and serializing it. An entry
 * holds until any process changes the database or the minute ends, since booking windows start on the minute.
 */
class ResponseCache {
  readonly #answers = new Map<string, Answer>();
  readonly #versions;
  #state = '';

  constructor(db: Db) {
    const own = db.$client.prepare<[], number>('select total_changes()').pluck();
    const others = db.$client.prepare<[], number>('pragma data_version').pluck();
    this.#versions = () => `${own.get()} ${others.get()}`;
  }

  /** Returns the state of the database and the minute that an answer made now belongs to. */
  stateAt(now: Date): string {
    return `${this.#versions()} ${Math.floor(now.getTime() / 60_000)}`;
  }

  find(state: string, address: string): Answer | undefined {
    if (state !== this.#state) this.#answers.clear();
    this.#state = state;
    return this.#answers.get(address);
  }

  keep(state: string, address: string, answer: Answer): void {
    if (state !== this.#state) return;
    if (this.#answers.size >= KEPT) this.#answers.clear();
    this.#answers.set(address, answer);
  }
}
const caches = perDatabase((db) => new ResponseCache(db));

/** Returns the cached answer of an address, or makes it. Caches it only if nothing changed meanwhile, since it may show either state. */
export async function getCachedResponse(ctx: Pick<Ctx, 'db' | 'now'>, address: string, make: () => Promise<Answer>): Promise<Answer> {
  const kept = caches(ctx.db);
  const state = kept.stateAt(ctx.now());
  const known = kept.find(state, address);
  if (known) return known;
  const made = await make();
  if (kept.stateAt(ctx.now()) === state) kept.keep(state, address, made);
  return made;
}
