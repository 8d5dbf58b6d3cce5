import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { products, settings, workOrderPhotos } from '../../db/schema';
import { dropOrphanPhotos } from '../../src/server/field/photos';
import { saveLogo } from '../../src/server/settings/service';
import { NO_PHOTOS, photoFiles } from '../../src/shared/website';
import { FileShop } from '../support/file-shop';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';

const business = new FileShop();
const { lines, log } = business;
let shop: Shop;
const inBackups = (name: string) => business.inside('backups', name);

const VAN = { name: '00000000-0000-4000-8000-000000000000-300x200', alt: 'Our van' };

describe('pictures that nothing shows any more', () => {
  const place = (name: string) => {
    const file = business.inside('uploads', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'x');
    const old = new Date(shop.clock.at.getTime() - 25 * 3_600_000);
    utimesSync(file, old, old);
  };
  const pictures = () => readdirSync(business.inside('uploads')).sort();
  const drop = () => dropOrphanPhotos({ ...shop.ctx, log, uploadFolder: business.inside('uploads') });
  const dropAllRows = () => {
    shop.db.delete(workOrderPhotos).run();
    shop.db.delete(products).run();
    saveLogo(shop.ctx, null);
    shop.db.delete(settings).run();
  };
  beforeEach(() => {
    shop = business.shop;
    insertRow(shop.db, 'team_members');
    insertRow(shop.db, 'clients');
    insertRow(shop.db, 'contact_inquiries');
    insertRow(shop.db, 'work_orders');
    insertRow(shop.db, 'work_order_photos', { file_name: 'job.jpg' });
    insertRow(shop.db, 'products', { image_url: '/uploads/mop.webp' });
    saveLogo(shop.ctx, 'logo.png');
    const photos = JSON.stringify({ ...NO_PHOTOS, van: VAN });
    shop.db.insert(settings).values({ key: 'photos', value: photos, updatedAt: shop.clock.at.toISOString() }).run();
    for (const name of ['job.jpg', 'mop.webp', 'logo.png', 'nobodys.webp', ...photoFiles(VAN.name)]) place(name);
  });

  test('stay while a kept backup uses them, and are deleted with the last such backup', async () => {
    await shop.admin.data.backUp();
    dropAllRows();
    shop.clock.advance(60);
    await shop.admin.data.backUp();
    await drop();
    expect(pictures()).toEqual([...photoFiles(VAN.name), 'job.jpg', 'logo.png', 'mop.webp']);
    rmSync(inBackups('20261120T200000Z.db'));
    await drop();
    expect(pictures()).toEqual([]);
  });

  test('are deleted without any backup', async () => {
    dropAllRows();
    await drop();
    expect(pictures()).toEqual([]);
  });

  test.each([
    ['damaged', (file: string) => writeFileSync(file, 'damaged')],
    ['of an older version', (file: string) => new Database(file).exec('create table products (id integer)').close()],
  ])('older than a backup that is %s stay, later ones are deleted, and the log reports it once', async (_what, make) => {
    await shop.admin.data.backUp();
    for (const name of ['20261119T183000Z.db', '20261119T180000Z.db']) make(inBackups(name));
    place('older.webp');
    const before = new Date('2026-11-19T17:00:00Z');
    utimesSync(business.inside('uploads', 'older.webp'), before, before);
    shop.clock.advance(60);
    place('later.webp');
    await drop();
    expect(pictures()).toEqual([...photoFiles(VAN.name), 'job.jpg', 'logo.png', 'mop.webp', 'older.webp']);
    expect(lines.map(({ evt, count }) => [evt, count])).toEqual([['backup.unreadable', 2]]);
  });
});
