import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { assertFile, copyDb, makeEmpty, stamp } from './backup';
import { hasItsChecksum } from './checksum';
import { flush, moveDurably, writeDurably } from './files';
import { inspect } from './inspection';
import { findOtherUser, takeLock } from './lock';
import { findMigrations, pendingMigrations } from './migration';
import { orStartError, StartError } from './start-error';

type Clock = { now: () => Date };

/** A database file, its log, and the log's index. */
const SUFFIXES = ['', '-wal', '-shm'];
const getPartFile = (file: string) => `${file}.part`;
/** Stores the path of the replaced files while a restore moves them, so that an interrupted restore can be completed. */
const getPlanFile = (file: string) => `${file}.restoring`;

/** Returns the path, or the first one with -2, -3 … appended that is free together with its log and the log's index. */
function freePath(wanted: string): string {
  for (let number = 2, candidate = wanted; ; number++) {
    if (!SUFFIXES.some((suffix) => existsSync(candidate + suffix))) return candidate;
    candidate = `${wanted}-${number}`;
  }
}

/**
 * Replaces the database by a backup, with the lock held. The present files are set aside as `<file>.before-<time>`. Returns the number of
 * rows by table. Killed at any moment it leaves the old database with its log, or the new one, or a state that {@link finishRestore}
 * turns into the new one. Throws StartError 75 while a server or another program has the database, and 78 for a backup that is damaged,
 * not ours, of a newer version, or different from its checksum.
 */
export function restoreDb(backup: string, file: string, clock: Clock): Record<string, number> {
  assertFile(backup);
  orStartError(backup, () => {
    hasItsChecksum(backup);
    // A backup of a newer version would be whole, but no server of this version could start on it.
    inspect(backup, (found) => pendingMigrations(found, findMigrations(), backup), { isThorough: true });
  });
  return orStartError(file, () => putInPlace(backup, file, clock), { hint: '' });
}

function putInPlace(backup: string, file: string, { now }: Clock): Record<string, number> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const release = takeLock(`${file}.lock`);
  try {
    const user = findOtherUser(file);
    if (user) throw new StartError(75, `The database ${file} is in use by another program (pid ${user}). Stop it first.`);
    finishRestore(file);
    removeLeftovers(file);
    makeEmpty(getPartFile(file));
    const counts = copyDb(backup, getPartFile(file));
    flush(getPartFile(file));
    const aside = freePath(`${file}.before-${stamp(now())}`);
    try {
      writeDurably(getPlanFile(file), path.basename(aside));
      replace(file, aside);
    } catch (error) {
      putBack(aside, file);
      throw error;
    }
    return counts;
  } finally {
    release();
  }
}

/** Sets the present files aside and moves the checked copy into their place. Skips steps that are already done. */
function replace(file: string, aside: string): void {
  if (existsSync(getPartFile(file))) {
    for (const suffix of SUFFIXES) if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
    moveDurably(getPartFile(file), file);
  }
  rmSync(getPlanFile(file), { force: true });
  flush(path.dirname(file));
}

/** Undoes a restore whose files could not be moved. Throws StartError 78, which names the files set aside, if that fails too. */
function putBack(aside: string, file: string): void {
  try {
    for (const suffix of SUFFIXES.toReversed()) if (existsSync(aside + suffix)) renameSync(aside + suffix, file + suffix);
    removeLeftovers(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(78, `The database ${file} was set aside as ${aside} and could not be put back (${code}). Please rename it.`);
  }
}

/** Completes a restore that was killed while it moved files. Call it with the lock held. Throws what the disk throws. */
export function finishRestore(file: string): void {
  if (!existsSync(getPlanFile(file))) return;
  replace(file, path.join(path.dirname(file), readFileSync(getPlanFile(file), 'utf8')));
}

/** Returns true when a restore was killed while it moved files. */
export const isRestoreUnfinished = (file: string): boolean => existsSync(getPlanFile(file));

/** Removes files that a killed first start, backup or restore left beside a database. Call it with the lock held. */
export function removeLeftovers(file: string): void {
  const names = [
    getPlanFile(file),
    ...['', '-journal', '-wal', '-shm'].map((suffix) => getPartFile(file) + suffix),
    getPartFile(getPlanFile(file)),
  ];
  for (const name of names) rmSync(name, { force: true });
}
