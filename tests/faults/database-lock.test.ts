import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { backupDb, closeDb, restoreDb } from '../../db/client';
import { clients } from '../../db/schema';
import { DataFolder, now, root } from '../support/data-folder';
import { times } from '../support/length';
import { insertRow } from '../support/rows';

const data = new DataFolder();

describe('one process at a time', () => {
  const HOLD = "openDb(file, { now }); say('open'); setInterval(() => {}, 1000);";
  const gotIn = (child: ReturnType<typeof data.startProcess>) => child.lines().includes('open');

  test('a second one ends with 75 and the pid of the first, and nobody restores under it', async () => {
    const first = data.startProcess(HOLD);
    await first.hear(1);
    const running = expect.stringContaining(`already running (pid ${first.pid})`);
    expect(data.refusal()).toMatchObject({ exitCode: 75, message: running });
    const second = data.startProcess(HOLD);
    expect(await second.ended).toBe(75);
    expect(second.lines()).toEqual([running]);
    const backup = backupDb(data.file, data.outside, { now });
    expect(() => restoreDb(backup, data.file, { now })).toThrow(`already running (pid ${first.pid})`);
    await first.kill();
  });
  test('nor does one process open it twice', () => {
    data.open();
    expect(data.refusal()).toMatchObject({ exitCode: 75, message: expect.stringContaining('already running') });
  });
  test('a reader of the file, as a replicator is all day, does not hold up closing it, and nothing is lost', () => {
    const db = data.open();
    const reader = new Database(data.file);
    reader.exec('begin');
    reader.prepare('select count(*) from clients').get();
    insertRow(db, 'clients', { name: 'Ann' });
    const startedAt = performance.now();
    closeDb(db);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(data.open().select({ name: clients.name }).from(clients).all()).toEqual([{ name: 'Ann' }]);
    reader.close();
  });
  test('nor does another thread of it', async () => {
    data.open();
    const script = path.join(data.outside, 'thread.mjs');
    writeFileSync(
      script,
      `import { parentPort, workerData } from 'node:worker_threads';
      const { register } = await import('${import.meta.resolve('tsx/esm/api')}');
      register();
      const { openDb } = await import('${root}/db/client.ts');
      try { openDb(workerData, { now: () => new Date() }); parentPort.postMessage('open'); } catch (error) { parentPort.postMessage(error.message); }`,
    );
    const thread = new Worker(script, { workerData: data.file });
    const [said] = await once(thread, 'message');
    await thread.terminate();
    expect(said).toContain(`already running (pid ${process.pid})`);
  });
  test.runIf(existsSync('/proc/locks'))('nobody restores under a replicator either, which would go on with the old file', async () => {
    data.make();
    const backup = backupDb(data.file, data.outside, { now });
    const reader = data.startProcess(`const { default: Database } = await import('better-sqlite3');
      new Database(file).prepare('select count(*) from clients').get(); say('reads'); setInterval(() => {}, 1000);`);
    await reader.hear(1);
    expect(() => restoreDb(backup, data.file, { now })).toThrow(`is in use by another program (pid ${reader.pid})`);
    await reader.kill();
    expect(restoreDb(backup, data.file, { now })).toMatchObject({ clients: 1 });
  });
  test('a lock left by kill -9 is taken over, and no acknowledged row is lost', async () => {
    const first = data.startProcess(
      "const { db } = openDb(file, { now }); for (let i = 0; ; i++) { insertRow(db, 'clients', { name: String(i) }); say(String(i)); }",
    );
    await first.hear(50);
    await first.kill();
    expect(existsSync(`${data.file}.lock`)).toBe(true);
    const acknowledged = first.lines();
    const names = data
      .open()
      .select({ name: clients.name })
      .from(clients)
      .orderBy(clients.id)
      .all()
      .map((row) => row.name);
    expect(acknowledged.length).toBeGreaterThanOrEqual(50);
    expect(names.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(names.length - acknowledged.length).toBeLessThanOrEqual(1);
  });
  test.each([
    ['an earlier version', '4194305 5\n'],
    ['a process killed before it had anything in it', ''],
    ['nobody one can make out', 'x'],
  ])('a lock of %s is taken over', (_whose, text) => {
    data.make();
    writeFileSync(`${data.file}.lock`, text);
    closeDb(data.open());
    expect(existsSync(`${data.file}.lock`)).toBe(false);
  });
  // A container: process ids and a host name of its own, on the same kernel and the same folder.
  const CONTAINER = ['unshare', '--pid', '--uts', '--fork', '--mount-proc', '--kill-child'];
  const hasContainers = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;
  test.runIf(hasContainers)('a process in another container keeps the lock, against starts and restores, until it is killed', async () => {
    data.make();
    const backup = backupDb(data.file, data.outside, { now });
    const other = data.startProcess(HOLD, CONTAINER);
    await other.hear(1);
    expect(gotIn(other)).toBe(true);
    expect(data.refusal()).toMatchObject({ exitCode: 75, message: expect.stringContaining('already running') });
    expect(() => restoreDb(backup, data.file, { now })).toThrow('already running');
    await other.kill();
    closeDb(data.open());
  });
  const FINDERS = times(3, 6);
  test(`of ${FINDERS} that find a dead lock at once, one gets in`, async () => {
    data.make();
    writeFileSync(`${data.file}.lock`, '4194305 5\n');
    const children = Array.from({ length: FINDERS }, () => data.startProcess(HOLD));
    await Promise.all(children.map((child) => child.hear(1)));
    expect(children.filter(gotIn)).toHaveLength(1);
    expect(children.filter((child) => child.lines()[0]?.includes('already running'))).toHaveLength(FINDERS - 1);
    await Promise.all(children.map((child) => child.kill()));
  });
});
