import type { Ctx } from '../context';

/** The counts of one run, and a sentence with them for the owner; a run is `skipped` if it had no data to work on. */
export type Outcome = { examined: number; created: number; message: string; status?: 'skipped' };

/** The work of one run; it runs inside the transaction of the run. */
export type WorkerTask = (ctx: Ctx, runId: number) => Outcome;
