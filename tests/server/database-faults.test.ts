import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { backupDb, closeDb, openDb, restoreDb } from '../../db/client';
import { clients } from '../../db/schema';
import { DataFolder, mode, now } from '../support/data-folder';
import { dump, insertRow } from '../support/rows';

const data = new DataFolder();
const change = (edit: (bytes: Buffer) => Buffer) => writeFileSync(data.file, edit(readFileSync(data.file)));

describe('a first start', () => {
  test('makes the folder and the file for the owner alone, says so, and the second finds what the first wrote', () => {
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
  test('answers for each setting after re-opening, where WAL alone falls back to synchronous=NORMAL', () => {
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
  test('that was cut off half-way is simply made again', () => {
    mkdirSync(path.dirname(data.file));
    writeFileSync(`${data.file}.part`, 'half');
    expect(data.openWith().created).toBe(true);
  });
  test('in a folder that cannot be used is refused in one line', () => {
    writeFileSync(path.join(data.outside, 'data'), 'a file');
    data.expectRefusal(/cannot be used \((EEXIST|ENOTDIR)\)/);
  });
});
describe('a database that is not what it was is refused, and left as it is', () => {
  test.each([
    ['the marker', []],
    ['the log', ['-wal']],
    ['the index of the log', ['-shm']],
    ['the lock of a killed process', ['.lock']],
  ])('missing, with %s still there', (_what, traces) => {
    data.make();
    rmSync(data.file);
    if (traces.length > 0) rmSync(`${data.file}.marker`);
    for (const suffix of traces) writeFileSync(data.file + suffix, '1 1\n');
    data.expectRefusal(/missing/);
    data.expectRefusal(/missing/);
    expect(existsSync(data.file)).toBe(false);
  });
  test('missing, with backups still there', () => {
    data.make();
    backupDb(data.file, data.inside('backups'), { now });
    for (const name of readdirSync(path.dirname(data.file)).filter((entry) => entry !== 'backups')) rmSync(data.inside(name));
    data.expectRefusal(/missing, but backups tell/);
  });
  test('missing in a folder that holds nothing of ours is a first start', () => {
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
  test('empty', () => {
    data.make();
    change(() => Buffer.alloc(0));
    data.expectRefusal(/empty/);
  });
  test.each([
    ['to half its pages', (size: number) => Math.floor(size / 8192) * 4096],
    ['by its last byte', (size: number) => size - 1],
    ['to its header', () => 100],
    ['within its header', () => 50],
  ])('truncated %s', (_how, to) => {
    data.make();
    change((bytes) => bytes.subarray(0, to(bytes.length)));
    data.expectRefusal(/damaged|another program/);
  });
  test('with a garbage header', () => {
    data.make();
    change((bytes) => Buffer.concat([Buffer.alloc(100, 0x5a), bytes.subarray(100)]));
    data.expectRefusal(/not a database/);
  });
  test('with a zeroed page', () => {
    data.make();
    const page = look((db) => pageOf(db, 'products'));
    change((bytes) => bytes.fill(0, (page - 1) * 4096, page * 4096));
    data.expectRefusal(/damaged/);
  });
  test('with one flipped bit in an index, which the quick check does not see', () => {
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
  test("another program's", () => {
    mkdirSync(path.dirname(data.file));
    const other = new Database(data.file);
    other.exec('create table notes (text)');
    other.close();
    data.expectRefusal(/another program/);
  });
  test('written by a newer version', () => {
    data.make();
    const newer = new Database(data.file);
    newer.prepare('insert into __drizzle_migrations (hash, created_at) values (?, ?)').run('later', 1_999_999_999_999);
    newer.close();
    data.expectRefusal(/newer version/);
    expect(existsSync(data.inside('backups'))).toBe(false);
  });
});

describe('the log beside a killed process', () => {
  /** A database as kill -9 leaves it: its latest rows are in the log alone. */
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

  test('gives back every row', () => {
    killed();
    expectBoth();
  });
  test('gives them back without its index too', () => {
    killed();
    rmSync(`${data.file}-shm`);
    expectBoth();
  });
  test('is missed when it was taken away, instead of losing the rows without a word', () => {
    killed();
    rmSync(`${data.file}-wal`);
    data.expectRefusal(/log .* is missing/);
  });
  test('of another database that does not fit is refused, and the file is left as it is', () => {
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
    ['a process that ended', '4194305 5\n'],
    ['an earlier process with the pid of one that runs', `${process.ppid} 5\n`],
    ['ourselves before a restart, where the kernel tells no start times', `${process.pid} \n`],
    ['a process killed before it wrote its pid', ''],
    ['nobody one can make out', 'x'],
  ])('a lock of %s is taken over', (_whose, text) => {
    data.make();
    writeFileSync(`${data.file}.lock`, text);
    closeDb(data.open());
    expect(existsSync(`${data.file}.lock`)).toBe(false);
  });
  test('of six that find a dead lock at once, one gets in', async () => {
    data.make();
    writeFileSync(`${data.file}.lock`, '4194305 5\n');
    const children = Array.from({ length: 6 }, () => data.startProcess(HOLD));
    await Promise.all(children.map((child) => child.hear(1)));
    expect(children.filter(gotIn)).toHaveLength(1);
    expect(children.filter((child) => child.lines()[0]?.includes('already running'))).toHaveLength(5);
    await Promise.all(children.map((child) => child.kill()));
  });
});
