import { closeSync, existsSync, openSync, readdirSync, readSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { newestFirst } from '../src/shared/backups';
import { writeDurably } from './files';
import { isLockHeld } from './lock';
import { CHECKED_FIRST_BYTES } from './start-check';
import { RESTORE_HINT, StartError, toStartError } from './start-error';

/** "Tidy" in ASCII: marks a database file as ours. */
export const APPLICATION_ID = 0x54696479;
const HEADER_BYTES = 100;

const getMarkerFile = (file: string) => `${file}.marker`;

/** Writes a marker with the time beside a database, so that a lost file is never mistaken for a first start. */
export function markPresence(file: string, now: Date): void {
  if (existsSync(getMarkerFile(file))) return;
  writeDurably(
    getMarkerFile(file),
    `${path.basename(file)} belongs in this folder. If it is missing, it was lost, and the server does not create a new one.\n`,
  );
  utimesSync(getMarkerFile(file), now, now);
}

/** Returns the time of the database's first start in ms since 1970, or infinity without a marker. */
export const presentSince = (file: string): number =>
  statSync(getMarkerFile(file), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;

/** Throws StartError 78 when a missing file left traces. Call it before the lock is taken, since a stale lock is a trace. */
export function assertNotLost(file: string): void {
  const folder = path.dirname(file);
  if (existsSync(file) || !existsSync(folder) || isLockHeld(`${file}.lock`)) return;
  // A first start that was killed while it wrote the file leaves a lock beside the half-written file.
  const traces = ['-wal', '-shm', '.marker', ...(existsSync(`${file}.part`) ? [] : ['.lock'])]
    .map((suffix) => path.basename(file) + suffix)
    .filter((name) => existsSync(path.join(folder, name)));
  const backups = path.join(folder, 'backups');
  if (existsSync(backups) && newestFirst(readdirSync(backups)).length > 0) traces.push('backups');
  if (traces.length === 0) return;
  throw new StartError(
    78,
    `The database ${file} is missing, but ${traces.join(', ')} show that there was one. Nothing was created. ${RESTORE_HINT} (to start with an empty one, move these away)`,
  );
}

/** Returns the first bytes of a file, padded with zeros. */
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
 * Returns true when the file is shorter than its header says, since SQLite would fill the missing pages with zeros. With a log beside it
 * the file may be short: a checkpoint was cut off, and the log still has the rest.
 */
function isCutShort(file: string, header: Buffer): boolean {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return false;
  const { size } = statSync(file);
  const sizeField = header.readUInt16BE(16);
  const pageBytes = sizeField === 1 ? 65_536 : sizeField;
  return size % pageBytes !== 0 || size < header.readUInt32BE(28) * pageBytes;
}

/** Checks the first bytes before SQLite may touch the file. Throws StartError 78 with its `name` if it is not a whole one of ours. */
export function assertOurs(file: string, name = file): void {
  const header = readHeader(file);
  const refuse = (what: string) => new StartError(78, `The database ${name} ${what}. Nothing was changed. ${RESTORE_HINT}`);
  if (statSync(file).size === 0) throw refuse('is empty (0 bytes)');
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') throw refuse('is not a database');
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw refuse('belongs to another program');
  if (isCutShort(file, header)) throw refuse('is damaged (its end is missing)');
}

/**
 * Checks a database over a read-only connection, so that a damaged one stays as it was found; a writing connection would fold the log
 * into it. Checks all of it up to {@link CHECKED_FIRST_BYTES} or when `isThorough`, then runs `look`. Throws StartError with the `name` to
 * show.
 */
export function inspect<T>(file: string, look: (sqlite: Database.Database) => T, { isThorough = false, name = file } = {}): T {
  assertOurs(file, name);
  // SQLite removes the log's index before the log, so an index alone means that someone deleted the log.
  if (existsSync(`${file}-shm`) && !existsSync(`${file}-wal`))
    throw new StartError(
      78,
      `The log ${file}-wal is missing and with it the latest changes; put it back, or delete ${file}-shm to go on without. ${RESTORE_HINT}`,
    );
  try {
    const sqlite = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const isChecked = isThorough || statSync(file).size <= CHECKED_FIRST_BYTES;
      const result = isChecked ? sqlite.pragma('integrity_check(1)', { simple: true }) : 'ok';
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
