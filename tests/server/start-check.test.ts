import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { closeDb, openDb } from '../../db/client';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { QUOTE } from '../support/shop';

const house = new ServerHouse();
const hasNote = () => existsSync(`${house.file}.closed`);

/** Makes a database of more than 64 MB, which is too large to be checked before it opens, and damages it if asked. */
function change(isDamaged: boolean): void {
  const sqlite = new Database(house.file);
  if (!isDamaged)
    sqlite.prepare("insert into closed_days (date, reason, created_at) values ('2026-12-25', zeroblob(70000000), 'now')").run();
  const page = sqlite.prepare("select rootpage from sqlite_master where name = 'social_posts'").pluck().get() as number;
  sqlite.close();
  if (isDamaged) writeSync(openSync(house.file, 'r+'), Buffer.alloc(4096), 0, 4096, (page - 1) * 4096);
}
const statusOf = async (url: string) => (await fetch(url)).status;
const WAIT = { timeout: 20_000 };

test('a start after a clean stop skips the check of a large database; one after a kill or a change makes it, and damage ends writes', {
  timeout: 60_000,
}, async () => {
  closeDb(openDb(house.file, { now: () => new Date() }).db);
  change(false);
  // Another program changed the file.
  const first = await house.start();
  await expect.poll(() => first.stdout, WAIT).toContain('database.sound');
  expect(first.stdout).toContain('database.checking');
  expect(hasNote()).toBe(false);
  await first.stop();
  expect(hasNote()).toBe(true);

  const second = await house.start();
  expect(hasNote()).toBe(false);
  expect(await statusOf(`${second.origin}/api/ready`)).toBe(200);
  expect(second.stdout).not.toContain('database.checking');
  await second.stop('SIGKILL');

  const third = await house.start();
  await expect.poll(() => third.stdout, WAIT).toContain('database.sound');
  expect(await statusOf(`${third.origin}/api/ready`)).toBe(200);
  await third.stop();
  expect(hasNote()).toBe(true);

  change(true);
  const before = readFileSync(house.file).length;
  const server = await house.start();
  await expect.poll(() => server.stdout, WAIT).toContain('database.damaged');
  expect(server.stdout).toMatch(/npm run restore -- FILE/);
  expect(await statusOf(`${server.origin}/api/ready`)).toBe(503);
  expect((await postJson(`${server.origin}/api/contact`, QUOTE)).status).toBe(503);
  expect(await statusOf(`${server.origin}/api/products`)).toBe(200);
  await server.stop();
  expect(hasNote()).toBe(false);
  expect(readFileSync(house.file).length).toBe(before);
});
