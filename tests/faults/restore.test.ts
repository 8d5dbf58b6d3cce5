import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { patience, tell, times } from '../support/length';
import { ServerHouse } from '../support/server-process';
import { nothingPromised, storm } from '../support/storm';

const house = new ServerHouse();
const WHOLE_TEST = patience(90_000, 300_000);
const away = (name = '') => path.join(house.folder, 'away', name);

/** Grows the file of a stopped server by so many MB of old activity and messages. */
function fillUp(megabytes: number): void {
  const sqlite = new Database(house.file);
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${megabytes * 350})`;
  sqlite.exec(`begin;
    insert into activity (at, actor_kind, verb, entity_type, entity_id, data)
      ${rows} select '2026-01-01T00:00:00.000Z', 'system', 'test', 'test', i, json_quote(hex(randomblob(300))) from n;
    insert into outbox (channel, purpose, "to", subject, body, status, next_attempt_at, message_id, dedupe_key, created_at)
      ${rows} select 'email', 'test', i || '@example.com', 'S', hex(randomblob(850)), 'stored', '2026-01-01T00:00:00.000Z',
        '<' || i || '@old>', 'old' || i, '2026-01-01T00:00:00.000Z' from n;
    commit;`);
  sqlite.close();
}

/** Returns the number of rows and a hash of each table. */
function contentsOf(file: string): Record<string, [rows: number, sha256: string]> {
  const sqlite = new Database(file, { readonly: true });
  const tables = sqlite
    .prepare<[], string>("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by 1")
    .pluck()
    .all();
  const contents = tables.map((name) => {
    const hash = createHash('sha256');
    let rows = 0;
    for (const row of sqlite.prepare(`select * from "${name}"`).raw().iterate()) {
      rows += 1;
      hash.update(JSON.stringify(row));
    }
    return [name, [rows, hash.digest('hex')]] as [string, [number, string]];
  });
  sqlite.close();
  return Object.fromEntries(contents);
}

/** Opens a business with a day's work and so many MB of history. */
async function openBusiness(megabytes: number) {
  const server = await house.start();
  const promised = await storm(server.origin, { count: 60, atOnce: 6, token: await server.logIn(), onAcknowledged: () => undefined });
  expect((await server.stop()).code).toBe(0);
  fillUp(megabytes);
  return promised;
}

test('a restore on a new machine brings back every row of every table in time, and the server starts', {
  timeout: WHOLE_TEST,
}, async () => {
  const promised = await openBusiness(times(10, 100));
  expect(promised.orders.length).toBeGreaterThan(5);
  const before = contentsOf(house.file);
  const made = await house.command('backup');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const backup = path.basename(made.stdout.trim());
  cpSync(path.join(house.dataDir, 'backups'), away(), { recursive: true });
  rmSync(house.dataDir, { recursive: true });
  expect(spawnSync('sha256sum', ['-c', `${backup}.sha256`], { cwd: away(), encoding: 'utf8' }).stdout).toBe(`${backup}: OK\n`);

  const megabytes = statSync(away(backup)).size / 1e6;
  expect(megabytes).toBeGreaterThan(times(10, 100));
  let startedAt = performance.now();
  const restored = await house.command('restore', away(backup));
  const seconds = (performance.now() - startedAt) / 1000;
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain(`orders ${promised.orders.length},`);
  expect(contentsOf(house.file)).toEqual(before);
  startedAt = performance.now();
  const server = await house.start();
  const start = (performance.now() - startedAt) / 1000;
  // Degraded until the file has been checked beside the server.
  await expect.poll(async () => (await fetch(`${server.origin}/api/ready`)).json(), { timeout: 20_000 }).toEqual({ status: 'ready' });
  for (const id of promised.orders) expect((await fetch(`${server.origin}/api/orders/${id}`)).status).toBe(200);
  await server.stop();
  expect(seconds + start).toBeLessThan(60);
  tell(`restore of ${megabytes.toFixed(0)} MB: ${seconds.toFixed(1)} s, and the start after it ${start.toFixed(1)} s`);

  startedAt = performance.now();
  const verified = await house.command('backup:verify', away(backup));
  expect(verified.code).toBe(0);
  tell(`backup:verify of it: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
});

test('a rehearsal checks the newest backup by default, prints each check, and ends with 78 for a damaged backup', {
  timeout: WHOLE_TEST,
}, async () => {
  expect(await house.command('backup:verify')).toMatchObject({
    code: 78,
    stdout: '',
    stderr: expect.stringMatching(/^There is no backup in .+\n$/),
  });
  expect(await openBusiness(1)).not.toEqual(nothingPromised());
  const good = (await house.command('backup')).stdout.replace('Written: ', '').trim();
  const files = () => readdirSync(house.dataDir).sort();
  const before = files();
  // Relative to the folder in which the command is typed.
  const there = await house.commandFrom(path.dirname(path.dirname(good)), 'backup:verify', path.join('backups', path.basename(good)));
  expect([there.code, there.stdout]).toEqual([0, expect.stringContaining(`The backup ${good} is good`)]);
  expect(await house.commandFrom(house.folder, 'restore', './data')).toEqual({
    code: 78,
    signal: null,
    stdout: '',
    stderr: `${house.dataDir} is not a file.\n`,
  });
  const found = await house.command('backup:verify');
  expect(found).toMatchObject({ code: 0, stderr: '' });
  const lines = found.stdout.trimEnd().split('\n');
  expect(lines.slice(0, 6)).toEqual([
    'ok   checksum: fits',
    'ok   restores: yes',
    'ok   opens as the server would: yes',
    'ok   integrity_check: ok',
    'ok   foreign_key_check: ok',
    'ok   orders that do not add up: none',
  ]);
  expect(lines.at(-2)).toMatch(/^rows: .*orders \d+, outbox \d+/);
  expect(lines.at(-1)).toMatch(/^The backup .+\.db is good: restored and checked in \d+\.\d s\.$/);
  expect(files()).toEqual(before);

  // A backup of the future, from a wrong clock, is not the newest.
  const future = path.join(path.dirname(good), '20990101T000000Z.db');
  writeFileSync(future, 'damaged');
  expect((await house.command('backup:verify')).stdout).toContain(`The backup ${good} is good`);
  rmSync(future);

  const other = new Database(house.file);
  other.exec('update products set stock_quantity = stock_quantity + 1 where id in (2, 3)');
  other.close();
  // A second later, so that it is the newest.
  await new Promise((done) => setTimeout(done, 1100));
  await house.command('backup');
  const wrong = await house.command('backup:verify');
  expect([wrong.code, wrong.stderr]).toEqual([78, expect.stringMatching(/^The backup .+ is not good\.\n$/)]);
  expect(wrong.stdout).toContain('BAD  stocks other than their ledger: 2 (2, 3)\n');
  expect(wrong.stdout.match(/^BAD/gm)).toHaveLength(1);

  const changed = new Database(good);
  changed.exec('update products set price_cents = price_cents + 1 where id = 1');
  changed.close();
  const spoilt = await house.command('backup:verify', good);
  expect([spoilt.code, spoilt.stdout]).toEqual([
    78,
    expect.stringMatching(/^BAD {2}cannot be restored: The backup .+ does not fit its checksum/),
  ]);
  const refused = await house.command('restore', good);
  expect([refused.code, refused.stderr]).toEqual([78, expect.stringMatching(/does not fit its checksum/)]);
  rmSync(`${good}.sha256`);
  const unchecked = await house.commandFrom(path.dirname(good), 'restore', path.basename(good));
  expect([unchecked.code, unchecked.stdout]).toEqual([
    0,
    expect.stringMatching(/^The backup has no checksum file; its contents are intact\.\nRestored: /),
  ]);
});

test('a backup of the running server delays no one', { timeout: WHOLE_TEST }, async () => {
  await openBusiness(times(10, 100));
  const server = await house.start();
  const headers = { authorization: `Bearer ${await server.logIn()}`, 'content-type': 'application/json' };
  let made: Response | undefined;
  /** Measures consecutive requests while something lasts. Returns their number and slowest times in ms. */
  const slowestWhile = async (isOver: () => boolean) => {
    const took: number[] = [];
    while (!isOver()) {
      const startedAt = performance.now();
      await (await fetch(`${server.origin}/api/products?limit=5`)).arrayBuffer();
      took.push(performance.now() - startedAt);
    }
    took.sort((a, b) => a - b);
    const share = (of: number) => took[Math.floor(took.length * of)] ?? 0;
    return { requests: took.length, median: share(0.5), p99: share(0.99), longest: took.at(-1) ?? 0 };
  };
  const startedAt = performance.now();
  const before = await slowestWhile(() => performance.now() - startedAt > 2000);
  const backup = fetch(`${server.origin}/trpc/data.backUp`, { method: 'POST', headers }).then((response) => {
    made = response;
  });
  const during = await slowestWhile(() => made !== undefined);
  await backup;
  expect([made?.status, during.requests > 5]).toEqual([200, true]);
  const show = ({ requests, p99, longest }: typeof before) =>
    `${requests} requests, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;
  tell(`without a backup: ${show(before)}; while one is made: ${show(during)}`);
  // A small backup leaves too few requests for more than their median.
  const rise = times(during.median - before.median, during.p99 - before.p99);
  expect(rise).toBeLessThan(100);
  await server.stop();
});
