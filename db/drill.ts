import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { assertFile } from './backup';
import { REHEARSAL } from './backup-folder';
import { getChecksumFile, hasItsChecksum } from './checksum';
import { closeDb, openDb } from './client';
import { checkInvariants } from './invariants';
import { restoreDb } from './restore';
import { isOfTheData, orStartError, StartError } from './start-error';

/** One check with its result in words. */
export type Finding = { name: string; isGood: boolean; found: string };

/** Turns "ordersThatDoNotAddUp" into words. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Runs the checks of SQLite and the business on an opened database. */
function examine(file: string, { now }: { now: () => Date }): Finding[] {
  const { db } = openDb(file, { now });
  try {
    // The checks sort all rows, for which a large company may lack the memory.
    db.$client.pragma('temp_store = DEFAULT');
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

function openFolder(inside: string): string {
  const open = () => {
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    return mkdtempSync(path.join(inside, REHEARSAL));
  };
  return orStartError(inside, open, { kind: 'folder' });
}

/**
 * Restores a backup into a temporary folder `inside` another, opens it as the server would, and checks all of it. Returns the findings,
 * and the rows by table if it could be restored. Never touches the database itself. Throws StartError 78 when the file is missing, or the
 * disk is full or fails.
 */
export function rehearseRestore(
  backup: string,
  { inside, now }: { inside: string; now: () => Date },
): { findings: Finding[]; counts: Record<string, number> } {
  assertFile(backup);
  const folder = openFolder(inside);
  const file = path.join(folder, 'tidyline.db');
  const findings: Finding[] = [];
  let counts: Record<string, number> = {};
  try {
    const name = path.basename(getChecksumFile(backup));
    findings.push({
      name: 'checksum',
      isGood: true,
      found: orStartError(backup, () => hasItsChecksum(backup)) ? 'fits' : `there is no ${name}`,
    });
    counts = restoreDb(backup, file, { now });
    findings.push({ name: 'restores', isGood: true, found: 'yes' }, ...examine(file, { now }));
  } catch (error) {
    // A full disk or a bug says nothing about the backup.
    if (!(error instanceof StartError) || !isOfTheData(error)) throw error;
    findings.push({ name: 'cannot be restored', isGood: false, found: error.message.replaceAll(file, backup) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { findings, counts };
}
