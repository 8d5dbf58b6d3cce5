import { z } from 'zod';

/** With less free disk space than this, in bytes, the server is not ready. */
export const LEAST_FREE_BYTES = 200_000_000;

/** A server that fails any of these should receive no work. */
const decisive = {
  /** Not OK while it cannot be read, while a check of it runs after the server was killed, and once that found damage. */
  database: z.object({ isOk: z.boolean(), fault: z.enum(['UNCHECKED', 'DAMAGED']).optional() }),
  /** `fault` is the error code of the failed write. */
  writes: z.object({ isOk: z.boolean(), fault: z.string().nullable() }),
  /** Null for a database in memory, and when the system does not report it. */
  disk: z.object({ isOk: z.boolean(), freeBytes: z.int().nullable() }),
  /** The time of the last good backup; null before the first. */
  backup: z.object({ isOk: z.boolean(), lastAt: z.string().nullable() }),
  /** False once the process is stopping. */
  running: z.object({ isOk: z.boolean() }),
};

/** All checks. Those that are not decisive are only reported: a slow server, or one with mail waiting, is better than no server. */
const readinessChecks = z.object({
  ...decisive,
  timeZone: z.object({ isOk: z.boolean() }),
  /** The 99th percentile of the event loop's delay since the last look. */
  eventLoop: z.object({ p99Ms: z.number() }),
  /** The time that the oldest due message has waited. */
  outbox: z.object({ lagSeconds: z.int() }),
});
export type ReadinessChecks = z.output<typeof readinessChecks>;
export type DecisiveCheck = keyof typeof decisive;
export const DECISIVE_CHECKS = Object.keys(decisive) as DecisiveCheck[];

/** The answer of GET /api/ready. Only the owner sees the checks. */
export const readinessAnswer = z.object({ status: z.enum(['ready', 'degraded']), checks: readinessChecks.optional() });
export type ReadinessAnswer = z.output<typeof readinessAnswer>;
