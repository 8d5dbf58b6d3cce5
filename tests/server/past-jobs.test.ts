import { expect, test, vi } from 'vitest';
import { remembered } from '../../src/server/market/past-jobs';

test.each([null, undefined, '', 'Sahali'])('computes the result %j of a value once, however often the value occurs', (result) => {
  const compute = vi.fn(() => result);
  const findOnce = remembered(compute);
  expect(['12 Seymour St', '12 Seymour St', '12 Seymour St'].map(findOnce)).toEqual([result, result, result]);
  expect(compute).toHaveBeenCalledTimes(1);
});
