import { z } from 'zod';

/** The name of a backup: when it was made, in UTC, and which of that second. */
export const BACKUP_NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z(-\d{1,3})?\.db$/;
/** As many backups as are listed, the newest. */
export const BACKUPS_LISTED = 100;
/** How often a running server makes one, and past which age of the last good one something is wrong (guide/reliability.md §5.10). */
export const BACKUP_EVERY_MS = 3_600_000;
export const BACKUP_OVERDUE_HOURS = 26;
/** Of how many of the last hours, days and months that have a backup the newest is kept; all that are younger than that many hours are. */
export const BACKUPS_KEPT = { hours: 24, days: 30, months: 12 } as const;

const backupSchema = z.object({ name: z.string(), bytes: z.int(), at: z.string() });
export type Backup = z.output<typeof backupSchema>;
export const backupMade = backupSchema;
/** The newest backups, how many there are in all, when the last good one was made, and whether that is too long ago. */
export const backupList = z.object({ rows: z.array(backupSchema), total: z.int(), lastAt: z.string().nullable(), isOverdue: z.boolean() });

/** When a backup was made, by its name, as ISO text. */
export const madeAt = (name: string): string => name.replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6.000Z');
/** Its place among others: by the second, and in one second by the number behind it. */
const placeOf = (name: string): string => `${name.slice(0, 16)}${(/-(\d+)\.db$/.exec(name)?.[1] ?? '1').padStart(3, '0')}`;

/** Those of some names that are backups, the newest first. */
export const newestFirst = (names: readonly string[]): string[] =>
  names.filter((name) => BACKUP_NAME.test(name)).sort((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));

/** Whether the last good backup, so many ms old, is older than it may be; one of an age that cannot be is none. */
export const isOverdue = (ageMs: number): boolean => !(ageMs >= 0 && ageMs <= BACKUP_OVERDUE_HOURS * 3_600_000);

/** How much of a name tells its hour, day and month (in UTC), and of how many of each the newest is kept. */
const LADDER: [length: number, kept: number][] = [
  [11, BACKUPS_KEPT.hours],
  [8, BACKUPS_KEPT.days],
  [6, BACKUPS_KEPT.months],
];

/**
 * Which backups are kept, the newest first: all of the last 24 hours, and the newest of each of the last hours, days and months
 * that have one, however they came about: one made by hand before a large change is not gone because another came after it.
 * Those that a clock set wrong has put into the future wait until they are past.
 */
export function keptBackups(names: readonly string[], now: Date): string[] {
  const sorted = newestFirst(names);
  const past = sorted.filter((name) => Date.parse(madeAt(name)) <= now.getTime());
  const isOld = (name: string) => now.getTime() - Date.parse(madeAt(name)) >= BACKUPS_KEPT.hours * 3_600_000;
  const kept = new Set(sorted.filter((name) => !isOld(name)));
  for (const [length, count] of LADDER) {
    const newestOf = new Map<string, string>();
    for (const name of past) if (!newestOf.has(name.slice(0, length))) newestOf.set(name.slice(0, length), name);
    for (const name of [...newestOf.values()].slice(0, count)) kept.add(name);
  }
  return sorted.filter((name) => kept.has(name));
}
