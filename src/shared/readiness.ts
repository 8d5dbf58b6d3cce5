import { z } from 'zod';

/** Less space on the disk than this, in bytes, is nearly none (guide/reliability.md §5.11). */
export const LEAST_FREE_BYTES = 200_000_000;

/** Without any of these a server should get no work. */
const decisive = {
  database: z.object({ isOk: z.boolean() }),
  /** `fault` is the code with which a write fails. */
  writes: z.object({ isOk: z.boolean(), fault: z.string().nullable() }),
  /** Null where the database is in memory alone, or nobody can tell. */
  disk: z.object({ isOk: z.boolean(), freeBytes: z.int().nullable() }),
  /** When the last good one was made; null before the first. */
  backup: z.object({ isOk: z.boolean(), lastAt: z.string().nullable() }),
  /** Not while the process is about to end. */
  running: z.object({ isOk: z.boolean() }),
};

/** What is looked at; the rest is only told: one that is slow, or has mail waiting, serves better than none. */
const readinessChecks = z.object({
  ...decisive,
  timeZone: z.object({ isOk: z.boolean() }),
  /** By how much timers came late since somebody last looked. */
  eventLoop: z.object({ p99Ms: z.number() }),
  /** How long the oldest message that is due has waited. */
  outbox: z.object({ lagSeconds: z.int() }),
});
export type ReadinessChecks = z.output<typeof readinessChecks>;
export type DecisiveCheck = keyof typeof decisive;
export const DECISIVE_CHECKS = Object.keys(decisive) as DecisiveCheck[];

/** What GET /api/ready answers; the checks are for the owner alone. */
export const readinessAnswer = z.object({ status: z.enum(['ready', 'degraded']), checks: readinessChecks.optional() });
export type ReadinessAnswer = z.output<typeof readinessAnswer>;
