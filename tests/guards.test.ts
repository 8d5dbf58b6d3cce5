import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { OTHER_GUARDS } from './guards/other-guards.mjs';

// `npm run test:guards` removes every guard of src/server, one at a time.
const server = path.resolve(import.meta.dirname, '../src/server');
const read = (file: string) => readFileSync(path.join(server, file), 'utf8');

const rows = Object.entries(OTHER_GUARDS).flatMap(([file, guards]) => guards.map(([from]) => ({ file, from: from ?? '' })));
test.each(rows)('the listed guard $from stands in $file', ({ file, from }) => {
  expect(read(file)).toContain(from);
});

test('a guard is left out of the run only by a comment with its reason', () => {
  const comments = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [...read(name).matchAll(/Stryker .*/g)].map(([comment]) => comment));
  expect(comments.filter((comment) => !/^Stryker disable next-line \w+: .{20,}/.test(comment))).toEqual([]);
});
