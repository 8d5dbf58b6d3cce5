import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { assertFile, restoreDb } from './backup';
import { checksumFileOf, hasItsChecksum } from './checksum';
import { closeDb, openDb } from './client';
import { checkInvariants } from './invariants';
import { toStartError } from './start-error';

/** One thing that was looked at, and what was found in words. */
export type Finding = { name: string; isGood: boolean; found: string };

/** "ordersThatDoNotAddUp" as people say it. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What SQLite and the business say of an opened database. */
function examine(file: string, { now }: { now: () => Date }): Finding[] {
  const { db } = openDb(file, { now });
  try {
    const integrity = (db.$client.pragma('integrity_check(5)') as { integrity_check: string }[]).map((row) => row.integrity_check);
    const orphans = db.$client.pragma('foreign_key_check') as { table: string }[];
    return [
      { name: 'opens as the server would', isGood: true, found: 'yes' },
      { name: 'integrity_check', isGood: integrity.join() === 'ok', found: integrity.join('; ') },
      {
        name: 'foreign_key_check',
        isGood: orphans.length === 0,
        found: [...new Set(orphans.map(({ table }) => table))].join(', ') || 'ok',
      },
      ...checkInvariants(db.$client).map(({ name, count, first }) => ({
        name: inWords(name),
        isGood: count === 0,
        found: count === 0 ? 'none' : `${count} (${first.join(', ')}${count > first.length ? ', …' : ''})`,
      })),
    ];
  } finally {
    closeDb(db);
  }
}

/** How the folders begin that a backup is restored into, to be looked at. */
const REHEARSAL = 'rehearsal-';
/** No rehearsal takes as long: what is older was left by one that was killed. */
const LEFTOVER_MS = 24 * 3_600_000;

/** Makes a folder to restore into; those that were left a day ago are removed. Throws StartError. */
function openFolder(inside: string, now: Date): string {
  try {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(inside)) {
      const left = path.join(inside, name);
      if (name.startsWith(REHEARSAL) && now.getTime() - statSync(left).mtimeMs > LEFTOVER_MS) rmSync(left, { recursive: true });
    }
    return mkdtempSync(path.join(inside, REHEARSAL));
  } catch (error) {
    throw toStartError(error, inside, 'folder');
  }
}

/**
 * Restores a backup into a folder of its own `inside` another, opens it as the server would and looks whether all of it holds; that folder
 * is removed again. Answers what was found, and the rows by table where it could be restored. Never touches the database itself.
 * Throws StartError 78 where there is no such file, or no room for that folder.
 */
export function rehearseRestore(
  backup: string,
  { inside, now }: { inside: string; now: () => Date },
): { findings: Finding[]; counts: Record<string, number> } {
  assertFile(backup);
  const folder = openFolder(inside, now());
  const file = path.join(folder, 'tidyline.db');
  const findings: Finding[] = [];
  let counts: Record<string, number> = {};
  try {
    const name = path.basename(checksumFileOf(backup));
    findings.push({ name: 'checksum', isGood: true, found: hasItsChecksum(backup) ? 'fits' : `there is no ${name}` });
    counts = restoreDb(backup, file, { now });
    findings.push({ name: 'restores', isGood: true, found: 'yes' }, ...examine(file, { now }));
  } catch (error) {
    findings.push({ name: 'cannot be restored', isGood: false, found: toStartError(error, backup).message });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { findings, counts };
}
