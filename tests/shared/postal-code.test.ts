import { expect, test } from 'vitest';
import { formatPostalCodes } from '../../src/shared/postal-code';
import { requiredAddress } from '../../src/shared/text';

test.each([
  ['100 Victoria St, Kamloops, v2c1a1', '100 Victoria St, Kamloops, V2C 1A1'],
  ['V2C-1A1', 'V2C 1A1'],
  ['v2c\u00a01a1 Kamloops', 'V2C 1A1 Kamloops'],
  ['12 Oak St, v2c  1a1', '12 Oak St, V2C 1A1'],
  ['v2c - 1a1, v2c--1a1 and v2c\u20111a1', 'V2C 1A1, V2C 1A1 and V2C 1A1'],
  ['Unit 3, V2C 1A1, and H0H 0H0', 'Unit 3, V2C 1A1, and H0H 0H0'],
  ['Box 12, d2c1a1', 'Box 12, d2c1a1'],
  ['AV2C1A12', 'AV2C1A12'],
  ['Beverly Hills, CA 90210', 'Beverly Hills, CA 90210'],
])('formats %j as %j', (typed, written) => {
  expect(formatPostalCodes(typed)).toBe(written);
  expect(requiredAddress(240).parse(typed)).toBe(written);
});
