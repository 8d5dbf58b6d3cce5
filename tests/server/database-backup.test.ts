import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { describe, expect, test } from 'vitest';
import { backupOpenDb } from '../../db/backup';
import { newestBackup } from '../../db/backup-folder';
import { backupDb, closeDb, openDb, restoreDb, StartError } from '../../db/client';
import { DataFolder, mode, now, sha } from '../support/data-folder';
import { becomeFolder, becomeForeign } from '../support/faulty-disk';
import { copyMigrations } from '../support/migration';
import { dump, fillTables } from '../support/rows';

const data = new DataFolder();

describe('migrating a database', () => {
  /** Returns a copy of the migrations folder with one more migration. */
  function withMigration(statements: string[]): string {
    const migrations = path.join(data.outside, 'migrations');
    copyMigrations(migrations);
    const journalFile = path.join(migrations, 'meta/_journal.json');
    const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as {
      entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
    };
    const last = journal.entries.at(-1);
    if (!last) throw new Error('There are no migrations.');
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'added' });
    writeFileSync(journalFile, JSON.stringify(journal));
    writeFileSync(path.join(migrations, 'added.sql'), statements.join('\n--> statement-breakpoint\n'));
    return migrations;
  }
  const ofBusiness = ({ __drizzle_migrations: _own, ...tables }: Record<string, unknown[]>) => tables;

  test('makes a backup first, and runs once', () => {
    const before = data.make();
    const migrations = withMigration(['ALTER TABLE clients ADD nickname text']);
    closeDb(data.open(migrations));
    const db = data.open(migrations);
    expect(dump(db).clients).toEqual([{ ...(before.clients?.[0] as object), nickname: null }]);
    const backups = readdirSync(data.inside('backups')).sort();
    expect(backups).toEqual(['20261120T200000Z.db', '20261120T200000Z.db.sha256']);
    const copy = path.join(data.outside, 'copy.db');
    restoreDb(data.inside(`backups/${backups[0]}`), copy, { now });
    const restored = data.openWith({ file: copy });
    expect(dump(restored.db)).toEqual(before);
  });
  test('needs no backup on a first start', () => {
    data.open(withMigration(['ALTER TABLE clients ADD nickname text']));
    expect(existsSync(data.inside('backups'))).toBe(false);
  });
  test('that fails half-way leaves the file unchanged, a backup, and a database the old version opens', () => {
    const before = data.make();
    const migrationsFolder = withMigration(['CREATE TABLE extra (id integer)', 'DELETE FROM products', 'ALTER TABLE nowhere ADD x text']);
    const { exitCode, message } = data.refusal({ migrationsFolder });
    expect(exitCode).toBe(78);
    expect(message).toMatch(/could not be brought up to date \(no such table: nowhere\).*as it was.*20261120T200000Z\.db.*npm run restore/);
    expect(existsSync(data.inside('backups/20261120T200000Z.db'))).toBe(true);
    expect(dump(data.open())).toEqual(before);
  });
  test('is undone when rows would refer to missing ones', () => {
    const before = data.make();
    const migrationsFolder = withMigration(['DELETE FROM clients']);
    expect(data.refusal({ migrationsFolder })).toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('11 rows would lose what they refer to'),
    });
    expect(dump(data.open())).toEqual(before);
  });

  /**
   * Returns the statements of drizzle-kit to change each parent table, plus the triggers, which drizzle-kit does not know: one that reads
   * a table blocks its rebuild, and one on the table is dropped with it.
   */
  function rebuildOfParents(): string[] {
    const { db } = openDb(':memory:', { now });
    const all = (text: string) => db.$client.prepare<[], string>(text).pluck().all();
    const tables = all("select name from sqlite_master where type = 'table' and name not like 'sqlite%'");
    const parents = tables.filter((table) =>
      tables.some((child) => (db.$client.pragma(`foreign_key_list(${child})`) as { table: string }[]).some((key) => key.table === table)),
    );
    expect(parents.sort()).toEqual([
      'appointment_bookings',
      'appointment_slots',
      'automation_runs',
      'client_addresses',
      'client_links',
      'clients',
      'contact_inquiries',
      'invoices',
      'opportunities',
      'orders',
      'plans',
      'products',
      'quotes',
      'receipts',
      'referrals',
      'team_members',
      'work_orders',
    ]);
    const rebuilds = parents.flatMap((table) => [
      'PRAGMA foreign_keys=OFF',
      ...all(`select replace(sql, '${table}', '__new_${table}') from sqlite_master where type = 'table' and name = '${table}'`),
      `INSERT INTO __new_${table} SELECT * FROM ${table}`,
      `DROP TABLE ${table}`,
      `ALTER TABLE __new_${table} RENAME TO ${table}`,
      'PRAGMA foreign_keys=ON',
      ...all(`select sql from sqlite_master where type = 'index' and tbl_name = '${table}' and sql is not null`),
    ]);
    const triggers = "from sqlite_master where type = 'trigger'";
    return [...all(`select 'DROP TRIGGER ' || name ${triggers}`), ...rebuilds, ...all(`select sql ${triggers}`)];
  }
  test('may rebuild every parent table without losing children', () => {
    const before = data.make();
    expect(ofBusiness(dump(data.open(withMigration(rebuildOfParents()))))).toEqual(ofBusiness(before));
  });
  test("differs from Drizzle's own migrate() with foreign keys on, which silently deletes children", () => {
    data.make();
    const migrations = withMigration([
      // They name the table, so that it could not be renamed.
      ...['insert', 'delete', 'update'].map((change) => `DROP TRIGGER daily_goods_${change}`),
      'CREATE TABLE __new AS SELECT * FROM orders',
      'PRAGMA foreign_keys=OFF',
      'DROP TABLE orders',
      'ALTER TABLE __new RENAME TO orders',
    ]);
    const naive = new Database(data.file);
    naive.pragma('foreign_keys = ON');
    migrate(drizzle(naive), { migrationsFolder: migrations });
    expect(naive.prepare('select count(*) from order_items').pluck().get()).toBe(0);
    naive.close();
  });
});

describe('backup and restore', () => {
  const backups = () =>
    readdirSync(data.inside('backups'))
      .filter((name) => !name.endsWith('.sha256'))
      .sort();
  test('bring back every row over an emptied database', () => {
    const before = data.make();
    const backup = backupDb(data.file, path.join(data.outside, 'away'), { now });
    expect([path.basename(backup), mode(backup)]).toEqual(['20261120T200000Z.db', '600']);
    rmSync(path.dirname(data.file), { recursive: true });
    const counts = restoreDb(backup, data.file, { now });
    expect(counts).toEqual(Object.fromEntries(Object.entries(ofTables(before)).map(([table, rows]) => [table, rows.length])));
    expect(mode(data.file)).toBe('600');
    const db = data.open();
    expect(dump(db)).toEqual(before);
    expect(() => db.$client.exec('delete from activity')).toThrow(/append-only/);
  });
  const ofTables = (tables: Record<string, unknown[]>) =>
    Object.fromEntries(Object.entries(tables).filter(([name]) => !name.startsWith('__') && !name.includes('_search')));

  test('write a checksum that sha256sum reads, for the owner only', () => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    expect(readFileSync(`${backup}.sha256`, 'utf8')).toBe(`${sha(backup)}  20261120T200000Z.db\n`);
    expect(mode(`${backup}.sha256`)).toBe('600');
    const { stdout, status } = spawnSync('sha256sum', ['-c', '20261120T200000Z.db.sha256'], {
      cwd: data.inside('backups'),
      encoding: 'utf8',
    });
    expect([stdout, status]).toEqual(['20261120T200000Z.db: OK\n', 0]);
  });
  test('reject a backup that differs from its checksum, though it is otherwise intact', () => {
    const before = data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    const other = new Database(backup);
    other.exec('update products set price_cents = 1');
    other.close();
    expect(() => restoreDb(backup, data.file, { now })).toThrow(
      expect.objectContaining({ exitCode: 78, message: expect.stringMatching(/does not fit its checksum.*Nothing was changed/) }),
    );
    expect(dump(data.open())).toEqual(before);
    rmSync(`${backup}.sha256`);
    restoreDb(backup, path.join(data.outside, 'copy.db'), { now });
  });

  test('copy a running database with its log, and make two files in one second', () => {
    const db = data.open();
    fillTables(db);
    for (let i = 0; i < 2; i++) backupDb(data.file, data.inside('backups'), { now });
    expect(backups()).toEqual(['20261120T200000Z-2.db', '20261120T200000Z.db']);
    const copy = path.join(data.outside, 'copy.db');
    restoreDb(data.inside('backups/20261120T200000Z.db'), copy, { now });
    const restored = data.openWith({ file: copy });
    expect(dump(restored.db)).toEqual(dump(db));
  });
  test('make several whole backups with their own checksums at once', async () => {
    const { $client } = data.open();
    const folder = data.inside('backups');
    const several = [1, 2, 3].map(() => backupOpenDb($client, folder, { now }));
    // Another process at the same time.
    const byHand = backupDb(data.file, folder, { now });
    const made = [...(await Promise.all(several)), byHand];
    expect(made.map((file) => path.basename(file)).sort()).toEqual(backups());
    expect(backups()).toHaveLength(4);
    for (const [index, backup] of made.entries()) {
      expect(readFileSync(`${backup}.sha256`, 'utf8')).toContain(sha(backup));
      restoreDb(backup, path.join(data.outside, `${index}`, 'copy.db'), { now });
    }
  });
  test('find the newest backup that is not in the future', () => {
    data.make();
    const folder = data.inside('backups');
    expect(newestBackup(folder, now())).toBeUndefined();
    backupDb(data.file, folder, { now: () => new Date(now().getTime() + 1000) });
    expect(newestBackup(folder, now())).toBeUndefined();
    for (let i = 0; i < 2; i++) backupDb(data.file, folder, { now });
    expect(newestBackup(folder, now())).toBe('20261120T200000Z-2.db');
  });
  test('set the previous files aside with their log', () => {
    const before = data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    const db = data.open();
    db.$client.exec('delete from order_items');
    closeDb(db);
    writeFileSync(`${data.file}-wal`, 'stray');
    restoreDb(backup, data.file, { now });
    expect(readdirSync(path.dirname(data.file)).sort()).toEqual([
      'backups',
      'tidyline.db',
      'tidyline.db.before-20261120T200000Z',
      'tidyline.db.before-20261120T200000Z-wal',
      'tidyline.db.marker',
      ...['-shm'].filter((suffix) => existsSync(data.file + suffix)),
    ]);
    expect(dump(data.open())).toEqual(before);
  });
  test.each([
    [
      'damaged in an index',
      (name: string) => {
        const bytes = readFileSync(name);
        const at = bytes.lastIndexOf('maria@example.com');
        writeFileSync(name, bytes.fill('n', at, at + 1));
      },
    ],
    ['damaged', (name: string) => writeFileSync(name, readFileSync(name).subarray(0, 20_000))],
    ['empty', (name: string) => writeFileSync(name, '')],
    ["another program's", becomeForeign],
    ['missing', (name: string) => rmSync(name)],
    ['a folder', becomeFolder],
    [
      'of a newer version',
      (name: string) =>
        new Database(name).exec("insert into __drizzle_migrations (hash, created_at) values ('of tomorrow', 4102444800000)").close(),
    ],
  ])('reject a backup that is %s and leave the database as it was', (_what, spoil) => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    rmSync(`${backup}.sha256`);
    spoil(backup);
    const before = sha(data.file);
    expect(() => restoreDb(backup, data.file, { now })).toThrow(
      expect.objectContaining({ exitCode: 78, message: expect.stringContaining(backup) }),
    );
    expect(sha(data.file)).toBe(before);
    expect(existsSync(`${data.file}.lock`)).toBe(false);
  });
  test('refuse to restore under a running server', () => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    data.open();
    expect(() => restoreDb(backup, data.file, { now })).toThrow(/already running/);
  });
  test('refuse to back up a damaged database and keep earlier backups', () => {
    data.make();
    const backup = backupDb(data.file, data.inside('backups'), { now });
    const kept = sha(backup);
    writeFileSync(data.file, readFileSync(data.file).fill(0, 4096, 40_960));
    expect(() => backupDb(data.file, data.inside('backups'), { now })).toThrow(StartError);
    expect(backups()).toEqual(['20261120T200000Z.db']);
    expect(sha(backup)).toBe(kept);
  });
});
