import type { Db } from '../../db/client';
import { prepared } from './prepared';
import type { Ctx } from './trpc';

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

  find(now: Date, address: string): Answer | undefined {
    this.#forgetWhatIsOver(now);
    return this.#answers.get(address);
  }

  keep(now: Date, address: string, answer: Answer): void {
    this.#forgetWhatIsOver(now);
    if (this.#answers.size >= KEPT) this.#answers.clear();
    this.#answers.set(address, answer);
  }

  #forgetWhatIsOver(now: Date): void {
    const state = `${this.#versions()} ${Math.floor(now.getTime() / 60_000)}`;
    if (state !== this.#state) this.#answers.clear();
    this.#state = state;
  }
}
const keptAnswers = prepared((db) => new KeptAnswers(db));

/** The answer that is kept for an address, else the one that is made, which is then kept. */
export async function keptAnswer(ctx: Pick<Ctx, 'db' | 'now'>, address: string, make: () => Promise<Answer>): Promise<Answer> {
  const kept = keptAnswers(ctx.db);
  const known = kept.find(ctx.now(), address);
  if (known) return known;
  const made = await make();
  kept.keep(ctx.now(), address, made);
  return made;
}
