import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { newestFirst } from '../src/shared/backups';
import { writeDurably } from './files';
import { isLockHeld } from './lock';
import { RESTORE_HINT, StartError, toStartError } from './start-error';

/** "Tidy" in ASCII: marks a database file as ours. */
export const APPLICATION_ID = 0x54696479;
/** Above this size only the quick check runs at start; each backup is checked in full. */
const FULL_CHECK_BYTES = 64 * 1024 * 1024;
const HEADER_BYTES = 100;

const markerOf = (file: string) => `${file}.marker`;

/** Leaves word beside a database that there is one, and since when, so that a lost file is never taken for a first start. */
export function markPresence(file: string, now: Date): void {
  if (existsSync(markerOf(file))) return;
  writeDurably(
    markerOf(file),
    `${path.basename(file)} belongs in this folder. Where it is missing it has been lost, and is not made anew.\n`,
  );
  utimesSync(markerOf(file), now, now);
}

/** Since when there is a database, in ms since 1970: from its first start on; without that word infinitely late. */
export const presentSince = (file: string): number =>
  statSync(markerOf(file), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;

/**
 * Lets a missing file pass only where nothing tells of an earlier one: a log, a lock, the marker, backups. To be asked before
 * the lock is taken, since a stale lock is such a trace. Throws StartError 78.
 */
export function assertNotLost(file: string): void {
  const folder = path.dirname(file);
  if (existsSync(file) || !existsSync(folder) || isLockHeld(`${file}.lock`)) return;
  // A lock beside a half-written file is what a first start leaves that was killed while writing it.
  const traces = ['-wal', '-shm', '.marker', ...(existsSync(`${file}.part`) ? [] : ['.lock'])]
    .map((suffix) => path.basename(file) + suffix)
    .filter((name) => existsSync(path.join(folder, name)));
  const backups = path.join(folder, 'backups');
  if (existsSync(backups) && newestFirst(readdirSync(backups)).length > 0) traces.push('backups');
  if (traces.length === 0) return;
  throw new StartError(
    78,
    `The database ${file} is missing, but ${traces.join(', ')} tell of an earlier one. Nothing was created. ${RESTORE_HINT} (to begin with an empty one, move these away)`,
  );
}

/** The first bytes of a file, zero where it is shorter. */
function readHeader(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header);
    return header;
  } finally {
    closeSync(handle);
  }
}

/**
 * Whether pages are missing at the end, by what the header says (SQLite fills a page cut short with zeros and goes on). With
 * a log beside it nothing is said: a checkpoint that was cut off may leave the file short, and the log still has the rest.
 */
function isCutShort(file: string, header: Buffer): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const { size } = statSync(file);
  const sizeField = header.readUInt16BE(16);
  const pageBytes = sizeField === 1 ? 65_536 : sizeField;
  return size % pageBytes !== 0 || size < header.readUInt32BE(28) * pageBytes;
}

/** Looks at the first bytes before SQLite may touch the file. Throws StartError 78 for what is not a whole database of ours, which it calls `name`. */
export function assertOurs(file: string, name = file): void {
  const header = readHeader(file);
  const refuse = (what: string) => new StartError(78, `The database ${name} ${what}. Nothing was changed. ${RESTORE_HINT}`);
  if (statSync(file).size === 0) throw refuse('is empty (0 bytes)');
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw refuse('is not a database');
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw refuse('belongs to another program');
  if (isCutShort(file, header)) throw refuse('is damaged (its end is missing)');
}

/**
 * Reads a database over a connection that cannot write, so that what is damaged stays as it was found (a writing one would
 * fold its log into it on closing): all of it is checked up to 64 MB or where `isThorough`, then `look` may ask it. Throws StartError,
 * with the `name` by which somebody knows it.
 */
export function inspect<T>(file: string, look: (sqlite: Database.Database) => T, { isThorough = false, name = file } = {}): T {
  assertOurs(file, name);
  // SQLite removes the index of the log before the log itself, so that the index alone means a log taken away by hand.
  if (existsSync(`${file}-shm`) && !existsSync(`${file}-wal`))
    throw new StartError(
      78,
      `The log ${file}-wal is missing and with it the latest changes; put it back, or delete ${file}-shm to go on without. ${RESTORE_HINT}`,
    );
  try {
    const sqlite = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const check = isThorough || statSync(file).size <= FULL_CHECK_BYTES ? 'integrity_check(1)' : 'quick_check(1)';
      const result = sqlite.pragma(check, { simple: true });
      if (result !== 'ok')
        throw new StartError(
          78,
          `The database ${name} is damaged (${String(result).split('\n').at(-1)}). Nothing was changed. ${RESTORE_HINT}`,
        );
      return look(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    throw toStartError(error, name);
  }
}
