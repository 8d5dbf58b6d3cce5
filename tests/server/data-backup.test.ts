import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeDb, openDb, restoreDb } from '../../db/client';
import { checkInvariants } from '../../db/invariants';
import { readBackup } from '../../db/reading';
import { activity, users } from '../../db/schema';
import { mode, now, root, sha } from '../support/data-folder';
import { FileShop } from '../support/file-shop';
import { bodyOf, refusalOf } from '../support/http';
import { dump, fillTables, growBy, insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const business = new FileShop();
let shop: Shop;
const inBackups = (name: string) => business.inside('backups', name);
const names = () =>
  readdirSync(inBackups(''))
    .filter((name) => !name.endsWith('.sha256'))
    .sort();
const NONE = { rows: [], total: 0, lastAt: null, isOverdue: false };
beforeEach(() => {
  shop = business.shop;
});
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'made',
    ({ code, message }: { code: string; message: string }) => [code, message],
  );

describe('a backup made from the screen', () => {
  test('is one file that only the owner can read and that restores the stored rows', async () => {
    fillTables(shop.db);
    const before = dump(shop.db);
    const made = await shop.admin.data.backUp();
    expect(made).toEqual({ name: '20261120T200000Z.db', bytes: expect.any(Number), at: '2026-11-20T20:00:00.000Z' });
    expect([names(), mode(inBackups(made.name))]).toEqual([[made.name], '600']);
    expect(readFileSync(inBackups(`${made.name}.sha256`), 'utf8')).toBe(`${sha(inBackups(made.name))}  ${made.name}\n`);
    expect(mode(inBackups(`${made.name}.sha256`))).toBe('600');
    expect(readFileSync(inBackups(made.name))).toHaveLength(made.bytes);
    const copy = business.inside('elsewhere', 'tidyline.db');
    restoreDb(inBackups(made.name), copy, { now });
    const restored = openDb(copy, { now });
    expect(dump(restored.db)).toEqual(before);
    closeDb(restored.db);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'backup.made')).all()).toMatchObject([
      { actorKind: 'admin', entityType: 'backup', entityId: made.name },
    ]);
  });

  test('runs beside other writes, which succeed and do not restart it', async () => {
    growBy(shop.db, 25_000);
    // So that something is written between any two steps of the copying.
    shop.db.$client.pragma('synchronous = off');
    let written = 0;
    const timer = setInterval(() => {
      written += 1;
      insertRow(shop.db, 'activity');
    }, 1);
    const tooLong = setTimeout(() => shop.live.close(), 10_000);
    const { name } = await shop.admin.data.backUp().finally(() => {
      clearInterval(timer);
      clearTimeout(tooLong);
    });
    expect(written).toBeGreaterThan(5);
    // As the database was at one moment.
    const [copied = 0, ...faults] = readBackup(inBackups(name), ({ $client }) => [
      $client.prepare<[], number>('select count(*) from activity').pluck().get(),
      ...checkInvariants($client).filter(({ count }) => count > 0),
    ]);
    expect(faults).toEqual([]);
    expect(copied).toBeGreaterThanOrEqual(25_000);
    expect(copied).toBeLessThan(25_000 + written);
  });

  test('rejects a second one while it runs, and allows the next one afterwards', async () => {
    const [first, second] = await Promise.allSettled([shop.admin.data.backUp(), shop.admin.data.backUp()]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'rejected']);
    expect((second as PromiseRejectedResult).reason).toMatchObject({
      code: 'CONFLICT',
      message: 'A backup is being made already. Please wait until it is done.',
    });
    await shop.admin.data.backUp();
    expect(names()).toEqual(['20261120T200000Z-2.db', '20261120T200000Z.db']);
  });

  test('reports an error if the folder cannot be written', async () => {
    writeFileSync(inBackups(''), 'a file in its place');
    expect(await refused(shop.admin.data.backUp())).toEqual([
      'SERVICE_UNAVAILABLE',
      'The backup could not be made. Earlier backups are as they were.',
    ]);
    expect(shop.faults).toHaveLength(2);
  });

  test('reports a full disk, leaves no partial file, and keeps earlier backups unchanged', async () => {
    growBy(shop.db, 500);
    const { name } = await shop.admin.data.backUp();
    const before = readFileSync(inBackups(name));
    closeDb(shop.db);
    // A limit on the size of files (in half KiB) is what a process sees of a full disk.
    const code = `import { openDb } from '${root}/db/client.ts'; import { backUpNow } from '${root}/src/server/data/backups.ts'; import { Live } from '${root}/src/server/live.ts';
      const now = () => new Date('2026-11-21T20:00:00.000Z'); const { db } = openDb('${business.inside('tidyline.db')}', { now });
      await backUpNow({ db, now, live: new Live(), onFault: () => undefined }).catch((error) => console.log(error.message, db.$client.open));`;
    const { stdout } = spawnSync(
      'sh',
      ['-c', `ulimit -f 1600; exec "${process.execPath}" --import tsx --input-type=module -e "$0"`, code],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(stdout).toMatch(/^The (disk is full, so no backup was|backup could not be) made\. Earlier backups are as they were\. true$/m);
    expect(names()).toEqual([name]);
    expect(readFileSync(inBackups(name)).equals(before)).toBe(true);
  });

  test('is rejected for a database in memory', async () => {
    expect(await refused(openShop().admin.data.backUp())).toEqual(['SERVICE_UNAVAILABLE', 'This database is not kept in a file.']);
    expect(await openShop().admin.data.backups()).toEqual(NONE);
  });
});

describe('the list of backups', () => {
  test('shows at most a hundred backups, newest first, and no other files', async () => {
    expect(await shop.admin.data.backups()).toEqual(NONE);
    mkdirSync(inBackups(''));
    for (let hour = 0; hour < 101; hour += 1) {
      const stamp = new Date(Date.UTC(2026, 0, 1, hour)).toISOString().replace(/[-:]|\.\d+/g, '');
      writeFileSync(inBackups(`${stamp}.db`), 'x'.repeat(hour));
    }
    for (const other of ['notes.txt', '20261120T200000Z.db.part', '20260101T000000Z-2.db']) writeFileSync(inBackups(other), 'x');
    const { rows, total } = await shop.admin.data.backups();
    expect([rows.length, total]).toEqual([100, 102]);
    expect(rows[0]).toEqual({ name: '20260105T040000Z.db', bytes: 100, at: '2026-01-05T04:00:00.000Z' });
    expect(rows.at(-1)?.name).toBe('20260101T010000Z.db');
  });

  test('offers each backup as a download, and no other file', async () => {
    fillTables(shop.db);
    shop.db.delete(users).run();
    const { token } = await shop.logIn();
    const { name, bytes } = await shop.admin.data.backUp();
    const response = await shop.request('GET', `/documents/backups/${name}`, { token });
    expect([response.status, response.headers.get('content-length'), response.headers.get('cache-control')]).toEqual([
      200,
      String(bytes),
      'no-store',
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(inBackups(name)))).toBe(true);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'backup.downloaded')).all()).toMatchObject([{ entityId: name }]);
    symlinkSync('/etc/hostname', inBackups('20260101T000000Z.db'));
    for (const wrong of [
      '..%2Ftidyline.db',
      '%2e%2e%2ftidyline.db',
      '20260101T000000Z.db',
      '20250101T000000Z.db',
      'x.db',
      '20261120T200000Z.db%00',
    ])
      await refusalOf(await shop.request('GET', `/documents/backups/${wrong}`, { token }), 404);
    await refusalOf(await shop.request('GET', `/documents/backups/${name}`), 401);
    expect((await bodyOf<{ status: string }>(await shop.request('GET', '/api/health'), 200)).status).toBe('ok');
  });
});
