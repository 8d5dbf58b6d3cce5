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

describe('the database lock', () => {
  const HOLD = "openDb(file, { now }); say('open'); setInterval(() => {}, 1000);";
  const gotIn = (child: ReturnType<typeof data.startProcess>) => child.lines().includes('open');

  test('ends a second process with 75 and the pid of the first, and refuses a restore', async () => {
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
  test('refuses a second opening within a process', () => {
    data.open();
    expect(data.refusal()).toMatchObject({ exitCode: 75, message: expect.stringContaining('already running') });
  });
  test('is released while a replicator reads the file, and no row is lost', () => {
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
  test('refuses another thread', async () => {
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
  test.runIf(existsSync('/proc/locks'))('refuses a restore under a replicator, which would keep the old file', async () => {
    data.make();
    const backup = backupDb(data.file, data.outside, { now });
    const reader = data.startProcess(`const { default: Database } = await import('better-sqlite3');
      new Database(file).prepare('select count(*) from clients').get(); say('reads'); setInterval(() => {}, 1000);`);
    await reader.hear(1);
    expect(() => restoreDb(backup, data.file, { now })).toThrow(`is in use by another program (pid ${reader.pid})`);
    await reader.kill();
    expect(restoreDb(backup, data.file, { now })).toMatchObject({ clients: 1 });
  });
  test('is taken over from a killed process without losing acknowledged rows', async () => {
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
  ])('is taken over from %s', (_whose, text) => {
    data.make();
    writeFileSync(`${data.file}.lock`, text);
    closeDb(data.open());
    expect(existsSync(`${data.file}.lock`)).toBe(false);
  });
  // Runs a command with its own process ids and host name, like a container on the same kernel and folder.
  const CONTAINER = ['unshare', '--pid', '--uts', '--fork', '--mount-proc', '--kill-child'];
  const hasContainers = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;
  test.runIf(hasContainers)('holds between containers, against starts and restores, until the process is killed', async () => {
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
  test(`admits one of ${FINDERS} processes that find a dead lock at once`, async () => {
    data.make();
    writeFileSync(`${data.file}.lock`, '4194305 5\n');
    const children = Array.from({ length: FINDERS }, () => data.startProcess(HOLD));
    await Promise.all(children.map((child) => child.hear(1)));
    expect(children.filter(gotIn)).toHaveLength(1);
    expect(children.filter((child) => child.lines()[0]?.includes('already running'))).toHaveLength(FINDERS - 1);
    await Promise.all(children.map((child) => child.kill()));
  });
});
