import { expect, test } from 'vitest';
import { formatPostalCodes } from '../../src/shared/postal-code';
import { requiredAddress } from '../../src/shared/text';

test.each([
  ['100 Victoria St, Kamloops, v2c1a1', '100 Victoria St, Kamloops, V2C 1A1'],
  ['V2C-1A1', 'V2C 1A1'],
  ['v2c\u00a01a1 Kamloops', 'V2C 1A1 Kamloops'],
  ['Unit 3, V2C 1A1, and H0H 0H0', 'Unit 3, V2C 1A1, and H0H 0H0'],
  ['Box 12, d2c1a1', 'Box 12, d2c1a1'],
  ['AV2C1A12', 'AV2C1A12'],
  ['Beverly Hills, CA 90210', 'Beverly Hills, CA 90210'],
])('formats %j as %j', (typed, written) => {
  expect(formatPostalCodes(typed)).toBe(written);
  expect(requiredAddress(240).parse(typed)).toBe(written);
});
