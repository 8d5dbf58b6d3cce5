import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { thinBackups } from '../../db/backup-folder';
import { closeDb, restoreDb } from '../../db/client';
import { activity } from '../../db/schema';
import { backUpWhenDue } from '../../src/server/data/backups';
import { startJobs } from '../../src/server/jobs';
import { now, sha } from '../support/data-folder';
import { FileShop } from '../support/file-shop';
import { growBy, insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const business = new FileShop();
const { lines, log } = business;
let shop: Shop;
const inBackups = (name: string) => business.inside('backups', name);
/** Returns the names of the backups and checks that each has its checksum. */
function names(): string[] {
  const found = existsSync(inBackups('')) ? readdirSync(inBackups('')).sort() : [];
  const backups = found.filter((name) => name.endsWith('.db'));
  expect(found).toEqual(backups.flatMap((name) => [name, `${name}.sha256`]));
  return backups;
}
const backUp = () => backUpWhenDue({ ...shop.ctx, log });
const fillUp = () => growBy(shop.db, 5000);
const until = async (isSo: () => boolean) => {
  for (let tries = 0; tries < 1000 && !isSo(); tries += 1) await new Promise((done) => setTimeout(done, 5));
  expect(isSo()).toBe(true);
};
const isUnderWay = () => existsSync(inBackups('')) && readdirSync(inBackups('')).some((name) => name.endsWith('.part'));

beforeEach(() => {
  shop = business.shop;
});

describe('the automatic backup', () => {
  test('is made when the database is an hour old, then an hour after the last backup of any kind', async () => {
    await backUp();
    shop.clock.advance(59);
    await backUp();
    expect(names()).toEqual([]);
    shop.clock.advance(1);
    await backUp();
    await backUp();
    expect(names()).toEqual(['20261120T210000Z.db']);
    shop.clock.advance(30);
    await shop.admin.data.backUp();
    shop.clock.advance(59);
    await backUp();
    expect(names()).toEqual(['20261120T210000Z.db', '20261120T213000Z.db']);
    shop.clock.advance(1);
    await backUp();
    expect(names()).toEqual(['20261120T210000Z.db', '20261120T213000Z.db', '20261120T223000Z.db']);
    expect(lines.map(({ evt, name }) => [evt, name])).toEqual([
      ['backup.made', '20261120T210000Z.db'],
      ['backup.made', '20261120T223000Z.db'],
    ]);
  });

  test('is as good as a manual one, and adds nothing to the activity log', async () => {
    insertRow(shop.db, 'products');
    shop.clock.advance(60);
    await backUp();
    const [name = ''] = names();
    expect(readFileSync(inBackups(`${name}.sha256`), 'utf8')).toBe(`${sha(inBackups(name))}  ${name}\n`);
    expect(restoreDb(inBackups(name), business.inside('elsewhere', 'tidyline.db'), { now })).toMatchObject({ products: 1 });
    expect(shop.rows(activity)).toEqual([]);
  });

  test('waits while another is made, and blocks a manual one', async () => {
    fillUp();
    shop.clock.advance(60);
    const byHand = shop.admin.data.backUp();
    await until(isUnderWay);
    await backUp();
    expect(lines).toEqual([]);
    await byHand;
    expect(names()).toEqual(['20261120T210000Z.db']);
    shop.clock.advance(60);
    const [, refused] = await Promise.allSettled([backUp(), shop.admin.data.backUp()]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
    expect(names()).toEqual(['20261120T210000Z.db', '20261120T220000Z.db']);
  });

  test('is retried five minutes after a failure, and earlier ones stay', async () => {
    shop.clock.advance(60);
    await backUp();
    const before = sha(inBackups('20261120T210000Z.db'));
    shop.clock.advance(60);
    // A folder in place of the file makes the backup fail.
    for (const name of ['20261120T220000Z.db.part-journal', '20261120T220500Z.db.part-journal']) mkdirSync(inBackups(name));
    await expect(backUp()).rejects.toThrow();
    await backUp();
    shop.clock.advance(4);
    await backUp();
    shop.clock.advance(1);
    await expect(backUp()).rejects.toThrow();
    expect(sha(inBackups('20261120T210000Z.db'))).toBe(before);
    shop.clock.advance(5);
    await backUp();
    expect(names()).toEqual(['20261120T210000Z.db', '20261120T221000Z.db']);
  });

  test('ignores backups of the future, and is not repeated at each tick because of them', async () => {
    shop.clock.advance(60 * 24 * 365);
    await backUp();
    shop.clock.advance(-60 * 24 * 365);
    await backUp();
    expect(names()).toEqual(['20271120T200000Z.db']);
    shop.clock.advance(60);
    for (let tick = 0; tick < 3; tick += 1) await backUp();
    shop.clock.advance(60);
    await backUp();
    expect(names()).toEqual(['20261120T210000Z.db', '20261120T220000Z.db', '20271120T200000Z.db']);
    // Set back to before the database was created.
    shop.clock.advance(-60 * 24);
    for (let tick = 0; tick < 3; tick += 1) await backUp();
    expect(names()).toHaveLength(4);
  });

  test('is not made, nor one by hand, once the database file was replaced under the server', async () => {
    shop.clock.advance(60);
    await backUp();
    const file = shop.db.$client.name;
    copyFileSync(file, `${file}-copy`);
    renameSync(`${file}-copy`, file);
    shop.clock.advance(60);
    await expect(backUp()).rejects.toThrow('were deleted or replaced');
    await expect(shop.admin.data.backUp()).rejects.toThrow('The backup could not be made.');
    expect(names()).toEqual(['20261120T210000Z.db']);
  });

  test('is not made for a database in memory', async () => {
    const other = openShop();
    other.clock.advance(120);
    await backUpWhenDue(other.ctx);
    expect(lines).toEqual([]);
  });
});

describe('the timer of the process', () => {
  const jobs = () => startJobs({ ...shop.ctx, log, uploadFolder: business.inside('uploads') });
  test('makes no backup at the first tick of a first start', async () => {
    const running = jobs();
    await new Promise((done) => setTimeout(done, 1300));
    await running.stop();
    expect(names()).toEqual([]);
  });

  test('makes the due backup, logs a failed one, and goes on', async () => {
    writeFileSync(business.inside('backups'), 'a file in its place');
    shop.clock.advance(60);
    const running = jobs();
    await until(() => lines.some(({ evt, job }) => evt === 'job.failed' && job === 'backup'));
    await running.stop();
    rmSync(business.inside('backups'));
    shop.clock.advance(5);
    const again = jobs();
    await until(() => existsSync(inBackups('20261120T210500Z.db.sha256')));
    await again.stop();
  });

  test('abandons a running backup when the process ends, without a trace', async () => {
    fillUp();
    shop.clock.advance(60);
    const running = jobs();
    await until(isUnderWay);
    const startedAt = performance.now();
    shop.live.close();
    await running.stop();
    closeDb(shop.db);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect(readdirSync(inBackups(''))).toEqual([]);
    expect(lines).toEqual([]);
  });
});

describe('after each good backup', () => {
  const place = (name: string) => {
    mkdirSync(inBackups(''), { recursive: true });
    writeFileSync(inBackups(name), 'x');
  };
  const OTHERS = ['20261120T195000Z.txt', 'notes.db', 'tidyline.db', 'x20261120T195000Z.db', '20261120T195000Z.db.gz'];

  test('expired backups are deleted with their checksums, and nothing else', async () => {
    for (const minute of ['10', '20', '30']) for (const end of ['', '.sha256']) place(`20261118T20${minute}00Z.db${end}`);
    for (const name of ['20261118T201500Z.db', '20261117T200000Z.db']) place(name);
    for (const other of OTHERS) place(other);
    for (const other of ['uploads', '20261118T201000Z-2.db']) mkdirSync(inBackups(other));
    shop.clock.advance(60);
    await shop.admin.data.backUp();
    expect(readdirSync(inBackups('')).sort()).toEqual(
      [
        ...OTHERS,
        '20261117T200000Z.db',
        '20261118T201000Z-2.db',
        '20261118T203000Z.db',
        '20261118T203000Z.db.sha256',
        '20261120T210000Z.db',
        '20261120T210000Z.db.sha256',
        'uploads',
      ].sort(),
    );
  });

  test('and before a failed one, so that a full disk has room for the next, expired backups are deleted', async () => {
    for (const minute of ['10', '20', '30']) place(`20261118T20${minute}00Z.db`);
    shop.clock.advance(60);
    mkdirSync(inBackups('20261120T210000Z.db.part-journal'));
    await expect(backUp()).rejects.toThrow();
    expect(readdirSync(inBackups(''))).toEqual(['20261118T203000Z.db']);
  });

  test('leftovers of a killed one are deleted a day later', async () => {
    for (const name of ['20261119T200000Z.db.part', '20261119T200000Z-2.db.part-journal', '20261119T200000Z.db.sha256.part']) place(name);
    place('20261120T200000Z.db.part');
    place('notes.part');
    shop.clock.advance(1);
    await shop.admin.data.backUp();
    expect(readdirSync(inBackups('')).sort()).toEqual([
      '20261120T200000Z.db.part',
      '20261120T200100Z.db',
      '20261120T200100Z.db.sha256',
      'notes.part',
    ]);
  });

  test('one that cannot be deleted is logged, and the new one is still good', async () => {
    for (const name of ['20261118T200100Z.db', '20261118T200200Z.db']) place(name);
    // A folder cannot be deleted as a file, whoever runs this test.
    mkdirSync(inBackups('20261118T200100Z.db.sha256'));
    shop.clock.advance(130);
    await backUpWhenDue({ ...shop.ctx, log });
    expect(lines.map(({ evt, count }) => [evt, count])).toEqual([
      ['backup.kept', 1],
      ['backup.made', undefined],
    ]);
    expect(readdirSync(inBackups(''))).toContain('20261118T200100Z.db');
    expect((await shop.admin.data.backups()).lastAt).toBe('2026-11-20T22:10:00.000Z');
    expect(await thinBackups(inBackups(''), shop.clock.now())).toHaveLength(1);
  });
});
