import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { RESTORE_HINT, StartError } from './start-error';

/** Finds the project's folder of migrations above the sources or the built server. Throws StartError 78. */
export function findMigrations(): string {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const migrations = path.join(folder, 'db/migrations');
    if (existsSync(migrations)) return migrations;
  }
  throw new StartError(78, `The folder db/migrations is missing above ${import.meta.dirname}.`);
}

/** Returns the times of the applied migrations, which are their names in Drizzle's journal. */
function appliedTo(sqlite: Database.Database): number[] {
  if (!sqlite.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get()) return [];
  return sqlite.prepare<[], number>('select cast(created_at as integer) from __drizzle_migrations').pluck().all();
}

/** Returns the times of all migrations, without their statements: most starts need none of them. */
function knownIn(migrationsFolder: string): number[] {
  const journal = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as { entries: { when: number }[] };
  return journal.entries.map(({ when }) => when);
}

/** Returns the migrations that a database lacks, oldest first. Throws StartError 78 when it has one that this version does not know. */
export function pendingMigrations(sqlite: Database.Database, migrationsFolder: string, file: string): MigrationMeta[] {
  const known = knownIn(migrationsFolder);
  const applied = appliedTo(sqlite);
  if (applied.some((at) => !known.includes(at)))
    throw new StartError(
      78,
      `The database ${file} was written by a newer version of Tidyline: install that again. Nothing was changed. ${RESTORE_HINT}`,
    );
  if (known.every((at) => applied.includes(at))) return [];
  return readMigrationFiles({ migrationsFolder }).filter((migration) => !applied.includes(migration.folderMillis));
}

/**
 * Applies migrations in one transaction, all or none. Drizzle's own migrate() runs with foreign keys on, so that rebuilding a table would
 * silently delete its children. Here foreign keys are off, and no row may refer to a missing one afterwards. Throws what the database
 * throws.
 */
export function applyMigrations(sqlite: Database.Database, migrations: MigrationMeta[]): void {
  sqlite.pragma('foreign_keys = OFF');
  try {
    sqlite
      .transaction(() => {
        sqlite.exec('create table if not exists __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)');
        const note = sqlite.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)');
        for (const { sql, hash, folderMillis } of migrations) {
          for (const statement of sql) sqlite.exec(statement);
          note.run(hash, folderMillis);
        }
        const broken = sqlite.pragma('foreign_key_check') as unknown[];
        if (broken.length > 0) throw new Error(`${broken.length} rows would lose what they refer to`);
      })
      .immediate();
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}
