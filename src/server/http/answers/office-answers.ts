import type { Ctx } from '../../context';
import { readDataState } from './data-state';

/** A successful answer to queries, ready to be sent. */
export type OfficeAnswer = { status: number; body: Buffer; errors: [] };
/** Most cached answers. A list of 100 orders has 200 kB, so the cache takes about 10 MB. */
const KEPT = 50;

/**
 * Caches answers that are the same for every admin until the data changes, by the URLs of their requests, because each change makes all
 * open screens send the same calls. Use it only for requests whose session was looked up and is an admin's.
 */
export class OfficeAnswers {
  readonly #ctx: Pick<Ctx, 'db' | 'now'>;
  readonly #answers = new Map<string, OfficeAnswer>();
  #state = '';

  constructor(ctx: Pick<Ctx, 'db' | 'now'>) {
    this.#ctx = ctx;
  }

  /** Returns the answer of a URL, or makes it, and caches it if it has no errors and the data did not change meanwhile. */
  async get<Made extends { status: number; body: Buffer; errors: unknown[] }>(url: string, make: () => Promise<Made>) {
    const state = readDataState(this.#ctx);
    if (state !== this.#state) this.#answers.clear();
    this.#state = state;
    const found = this.#answers.get(url);
    if (found) return found;
    const made = await make();
    if (made.errors.length > 0 || this.#answers.size >= KEPT || readDataState(this.#ctx) !== state) return made;
    this.#answers.set(url, { ...made, errors: [] });
    return made;
  }
}
