import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type Database from 'better-sqlite3';
import { findReplacedFiles } from './file-watch';
import { flush, writeDurably } from './files';

/**
 * A database up to this size is checked in full before it opens. A larger one would keep the server from starting for a minute and more, so
 * another process checks it while the server runs. A clean stop leaves a note of the file's size and time of change, and the next start
 * skips the check when the note still fits. The note is removed before the file opens, so a killed server leaves none.
 */
export const CHECKED_FIRST_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

/** The result of the check. `damage` is the error that SQLite reports. */
export type Soundness = 'sound' | 'unchecked' | { damage: string };
const found = new WeakMap<Database.Database, Soundness>();

const getNoteFile = (file: string) => `${file}.closed`;
const getLogBytes = (file: string): number => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
function describeFile(file: string): string {
  const { size, mtimeNs, ino } = statSync(file, { bigint: true });
  return `${size} bytes, inode ${ino}, changed at ${mtimeNs}\n`;
}

/** Removes the note of a clean stop. Returns true if nothing changed the file since. Call it with the lock held. */
export function takeNote(file: string): boolean {
  const note = getNoteFile(file);
  if (!existsSync(note)) return false;
  const isUnchanged = getLogBytes(file) === 0 && readFileSync(note, 'utf8') === describeFile(file);
  rmSync(note);
  flush(path.dirname(file));
  return isUnchanged;
}

/**
 * Notes a clean stop if the database is large and sound, its log is empty and its files are its own. Call it once the file is closed.
 * Without a note, such as on a full disk, the next start checks the file.
 */
export function leaveNote(sqlite: Database.Database): void {
  const file = sqlite.name;
  try {
    if (found.get(sqlite) !== 'sound' || getLogBytes(file) > 0 || statSync(file).size <= CHECKED_FIRST_BYTES) return;
    if (findReplacedFiles(sqlite).includes(file)) return;
    writeDurably(getNoteFile(file), describeFile(file));
  } catch {
    rmSync(getNoteFile(file), { force: true });
  }
}

export const setSoundness = (sqlite: Database.Database, soundness: Soundness): void => void found.set(sqlite, soundness);
export const getSoundness = (sqlite: Database.Database): Soundness => found.get(sqlite) ?? 'sound';

/**
 * Checks one table after the other and ends at the first damage. Runs in a process of its own, because a thread cannot be ended while
 * SQLite reads a large table, which would hold up a stop. Runs at the lowest priority if the system allows that, and ends after the current
 * table if its server was killed.
 */
const CHECK = `
const [driver, file] = process.argv.slice(1);
const server = process.ppid;
try {
  require('node:os').setPriority(19);
} catch {}
const sqlite = new (require(driver))(file, { readonly: true, fileMustExist: true });
const tables = sqlite.prepare("select name from pragma_table_list where schema = 'main' and type <> 'view'").pluck().all();
let result = 'ok';
try {
  for (const table of tables)
    if (result === 'ok' && process.ppid === server) result = sqlite.pragma('quick_check("' + table + '")', { simple: true });
} catch (error) {
  if (!/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) throw error;
  result = error.message;
}
process.stdout.write(result);
`;

/** Checks an open database unless it is known to be sound, and returns the damage. Throws when the signal aborts or the disk fails. */
export async function checkOpenDb(sqlite: Database.Database, signal: AbortSignal): Promise<string | undefined> {
  if (getSoundness(sqlite) !== 'unchecked') return undefined;
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const { stdout } = await run(process.execPath, ['-e', CHECK, driver, sqlite.name], { signal, killSignal: 'SIGKILL' });
  const damage = stdout === 'ok' ? undefined : (stdout.split('\n').at(-1) ?? stdout);
  setSoundness(sqlite, damage === undefined ? 'sound' : { damage });
  return damage;
}
