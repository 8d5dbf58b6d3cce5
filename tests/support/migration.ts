import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { closeDb, type Db, openDb } from '../../db/client';

/** Copies the migrations without the snapshots of drizzle-kit, which only generate the next one. */
export const copyMigrations = (to: string): void =>
  cpSync(path.resolve(import.meta.dirname, '../../db/migrations'), to, {
    recursive: true,
    filter: (name) => !name.endsWith('_snapshot.json'),
  });

const now = () => new Date('2026-11-20T20:00:00.000Z');

/** Fills a database as it was before a migration, named without its number, and opens it with all migrations applied. */
export function openMigrated(migration: string, fill: (old: Db) => void): Db {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-migration-'));
  const before = path.join(folder, 'migrations');
  copyMigrations(before);
  const file = path.join(before, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const entries: { tag: string }[] = journal.entries;
  const index = entries.findIndex(({ tag }) => tag.endsWith(`_${migration}`));
  if (index === -1) throw new Error(`There is no migration ${migration}.`);
  writeFileSync(file, JSON.stringify({ ...journal, entries: entries.slice(0, index) }));
  const { db: old } = openDb(path.join(folder, 'tidyline.db'), { now, migrationsFolder: before });
  fill(old);
  closeDb(old);
  const { db } = openDb(path.join(folder, 'tidyline.db'), { now });
  onTestFinished(() => {
    closeDb(db);
    rmSync(folder, { recursive: true });
  });
  return db;
}
