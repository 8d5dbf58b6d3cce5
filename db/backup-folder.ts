import { type Dirent, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { keptBackups, madeAt, newestFirst } from '../src/shared/backups';
import { getChecksumFile } from './checksum';
import { presentSince } from './inspection';

export const getBackupFolder = ({ name, memory }: Database.Database): string | undefined =>
  memory ? undefined : path.join(path.dirname(name), 'backups');

/** Returns the entries of a folder, or an empty list when it does not exist. Throws what the disk throws. */
function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
const filesIn = (folder: string): string[] =>
  entriesIn(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Returns the names of all backups in a folder, newest first. Throws what the disk throws. */
export const backupsIn = (folder: string): string[] => newestFirst(filesIn(folder));

/** Returns the newest backup. Ignores names in the future, which a wrong clock left. Throws what the disk throws. */
export const newestBackup = (folder: string, now: Date): string | undefined =>
  backupsIn(folder).find((name) => Date.parse(madeAt(name)) <= now.getTime());

/**
 * Returns when the last good backup of an open database was made and its age in ms; before the first backup, the age of the database. The
 * age is infinite when the clock is earlier than it can be. Throws what the disk throws.
 */
export function lastBackup({ name: file }: Database.Database, folder: string, now: Date): { at: string | null; ageMs: number } {
  const getAge = (at: number) => (at <= now.getTime() ? now.getTime() - at : Number.POSITIVE_INFINITY);
  // Each backup was checked before it got its name, except one that was made from an open connection after its files were gone.
  const newest = newestBackup(folder, now);
  if (newest === undefined) return { at: null, ageMs: getAge(presentSince(file)) };
  return { at: madeAt(newest), ageMs: getAge(Date.parse(madeAt(newest))) };
}

/** Files of a process that was killed while it made a backup. */
const LEFTOVER = /^(\d{8}T\d{6}Z(?:-\d{1,3})?\.db)(\.sha256)?\.part(-journal|-wal|-shm)?$/;
/** Prefix of the folder into which a backup is restored for a check. */
export const REHEARSAL = 'rehearsal-';
/** Older leftovers cannot belong to a running backup or check. */
const LEFTOVER_MS = 24 * 3_600_000;

/** Returns the folders of checks that were killed more than a day ago. Throws what the disk throws. */
const oldRehearsals = (folder: string, now: Date): string[] =>
  entriesIn(folder)
    .map(({ name }) => name)
    .filter((name) => {
      const begun = name.startsWith(REHEARSAL) ? statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs : undefined;
      return begun !== undefined && now.getTime() - begun > LEFTOVER_MS;
    });

/** Deletes backups past retention and day-old leftovers. Returns the errors of files that it could not delete; the next run retries. */
export async function thinBackups(folder: string, now: Date): Promise<unknown[]> {
  const files = filesIn(folder);
  const kept = new Set(keptBackups(files, now));
  const faults: unknown[] = [];
  for (const name of newestFirst(files).filter((backup) => !kept.has(backup)))
    try {
      const file = path.join(folder, name);
      // The checksum goes first, so that it never exists without its backup.
      await rm(getChecksumFile(file), { force: true });
      await rm(file, { force: true });
    } catch (error) {
      faults.push(error);
    }
  const isOld = (name: string) => now.getTime() - Date.parse(madeAt(LEFTOVER.exec(name)?.[1] ?? '')) > LEFTOVER_MS;
  for (const name of [...files.filter(isOld), ...oldRehearsals(folder, now)])
    await rm(path.join(folder, name), { force: true, recursive: true }).catch((error) => faults.push(error));
  return faults;
}
