import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { backupDb, closeDb, type Db, openDb } from '../../db/client';
import { toStartError } from '../../db/start-error';
import { DataFolder, mode, now } from '../support/data-folder';
import { appOf, refusalOf } from '../support/http';
import { dump, insertRow } from '../support/rows';
import { openShop } from '../support/shop';

const data = new DataFolder();
const change = (edit: (bytes: Buffer) => Buffer) => writeFileSync(data.file, edit(readFileSync(data.file)));

test.each([
  ['SQLITE_CORRUPT', /is damaged .* To go back to a backup/],
  ['SQLITE_FULL', /no room on the disk .* Free some first\.$/],
  ['ENOSPC', /no room on the disk .* Free some first\.$/],
  ['EROFS', /cannot be used \(EROFS\)\. Nothing was changed\.$/],
])('%s suggests a backup only when the data is to blame', (code, words) => {
  expect(toStartError(Object.assign(new Error('no'), { code }), 'tidyline.db').message).toMatch(words);
});

describe('a first start', () => {
  test('creates folder and file for the owner only, logs it, and a second start finds the rows', () => {
    const first = data.openWith();
    expect(first.created).toBe(true);
    insertRow(first.db, 'clients');
    expect([mode(path.dirname(data.file)), mode(data.file), mode(`${data.file}-wal`)]).toEqual(['700', '600', '600']);
    closeDb(first.db);
    closeDb(first.db);
    expect(readdirSync(path.dirname(data.file)).sort()).toEqual(['tidyline.db', 'tidyline.db.marker']);
    const second = data.openWith();
    expect(second.created).toBe(false);
    expect(dump(second.db).clients).toHaveLength(1);
  });
  test('sets each setting again on reopening, when WAL alone falls back to synchronous=NORMAL', () => {
    data.make();
    const db = data.open();
    const answers = [
      'journal_mode',
      'synchronous',
      'foreign_keys',
      'busy_timeout',
      'trusted_schema',
      'journal_size_limit',
      'application_id',
    ].map((name) => db.$client.pragma(name, { simple: true }));
    expect(answers).toEqual(['wal', 2, 1, 5000, 0, 67_108_864, 0x54696479]);
  });
  test('is repeated when it was cut off half-way', () => {
    mkdirSync(path.dirname(data.file));
    writeFileSync(`${data.file}.part`, 'half');
    expect(data.openWith().created).toBe(true);
  });
  test('is repeated when it was killed while writing the file, though its lock remains', () => {
    mkdirSync(path.dirname(data.file));
    writeFileSync(`${data.file}.part`, 'half');
    writeFileSync(`${data.file}.lock`, '4194305 5\n');
    expect(data.openWith().created).toBe(true);
  });
  test('in an unusable folder is refused in one line', () => {
    writeFileSync(path.join(data.outside, 'data'), 'a file');
    data.expectRefusal(/cannot be used \((EEXIST|ENOTDIR)\)/);
  });
});
describe('the first rows of a new database', () => {
  const seed = (db: Db) => insertRow(db, 'products');
  const reopen = () => {
    const { db, created } = openDb(data.file, { now, seed });
    const { products } = dump(db);
    closeDb(db);
    return { created, products: products?.length };
  };
  test('are there from the first moment, and never added to an older database', () => {
    expect(reopen()).toEqual({ created: true, products: 1 });
    expect(reopen()).toEqual({ created: false, products: 1 });
  });
  test('are not added to a database that was created without them', () => {
    closeDb(data.open());
    expect(reopen()).toEqual({ created: false, products: 0 });
  });
  test('are added by the next start when the first failed at them', () => {
    const fails = (db: Db) => {
      insertRow(db, 'products');
      throw new Error('no more paper');
    };
    expect(() => openDb(data.file, { now, seed: fails })).toThrow(/cannot be used \(no more paper\)/);
    expect(reopen()).toEqual({ created: true, products: 1 });
  });
  test('are added by the next start when the first was killed amid them', async () => {
    const first = data.startProcess(
      "openDb(file, { now, seed: (db) => { insertRow(db, 'products'); process.kill(process.pid, 'SIGKILL'); } }); say('open');",
    );
    await first.ended;
    expect(first.lines()).toEqual([]);
    expect(reopen()).toEqual({ created: true, products: 1 });
  });
  test('are added to one database in memory only', () => {
    expect(dump(openDb(':memory:', { now, seed }).db).products).toHaveLength(1);
    expect(dump(openDb(':memory:', { now }).db).products).toEqual([]);
  });
});

describe('a changed database', () => {
  test.each([
    ['the marker', []],
    ['the log', ['-wal']],
    ['the index of the log', ['-shm']],
    ['the lock of a killed process', ['.lock']],
  ])('is rejected and left unchanged when it is missing with %s still there', (_what, traces) => {
    data.make();
    rmSync(data.file);
    if (traces.length > 0) rmSync(`${data.file}.marker`);
    for (const suffix of traces) writeFileSync(data.file + suffix, '1 1\n');
    data.expectRefusal(/missing/);
    data.expectRefusal(/missing/);
    expect(existsSync(data.file)).toBe(false);
  });
  test('is rejected when it is missing with backups still there', () => {
    data.make();
    backupDb(data.file, data.inside('backups'), { now });
    for (const name of readdirSync(path.dirname(data.file)).filter((entry) => entry !== 'backups')) rmSync(data.inside(name));
    data.expectRefusal(/missing, but backups show/);
  });
  test('is a first start when it is missing in a folder without traces', () => {
    mkdirSync(data.inside('backups'), { recursive: true });
    writeFileSync(data.inside('notes.txt'), '');
    expect(data.openWith().created).toBe(true);
  });

  const pageOf = (db: Database.Database, name: string) =>
    db.prepare<[string], number>('select rootpage from sqlite_master where name = ?').pluck().get(name) ?? 0;
  const look = <T>(ask: (db: Database.Database) => T): T => {
    const db = new Database(data.file, { readonly: true });
    const answer = ask(db);
    db.close();
    for (const suffix of ['-wal', '-shm']) rmSync(data.file + suffix, { force: true });
    return answer;
  };
  test('is rejected and left unchanged when it is empty', () => {
    data.make();
    change(() => Buffer.alloc(0));
    data.expectRefusal(/empty/);
  });
  test.each([
    ['to half its pages', (size: number) => Math.floor(size / 8192) * 4096],
    ['by its last byte', (size: number) => size - 1],
    ['to its header', () => 100],
    ['within its header', () => 50],
  ])('is rejected and left unchanged when it is truncated %s', (_how, to) => {
    data.make();
    change((bytes) => bytes.subarray(0, to(bytes.length)));
    data.expectRefusal(/damaged|another program/);
  });
  test('is rejected and left unchanged when its header is garbage', () => {
    data.make();
    change((bytes) => Buffer.concat([Buffer.alloc(100, 0x5a), bytes.subarray(100)]));
    data.expectRefusal(/not a database/);
  });
  test('is rejected and left unchanged when a page is zeroed', () => {
    data.make();
    const page = look((db) => pageOf(db, 'products'));
    change((bytes) => bytes.fill(0, (page - 1) * 4096, page * 4096));
    data.expectRefusal(/damaged/);
  });
  test('is rejected and left unchanged when one bit of an index is flipped, which the quick check misses', () => {
    data.make();
    const page = look((db) => pageOf(db, 'clients_email'));
    change((bytes) => {
      const at = bytes.indexOf('maria@', (page - 1) * 4096);
      expect(at).toBeLessThan(page * 4096);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return bytes;
    });
    expect(look((db) => db.pragma('quick_check', { simple: true }))).toBe('ok');
    data.expectRefusal(/damaged/);
  });
  test('is rejected and left unchanged when it belongs to another program', () => {
    mkdirSync(path.dirname(data.file));
    const other = new Database(data.file);
    other.exec('create table notes (text)');
    other.close();
    data.expectRefusal(/another program/);
  });
  test('is rejected and left unchanged when a newer version wrote it', () => {
    data.make();
    const newer = new Database(data.file);
    newer.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run('later', 1_999_999_999_999);
    newer.close();
    data.expectRefusal(/newer version/);
    expect(existsSync(data.inside('backups'))).toBe(false);
  });
});

describe('the log of a killed process', () => {
  /** Leaves a database as kill -9 does: its latest rows are in the log only. */
  function killed(): void {
    const db = data.open();
    insertRow(db, 'clients');
    insertRow(db, 'products');
    for (const suffix of ['', '-wal', '-shm']) copyFileSync(data.file + suffix, path.join(data.outside, `kept${suffix}`));
    closeDb(db);
    for (const suffix of ['', '-wal', '-shm']) copyFileSync(path.join(data.outside, `kept${suffix}`), data.file + suffix);
  }
  const expectBoth = () => {
    const { clients, products } = dump(data.open());
    expect([clients?.length, products?.length]).toEqual([1, 1]);
  };

  test('restores every row', () => {
    killed();
    expectBoth();
  });
  test('restores every row without its index', () => {
    killed();
    rmSync(`${data.file}-shm`);
    expectBoth();
  });
  test.each([
    [
      'of another database',
      () => {
        const other = path.join(data.outside, 'other', 'tidyline.db');
        const { db } = openDb(other, { now });
        insertRow(db, 'clients');
        const index = readFileSync(`${other}-shm`);
        closeDb(db);
        return index;
      },
    ],
    ['of garbage', () => Buffer.alloc(32_768, 0x5a)],
  ])('restores every row with an index %s', (_what, index) => {
    killed();
    writeFileSync(`${data.file}-shm`, index());
    expectBoth();
  });
  test('is ignored if a foreign file has its name', () => {
    const before = data.make();
    writeFileSync(`${data.file}-wal`, 'Dear diary, '.repeat(5000));
    expect(dump(data.open())).toEqual(before);
  });
  test('is missed when it was deleted, instead of silently losing its rows', () => {
    killed();
    rmSync(`${data.file}-wal`);
    data.expectRefusal(/log .* is missing/);
  });
  test('of another database is refused, and the file is left as it is', () => {
    const db = data.open();
    for (let i = 0; i < 500; i++) insertRow(db, 'clients', { email: `${i}@example.com` });
    closeDb(db);
    const other = path.join(data.outside, 'other', 'tidyline.db');
    closeDb(openDb(other, { now }).db);
    const second = openDb(other, { now });
    insertRow(second.db, 'clients');
    copyFileSync(`${other}-wal`, `${data.file}-wal`);
    closeDb(second.db);
    data.expectRefusal(/damaged/);
    rmSync(`${data.file}-wal`);
    rmSync(`${data.file}-shm`);
    expect(dump(data.open()).clients).toHaveLength(500);
  });
});

describe('a database that is found damaged while running', () => {
  test('returns 503 and logs a fatal error, while intact parts work on', async () => {
    data.make();
    const shop = openShop({ file: data.file });
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const app = appOf(shop, { log });
    const ask = (path: string) => app.request(`http://shop.test${path}`);
    const page = shop.db.$client.prepare<[], number>("select rootpage from sqlite_master where name = 'products'").pluck().get() ?? 0;
    change((bytes) => bytes.fill(0xaa, (page - 1) * 4096, page * 4096));
    shop.db.$client.pragma('shrink_memory');
    const { message, code } = await refusalOf(await ask('/api/products'), 503);
    expect([message, code]).toEqual(['Storage is not available right now. Please try again.', 'SERVICE_UNAVAILABLE']);
    expect((await ask('/api/appointment-slots?date=2026-11-24')).status).toBe(200);
    closeDb(shop.db);
    const faults = lines.map((line) => JSON.parse(line)).filter(({ fault }) => fault);
    expect(faults.length).toBeGreaterThan(0);
    for (const line of faults) expect(line).toMatchObject({ level: 60, fault: { code: expect.stringMatching(/^SQLITE_CORRUPT/) } });
  });
});
