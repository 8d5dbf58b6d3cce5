import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { breakGuard } from './guards/breaking';
import { testFilesOf } from './guards/guard';
import { GUARDS } from './guards/table';

const root = path.resolve(import.meta.dirname, '..');

// `npm run test:guards` breaks them, one at a time.
test.each(GUARDS)('$file: $name, stands where it is looked for, and its tests are there', (guard) => {
  const text = readFileSync(path.join(root, guard.file), 'utf8');
  expect(breakGuard(guard, text)).not.toBe(text);
  for (const file of testFilesOf(guard)) expect(existsSync(path.join(root, file)), file).toBe(true);
});

test('no two guards have one name', () => {
  const names = GUARDS.map(({ file, name }) => `${file}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

/** Checks of the caller or of its origin. */
const ASKS = /(?<!function )\b(?:assertPermission|assertSameOrigin|checkOrigin)\([^)]*\)|c\.get\('checkOrigin'\)(?:\(\))?/g;
const UNIQUE_INDEX = /CREATE UNIQUE INDEX `\w+`/g;
/** Lines that look like a guard and are left out of the table, with the reason. */
const LEFT_OUT = {
  'db/migrations/0000_foundation.sql: CREATE UNIQUE INDEX `team_members_employeeId_unique`':
    'team_members_employee_id refuses the same, in whatever case.',
  'db/migrations/0001_storefront_and_booking.sql: CREATE UNIQUE INDEX `work_orders_bookingId_unique`':
    'Its column went; appointment_bookings_work_order has its place.',
  "src/server/http/rest.ts: c.get('checkOrigin')": 'It is handed on to where it is called, which is in the table.',
};

test.each([
  ['db/migrations', '.sql', UNIQUE_INDEX],
  ['src/server', '.ts', ASKS],
])('%s: each place that looks like a guard is in the table', (folder, ending, pattern) => {
  const missing = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => {
      const file = path.posix.join(folder, name);
      const text = readFileSync(path.join(root, file), 'utf8');
      const broken = GUARDS.filter((guard) => guard.file === file).map(({ from, to }) => ({ from, to, start: text.indexOf(from) }));
      return [...text.matchAll(pattern)]
        .filter(
          ({ 0: found, index }) =>
            !broken.some(({ from, to, start }) => start <= index && index + found.length <= start + from.length && !to.includes(found)),
        )
        .map(([found]) => `${file}: ${found}`);
    });
  // A migration that rebuilds a table creates its indexes again: the last one counts.
  const isLast = (place: string) => !missing.some((later) => later > place && later.split(': ')[1] === place.split(': ')[1]);
  const isRebuilt = (place: string) =>
    GUARDS.some(({ file, from }) => folder === 'db/migrations' && file > place && from.includes(place.split(': ')[1] ?? place));
  expect(missing.filter((place) => isLast(place) && !isRebuilt(place)).sort()).toEqual(
    Object.keys(LEFT_OUT).filter((place) => place.startsWith(`${folder}/`)),
  );
});
