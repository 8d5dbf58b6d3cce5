import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { closeDb, openDb } from '../../db/client';
import { clients } from '../../db/schema';
import { insertRow } from '../support/rows';

const now = () => new Date('2026-11-20T20:00:00.000Z');

test('addresses stored before get their postal code written as V2C 1A1, and are found by it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-migration-'));
  const before = path.join(folder, 'migrations');
  cpSync(path.resolve(import.meta.dirname, '../../db/migrations'), before, { recursive: true });
  const journal = JSON.parse(readFileSync(path.join(before, 'meta/_journal.json'), 'utf8'));
  const entries: { tag: string }[] = journal.entries;
  journal.entries = entries.slice(
    0,
    entries.findIndex(({ tag }) => tag.endsWith('_postal_codes')),
  );
  writeFileSync(path.join(before, 'meta/_journal.json'), JSON.stringify(journal));
  const file = path.join(folder, 'tidyline.db');
  const { db: old } = openDb(file, { now, migrationsFolder: before });
  const typed = ['12 Seymour St, Kamloops, v2c1a1 ', '14 Seymour St, V2C-1A1', '16 Seymour St, V2C 1A1', '18 Seymour St', 'Box D2C1A1'];
  for (const address of typed) insertRow(old, 'clients', { address });
  closeDb(old);

  const { db } = openDb(file, { now });
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
  closeDb(db);
  rmSync(folder, { recursive: true });
});
