import { expect, test } from 'vitest';
import { formatCount } from '../../src/shared/counts';

test.each([
  [0, 'job', undefined, '0 jobs'],
  [1, 'job', undefined, '1 job'],
  [2, 'finished job', undefined, '2 finished jobs'],
  [1, 'inquiry', undefined, '1 inquiry'],
  [2, 'inquiry', undefined, '2 inquiries'],
  [3, 'day', undefined, '3 days'],
  [1, 'job is', 'jobs are', '1 job is'],
  [2, 'job is', 'jobs are', '2 jobs are'],
])('%i with the noun %s is formatted with its plural %s: %s', (count, one, several, expected) => {
  expect(formatCount(count, one, several)).toBe(expected);
});
