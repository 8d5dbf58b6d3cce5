import { statSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { startCheckpoints } from '../../db/checkpoints';
import { closeDb, openDb } from '../../db/client';
import { DataFolder, now } from '../support/data-folder';

const data = new DataFolder();
type Log = { log: number; checkpointed: number };
const readLog = (sqlite: Database.Database) => (sqlite.pragma('wal_checkpoint(NOOP)') as Log[])[0];
/** Writes about so many pages. */
const fill = (sqlite: Database.Database, pages: number) => {
  for (let row = 0; row < pages / 10; row++) sqlite.exec('insert into filler values (zeroblob(40000))');
};

function open() {
  const { db } = openDb(data.file, { now });
  db.$client.exec('create table filler (filling blob)');
  return { db, sqlite: db.$client, getLimit: () => db.$client.pragma('wal_autocheckpoint', { simple: true }) };
}

describe('the log of the database', () => {
  test('is written into the file by a thread, so that no commit waits for it', async () => {
    const { db, sqlite, getLimit } = open();
    const end = startCheckpoints(sqlite);
    expect(getLimit()).toBe(12_000);
    fill(sqlite, 1500);
    const before = statSync(data.file).size;
    // The commits did not do it.
    expect(before).toBeLessThan(1500 * 4096);
    await expect.poll(() => readLog(sqlite)).toSatisfy(({ log, checkpointed }: Log) => log === checkpointed && log > 1400);
    expect(statSync(data.file).size).toBeGreaterThan(1500 * 4096);
    // The next commit begins the log anew.
    fill(sqlite, 10);
    expect(readLog(sqlite)?.log).toBeLessThan(100);
    await end();
    expect(getLimit()).toBe(1000);
    closeDb(db);
    expect(statSync(`${data.file}-wal`, { throwIfNoEntry: false })).toBeUndefined();
  });

  test('is left alone while it is short, and written by a commit if it grows faster than the thread looks', async () => {
    const { db, sqlite } = open();
    const end = startCheckpoints(sqlite);
    fill(sqlite, 500);
    await new Promise((done) => setTimeout(done, 400));
    expect(readLog(sqlite)).toMatchObject({ checkpointed: 0 });
    fill(sqlite, 12_500);
    expect(readLog(sqlite)?.log).toBeLessThan(12_200);
    await end();
    closeDb(db);
  });

  test('is written by commits again once the thread has ended', async () => {
    const { db, sqlite, getLimit } = open();
    const end = startCheckpoints(sqlite);
    await end();
    expect(getLimit()).toBe(1000);
    fill(sqlite, 1500);
    expect(readLog(sqlite)?.log).toBeLessThan(1200);
    closeDb(db);
  });

  test('has no thread in memory', async () => {
    const { db } = openDb(':memory:', { now });
    const end = startCheckpoints(db.$client);
    expect(db.$client.pragma('wal_autocheckpoint', { simple: true })).toBe(1000);
    await end();
    closeDb(db);
  });
});
