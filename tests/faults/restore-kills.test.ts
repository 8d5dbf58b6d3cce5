import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backupDb, closeDb, openDb } from '../../db/client';
import { clients } from '../../db/schema';
import { DataFolder, now, root } from '../support/data-folder';
import { patience, times } from '../support/length';
import { insertRow } from '../support/rows';

const data = new DataFolder();
/** Restores a backup and kills itself before the given step: each rename, each write, each flush. */
const RESTORE = (backup: string, step: number) => `
  const { default: fs } = await import('node:fs');
  const { syncBuiltinESMExports } = await import('node:module');
  const { restoreDb } = await import('${root}/db/client.ts');
  let step = 0;
  for (const name of ['renameSync', 'rmSync', 'fsyncSync', 'writeFileSync']) {
    const real = fs[name];
    fs[name] = (...args) => { if (step++ === ${step}) process.kill(process.pid, 'SIGKILL'); return real(...args); };
  }
  syncBuiltinESMExports();
  restoreDb('${backup}', file, { now });
  say('restored');`;
/** Writes a row that is only in the log when the process is killed. */
const LOGGED =
  "const { db } = openDb(file, { now }); insertRow(db, 'clients', { name: 'In the log' }); say('written'); setInterval(() => {}, 1000);";

const namesIn = (file: string): string[] => {
  const { db } = openDb(file, { now });
  const names = db.select({ name: clients.name }).from(clients).orderBy(clients.id).all();
  closeDb(db);
  return names.map(({ name }) => name);
};

test('a restore killed at any step leaves the old database with its log or the new one, and nothing half done after the next start', {
  timeout: patience(120_000, 300_000),
}, async () => {
  const old = data.open();
  insertRow(old, 'clients', { name: 'In the file' });
  closeDb(old);
  const other = path.join(data.outside, 'other', 'tidyline.db');
  const { db } = openDb(other, { now });
  insertRow(db, 'clients', { name: 'In the backup' });
  closeDb(db);
  const backup = backupDb(other, data.outside, { now });
  const ends = new Set<string>();
  const STRIDE = times(3, 1);
  for (let step = 0, isRestored = false; !isRestored; step += STRIDE) {
    const writer = data.startProcess(LOGGED);
    await writer.hear(1);
    await writer.kill();
    expect(existsSync(`${data.file}-wal`)).toBe(true);
    const restoring = data.startProcess(RESTORE(backup, step));
    await restoring.ended;
    isRestored = restoring.lines().includes('restored');
    const names = namesIn(data.file);
    ends.add(names.includes('In the backup') ? 'new' : 'old');
    if (names.includes('In the backup')) expect(names).toEqual(['In the backup']);
    else expect(names).toEqual(expect.arrayContaining(['In the file', 'In the log']));
    expect(readdirSync(path.dirname(data.file)).filter((name) => /part|restoring|lock/.test(name))).toEqual([]);
    for (const aside of readdirSync(path.dirname(data.file)).filter((name) => /before-\d+T\d+Z$/.test(name)))
      expect(namesIn(data.inside(aside)).at(-1)).toBe('In the log');
    data.reset();
    const again = data.open();
    insertRow(again, 'clients', { name: 'In the file' });
    closeDb(again);
  }
  expect([...ends].sort()).toEqual(['new', 'old']);
});
