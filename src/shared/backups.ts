import { z } from 'zod';

/** The name of a backup: its time in UTC, and a number if several were made in one second. */
export const BACKUP_NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z(-\d{1,3})?\.db$/;
/** The list shows this many of the newest backups. */
export const BACKUPS_LISTED = 100;
/** A running server makes a backup this often, and reports a problem when the last good one is older than the limit below. */
export const BACKUP_EVERY_MS = 3_600_000;
export const BACKUP_OVERDUE_HOURS = 26;
/** Retention: the newest backup of each of the last 24 hours, 30 days and 12 months that have one, and all of the last 24 hours. */
export const BACKUPS_KEPT = { hours: 24, days: 30, months: 12 } as const;

const backupSchema = z.object({ name: z.string(), bytes: z.int(), at: z.string() });
export type Backup = z.output<typeof backupSchema>;
export const backupMade = backupSchema;
/** The newest backups, their number in all, the time of the last good one, and if it is overdue. */
export const backupList = z.object({ rows: z.array(backupSchema), total: z.int(), lastAt: z.string().nullable(), isOverdue: z.boolean() });

/** Returns the time of a backup from its name, as ISO text. */
export const madeAt = (name: string): string => name.replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6.000Z');
/** Returns a sort key: by second, then by the number after it. */
const getSortKey = (name: string): string => `${name.slice(0, 16)}${(/-(\d+)\.db$/.exec(name)?.[1] ?? '1').padStart(3, '0')}`;

export const newestFirst = (names: readonly string[]): string[] =>
  names.filter((name) => BACKUP_NAME.test(name)).sort((a, b) => (getSortKey(a) < getSortKey(b) ? 1 : -1));

/** Returns true when the last good backup is too old, or its age in ms is impossible. */
export const isOverdue = (ageMs: number): boolean => !(ageMs >= 0 && ageMs <= BACKUP_OVERDUE_HOURS * 3_600_000);

/** Length of the name up to its hour, day and month (in UTC), and how many of each are kept. */
const LADDER: [length: number, kept: number][] = [
  [11, BACKUPS_KEPT.hours],
  [8, BACKUPS_KEPT.days],
  [6, BACKUPS_KEPT.months],
];

/**
 * Returns the backups to keep, newest first: all of the last 24 hours, and the newest of each of the last hours, days and months that
 * have one. Backups with a future time, from a wrong clock, are kept until they are past.
 */
export function keptBackups(names: readonly string[], now: Date): string[] {
  const sorted = newestFirst(names);
  const past = sorted.filter((name) => Date.parse(madeAt(name)) <= now.getTime());
  const isOld = (name: string) => now.getTime() - Date.parse(madeAt(name)) >= BACKUPS_KEPT.hours * 3_600_000;
  const kept = new Set(sorted.filter((name) => !isOld(name)));
  for (const [length, count] of LADDER) {
    const newest = new Map<string, string>();
    for (const name of past) if (!newest.has(name.slice(0, length))) newest.set(name.slice(0, length), name);
    for (const name of [...newest.values()].slice(0, count)) kept.add(name);
  }
  return sorted.filter((name) => kept.has(name));
}
