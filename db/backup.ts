import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { computeChecksum, writeChecksum } from './checksum';
import { moveDurably } from './files';
import { assertOurs, inspect } from './inspection';
import { orStartError, StartError, toStartError } from './start-error';
import { copyAndVerify } from './verification';

type Clock = { now: () => Date };

/** Formats an instant for file names: "20261120T200000Z". */
export const stamp = (now: Date) => now.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Claims the name of a new backup by creating the empty file `<name>.part`, which only one process can do. Checks the name again
 * afterwards, since the previous holder of the claim may have finished meanwhile. Throws what the disk throws.
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

/** Creates an empty file that other users can never read. */
export const makeEmpty = (file: string): void => writeFileSync(file, '', { flag: 'wx', mode: 0o600 });

/** Throws StartError 78 unless the path is a file. */
export function assertFile(file: string): void {
  const found = orStartError(file, () => statSync(file, { throwIfNoEntry: false }));
  if (!found?.isFile()) throw new StartError(78, found ? `${file} is not a file.` : `There is no file ${file}.`);
}

/** Counts rows by table, without the tables of full-text indexes. */
function countRows(sqlite: Database.Database): Record<string, number> {
  const tables = sqlite
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_%' escape '\\' order by name",
    )
    .pluck()
    .all();
  return Object.fromEntries(tables.map((name) => [name, sqlite.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0]));
}

/** Writes a consistent copy with the log into an empty file and checks all of it. Returns its rows by table. Throws StartError. */
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
 * Writes a consistent copy of a database into a folder, also beside a running server. The copy is written to a temporary file, checked in
 * full, flushed and then named `YYYYMMDDTHHMMSSZ.db`, with its checksum in `<name>.sha256`. Returns the path. Throws StartError; earlier
 * backups stay.
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
  orStartError(folder, () => nameBackup(part, target, computeChecksum(part)), { kind: 'folder' });
  return target;
}

/** Names a checked copy and writes its SHA-256 beside it. Throws what the disk throws, and leaves neither file then. */
function nameBackup(part: string, target: string, sha256: string): void {
  try {
    moveDurably(part, target);
    writeChecksum(target, sha256);
  } catch (error) {
    for (const file of [part, target]) rmSync(file, { force: true });
    throw error;
  }
}

/** Backs up what an open connection sees, even if its files are gone. Does not check the copy. Throws what the disk throws. */
export async function backupConnection(sqlite: Database.Database, folder: string, { now }: Clock): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { target, part } = claimBackup(folder, now());
  try {
    await sqlite.backup(part);
    nameBackup(part, target, computeChecksum(part));
    return target;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Works like {@link backupDb} for the running server, in a thread. Throws also when the signal aborts; earlier backups stay. */
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
