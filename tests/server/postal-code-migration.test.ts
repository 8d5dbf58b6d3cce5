import { expect, test } from 'vitest';
import { clients } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';

test('addresses stored before get their postal code written as V2C 1A1, and are found by it', () => {
  const typed = ['12 Seymour St, Kamloops, v2c1a1 ', '14 Seymour St, V2C-1A1', '16 Seymour St, V2C 1A1', '18 Seymour St', 'Box D2C1A1'];
  const db = openMigrated('postal_codes', (old) => {
    for (const address of typed) insertRow(old, 'clients', { address });
  });
  expect(
    db
      .select({ address: clients.address })
      .from(clients)
      .all()
      .map(({ address }) => address),
  ).toEqual(['12 Seymour St, Kamloops, V2C 1A1', '14 Seymour St, V2C 1A1', '16 Seymour St, V2C 1A1', '18 Seymour St', 'Box D2C1A1']);
  expect(db.$client.prepare('select rowid from clients_search where clients_search match \'"V2C 1A1"\' order by 1').pluck().all()).toEqual([
    1, 2, 3,
  ]);
});
