import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { backupDb } from './backup';
import { writeDurably } from './files';
import { APPLICATION_ID, assertNotLost, inspect, markPresence } from './inspection';
import { takeLock } from './lock';
import { applyMigrations, findMigrations, pendingMigrations } from './migration';
import { finishRestore, isRestoreUnfinished, removeLeftovers } from './restore';
import { mapRowsOnce } from './row-mapping';
import { CHECKED_FIRST_BYTES, leaveNote, setSoundness, takeNote } from './start-check';
import { RESTORE_HINT, StartError, toStartError } from './start-error';

export { backupDb } from './backup';
export { restoreDb } from './restore';
export { StartError } from './start-error';

/** The only connection of the process that changes rows. */
export type Db = BetterSQLite3Database & { $client: Database.Database };

type OpenOptions = { now: () => Date; migrationsFolder?: string; seed?: (db: Db) => void };

/** Settings of each connection with the value to read back: WAL alone would fall back to synchronous=NORMAL. */
const SETTINGS: [name: string, value: string | number, answer: number][] = [
  ['synchronous', 'FULL', 2],
  ['foreign_keys', 'ON', 1],
  ['busy_timeout', 5000, 5000],
  ['trusted_schema', 'OFF', 0],
  ['journal_size_limit', 67_108_864, 67_108_864],
];

/** Opens a file, ':memory:' or an image with these settings and reads them back. Throws StartError and what SQLite throws. */
function connect(source: string | Buffer): Database.Database {
  const sqlite = new Database(source);
  try {
    const journal = sqlite.pragma('journal_mode = WAL', { simple: true });
    for (const [name, value] of SETTINGS) sqlite.pragma(`${name} = ${value}`);
    const refused = SETTINGS.filter(([name, , answer]) => sqlite.pragma(name, { simple: true }) !== answer).map(([name]) => name);
    if (journal !== (sqlite.memory ? 'memory' : 'wal')) refused.push('journal_mode');
    if (refused.length > 0) throw new StartError(78, `The database does not keep its settings (${refused.join(', ')}).`);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Writes a limit into the statement as a number, since SQLite plans a statement with `limit ?` each time it runs (0.1 to 0.4 ms). */
const buildLimit = (limit: unknown) =>
  typeof limit === 'number' ? sql.raw(` limit ${Math.trunc(limit)}`) : limit === undefined ? undefined : sql` limit ${limit}`;

type Session = { prepareQuery: (...query: unknown[]) => object };

export function toDb(sqlite: Database.Database): Db {
  const db: Db = drizzle(sqlite, { casing: 'snake_case' });
  Object.assign(Reflect.get(db, 'dialect'), { buildLimit });
  const session: Session = Reflect.get(db, 'session');
  const { prepareQuery } = session;
  session.prepareQuery = (...query) => mapRowsOnce(prepareQuery.apply(session, query));
  return db;
}

const images = new Map<string, Buffer>();

/** Returns a new database as the bytes of its file, migrated once per process (opening one in memory then takes 3 ms instead of 20). */
function freshImage(migrationsFolder: string): Buffer {
  const known = images.get(migrationsFolder);
  if (known) return known;
  const sqlite = connect(':memory:');
  sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  applyMigrations(sqlite, readMigrationFiles({ migrationsFolder }));
  const image = sqlite.serialize();
  sqlite.close();
  images.set(migrationsFolder, image);
  return image;
}

/** Returns a new database with the rows of `seed`. Throws what `seed` throws. */
function firstImage(migrationsFolder: string, seed: OpenOptions['seed']): Buffer {
  const image = freshImage(migrationsFolder);
  if (!seed) return image;
  const sqlite = connect(image);
  try {
    seed(toDb(sqlite));
    return sqlite.serialize();
  } finally {
    sqlite.close();
  }
}

/** Migrates an existing database after a backup of it. Throws StartError 78, and leaves the database as it was. */
function update(sqlite: Database.Database, pending: MigrationMeta[], file: string, now: () => Date): void {
  if (pending.length === 0) return;
  const backup = backupDb(file, path.join(path.dirname(file), 'backups'), { now });
  try {
    applyMigrations(sqlite, pending);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    throw new StartError(
      78,
      `The database ${file} could not be brought up to date (${reason}). It is as it was, and a copy is ${backup}. ${RESTORE_HINT}`,
    );
  }
}

const releases = new WeakMap<Db, () => void>();

type FileOptions = { now: () => Date; migrationsFolder: string; seed: OpenOptions['seed'] };

function openFile(file: string, { now, migrationsFolder, seed }: FileOptions): { db: Db; created: boolean } {
  if (!isRestoreUnfinished(file)) assertNotLost(file);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Built before the lock is taken, so that a first start that is killed meanwhile leaves no trace.
  const image = existsSync(file) || isRestoreUnfinished(file) ? undefined : firstImage(migrationsFolder, seed);
  const release = takeLock(`${file}.lock`);
  let sqlite: Database.Database | undefined;
  try {
    finishRestore(file);
    removeLeftovers(file);
    const created = image !== undefined && !existsSync(file);
    // The file appears whole or not at all, so that the next start never rejects a half-written one.
    if (created) writeDurably(file, image);
    const pending = inspect(file, (found) => pendingMigrations(found, migrationsFolder, file));
    // SQLite opens a read-only file without an error and then rejects each write.
    accessSync(file, constants.R_OK | constants.W_OK);
    const isSound = takeNote(file) || statSync(file).size <= CHECKED_FIRST_BYTES;
    sqlite = connect(file);
    setSoundness(sqlite, isSound ? 'sound' : 'unchecked');
    update(sqlite, pending, file, now);
    // Keeps the undo pages of a statement in memory: a temporary file costs 10 ms for 50 rows. Migrations may sort more than fits there.
    sqlite.pragma('temp_store = MEMORY');
    markPresence(file, now());
    const db = toDb(sqlite);
    releases.set(db, release);
    return { db, created };
  } catch (error) {
    sqlite?.close();
    release();
    throw error;
  }
}

/**
 * Opens the database file, or ':memory:' for a fresh one. Locks, checks and migrates a file. Creates it, with all rows of `seed`, only
 * when no trace of an earlier database exists; never seeds an existing one. Throws StartError, and leaves every file as it was.
 */
export function openDb(file: string, { now, migrationsFolder = findMigrations(), seed }: OpenOptions): { db: Db; created: boolean } {
  if (file === ':memory:') return { db: toDb(connect(firstImage(migrationsFolder, seed))), created: true };
  try {
    return openFile(file, { now, migrationsFolder, seed });
  } catch (error) {
    throw toStartError(error, file);
  }
}

/** Writes the log into the file, closes it and releases the lock. On a full disk the log stays for the next opening. */
export function closeDb(db: Db): void {
  if (!db.$client.open) return;
  try {
    // A replicator reads all the time. Closing does not wait for it; the next start reads the log.
    db.$client.pragma('busy_timeout = 0');
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    db.$client.close();
    if (!db.$client.memory) leaveNote(db.$client);
    releases.get(db)?.();
  }
}

/** Opens another connection to a database that is open already, for reading only. */
export function openReader(file: string): Db {
  return toDb(new Database(file, { readonly: true, fileMustExist: true, timeout: 5000 }));
}

type Callback = { run: () => void; key: string | undefined };
/** `hasFailed`: a part threw, so the transaction must not commit, even if the caller of that part catches the error. */
type Transaction = { callbacks: Callback[]; hasFailed: boolean };
const transactions = new WeakMap<Db, Transaction>();

/** Runs work that is rolled back as a whole. Throws if a part of it failed, since some of its changes are made. */
function runWhole<T>(transaction: Transaction, work: () => T): T {
  const result = work();
  if (transaction.hasFailed) throw new Error('A part of this transaction failed. Use inSavepoint for work that may fail alone.');
  return result;
}

const isThenable = (value: unknown): boolean => typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

function runPart<T>(transaction: Transaction, work: () => T): T {
  try {
    const result = work();
    // A Drizzle query without `.run()` is one, too, and would never be executed.
    if (isThenable(result)) throw new TypeError('A transaction cannot wait for a promise.');
    return result;
  } catch (error) {
    transaction.hasFailed = true;
    throw error;
  }
}

/**
 * Runs synchronous work as one immediate transaction. Inside another transaction it becomes a part of it: if it throws, all is rolled back,
 * even if the error is caught. Use {@link inSavepoint} for work whose errors are caught. Callbacks of {@link afterCommit} run once after the
 * outermost commit and never after a rollback. Throws what the work throws, and TypeError for work that returns a promise.
 */
export function inTransaction<T>(db: Db, work: () => T, synchronous: 'FULL' | 'NORMAL' = 'FULL'): T {
  const outer = transactions.get(db);
  if (outer) return runPart(outer, work);
  const transaction: Transaction = { callbacks: [], hasFailed: false };
  transactions.set(db, transaction);
  let result: T;
  // SQLite ignores a change of `synchronous` inside a transaction, which other code may have begun without this function.
  const isRelaxed = synchronous === 'NORMAL' && !db.$client.inTransaction;
  if (isRelaxed) db.$client.pragma('synchronous = NORMAL');
  try {
    result = db.$client.transaction(() => runWhole(transaction, work)).immediate();
  } finally {
    if (isRelaxed) db.$client.pragma('synchronous = FULL');
    transactions.delete(db);
  }
  runAll(transaction.callbacks);
  return result;
}

/**
 * Works like {@link inTransaction} without waiting for the disk, for work that is repeated if it is lost. A crash of the process loses
 * nothing. A power failure loses what no later transaction has flushed.
 */
export const inRepeatableTransaction = <T>(db: Db, work: () => T): T => inTransaction(db, work, 'NORMAL');

/**
 * Runs work that is rolled back alone if it throws, so that the transaction around it can go on. Outside a transaction it works like
 * {@link inTransaction}. A savepoint costs as much as storing a row, so use one only for work whose errors are caught.
 */
export function inSavepoint<T>(db: Db, work: () => T): T {
  const outer = transactions.get(db);
  if (!outer) return inTransaction(db, work);
  const collected = outer.callbacks.length;
  const { hasFailed } = outer;
  outer.hasFailed = false;
  try {
    return db.$client.transaction(() => runWhole(outer, work))();
  } catch (error) {
    outer.callbacks.length = collected;
    throw error;
  } finally {
    outer.hasFailed = hasFailed;
  }
}

/** Runs every callback even if one throws, then throws the first error. */
function runAll(callbacks: Callback[]): void {
  const faults: unknown[] = [];
  for (const { run } of callbacks)
    try {
      run();
    } catch (error) {
      faults.push(error);
    }
  if (faults.length > 0) throw faults[0];
}

/** Runs a callback after the current transaction commits, or at once outside one. Drops a second callback with the same `key`. */
export function afterCommit(db: Db, run: () => void, key?: string): void {
  const callbacks = transactions.get(db)?.callbacks;
  // A rolled-back part removes its callbacks from the list, so a key still in the list will run.
  if (!callbacks) run();
  else if (key === undefined || !callbacks.some((callback) => callback.key === key)) callbacks.push({ run, key });
}
