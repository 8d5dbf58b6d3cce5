import { type Dirent, readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type Database from 'better-sqlite3';
import { keptBackups, madeAt, newestFirst } from '../src/shared/backups';
import { checksumFileOf } from './checksum';
import { presentSince } from './inspection';

/** Where the backups of an open database lie; undefined for one that is in memory alone. */
export const backupFolderOf = ({ name, memory }: Database.Database): string | undefined =>
  memory ? undefined : path.join(path.dirname(name), 'backups');

/** What lies in a folder; nothing before there is one. Throws what the disk throws. */
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

/** The names of all backups in a folder, the newest first. Throws what the disk throws. */
export const backupsIn = (folder: string): string[] => newestFirst(filesIn(folder));

/** The name of the newest backup; what lies in the future, by a clock that was wrong, is none. Throws what the disk throws. */
export const newestBackup = (folder: string, now: Date): string | undefined =>
  backupsIn(folder).find((name) => Date.parse(madeAt(name)) <= now.getTime());

/**
 * When the last good backup of an open database was made, and how many ms ago; without one yet, since when there is the database.
 * What lies in the future, by a clock that was wrong, is no answer: then the age is infinite. Throws what the disk throws.
 */
export function lastBackup({ name: file }: Database.Database, folder: string, now: Date): { at: string | null; ageMs: number } {
  const ageOf = (at: number) => (at <= now.getTime() ? now.getTime() - at : Number.POSITIVE_INFINITY);
  // Each has been checked before it got its name.
  const newest = newestBackup(folder, now);
  if (newest === undefined) return { at: null, ageMs: ageOf(presentSince(file)) };
  return { at: madeAt(newest), ageMs: ageOf(Date.parse(madeAt(newest))) };
}

/** What a process leaves behind that is killed while it makes a backup. */
const LEFTOVER = /^(\d{8}T\d{6}Z(?:-\d{1,3})?\.db)(\.sha256)?\.part(-journal|-wal|-shm)?$/;
/** How a folder begins that a backup is restored into, to be looked at. */
export const REHEARSAL = 'rehearsal-';
/** A backup that is being made, or looked at, is never this old. */
const LEFTOVER_MS = 24 * 3_600_000;

/** The folders of rehearsals that were killed a day ago. Throws what the disk throws. */
const oldRehearsals = (folder: string, now: Date): string[] =>
  entriesIn(folder)
    .map(({ name }) => name)
    .filter((name) => {
      const begun = name.startsWith(REHEARSAL) ? statSync(path.join(folder, name), { throwIfNoEntry: false })?.mtimeMs : undefined;
      return begun !== undefined && now.getTime() - begun > LEFTOVER_MS;
    });

/**
 * Deletes the backups that are no longer kept, each with its checksum, and what was left half done a day ago; nothing else.
 * Answers what could not be deleted, which is tried again the next time.
 */
export async function thinBackups(folder: string, now: Date): Promise<unknown[]> {
  const files = filesIn(folder);
  const kept = new Set(keptBackups(files, now));
  const faults: unknown[] = [];
  for (const name of newestFirst(files).filter((backup) => !kept.has(backup)))
    try {
      const file = path.join(folder, name);
      // The checksum first, so that none is ever there without its backup.
      await rm(checksumFileOf(file), { force: true });
      await rm(file, { force: true });
    } catch (error) {
      faults.push(error);
    }
  const isOld = (name: string) => now.getTime() - Date.parse(madeAt(LEFTOVER.exec(name)?.[1] ?? '')) > LEFTOVER_MS;
  for (const name of [...files.filter(isOld), ...oldRehearsals(folder, now)])
    await rm(path.join(folder, name), { force: true, recursive: true }).catch((error) => faults.push(error));
  return faults;
}
