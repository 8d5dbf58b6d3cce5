import { expect, test, vi } from 'vitest';
import { remembered } from '../../src/server/market/past-jobs';

test.each([null, undefined, '', 'Sahali'])('computes the result %j of a value once, however often the value occurs', (result) => {
  const reckon = vi.fn(() => result);
  const findOnce = remembered(reckon);
  expect(['12 Seymour St', '12 Seymour St', '12 Seymour St'].map(findOnce)).toEqual([result, result, result]);
  expect(reckon).toHaveBeenCalledTimes(1);
});
