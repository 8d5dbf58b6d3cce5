import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { checksumOf, writeChecksum } from './checksum';
import { moveDurably } from './files';
import { assertOurs, inspect } from './inspection';
import { orStartError, StartError, toStartError } from './start-error';
import { copyAndVerify } from './verification';

type Clock = { now: () => Date };

/** An instant as it stands in file names: "20261120T200000Z". */
export const stamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Takes the name of a new backup: the empty file `<name>.part`, which only one of several can make, is the claim. The name is looked
 * at again after that, since whoever had the claim before may have finished meanwhile. Throws what the disk throws.
 */
function claimBackup(folder: string, now: Date): { target: string; part: string } {
  for (let number = 1; ; number++) {
    const target = path.join(folder, `${stamp(now)}${number === 1 ? '' : `-${number}`}.db`);
    const part = `${target}.part`;
    if (existsSync(target)) continue;
    try {
      makeEmpty(part);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    if (!existsSync(target)) return { target, part };
    rmSync(part, { force: true });
  }
}

/** Makes a file that is never open to others, not even before it is full. */
export const makeEmpty = (file: string): void => writeFileSync(file, '', { flag: 'wx', mode: 0o600 });

/** Throws StartError 78 where there is no such file, or something else has its name. */
export function assertFile(file: string): void {
  const found = orStartError(file, () => statSync(file, { throwIfNoEntry: false }));
  if (!found?.isFile()) throw new StartError(78, found ? `${file} is not a file.` : `There is no file ${file}.`);
}

/** Rows by table; those that a search keeps for itself are not counted. */
function countRows(sqlite: Database.Database): Record<string, number> {
  const tables = sqlite
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name",
    )
    .pluck()
    .all();
  return Object.fromEntries(tables.map((name) => [name, sqlite.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0]));
}

/** Writes a consistent copy into an empty file, what the log holds included, and looks at all of it; answers its rows by table. Throws StartError. */
export function copyDb(from: string, to: string): Record<string, number> {
  try {
    const source = new Database(from, { readonly: true, fileMustExist: true });
    try {
      source.prepare('vacuum into ?').run(to);
    } finally {
      source.close();
    }
    return inspect(to, countRows, { isThorough: true, name: `${from} (as copied)` });
  } catch (error) {
    rmSync(to, { force: true });
    throw toStartError(error, from);
  }
}

/**
 * Writes a consistent copy of a database into a folder, also beside a running server: to a temporary file, checked in full,
 * flushed, and only then given its name `YYYYMMDDTHHMMSSZ.db`, with its checksum in `<name>.sha256` beside it. Answers the
 * path. Throws StartError; earlier backups stay.
 */
export function backupDb(file: string, folder: string, { now }: Clock): string {
  if (!existsSync(file)) throw new StartError(78, `There is no database ${file}.`);
  orStartError(file, () => assertOurs(file));
  const claim = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return claimBackup(folder, now());
  };
  const { target, part } = orStartError(folder, claim, { kind: 'folder' });
  copyDb(file, part);
  orStartError(folder, () => nameBackup(part, target, checksumOf(part)), { kind: 'folder' });
  return target;
}

/** Gives a checked copy its name, with its SHA-256 beside it. Throws what the disk throws, with neither left. */
function nameBackup(part: string, target: string, sha256: string): void {
  try {
    moveDurably(part, target);
    writeChecksum(target, sha256);
  } catch (error) {
    for (const file of [part, target]) rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Writes what an open connection sees into a backup, whatever has become of its files. Returns the path. Throws what the disk and
 * SQLite throw; earlier backups stay.
 */
export async function backupConnection(sqlite: Database.Database, folder: string, { now }: Clock): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { target, part } = claimBackup(folder, now());
  try {
    await sqlite.backup(part);
    nameBackup(part, target, checksumOf(part));
    return target;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * The same as {@link backupDb} for the running server, copied and checked in a thread beside it. Answers the path. Throws what the
 * disk and SQLite throw, and where the signal ends it; earlier backups stay.
 */
export async function backupOpenDb(
  sqlite: Database.Database,
  folder: string,
  { now, signal }: Clock & { signal?: AbortSignal | undefined },
): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { target, part } = claimBackup(folder, now());
  try {
    nameBackup(part, target, await copyAndVerify(sqlite.name, part, signal));
    return target;
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(part + suffix, { force: true, recursive: true });
    throw error;
  }
}
