import fs, { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeDb } from '../../db/client';
import { settings } from '../../db/schema';
import { probeWrite } from '../../db/write-probe';
import { Limits } from '../../src/server/http/requests/limits';
import { readinessAnswer } from '../../src/shared/readiness';
import { openMemberSession } from '../support/field';
import { FileShop } from '../support/file-shop';
import { appOf, bodyOf, refusalOf, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';

type Answer = ReturnType<typeof readinessAnswer.parse>;
const business = new FileShop();
const { lines, log } = business;
let shop: Shop;
let token = '';
let app: ReturnType<typeof appOf>;

beforeEach(async () => {
  shop = business.shop;
  ({ token } = await shop.logIn());
  app = appOf(shop, { log });
  lines.length = 0;
});

const ask = (init: RequestInit = {}) => app.request('http://shop.test/api/ready', init);
/** Returns the owner's answer and its status. */
async function told(): Promise<Required<Answer> & { code: number }> {
  const response = await ask({ headers: { authorization: `Bearer ${token}` } });
  const answer = readinessAnswer
    .required()
    .strict()
    .parse(await response.json());
  return { ...answer, code: response.status };
}
const status = async () => (await ask()).status;
/** Expensive checks run twice a minute. */
const halfAMinute = () => shop.clock.advance(0.5);

describe('GET /api/ready', () => {
  test('shows everyone only the status', async () => {
    const response = await ask();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await bodyOf(response, 200)).toEqual({ status: 'ready' });
    shop.clock.advance(27 * 60);
    expect(await bodyOf(await ask(), 503)).toEqual({ status: 'degraded' });
  });

  test('shows the owner alone the checks', async () => {
    expect(await told()).toEqual({
      code: 200,
      status: 'ready',
      checks: {
        database: { isOk: true },
        writes: { isOk: true, fault: null },
        disk: { isOk: true, freeBytes: expect.any(Number) },
        backup: { isOk: true, lastAt: null },
        running: { isOk: true },
        timeZone: { isOk: true },
        eventLoop: { p99Ms: expect.any(Number) },
        outbox: { lagSeconds: 0 },
      },
    });
    insertRow(shop.db, 'team_members');
    const cookie = openMemberSession(shop, 1);
    for (const headers of [{ cookie }, { authorization: `Bearer ${'g'.repeat(43)}` }, {}] as HeadersInit[])
      expect(await bodyOf(await ask({ headers }), 200)).toEqual({ status: 'ready' });
    shop.clock.advance(31);
    expect(await bodyOf(await ask({ headers: { authorization: `Bearer ${token}` } }), 200)).toEqual({ status: 'ready' });
  });

  test('allows GET only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await ask({ method });
      expect(response.headers.get('allow')).toBe('GET');
      await refusalOf(response, 405);
    }
    expect((await ask({ method: 'HEAD' })).status).toBe(200);
  });

  test('responds when other requests are rejected', async () => {
    app = appOf(shop, { limits: new Limits(true) });
    const statuses = [];
    for (let i = 0; i < 400; i++) statuses.push((await app.request('http://shop.test/api/products')).status);
    expect(statuses.at(-1)).toBe(429);
    expect(await bodyOf(await ask(), 200)).toEqual({ status: 'ready' });
    const ends: (() => void)[] = [];
    app = appOf(shop);
    const waiting = Array.from({ length: 500 }, () => {
      const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) });
      const headers = { 'content-type': 'application/json' };
      return app.request('http://shop.test/api/contact', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    });
    expect((await app.request('http://shop.test/api/products')).status).toBe(503);
    expect(await bodyOf(await ask(), 200)).toEqual({ status: 'ready' });
    for (const end of ends) end();
    await Promise.all(waiting);
  });
});

describe('the server is not ready', () => {
  test.each<[fault: string, code: string, break_: () => void, mend: () => void]>([
    [
      'full',
      'SQLITE_FULL',
      () => shop.db.$client.pragma(`max_page_count = ${shop.db.$client.pragma('page_count', { simple: true })}`),
      () => shop.db.$client.pragma('max_page_count = 4294967294'),
    ],
    ['read-only', 'SQLITE_READONLY', () => shop.db.$client.pragma('query_only = on'), () => shop.db.$client.pragma('query_only = off')],
  ])('while its storage is %s, and recovers without a restart', async (_fault, code, spoil, mend) => {
    spoil();
    expect((await app.request('http://shop.test/api/products')).status).toBe(200);
    expect(await told()).toMatchObject({
      code: 503,
      status: 'degraded',
      checks: { writes: { isOk: false, fault: code }, database: { isOk: true } },
    });
    mend();
    halfAMinute();
    expect(await told()).toMatchObject({ code: 200, checks: { writes: { isOk: true, fault: null } } });
  });

  test('while another program holds the database, without waiting long', async () => {
    const other = new Database(business.inside('tidyline.db'));
    other.exec('begin immediate');
    const startedAt = performance.now();
    expect(await told()).toMatchObject({ code: 503, checks: { writes: { fault: 'SQLITE_BUSY' } } });
    expect(performance.now() - startedAt).toBeLessThan(1000);
    other.exec('rollback');
    other.close();
    halfAMinute();
    expect(await status()).toBe(200);
    expect(shop.db.$client.pragma('busy_timeout', { simple: true })).toBe(5000);
  });

  test.each([
    [199_999_999, 503],
    [200_000_000, 200],
    [0, 503],
  ])('with %d bytes left on the disk: %d', async (freeBytes, code) => {
    const { statfs } = fs.promises;
    Object.assign(fs.promises, { statfs: async () => ({ bavail: freeBytes, bsize: 1 }) });
    syncBuiltinESMExports();
    try {
      expect(await told()).toMatchObject({ code, checks: { disk: { isOk: code === 200, freeBytes } } });
    } finally {
      Object.assign(fs.promises, { statfs });
      syncBuiltinESMExports();
    }
    halfAMinute();
    expect(await status()).toBe(200);
  });

  test('26 hours after its last good backup, or after its first start without a backup', async () => {
    const at = async () => {
      ({ token } = await shop.logIn().catch(() => ({ token })));
      return (await bodyOf<Answer>(await ask(), (await ask()).status)).status;
    };
    shop.clock.advance(26 * 60);
    expect(await at()).toBe('ready');
    halfAMinute();
    expect(await at()).toBe('degraded');
    await shop.admin.data.backUp();
    halfAMinute();
    expect(await at()).toBe('ready');
    shop.clock.advance(26 * 60 - 0.5);
    expect(await at()).toBe('ready');
    halfAMinute();
    expect(await at()).toBe('degraded');
    // Unfinished backups and those of the future do not help.
    for (const name of ['20261123T000000Z.db.part', '20271123T000000Z.db']) writeFileSync(business.inside('backups', name), 'x');
    halfAMinute();
    expect(await at()).toBe('degraded');
    expect(await shop.admin.data.backups()).toMatchObject({ isOverdue: true, lastAt: '2026-11-21T22:00:30.000Z' });
  });

  test('when its backups cannot be read', async () => {
    writeFileSync(business.inside('backups'), 'a file in its place');
    expect(await told()).toMatchObject({ code: 503, checks: { backup: { isOk: false, lastAt: null } } });
    rmSync(business.inside('backups'));
    mkdirSync(business.inside('backups'));
    halfAMinute();
    expect(await status()).toBe(200);
  });

  test('once it was asked to stop', async () => {
    expect(await status()).toBe(200);
    shop.live.close();
    expect(await told()).toMatchObject({ code: 503, checks: { running: { isOk: false }, writes: { isOk: true } } });
    closeDb(shop.db);
    expect(await bodyOf(await ask(), 503)).toEqual({ status: 'degraded' });
  });

  test('when its database does not respond', async () => {
    shop.db.$client.close();
    const response = await ask({ headers: { authorization: `Bearer ${token}` } });
    expect(await bodyOf(response, 503)).toEqual({ status: 'degraded' });
  });

  test('but stays ready while mail waits, which it only reports', async () => {
    insertRow(shop.db, 'outbox', { next_attempt_at: '2026-11-20T19:00:00.000Z' });
    insertRow(shop.db, 'outbox', { next_attempt_at: '2026-11-20T21:00:00.000Z', dedupe_key: '2', message_id: '2' });
    insertRow(shop.db, 'outbox', { next_attempt_at: '2026-11-19T19:00:00.000Z', dedupe_key: '3', message_id: '3', status: 'sent' });
    expect(await told()).toMatchObject({ code: 200, checks: { outbox: { lagSeconds: 3600 } } });
  });
});

describe('the write check', () => {
  test('runs at most every 30 seconds', async () => {
    shop.clock.advance(120);
    await status();
    shop.db.$client.pragma('query_only = on');
    for (let i = 0; i < 5; i++) expect(await status()).toBe(200);
    shop.clock.advance(29 / 60);
    expect(await status()).toBe(200);
    shop.clock.advance(1 / 60);
    expect(await status()).toBe(503);
    shop.db.$client.pragma('query_only = off');
    // Also when the clock is set back.
    shop.clock.advance(-60);
    expect(await status()).toBe(200);
  });

  test('writes to the disk, changes nothing and is quick', () => {
    const { $client: sqlite } = shop.db;
    sqlite.pragma('user_version = 7');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const before = sqlite.serialize();
    const startedAt = performance.now();
    for (let i = 0; i < 10; i++) probeWrite(sqlite);
    expect((performance.now() - startedAt) / 10).toBeLessThan(100);
    // Each check writes a page of the database and its header into the log.
    expect(fs.statSync(business.inside('tidyline.db-wal')).size).toBeGreaterThan(10 * 4096);
    expect(fs.statSync(business.inside('tidyline.db-wal')).size).toBeLessThan(12 * 4200);
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    expect([sqlite.pragma('user_version', { simple: true }), sqlite.pragma('busy_timeout', { simple: true })]).toEqual([7, 5000]);
    expect(shop.rows(settings)).toEqual([]);
    // Only the change counters in the header differ.
    expect(sqlite.serialize().subarray(100).equals(before.subarray(100))).toBe(true);
  });

  test('logs a failure once per change, not per request', async () => {
    for (let i = 0; i < 3; i++) await status();
    expect(lines).toEqual([]);
    shop.db.$client.pragma('query_only = on');
    halfAMinute();
    for (let i = 0; i < 3; i++) await status();
    shop.clock.advance(26 * 60);
    for (let i = 0; i < 3; i++) await ask();
    shop.db.$client.pragma('query_only = off');
    await shop.admin.data.backUp();
    halfAMinute();
    for (let i = 0; i < 3; i++) await ask();
    expect(lines.map(({ evt, level, failing }) => [evt, level, failing])).toEqual([
      ['readiness.lost', 50, { writes: { isOk: false, fault: 'SQLITE_READONLY' } }],
      ['readiness.lost', 50, { writes: { isOk: false, fault: 'SQLITE_READONLY' }, backup: { isOk: false, lastAt: null } }],
      ['readiness.back', 30, undefined],
    ]);
  });

  test('does not disturb other writes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        if (number % 5 === 0) halfAMinute();
        return number % 2 ? status() : (await shop.request('POST', '/api/contact', { body: QUOTE })).status;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, number) => (number % 2 ? 200 : 201)));
  });
});

test('works for a database in memory without disk and backups', async () => {
  const other = openShop();
  expect(await bodyOf(await other.request('GET', '/api/ready'), 200)).toEqual({ status: 'ready' });
  expect(existsSync('backups')).toBe(false);
});
