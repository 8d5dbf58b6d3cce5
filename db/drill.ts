import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restoreDb } from './backup';
import { checksumFileOf, hasItsChecksum } from './checksum';
import { closeDb, openDb } from './client';
import { checkInvariants } from './invariants';
import { StartError } from './start-error';

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

/**
 * Restores a backup into a folder of its own, opens it as the server would and looks whether all of it holds; that folder is
 * removed again. Answers what was found, and the rows by table where it could be restored. Never touches the database itself.
 */
export function rehearseRestore(backup: string, { now }: { now: () => Date }): { findings: Finding[]; counts: Record<string, number> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidyline-rehearsal-'));
  const file = path.join(folder, 'tidyline.db');
  const findings: Finding[] = [];
  let counts: Record<string, number> = {};
  try {
    const name = path.basename(checksumFileOf(backup));
    findings.push({ name: 'checksum', isGood: true, found: hasItsChecksum(backup) ? 'fits' : `there is no ${name}` });
    counts = restoreDb(backup, file, { now });
    findings.push({ name: 'restores', isGood: true, found: 'yes' }, ...examine(file, { now }));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    findings.push({ name: 'cannot be restored', isGood: false, found: error.message });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { findings, counts };
}
