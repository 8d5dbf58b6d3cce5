import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { stockMovements } from '../../db/schema';
import { CSV_REPORTS, csvPath } from '../../src/shared/inventory';
import { bodyOf, openOffice, refusalOf } from '../support/http';
import { ORDER, shelve } from '../support/storefront';

const MOP = { name: 'Mop', price: '12.50', category: 'Tools' };
type Product = Record<string, unknown>;

describe('the documented calls of the inventory', () => {
  test('create, change by PATCH and PUT, and delete a product', async () => {
    const { shop, call } = await openOffice();
    const made = await bodyOf<Product>(
      await call('POST', '/api/products', {
        ...MOP,
        costPrice: 10,
        stockQuantity: 4,
        profitMargin: '77',
        supplierName: 'Acme',
        unknown: 1,
      }),
      201,
    );
    expect(made).toMatchObject({ id: 1, price: '12.50', profitMargin: '20.00', stockQuantity: 4, reorderLevel: 5, isActive: true });
    expect(await bodyOf(await call('PATCH', '/api/products/1', { price: '20', stockQuantity: 6 }), 200)).toEqual({
      ...made,
      price: '20.00',
      profitMargin: '50.00',
      stockQuantity: 6,
    });
    expect(await bodyOf(await call('PUT', '/api/products/1', { name: 'Flat mop' }), 200)).toEqual({
      ...made,
      name: 'Flat mop',
      price: '20.00',
      profitMargin: '50.00',
      stockQuantity: 6,
    });
    expect(shop.rows(stockMovements)).toMatchObject([
      { kind: 'initial', quantity: 4 },
      { kind: 'adjust', quantity: 2 },
    ]);
    expect(await bodyOf(await call('DELETE', '/api/products/1'), 200)).toEqual({ success: true });
    expect(await bodyOf(await call('GET', '/api/products'), 200)).toEqual([]);
    await refusalOf(await call('DELETE', '/api/products/1'), 404);
  });

  test.each([
    ['POST', '/api/products', { price: '1', category: 'Tools' }, 400, 'Please fill in all required fields (name, price, category).'],
    ['PATCH', '/api/products/x', { price: 5 }, 400, 'Please give a valid id.'],
    ['PATCH', '/api/products/9', { price: 5 }, 404, 'This product does not exist.'],
    ['PUT', '/api/products/1', { stockQuantity: 9, stockWas: 2 }, 409, 'The stock of Squeegee is now 3, not 2. Please look again.'],
  ])('%s %s with %j returns %i: %s', async (method, path, body, status, message) => {
    const { shop, call } = await openOffice();
    shelve(shop, {});
    const before = shop.db.$client.serialize();
    expect((await refusalOf(await call(method, path, body), status)).message).toBe(message);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
});

/** Three squeegees were sold, two of them before their cost was known, and one order was cancelled. */
async function openBooks(now?: string) {
  const opened = await openOffice({ ...(now && { now }) });
  const { shop } = opened;
  shelve(
    shop,
    { name: 'Squeegee', price_cents: 2000, cost_cents: null, stock_quantity: 10, supplier_name: 'Acme', supplier_sku: 'A-1' },
    {
      name: 'soap',
      price_cents: 250,
      cost_cents: 300,
      stock_quantity: 4,
      category: 'Detergents',
      is_pst_taxable: 0,
      last_purchase_date: '2026-11-01',
    },
    { name: 'Bucket', price_cents: 900, cost_cents: null, stock_quantity: 0, category: 'tools', supplier_name: 'Acme' },
    { name: 'Apron', price_cents: 1000, stock_quantity: 2, is_active: 0, created_at: '2026-11-21T05:00:00.000Z' },
  );
  const order = (productId: number, quantity: number) => shop.visitor.store.placeOrder({ ...ORDER, items: [{ productId, quantity }] });
  await order(1, 2);
  await shop.admin.inventory.updateProduct({ id: 1, costPrice: '10.00' });
  await order(1, 1);
  await order(2, 2);
  await order(2, 1);
  await shop.admin.store.setOrderStatus({ orderNumber: 4, status: 'cancelled', reason: 'Ill' });
  const report = async (type: (typeof CSV_REPORTS)[number]) => {
    const response = await opened.call('GET', csvPath(type));
    expect(response.status).toBe(200);
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    return { response, rows: parse(text, { bom: true }) as string[][] };
  };
  return { ...opened, report };
}

describe('the reports as CSV', () => {
  test("are uncached files named by the company's day", async () => {
    const { report } = await openBooks('2026-11-21T06:59:00.000Z');
    for (const type of CSV_REPORTS) {
      const { headers } = (await report(type)).response;
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${type}-2026-11-20.csv"`);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  /** Margins and profits need a known cost, sales do not; categories are grouped regardless of spelling. */
  const REPORTS: Record<(typeof CSV_REPORTS)[number], string[]> = {
    summary: [
      'Metric,Value',
      'Total products,4',
      'Active,3',
      'Units,9',
      'Value at cost,76.00',
      'Value at price,145.00',
      'Potential gross profit,69.00',
      'Average margin %,15.00',
      'Low stock,1',
      'Out of stock,1',
      'Without cost,1',
      'Categories,2',
      'Generated at,2026-11-20 13:00',
      'Product without cost,Bucket',
    ],
    detailed: [
      'ID,Name,Category,Supplier,Supplier SKU,Cost,Price,Margin %,Rating,Stock,Reorder level,Status,Value at cost,Value at price,HST taxable,PST taxable,Last purchase,Active,Created',
      '4,Apron,Tools,,,10.90,10.00,-9.00,Poor,2,5,Low,21.80,20.00,Yes,Yes,,No,2026-11-20',
      '3,Bucket,tools,Acme,,,9.00,,n/a,0,5,Out of Stock,,0.00,Yes,Yes,,Yes,2026-11-20',
      '2,soap,Detergents,,,3.00,2.50,-20.00,Poor,2,5,Low,6.00,5.00,Yes,No,2026-11-01,Yes,2026-11-20',
      '1,Squeegee,Tools,Acme,A-1,10.00,20.00,50.00,Excellent,7,5,In Stock,70.00,140.00,Yes,Yes,,Yes,2026-11-20',
    ],
    'profit-analysis': [
      'Name,Category,Cost,Price,Unit profit,Margin %,Rating,Stock,Potential profit,Units sold,Revenue,Gross profit',
      'Apron,Tools,10.90,10.00,-0.90,-9.00,Poor,2,-1.80,0,0.00,0.00',
      'Bucket,tools,,9.00,,,n/a,0,,0,0.00,0.00',
      'soap,Detergents,3.00,2.50,-0.50,-20.00,Poor,2,-1.00,2,5.00,-1.00',
      'Squeegee,Tools,10.00,20.00,10.00,50.00,Excellent,7,70.00,3,60.00,',
    ],
    'low-stock': [
      'Name,Category,Stock,Reorder level,Status,Suggested quantity,Supplier,SKU,Cost,Order cost',
      'Bucket,tools,0,5,Out of Stock,10,Acme,,,',
      'soap,Detergents,2,5,Low,8,,,3.00,24.00',
    ],
    'category-report': [
      'Category,Products,Units,Value at cost,Value at price,Average margin %,Low,Out,Units sold,Revenue',
      'Detergents,1,2,6.00,5.00,-20.00,1,0,2,5.00',
      'Tools,2,7,70.00,140.00,50.00,0,1,3,60.00',
    ],
  };
  test('have the figures of products and sales, without cancelled orders', async () => {
    const { report } = await openBooks();
    for (const type of CSV_REPORTS) expect((await report(type)).rows, type).toEqual(REPORTS[type].map((line) => line.split(',')));
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1 (250) 555', "'+1 (250) 555"],
    ['-cmd|calc', "'-cmd|calc"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['=HYPERLINK("http://evil.example","x")', '\'=HYPERLINK("http://evil.example","x")'],
    ['Soap, "fine"', 'Soap, "fine"'],
    ['Crème à récurer', 'Crème à récurer'],
    ["'quoted", "'quoted"],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('writes %s as a name as %s', async (name, cell) => {
    const { call } = await openOffice();
    await bodyOf(await call('POST', '/api/products', { ...MOP, name, supplierName: name, category: name, costPrice: '20' }), 201);
    for (const type of CSV_REPORTS.filter((one) => one !== 'summary')) {
      const text = await (await call('GET', csvPath(type))).text();
      const [header = [], row = []] = parse(text, { bom: true }) as string[][];
      for (const column of ['Name', 'Category', 'Supplier'].filter((one) => header.includes(one)))
        expect([type, column, row[header.indexOf(column)]]).toEqual([type, column, cell]);
      // A loss stays a number.
      if (header.includes('Margin %')) expect(row[header.indexOf('Margin %')]).toBe('-60.00');
    }
  });

  test('returns 404 for other names', async () => {
    const { shop, call } = await openOffice();
    for (const path of ['/documents/inventory/everything.csv', '/documents/inventory/..%2Fsummary.csv', '/documents/inventory/toString'])
      expect((await refusalOf(await call('GET', path), 400)).message).toBe('Invalid report type');
    await refusalOf(await shop.request('GET', '/documents/inventory/everything.csv'), 401);
  });
});
