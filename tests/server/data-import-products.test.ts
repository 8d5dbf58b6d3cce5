import { describe, expect } from 'vitest';
import { products, stockMovements } from '../../db/schema';
import { bringIn, exportOf, type Shop, told } from '../support/imports';
import { insertRow } from '../support/rows';
import { test } from '../support/shop-test';

describe('products from a file', () => {
  test('are created and changed, and the stock ledger stays correct', async ({ shop }) => {
    insertRow(shop.db, 'products');
    const file = [
      'name;Price;Category;Cost Price;Stock quantity;Stock was;isActive',
      'SQUEEGEE;21.50;Tools;;5;3;false',
      'Mop;12;Tools;6.25;7;;',
      'Bucket;8.00;Tools;;;;true',
    ].join('\n');
    const report = await bringIn(shop, 'products', file);
    expect(told(report)).toEqual([
      [2, 'update', 'SQUEEGEE', 'name', 'price', 'costPrice', 'stockQuantity', 'isActive'],
      [3, 'create', 'Mop'],
      [4, 'create', 'Bucket'],
    ]);
    expect(shop.rows(products)).toMatchObject([
      { id: 1, name: 'SQUEEGEE', priceCents: 2150, costCents: null, stockQuantity: 5, isActive: false, isHstTaxable: true },
      { id: 2, name: 'Mop', priceCents: 1200, costCents: 625, stockQuantity: 7, reorderLevel: 5, isActive: true },
      { id: 3, name: 'Bucket', priceCents: 800, stockQuantity: 0, isActive: true },
    ]);
    expect(shop.rows(stockMovements)).toMatchObject([
      { productId: 1, kind: 'revaluation', quantity: 0, stockAfter: 3, note: 'Imported' },
      { productId: 1, kind: 'adjust', quantity: 2, stockAfter: 5 },
      { productId: 2, kind: 'initial', quantity: 7, stockAfter: 7 },
    ]);
  });

  test('report errors by row, and keep the stock if its column is missing', async ({ shop }) => {
    insertRow(shop.db, 'products');
    const wrong = await bringIn(shop, 'products', 'name,price,category,stockQuantity\nMop,cheap,Tools,1\nSqueegee,,Tools,-1');
    expect(told(wrong)).toEqual([
      [2, 'error', 'Mop', 'price: Please enter a valid price amount.'],
      [3, 'error', 'Squeegee', expect.stringMatching(/^price: /), 'stockQuantity: Please enter a whole number of at least 0.'],
    ]);
    expect((await bringIn(shop, 'products', 'name,price\nSqueegee,30')).isWritten).toBe(true);
    expect(shop.rows(products)).toMatchObject([{ priceCents: 3000, stockQuantity: 3 }]);
    expect(shop.rows(stockMovements)).toEqual([]);
  });
});

describe('the stock in a file', () => {
  const stocks = (shop: Shop) => shop.rows(products).map(({ priceCents, stockQuantity }) => [priceCents, stockQuantity]);
  const sellOne = (shop: Shop) => shop.db.$client.exec('update products set stock_quantity = stock_quantity - 1');

  test('is ignored for an existing product without a stockWas value, and the row reports that', async ({ shop }) => {
    insertRow(shop.db, 'products');
    const file = 'name,price,stockQuantity\nSqueegee,30,9';
    const words = 'stockQuantity: ignored, since the file has no column stockWas. The stock stays at 3.';
    expect(told(await bringIn(shop, 'products', file))).toEqual([[2, 'update', 'Squeegee', 'price', words]]);
    expect(told(await bringIn(shop, 'products', file))).toEqual([[2, 'unchanged', 'Squeegee', words]]);
    expect([stocks(shop), shop.rows(stockMovements)]).toEqual([[[3000, 3]], []]);
  });

  test('does not undo a sale after the export: the row is rejected until a person checks it', async ({ shop }) => {
    insertRow(shop.db, 'products');
    const exported = exportOf(shop, 'products');
    sellOne(shop);
    const report = await bringIn(shop, 'products', exported.replace('19.95', '30.00'));
    expect(told(report)).toEqual([[2, 'error', 'Squeegee', 'stockWas: The stock is now 2, not 3. Please look again.']]);
    expect(stocks(shop).map(([, stock]) => stock)).toEqual([2]);
  });

  test.for([
    ['', 'stockWas: Please say which stock you began with. It is 3 now.'],
    ['few', 'stockWas: The stock is now 3, not few. Please look again.'],
    ['4', 'stockWas: The stock is now 3, not 4. Please look again.'],
  ])('is rejected with a stockWas of %j unless the row keeps the stock', async ([was, message], { shop }) => {
    insertRow(shop.db, 'products');
    const rowOf = async (stock: string) => told(await bringIn(shop, 'products', `name,stockQuantity,stockWas\nSqueegee,${stock},${was}`));
    expect(await rowOf('9')).toEqual([[2, 'error', 'Squeegee', message]]);
    for (const same of ['3', '']) expect(await rowOf(same)).toEqual([[2, 'unchanged', 'Squeegee']]);
  });

  test('is accepted with the current stock as stockWas, as an export has it', async ({ shop }) => {
    insertRow(shop.db, 'products');
    const exported = exportOf(shop, 'products');
    expect(exported.split('\r\n')[0]).toContain(',stockQuantity,stockWas,');
    const counted = exported.replace(',3,3,', ',8,3,');
    expect(counted).not.toBe(exported);
    expect(told(await bringIn(shop, 'products', counted))).toEqual([[2, 'update', 'Squeegee', 'stockQuantity']]);
    expect(shop.rows(stockMovements)).toMatchObject([{ kind: 'adjust', quantity: 5, stockAfter: 8 }]);
  });
});

test('matches a product by its name without surrounding blanks, in one file and in the next', async ({ shop }) => {
  const file = (name: string) => `name,price,category\n${name},12.00,Tools`;
  expect(told(await bringIn(shop, 'products', `${file('Mop X ')}\nMop X,13,Tools`)).at(-1)).toEqual([
    3,
    'error',
    'Mop X',
    'Row 2 is about the same.',
  ]);
  for (const name of ['Mop X ', ' mop x', 'Mop X']) expect((await bringIn(shop, 'products', file(name))).isWritten).toBe(true);
  expect(shop.rows(products).map(({ name }) => name)).toEqual(['Mop X']);
});
