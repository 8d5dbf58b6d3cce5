import { expect, test } from 'vitest';
import { doAtOnce, readSliced } from '../../db/slices';

const ROWS = [1, 2, 3, 4, 5, 6, 7];
/** Returns the rows that are read and how often others were answered in between. */
function read(most: number, size: number) {
  const work = readSliced<number>(most, size, (limit, last = 0) => ROWS.filter((row) => row > last).slice(0, limit));
  let yields = 0;
  for (;;) {
    const step = work.next();
    if (step.done) return { rows: step.value, yields };
    yields += 1;
  }
}

test.each([
  [0, 3, [], 0],
  [100, 3, ROWS, 2],
  [100, 7, ROWS, 1],
  [100, 8, ROWS, 0],
  [6, 3, [1, 2, 3, 4, 5, 6], 1],
  [5, 3, [1, 2, 3, 4, 5], 1],
  [2, 3, [1, 2], 0],
])('reads at most %d rows in slices of %d', (most, size, rows, yields) => {
  expect(read(most, size)).toEqual({ rows, yields });
});

test('sliced work can be done without a break', () => {
  expect(doAtOnce(readSliced<number>(4, 1, (limit, last = 0) => ROWS.filter((row) => row > last).slice(0, limit)))).toEqual([1, 2, 3, 4]);
});
