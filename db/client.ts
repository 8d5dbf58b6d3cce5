import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { backupDb } from './backup';
import { takeLock } from './lock';
import * as schema from './schema';
import { StartError } from './start-error';

export { backupDb, restoreDb } from './backup';
export { StartError } from './start-error';

/** The one connection of the process. */
export type Db = BetterSQLite3Database<typeof schema> & { $client: Database.Database };

/** "Tidy" in ASCII: marks a database file as ours. */
export const APPLICATION_ID = 0x54696479;
/** Above this size only the quick check runs at start; the nightly backup is checked in full. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;

type OpenOptions = { now: () => Date; migrationsFolder?: string };

const releases = new WeakMap<Db, () => void>();

/** The folder of the migrations, seen from the sources and from the built server alike. */
function findMigrations(): string {
  for (let folder = import.meta.dirname; folder !== path.dirname(folder); folder = path.dirname(folder))
    if (existsSync(path.join(folder, 'db/migrations/meta/_journal.json'))) return path.join(folder, 'db/migrations');
  throw new StartError(78, 'The folder db/migrations is missing.');
}

const restoreHint = 'To go back to a backup: npm run restore -- FILE';

function connect(source: string | Buffer): Database.Database {
  const sqlite = new Database(source);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'busy_timeout = 5000', 'trusted_schema = OFF', 'journal_size_limit = 67108864'])
    sqlite.pragma(pragma);
  if (sqlite.pragma('synchronous', { simple: true }) !== 2 || sqlite.pragma('foreign_keys', { simple: true }) !== 1)
    throw new StartError(78, 'The database does not keep its settings (synchronous, foreign_keys).');
  return sqlite;
}

const toDb = (sqlite: Database.Database): Db => drizzle(sqlite, { schema, casing: 'snake_case' });

let memoryImage: Buffer | undefined;
/** A fresh database in memory, copied from one that was migrated once. */
function openMemory(migrationsFolder: string): Db {
  if (!memoryImage) {
    const first = toDb(connect(':memory:'));
    migrate(first, { migrationsFolder });
    memoryImage = first.$client.serialize();
    first.$client.close();
  }
  return toDb(connect(memoryImage));
}

/** Refuses what only looks like a new start: a file that is gone while traces of it are still there. */
function assertTrulyNew(file: string): void {
  const folder = path.dirname(file);
  const base = path.basename(file);
  if (!existsSync(folder)) return;
  const traces = readdirSync(folder).filter((name) => [`${base}-wal`, `${base}-shm`, `${base}.lock`].includes(name) || (name === 'backups' && readdirSync(path.join(folder, name)).length > 0));
  if (traces.length > 0) throw new StartError(78, `The database ${file} is missing, but ${traces.join(', ')} tell of an earlier one. Nothing was created. ${restoreHint}`);
}

/** Looks at the file before SQLite may touch it. */
function assertOurs(file: string): void {
  const { size } = statSync(file);
  if (size === 0) throw new StartError(78, `The database ${file} is empty (0 bytes). Nothing was changed. ${restoreHint}`);
  const header = readFileSync(file).subarray(0, 100);
  if (header.length < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3') throw new StartError(78, `The file ${file} is not a database. Nothing was changed. ${restoreHint}`);
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw new StartError(78, `The database ${file} belongs to another program. Nothing was changed.`);
}

function assertIntact(sqlite: Database.Database, file: string): void {
  const check = statSync(file).size > FULL_CHECK_BYTES ? 'quick_check(1)' : 'integrity_check(1)';
  const result = sqlite.pragma(check, { simple: true });
  if (result !== 'ok') throw new StartError(78, `The database ${file} is damaged. Nothing was changed. ${restoreHint}`);
}

type Journal = { entries: { when: number; tag: string }[] };

/** Migrations of the journal that the database has not had; throws where it has had one this program does not know. */
function pendingMigrations(sqlite: Database.Database, migrationsFolder: string, file: string): number {
  const journal = JSON.parse(readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as Journal;
  const hasTable = sqlite.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  const last = hasTable ? (sqlite.prepare('select max(created_at) as at from __drizzle_migrations').get() as { at: number | null }).at : null;
  if (last !== null && !journal.entries.some((entry) => entry.when === Number(last)))
    throw new StartError(78, `The database ${file} was written by a newer version of Tidyline. Nothing was changed.`);
  return journal.entries.filter((entry) => entry.when > Number(last ?? 0)).length;
}

/** Brings the tables up to date: a backup first, foreign keys off around it (a rebuilt table would delete its children) and checked after. */
function update(sqlite: Database.Database, { file, migrationsFolder, now, isNew }: { file: string; migrationsFolder: string; now: () => Date; isNew: boolean }): void {
  if (pendingMigrations(sqlite, migrationsFolder, file) === 0) return;
  const backup = isNew ? undefined : backupDb(file, path.join(path.dirname(file), 'backups'), { now });
  sqlite.pragma('foreign_keys = OFF');
  try {
    const whole = sqlite.transaction(() => {
      migrate(nested(sqlite), { migrationsFolder });
      const broken = sqlite.pragma('foreign_key_check') as unknown[];
      if (broken.length > 0) throw new Error(`${broken.length} rows would lose what they refer to`);
    });
    whole.immediate();
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
    throw new StartError(78, `The database ${file} could not be brought up to date (${reason.split('\n')[0]}). It is as it was${backup ? `; a copy is ${backup}` : ''}.`);
  } finally {
    sqlite.pragma('foreign_keys = ON');
  }
}

/** The migrator begins and commits by itself; inside our transaction its own become savepoints, so that our check can undo it. */
function nested(sqlite: Database.Database): Db {
  const words: Record<string, string> = { BEGIN: 'SAVEPOINT migration', COMMIT: 'RELEASE migration', ROLLBACK: 'ROLLBACK TO migration' };
  const proxy = new Proxy(sqlite, {
    get(target, key) {
      if (key === 'prepare') return (text: string) => target.prepare(words[text.trim().toUpperCase()] ?? text);
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return toDb(proxy);
}

/**
 * Opens the database file, or ':memory:' for a fresh one. A file is locked, looked at, checked, and brought up to date; it
 * is created only where no trace of an earlier one is left, and `created` then says so. Throws StartError.
 */
export function openDb(file: string, { now, migrationsFolder = findMigrations() }: OpenOptions): { db: Db; created: boolean } {
  if (file === ':memory:') return { db: openMemory(migrationsFolder), created: true };
  const isNew = !existsSync(file);
  if (isNew) assertTrulyNew(file);
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(78, `The folder ${path.dirname(file)} cannot be made (${(error as NodeJS.ErrnoException).code}).`);
  }
  const release = takeLock(`${file}.lock`);
  let sqlite: Database.Database | undefined;
  try {
    if (!isNew) assertOurs(file);
    sqlite = connect(file);
    if (isNew) {
      sqlite.pragma(`application_id = ${APPLICATION_ID}`);
      chmodSync(file, 0o600);
    } else assertIntact(sqlite, file);
    update(sqlite, { file, migrationsFolder, now, isNew });
    const db = toDb(sqlite);
    releases.set(db, release);
    return { db, created: isNew };
  } catch (error) {
    sqlite?.close();
    release();
    if (error instanceof StartError) throw error;
    const code = (error as { code?: string }).code ?? 'unknown';
    throw new StartError(78, `The database ${file} cannot be used (${code}). Nothing was changed. ${restoreHint}`);
  }
}

/** Empties the write-ahead log into the file, closes it and gives the lock back. */
export function closeDb(db: Db): void {
  if (!db.$client.open) return;
  db.$client.pragma('wal_checkpoint(TRUNCATE)');
  db.$client.close();
  releases.get(db)?.();
}

const afterwards = new WeakMap<Db, (() => void)[]>();

/**
 * Runs the work as one immediate transaction; inside another it simply joins it. What {@link afterCommit} collected runs
 * once after the outermost commit, and never after a rollback.
 */
export function inTransaction<T>(db: Db, work: () => T): T {
  if (db.$client.inTransaction) return work();
  const callbacks: (() => void)[] = [];
  afterwards.set(db, callbacks);
  let result: T;
  try {
    result = db.$client.transaction(work).immediate();
  } finally {
    afterwards.delete(db);
  }
  for (const callback of new Set(callbacks)) callback();
  return result;
}

/** Runs something once the transaction under way has been committed, or at once where there is none. */
export function afterCommit(db: Db, callback: () => void): void {
  const callbacks = afterwards.get(db);
  if (callbacks) callbacks.push(callback);
  else callback();
}
