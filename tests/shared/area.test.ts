import { describe, expect, test } from 'vitest';
import { findArea } from '../../src/shared/area';

describe('the area of an address', () => {
  test.each([
    ['12 Seymour St, Kamloops', 'Kamloops'],
    ['12 Seymour St, Kamloops, BC V2C 2A1', 'Kamloops'],
    ['9 Unknown Rd, Nowhere, BC V2c 2a1', 'V2C'],
    ['9 Unknown Rd V2B7K4', 'V2B'],
    ['9 Unknown Rd, V2B-7K4, Canada', 'V2B'],
    ['3 Merritt Avenue, Vancouver V6B 1A1', 'V6B'],
  ])('%j is %s', (address, area) => expect(findArea(address)).toBe(area));

  test.each([
    [null],
    [''],
    ['12 Seymour St'],
    ['Unit V2C'],
    // No such code: D and F are no letters of them.
    ['9 Rd D2C 2A1'],
    ['9 Rd V2F 2A1'],
    ['AV2C 2A1'],
    ['V2C 2A11'],
    ['<script>alert(1)</script>'],
  ])('%j has no area', (address) => expect(findArea(address)).toBeNull());

  test('handles a very long address quickly', () => {
    const start = performance.now();
    expect(findArea('V2'.repeat(50_000))).toBeNull();
    expect(findArea(`1 Main St${', BC'.repeat(50_000)}`)).toBeNull();
    expect(performance.now() - start).toBeLessThan(500);
  });
});
