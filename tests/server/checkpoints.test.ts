import { rmSync, statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { startCheckpoints } from '../../db/checkpoints';
import { closeDb, openDb } from '../../db/client';
import { findReplacedFiles } from '../../db/file-watch';
import { DataFolder, now } from '../support/data-folder';

const data = new DataFolder();
type Log = { log: number; checkpointed: number };
const readLog = (sqlite: Database.Database) => (sqlite.pragma('wal_checkpoint(NOOP)') as [Log])[0];
/** Writes about so many pages in one commit. */
const fill = (sqlite: Database.Database, pages: number) =>
  sqlite.transaction(() => {
    for (let row = 0; row < pages / 10; row++) sqlite.exec('insert into filler values (zeroblob(40000))');
  })();
const getLimit = (sqlite: Database.Database) => sqlite.pragma('wal_autocheckpoint', { simple: true });

/** Runs `use` on a database with a thread, and ends both. */
async function withThread(use: (sqlite: Database.Database, end: () => Promise<void>, faults: Error[]) => Promise<void>, file = data.file) {
  const { db } = openDb(file, { now });
  db.$client.exec('create table filler (filling blob)');
  const faults: Error[] = [];
  const end = startCheckpoints(db.$client, (fault) => faults.push(fault));
  try {
    await use(db.$client, end, faults);
  } finally {
    await end();
    closeDb(db);
  }
}

describe('the log of the database', () => {
  test('is checkpointed by the thread, and begun anew by the next commit', async () => {
    await withThread(async (sqlite, _end, faults) => {
      expect(getLimit(sqlite)).toBe(12_000);
      fill(sqlite, 1500);
      await expect.poll(() => readLog(sqlite)).toSatisfy(({ log, checkpointed }: Log) => log === checkpointed && log > 1400);
      expect(statSync(data.file).size).toBeGreaterThan(1500 * 4096);
      fill(sqlite, 10);
      expect(readLog(sqlite).log).toBeLessThan(100);
      expect(faults).toEqual([]);
    });
    expect(statSync(`${data.file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('has no checkpoint below 1,000 pages', async () => {
    await withThread(async (sqlite) => {
      fill(sqlite, 1500);
      await expect.poll(() => readLog(sqlite).checkpointed).toBeGreaterThan(1400);
      fill(sqlite, 500);
      await new Promise((done) => setTimeout(done, 400));
      expect(readLog(sqlite)).toMatchObject({ checkpointed: 0 });
    });
  });

  test('is checkpointed by the commit that exceeds 12,000 pages', async () => {
    await withThread(async (sqlite) => {
      let read: Log = { log: 0, checkpointed: -1 };
      // The thread may be at the same checkpoint at that moment, but hardly three times.
      for (let tries = 0; tries < 3 && read.checkpointed !== read.log; tries++) {
        fill(sqlite, 12_500);
        read = readLog(sqlite);
      }
      expect([read.log > 12_000, read.checkpointed]).toEqual([true, read.log]);
    });
  });

  test('is checkpointed by commits again once the thread has ended', async () => {
    await withThread(async (sqlite, end) => {
      await end();
      expect(getLimit(sqlite)).toBe(1000);
      fill(sqlite, 1500);
      const { log, checkpointed } = readLog(sqlite);
      expect([log > 1400, checkpointed]).toEqual([true, log]);
    });
  });

  test('is checkpointed by commits again if the thread fails, which is told', async () => {
    const { db } = openDb(data.file, { now });
    rmSync(data.file);
    const faults: Error[] = [];
    startCheckpoints(db.$client, (fault) => faults.push(fault));
    await expect.poll(() => getLimit(db.$client)).toBe(1000);
    expect(faults).toMatchObject([{ code: 'SQLITE_CANTOPEN' }]);
    db.$client.close();
  });

  test('has no thread in memory, or when its files were replaced', async () => {
    await withThread(async (sqlite) => expect(getLimit(sqlite)).toBe(1000), ':memory:');
    const { db } = openDb(data.file, { now });
    expect(findReplacedFiles(db.$client)).toEqual([]);
    rmSync(data.file);
    startCheckpoints(db.$client, () => undefined);
    expect(getLimit(db.$client)).toBe(1000);
    db.$client.close();
  });
});
