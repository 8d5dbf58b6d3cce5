import { existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { postJson } from '../support/post-json';
import { ServerHouse } from '../support/server-process';
import { QUOTE } from '../support/shop';

const house = new ServerHouse();
const WHOLE_TEST = { timeout: 60_000 };
const note = () => `${house.file}.closed`;

/** Makes a database of more than 64 MB, which is too large to be checked before it opens, and stops the server cleanly. */
async function fillAndStop(): Promise<void> {
  await (await house.start()).stop();
  const sqlite = new Database(house.file);
  sqlite.prepare("insert into closed_days (date, reason, created_at) values ('2026-12-25', zeroblob(70000000), 'now')").run();
  sqlite.close();
}
const submit = (origin: string) => postJson(`${origin}/api/contact`, QUOTE);
const statusOf = async (url: string) => (await fetch(url)).status;

test('a start after a clean stop skips the check of a large database, and a start after a kill makes it', WHOLE_TEST, async () => {
  await fillAndStop();
  const first = await house.start();
  await expect.poll(() => first.stdout, { timeout: 20_000 }).toContain('database.sound');
  expect(existsSync(note())).toBe(false);
  await first.stop();
  expect(existsSync(note())).toBe(true);
  const second = await house.start();
  expect(existsSync(note())).toBe(false);
  expect(await statusOf(`${second.origin}/api/ready`)).toBe(200);
  expect(second.stdout).not.toContain('database.checking');
  await second.stop('SIGKILL');
  const third = await house.start();
  await expect.poll(() => third.stdout, { timeout: 20_000 }).toContain('database.sound');
  expect(await statusOf(`${third.origin}/api/ready`)).toBe(200);
  await third.stop();
});

test('a start checks a large database that another program changed after a clean stop', WHOLE_TEST, async () => {
  await fillAndStop();
  const first = await house.start();
  await expect.poll(() => first.stdout, { timeout: 20_000 }).toContain('database.sound');
  await first.stop();
  const other = new Database(house.file);
  other.exec('update closed_days set reason = zeroblob(70000001)');
  other.close();
  const second = await house.start();
  expect(second.stdout).toContain('database.checking');
  await second.stop();
});

test('damage that is found while the server runs makes it not ready and refuses writes, and reads go on', WHOLE_TEST, async () => {
  await fillAndStop();
  const sqlite = new Database(house.file, { readonly: true });
  const page = sqlite.prepare("select rootpage from sqlite_master where name = 'social_posts'").pluck().get() as number;
  sqlite.close();
  writeSync(openSync(house.file, 'r+'), Buffer.alloc(4096), 0, 4096, (page - 1) * 4096);
  const before = readFileSync(house.file).length;
  const server = await house.start();
  await expect.poll(() => server.stdout, { timeout: 20_000 }).toContain('database.damaged');
  expect(server.stdout).toMatch(/npm run restore -- FILE/);
  expect(await statusOf(`${server.origin}/api/ready`)).toBe(503);
  expect((await submit(server.origin)).status).toBe(503);
  expect(await statusOf(`${server.origin}/api/products`)).toBe(200);
  await server.stop();
  expect(existsSync(note())).toBe(false);
  expect(readFileSync(house.file).length).toBe(before);
});
