import type { Db } from '../../../../db/client';
import { prepared } from '../../../../db/prepared';
import type { Ctx } from '../../context';

type Answer = { body: string; nextCursor: number | null };
/** Distinct addresses kept at a time. */
const KEPT = 500;

/**
 * Answers that are the same for all visitors, as the text they travel as: half the time of a list goes into checking and
 * writing it. They hold until anything in the database changes, by this process or another one, or the minute ends, since
 * windows begin on the minute.
 */
class KeptAnswers {
  readonly #answers = new Map<string, Answer>();
  readonly #versions;
  #state = '';

  constructor(db: Db) {
    const own = db.$client.prepare<[], number>('select total_changes()').pluck();
    const others = db.$client.prepare<[], number>('pragma data_version').pluck();
    this.#versions = () => `${own.get()} ${others.get()}`;
  }

  /** What an answer that is made at this moment is true of. */
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
const keptAnswers = prepared((db) => new KeptAnswers(db));

/**
 * The answer that is kept for an address, else the one that is made, which is then kept unless something changed meanwhile: it
 * may be of before or after.
 */
export async function keptAnswer(ctx: Pick<Ctx, 'db' | 'now'>, address: string, make: () => Promise<Answer>): Promise<Answer> {
  const kept = keptAnswers(ctx.db);
  const state = kept.stateAt(ctx.now());
  const known = kept.find(state, address);
  if (known) return known;
  const made = await make();
  if (kept.stateAt(ctx.now()) === state) kept.keep(state, address, made);
  return made;
}
