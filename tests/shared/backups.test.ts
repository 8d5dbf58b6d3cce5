import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BACKUP_NAME, BACKUPS_KEPT, isOverdue, keptBackups, madeAt, newestFirst } from '../../src/shared/backups';

const NOW = new Date('2026-11-20T20:00:00.000Z');
const HOUR = 3_600_000;
/** The name of a backup made some ms before now. */
const nameOf = (msAgo: number, number?: number) =>
  `${new Date(NOW.getTime() - msAgo).toISOString().replace(/[-:]|\.\d+/g, '')}${number === undefined ? '' : `-${number}`}.db`;
/** A year and more of backups, one every hour, the newest first. */
const HOURLY = Array.from({ length: 400 * 24 }, (_, hours) => nameOf(hours * HOUR));

describe('which backups are kept', () => {
  test.each<[what: string, names: string[], kept: string[]]>([
    ['none of none', [], []],
    ['nothing that is no backup', ['notes.txt', '20261120T200000Z.db.sha256', '20261120T200000Z.db.part', 'tidyline.db'], []],
    [
      'all of the last 24 hours, also those made one after another',
      [nameOf(24 * HOUR - 2000), nameOf(24 * HOUR - 3000), nameOf(1000), nameOf(0), nameOf(0, 2), nameOf(0, 10)],
      [nameOf(0, 10), nameOf(0, 2), nameOf(0), nameOf(1000), nameOf(24 * HOUR - 3000), nameOf(24 * HOUR - 2000)],
    ],
    [
      'of an hour that is longer ago the newest, and of a second the last',
      [nameOf(47 * HOUR), nameOf(48 * HOUR - 2000), nameOf(48 * HOUR - 2000, 2), nameOf(48 * HOUR - 2000, 10), nameOf(48 * HOUR + 1000)],
      [nameOf(47 * HOUR), nameOf(48 * HOUR - 2000, 10), nameOf(48 * HOUR + 1000)],
    ],
    [
      'all of a server that was off for long',
      [nameOf(300 * 24 * HOUR), nameOf(301 * 24 * HOUR)],
      [nameOf(300 * 24 * HOUR), nameOf(301 * 24 * HOUR)],
    ],
    [
      'what a wrong clock put into the future, until it is past',
      [nameOf(-1000), nameOf(-2000), nameOf(30 * HOUR), nameOf(30 * HOUR + 1000)],
      [nameOf(-2000), nameOf(-1000), nameOf(30 * HOUR), nameOf(30 * HOUR + 1000)],
    ],
    ['what has no day that there is', ['20269999T999999Z.db', nameOf(0)], ['20269999T999999Z.db', nameOf(0)]],
  ])('%s', (_what, names, kept) => {
    expect(keptBackups(names, NOW)).toEqual(kept);
  });

  test('keeps 24 hours, 30 days and 12 months of more than a year of hourly backups', () => {
    const kept = keptBackups(HOURLY, NOW);
    const within = (hours: number) => kept.filter((name) => Date.parse(madeAt(name)) > NOW.getTime() - hours * HOUR).length;
    expect(within(24)).toBe(24);
    expect(keptBackups(HOURLY.slice(24), NOW)).toHaveLength(24 + 28 + 10);
    // Of the last 30 days with today, today and yesterday have their newest among the hours.
    expect(within(29.5 * 24)).toBe(24 + 28);
    // Of the last 12 months, November and October have theirs among the days.
    expect(kept).toHaveLength(24 + 28 + 10);
    expect(kept.at(-1)).toBe('20251231T230000Z.db');
  });
});

const names = fc
  .uniqueArray(
    fc.tuple(
      fc.oneof(fc.integer({ min: -3 * HOUR, max: 72 * HOUR }), fc.integer({ min: 0, max: 800 * 24 * HOUR })),
      fc.option(fc.integer({ min: 2, max: 999 })),
    ),
    { maxLength: 120 },
  )
  .map((made) => [...new Set(made.map(([msAgo, number]) => nameOf(msAgo, number ?? undefined)))]);

describe('the rule for any backups', () => {
  const holds = (property: (all: string[], kept: string[]) => void) =>
    fc.assert(
      fc.property(names, (all) => void property(all, keptBackups(all, NOW))),
      { numRuns: 500 },
    );

  test('keeps the newest of all, and the newest that is not in the future', () =>
    holds((all, kept) => {
      const sorted = newestFirst(all);
      expect(kept[0]).toBe(sorted[0]);
      const past = sorted.find((name) => Date.parse(madeAt(name)) <= NOW.getTime());
      if (past) expect(kept).toContain(past);
    }));
  test('keeps only existing backups, each once', () =>
    holds((all, kept) => {
      for (const name of kept) expect(all).toContain(name);
      expect(new Set(kept).size).toBe(kept.length);
    }));
  test('changes nothing when it is applied a second time', () => holds((_all, kept) => expect(keptBackups(kept, NOW)).toEqual(kept)));
  test('keeps no more of those older than a day than the rule allows', () =>
    holds((all) => {
      const old = all.filter((name) => Date.parse(madeAt(name)) <= NOW.getTime() - 24 * HOUR);
      expect(keptBackups(old, NOW).length).toBeLessThanOrEqual(BACKUPS_KEPT.hours + BACKUPS_KEPT.days + BACKUPS_KEPT.months);
    }));
  test('keeps all of the last 24 hours, and a new one displaces at most the last one of each full period', () =>
    holds((all, kept) => {
      const after = keptBackups([...all, nameOf(0)], NOW);
      const gone = kept.filter((name) => !after.includes(name));
      expect(gone.length).toBeLessThanOrEqual(3);
      expect(gone.filter((name) => Date.parse(madeAt(name)) > NOW.getTime() - 24 * HOUR)).toEqual([]);
    }));
});

test.each([
  [0, false],
  [26 * HOUR, false],
  [26 * HOUR + 1, true],
  [-1, true],
  [Number.POSITIVE_INFINITY, true],
  [Number.NaN, true],
])('reports backups as overdue if the last good one is %d ms old: %s', (age, overdue) => {
  expect(isOverdue(age)).toBe(overdue);
});

test('reads the time of a backup from its name', () => {
  expect([BACKUP_NAME.test(nameOf(0)), BACKUP_NAME.test(nameOf(0, 2)), madeAt(nameOf(0, 2))]).toEqual([
    true,
    true,
    '2026-11-20T20:00:00.000Z',
  ]);
});
