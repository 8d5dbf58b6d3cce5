import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { moveDurably } from './files';
import { inspect } from './inspection';
import { takeLock } from './lock';
import { StartError, toStartError } from './start-error';
import { verifyCopy } from './verification';

type Clock = { now: () => Date };

/** An instant as it stands in file names: "20261120T200000Z". */
const stamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d+/g, '');

/** The path itself, or the first free one with -2, -3 … before its ending. */
function freePath(wanted: string): string {
  const { dir, name, ext } = path.parse(wanted);
  for (let number = 2, candidate = wanted; ; number++) {
    if (!existsSync(candidate)) return candidate;
    candidate = path.join(dir, `${name}-${number}${ext}`);
  }
}

/** Rows by table. */
function countRows(sqlite: Database.Database): Record<string, number> {
  const tables = sqlite
    .prepare<[], string>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name",
    )
    .pluck()
    .all();
  return Object.fromEntries(tables.map((name) => [name, sqlite.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0]));
}

/** Writes a consistent copy, what the log holds included, and looks at all of it; answers its rows by table. Throws StartError. */
function copyDb(from: string, to: string): Record<string, number> {
  rmSync(to, { force: true });
  try {
    // VACUUM INTO fills an empty file; made here, it is never open to others.
    writeFileSync(to, '', { flag: 'wx', mode: 0o600 });
    const source = new Database(from, { readonly: true, fileMustExist: true });
    try {
      source.prepare('vacuum into ?').run(to);
    } finally {
      source.close();
    }
    return inspect(to, countRows, { isThorough: true });
  } catch (error) {
    rmSync(to, { force: true });
    throw toStartError(error, from);
  }
}

/**
 * Writes a consistent copy of a database into a folder, also beside a running server: to a temporary file, checked in full,
 * flushed, and only then given its name `YYYYMMDDTHHMMSSZ.db`. Answers the path. Throws StartError; earlier backups stay.
 */
export function backupDb(file: string, folder: string, { now }: Clock): string {
  if (!existsSync(file)) throw new StartError(78, `There is no database ${file}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = freePath(path.join(folder, `${stamp(now())}.db`));
  copyDb(file, `${target}.part`);
  moveDurably(`${target}.part`, target);
  return target;
}

/** Where the backups of an open database lie; undefined for one that is in memory alone. */
export const backupFolderOf = ({ name, memory }: Database.Database): string | undefined =>
  memory ? undefined : path.join(path.dirname(name), 'backups');

/**
 * The same as {@link backupDb} for the running server: over its own connection, a few pages between other work (7 ms the longest
 * stall), and checked in a thread beside it. Answers the path. Throws what the disk and SQLite throw; earlier backups stay.
 */
export async function backupOpenDb(sqlite: Database.Database, folder: string, { now }: Clock): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = freePath(path.join(folder, `${stamp(now())}.db`));
  const part = `${target}.part`;
  try {
    rmSync(part, { force: true });
    writeFileSync(part, '', { flag: 'wx', mode: 0o600 });
    await sqlite.backup(part);
    await verifyCopy(part);
    moveDurably(part, target);
    return target;
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(part + suffix, { force: true, recursive: true });
    throw error;
  }
}

/**
 * Puts a backup in place of the database, with the lock held; the present files are set aside as `<file>.before-<time>`.
 * Answers the rows by table. Throws StartError 75 while a server has the database, and 78 for a backup that is damaged or not ours.
 */
export function restoreDb(backup: string, file: string, { now }: Clock): Record<string, number> {
  if (!existsSync(backup)) throw new StartError(78, `There is no file ${backup}.`);
  inspect(backup, () => undefined, { isThorough: true });
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const release = takeLock(`${file}.lock`);
  try {
    const counts = copyDb(backup, `${file}.part`);
    const aside = freePath(`${file}.before-${stamp(now())}`);
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    moveDurably(`${file}.part`, file);
    return counts;
  } finally {
    release();
  }
}
