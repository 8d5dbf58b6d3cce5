import { chmodSync, closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { findLockHolder } from './lock';
import { StartError } from './start-error';

const stamp = (now: Date) => now.toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '');

/** Opens a copy by itself and looks at every page of it; answers its rows by table. Throws StartError. */
function verify(file: string): Record<string, number> {
  try {
    const copy = new Database(file, { readonly: true, fileMustExist: true });
    try {
      const result = copy.pragma('integrity_check(1)', { simple: true });
      if (result !== 'ok') throw new Error(String(result));
      const tables = copy.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\' order by name").all() as { name: string }[];
      return Object.fromEntries(tables.map(({ name }) => [name, (copy.prepare(`select count(*) as rows from "${name}"`).get() as { rows: number }).rows]));
    } finally {
      copy.close();
    }
  } catch {
    throw new StartError(78, `The copy ${file} is damaged or not a database.`);
  }
}

/**
 * Writes a consistent copy beside a running server: to a temporary file, checked in full, flushed, and only then given its
 * name `YYYYMMDDTHHMMSSZ.db`. Answers the file's path.
 */
export function backupDb(file: string, folder: string, { now }: { now: () => Date }): string {
  if (!existsSync(file)) throw new StartError(78, `There is no database ${file}.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = path.join(folder, `${stamp(now())}.db`);
  const temporary = `${target}.part`;
  rmSync(temporary, { force: true });
  const source = new Database(file, { readonly: true, fileMustExist: true });
  try {
    source.prepare('vacuum into ?').run(temporary);
  } finally {
    source.close();
  }
  chmodSync(temporary, 0o600);
  verify(temporary);
  const handle = openSync(temporary, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(temporary, target);
  return target;
}

/**
 * Puts a backup in place of the database. The present files are set aside with their time in the name. Answers the rows by
 * table. Throws StartError while a server holds the database, and for a backup that is damaged.
 */
export function restoreDb(backup: string, file: string, { now }: { now: () => Date }): Record<string, number> {
  const holder = findLockHolder(`${file}.lock`);
  if (holder !== undefined) throw new StartError(75, `Tidyline is running (pid ${holder}): stop it before you restore.`);
  if (!existsSync(backup)) throw new StartError(78, `There is no file ${backup}.`);
  verify(backup);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.restoring`;
  copyFileSync(backup, temporary);
  chmodSync(temporary, 0o600);
  const counts = verify(temporary);
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) renameSync(file + suffix, `${file}.before-${stamp(now())}${suffix}`);
  renameSync(temporary, file);
  rmSync(`${file}.lock`, { force: true });
  return counts;
}
