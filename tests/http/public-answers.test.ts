import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { PublicAnswer, PublicAnswers } from '../../src/server/http/answers/public-answers';
import { bookSlot, DAY, slotOf } from '../support/booking';
import { FileShop } from '../support/file-shop';
import { bodyOf } from '../support/http';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

type Product = { name: string; stockQuantity: number; costCents?: number };
type Slot = { id: number; timeSlot: string; isAvailable: boolean; currentBookings: number };
const productsOf = async (shop: Shop) => bodyOf<Product[]>(await shop.request('GET', '/api/products'), 200);
const slotsOf = async (shop: Shop, date: string) => bodyOf<Slot[]>(await shop.request('GET', `/api/appointment-slots?date=${date}`), 200);

const onFile = new FileShop();

describe('the response cache', () => {
  test('reads the database once and again after any change', async ({ shop }) => {
    insertRow(shop.db, 'products', { name: 'Soap', stock_quantity: 5 });
    let reads = 0;
    shop.db.$client.function('counted', () => {
      reads += 1;
      return 1;
    });
    shop.db.$client.exec('alter table products rename to kept_products');
    shop.db.$client.exec('create temp view products as select * from kept_products where counted()');
    for (let i = 0; i < 5; i++) expect(await productsOf(shop)).toMatchObject([{ name: 'Soap', stockQuantity: 5 }]);
    expect(reads).toBe(1);
    shop.db.$client.exec('update kept_products set stock_quantity = 4');
    expect(await productsOf(shop)).toMatchObject([{ stockQuantity: 4 }]);
    expect(reads).toBe(2);
  });

  test('skips an answer when data changes while it is made', async ({ shop }) => {
    const answers = new PublicAnswers(shop.ctx);
    const answer = async (text: string, meanwhile = () => {}) => {
      const made = await answers.get('data', '/api/list', async () => {
        await Promise.resolve();
        meanwhile();
        return new PublicAnswer(200, {}, text);
      });
      answers.addUrl('data', '/api/list', made);
      const { body } = await made.encode('identity');
      return [body.toString(), answers.findByUrl('/api/list')?.find('identity')?.body.toString()];
    };
    expect(await answer('before', () => insertRow(shop.db, 'products'))).toEqual(['before', undefined]);
    expect(await answer('after')).toEqual(['after', 'after']);
    expect(await answer('never made')).toEqual(['after', 'after']);
  });

  test('expires after a change by another process', async () => {
    const { shop } = onFile;
    insertRow(shop.db, 'products', { name: 'Soap', stock_quantity: 5 });
    expect(await productsOf(shop)).toMatchObject([{ stockQuantity: 5 }]);
    const other = new Database(onFile.inside('tidyline.db'));
    other.exec('update products set stock_quantity = 3');
    other.close();
    expect(await productsOf(shop)).toMatchObject([{ stockQuantity: 3 }]);
  });

  test('shows a booking at once, and a started window with its minute', async ({ shop }) => {
    const { id } = await slotOf(shop);
    await slotsOf(shop, DAY);
    await bookSlot(shop, id);
    expect((await slotsOf(shop, DAY)).find((slot) => slot.id === id)).toMatchObject({ currentBookings: 1 });
    const today = '2026-11-20';
    const isNextFree = async () => (await slotsOf(shop, today)).find(({ timeSlot }) => timeSlot === '14:00-16:00')?.isAvailable;
    shop.clock.at = new Date('2026-11-20T20:59:59.000Z');
    expect(await isNextFree()).toBe(true);
    shop.clock.at = new Date('2026-11-20T21:00:00.000Z');
    expect(await isNextFree()).toBe(false);
  });

  test('keeps the cursor, and is bypassed for the office', async ({ shop }) => {
    for (const name of ['Broom', 'Soap']) insertRow(shop.db, 'products', { name, cost_cents: 100 });
    for (let i = 0; i < 2; i++) {
      const page = await shop.request('GET', '/api/products?limit=1');
      expect([page.headers.get('x-next-cursor'), page.headers.get('content-type')]).toEqual(['1', 'application/json']);
      expect(await page.text()).not.toContain('cost');
    }
    const { token } = await shop.logIn();
    expect(await (await shop.request('GET', '/api/products?limit=1', { token })).text()).toContain('cost');
    expect(await (await shop.request('GET', '/api/products?limit=1')).text()).not.toContain('cost');
  });
});
