import { describe, expect, test } from 'vitest';
import { company } from '../../src/shared/company';
import { distanceKm } from '../../src/shared/route-plan';
import { findTown, TOWNS } from '../../src/shared/towns';

describe('the town of an address', () => {
  test.each([
    ['12 Seymour St, Kamloops', 'Kamloops'],
    ['12 Seymour St, Kamloops, BC V2C 2A1', 'Kamloops'],
    ['12 Seymour St, Kamloops, V2C 2A1', 'Kamloops'],
    ['12 Seymour St, KAMLOOPS, B.C., Canada', 'Kamloops'],
    ['12 Seymour St Kamloops BC', 'Kamloops'],
    ['12 Seymour St\nKamloops\nBritish Columbia', 'Kamloops'],
    ['Kamloops, 12 Seymour St', 'Kamloops'],
    ['kamloops', 'Kamloops'],
    ['3 Merritt Avenue, Kamloops', 'Kamloops'],
    ['5 Village Way, Sun Peaks BC V0E 5N0', 'Sun Peaks'],
    ['Logan Lake, BC', 'Logan Lake'],
    ['1 Main St, 100 Mile House', '100 Mile House'],
  ])('%j is %s', (address, town) => expect(findTown(address)?.name).toBe(town));

  test.each(['12 Seymour St', '3 Merritt Avenue', '8 Chase Road, Vancouver', 'Newchase', '', ', ,', 'V2C 2A1'])(
    '%j is not known',
    (address) => expect(findTown(address)).toBeUndefined(),
  );

  test('every served town is known and near the depot', () => {
    for (const town of company.towns) expect(findTown(`1 Main St, ${town}, BC`)).toMatchObject({ name: town, isServed: true });
    for (const town of TOWNS) expect(distanceKm(company, town)).toBeLessThan(200);
    expect(new Set(TOWNS.map(({ name }) => name)).size).toBe(TOWNS.length);
  });
});
