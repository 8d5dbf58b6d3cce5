import type { Ctx } from '../trpc';

/** What a run came to: how many cases it looked at, how many rows it made, and both in a sentence for the owner. */
export type Outcome = { examined: number; created: number; message: string; status?: 'skipped' };

/** How many of what a run found are on the list already: "3 were known already". */
export const tellKnown = (known: number): string => `${known} ${known === 1 ? 'was' : 'were'} known already`;

/** The work of one run, inside its transaction: it reads the company's rows and writes rows that a person can open. */
export type Work = (ctx: Ctx, runId: number) => Outcome;
