import { test as base, describe, expect } from 'vitest';
import { orderItems, orders } from '../../db/schema';
import { bodyOf, openOffice, parsePage, refusalOf, type Shop } from '../support/http';
import { line, mailOf, ORDER, openStore, place, shelve, stockOf } from '../support/storefront';

const test = base.extend('shop', () => openStore());

type Answer = Record<string, unknown> & { id: string; items: Record<string, unknown>[] };
const post = (shop: Shop, more: object = {}, headers: Record<string, string> = {}) =>
  shop.request('POST', '/api/orders', { body: { ...ORDER, ...more }, headers });
const items = (...lines: [productId: number, quantity: number][]) => ({
  items: lines.map(([productId, quantity]) => ({ productId, quantity })),
});
const rowsOf = (shop: Shop) => [orders, orderItems].map((table) => shop.rows(table).length);
const key = (value: string) => ({ 'idempotency-key': value });

describe('POST /api/orders', () => {
  test('returns 201 with the fields that the store and the checkout read', async ({ shop }) => {
    const more = {
      items: [{ productId: '1', quantity: '2', name: 'Squeegee', price: 19.95 }],
      subtotal: '39.90',
      taxAmount: '7.58',
      totalAmount: 47.48,
      status: 'processing',
      paymentMethod: 'direct-deposit',
      colour: 'blue',
    };
    const answer = await bodyOf<Answer>(await post(shop, more), 201);
    expect(answer).toMatchObject({
      id: expect.stringMatching(/^[\w-]{22}$/),
      orderNumber: 'ORD-0001',
      createdAt: '2026-11-20T20:00:00.000Z',
      status: 'processing',
      subtotal: '39.90',
      taxAmount: '7.58',
      total: '47.48',
      totalAmount: '47.48',
      taxReading: 'cart-19',
      items: [{ productId: 1, name: 'Squeegee', price: '19.95', quantity: 2 }],
    });
    const response = await shop.request('GET', `/api/orders/${answer.id}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await bodyOf(response, 200)).toEqual(answer);
  });

  test.for([
    [400, { customerEmail: 'nobody' }, 'customerEmail'],
    [400, items([2, 600], [2, 600]), 'items.1.quantity'],
    [404, items([99, 1]), undefined],
    [409, items([4, 1]), undefined],
  ] as const)('returns %i for %j and stores nothing', async ([status, more, path], { shop }) => {
    const { issues } = await refusalOf(await post(shop, more), status);
    expect(issues?.map((issue) => issue.path)).toEqual(path && [path]);
    expect([rowsOf(shop), stockOf(shop), mailOf(shop)]).toEqual([[0, 0], 3, []]);
  });

  test('rejects other sites and other methods', async ({ shop }) => {
    await refusalOf(await post(shop, {}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }), 403);
    await refusalOf(await shop.request('GET', '/api/orders'), 405);
    await refusalOf(await shop.request('DELETE', '/api/orders/1'), 405);
    expect(rowsOf(shop)).toEqual([0, 0]);
  });
});

describe('the customer of an order', () => {
  test('has a name of up to 120 characters and a postal code in the form of V2C 1A1', async ({ shop }) => {
    const customerName = `Maria ${'x'.repeat(114)}`;
    await bodyOf(await post(shop, { customerName, shippingAddress: '100 Victoria St, Kamloops, v2c1a1' }), 201);
    expect(shop.rows(orders)).toMatchObject([{ customerName, shippingAddress: '100 Victoria St, Kamloops, V2C 1A1' }]);
    expect((await refusalOf(await post(shop, { customerName: `${customerName}x` }), 400)).issues?.[0]?.path).toBe('customerName');
  });
});

describe('text that customers type', () => {
  const TEXTS = ['customerName', 'customerPhone', 'shippingAddress', 'orderNotes'] as const;
  test.for([
    "Robert'); DROP TABLE orders;--",
    '<script>alert(1)</script>',
    '=cmd|calc',
    '👩‍👩‍👧‍👦 Zoë',
    '  O’Neill  ',
    '\u202Egnp.exe',
    '$&{7*7}',
  ])('keeps %s unchanged', async (text, { shop }) => {
    const more = { ...Object.fromEntries(TEXTS.map((name) => [name, text])), customerPhone: `${text} 5550142` };
    const { id } = await bodyOf<Answer>(await post(shop, more), 201);
    expect(shop.db.select().from(orders).get()).toMatchObject(more);
    expect(await bodyOf(await shop.request('GET', `/api/orders/${id}`), 200)).toMatchObject({ customerName: text, shippingAddress: text });
    for (const { body } of mailOf(shop)) expect(body).toContain(text);
  });

  test.for([
    ['a list', ['x']],
    ['an object', { $ne: null }],
    ['a number', 12],
    ['a null byte', 'x\u0000'],
    ['half a character', '\ud800'],
    ['far too much', 'x'.repeat(5000)],
  ])('rejects %s in every field', async ([_what, value], { shop }) => {
    for (const field of [...TEXTS, 'customerEmail', 'paymentMethod'])
      expect((await refusalOf(await post(shop, { [field]: value }), 400)).issues?.map(({ path }) => path)).toEqual([field]);
    expect(rowsOf(shop)).toEqual([0, 0]);
  });

  test('cannot add a recipient or header by a line break', async ({ shop }) => {
    for (const field of ['customerName', 'customerEmail', 'customerPhone', 'shippingAddress'])
      await refusalOf(await post(shop, { [field]: 'maria@example.com\r\nBcc: everybody@example.com' }), 400);
    expect(mailOf(shop)).toEqual([]);
  });

  test.each([0, -1, 1.5, 2 ** 53, '1 OR 1=1', '', null, [1], { id: 1 }, true])('rejects %j as a product id', async (productId) => {
    const { issues } = await refusalOf(await post(openStore(), { items: [{ productId, quantity: 1 }] }), 400);
    expect(issues?.map(({ path }) => path)).toEqual(['items.0.productId']);
  });

  test('rejects lines that are no list', async ({ shop }) => {
    await refusalOf(await post(shop, { items: { length: 1 } }), 400);
  });
});

describe('Idempotency-Key', () => {
  test('returns 422 for another body, and 400 first for an invalid one', async ({ shop }) => {
    await bodyOf(await post(shop, {}, key('one')), 201);
    await refusalOf(await post(shop, { customerName: 'Jon Park' }, key('one')), 422);
    await refusalOf(await post(shop, { customerName: '' }, key('one')), 400);
    expect(rowsOf(shop)).toEqual([1, 1]);
  });

  test('is rejected when malformed, and ignored in the body', async ({ shop }) => {
    for (const value of ['x'.repeat(201), 'two words', 'caf\u00e9'])
      expect((await refusalOf(await post(shop, {}, key(value)), 400)).issues?.[0]?.path).toBe('idempotencyKey');
    for (let i = 0; i < 2; i++) await bodyOf(await post(shop, { idempotencyKey: 'one' }), 201);
    expect(rowsOf(shop)).toEqual([2, 2]);
  });
});

describe('GET /api/orders/{id}', () => {
  const RAW = ['%00', '%ff', '..%2f1', "'%20or%201=1"];
  const OTHERS = ['1', 'ORD-0001', ' ', 'x', 'A'.repeat(22), 'x'.repeat(3000), "' or 1=1 --", '%', '*', '__proto__', 'null', '٣', '👩‍👩‍👧'];
  test('returns 404 with the documented sentence for any other id', async ({ shop }) => {
    await bodyOf(await post(shop), 201);
    for (const id of [...RAW, ...OTHERS.map(encodeURIComponent)]) {
      const response = await shop.request('GET', `/api/orders/${id}`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await refusalOf(response, 404), id).toEqual({
        message: "Order Not Found: We couldn't find this order. Please check your order number.",
        code: 'NOT_FOUND',
      });
    }
  });
});

describe('GET /documents/packing-slip/{orderNumber}', () => {
  const EVIL = "<script>alert(1)</script>\"><img src=x onerror=alert(1)> & 'quoted'";
  async function openWithOrder() {
    const { shop, cookie, token } = await openOffice();
    shelve(shop, { name: EVIL, price_cents: 1995 }, { name: 'Soap', price_cents: 250, stock_quantity: 9 });
    await bodyOf(
      await post(shop, {
        ...items([1, 2], [2, 5]),
        customerName: EVIL,
        shippingAddress: '12 Seymour St, Kamloops',
        orderNotes: `Ring twice.\n${EVIL}`,
      }),
      201,
    );
    return {
      shop,
      token,
      get: (number = '1', headers: Record<string, string> = { cookie }) =>
        shop.request('GET', `/documents/packing-slip/${number}`, { headers }),
    };
  }

  test('prints address, items and quantities to tick off, without prices, and escapes what customers typed', async () => {
    const { get } = await openWithOrder();
    const response = await get();
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=UTF-8',
      'no-store',
    ]);
    const text = await response.text();
    const page = parsePage(text);
    expect([page.documentElement.lang, page.title]).toEqual(['en-CA', 'Packing slip ORD-0001 – Sage & Pine Cleaning']);
    for (const words of [
      'Sage & Pine Cleaning',
      '(250) 555-0142',
      'ORD-0001',
      'Friday, November 20, 2026',
      '12 Seymour St, Kamloops',
      ORDER.customerPhone,
      'Ring twice.',
      '7 pieces',
    ])
      expect(page.body.textContent).toContain(words);
    const lines = [...page.querySelectorAll('tbody tr')].map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
    expect(lines).toEqual([
      ['', '2', EVIL],
      ['', '5', 'Soap'],
    ]);
    expect(page.querySelectorAll('tbody input[type=checkbox]')).toHaveLength(2);
    expect(page.querySelector('button')?.textContent).toBe('Print');
    expect(text).toContain('@media print');
    for (const amount of ['19.95', '39.90', '2.50', '$', 'Subtotal']) expect(page.body.textContent).not.toContain(amount);
    // Customers' text stays text, and only the page's own script runs.
    expect(page.querySelectorAll('img:not(.logo), iframe, link:not([rel=icon]), [onerror]')).toHaveLength(0);
    expect(page.querySelectorAll('script')).toHaveLength(1);
    expect(page.body.textContent).toContain(EVIL);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; .*frame-ancestors 'none'/,
    );
    const hashOf = async (source: string | null | undefined) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source ?? ''))).toString('base64');
    for (const part of ['script', 'style']) expect(policy).toContain(`'sha256-${await hashOf(page.querySelector(part)?.textContent)}'`);
    expect(page.querySelectorAll('[style]')).toHaveLength(0);
  });

  test('of several orders are one document with a sheet each', async () => {
    const { shop, get } = await openWithOrder();
    await place(shop, { items: [line(2, 3)], customerName: 'Ada Wong' });
    const response = await get('1,2');
    const page = parsePage(await response.text());
    expect(page.title).toContain('2 packing slips');
    expect([...page.querySelectorAll('.sheet .number')].map(({ textContent }) => textContent)).toEqual(['ORD-0001', 'ORD-0002']);
    expect(page.querySelectorAll('main')).toHaveLength(1);
    expect(page.querySelectorAll('.sheet')[1]?.textContent).toContain('Ada Wong');
    expect(response.headers.get('content-disposition')).toContain('Packing-slips');
    expect((await get('1,2.pdf')).headers.get('content-type')).toBe('application/pdf');
    await refusalOf(await get('1,99'), 404);
    for (const numbers of ['1,', ',', Array.from({ length: 101 }, () => '1').join(',')]) await refusalOf(await get(numbers), 400);
  });

  test('of a cancelled order says that it must not be shipped', async () => {
    const { shop, get } = await openWithOrder();
    expect(await (await get()).text()).not.toContain('Do not send');
    await shop.admin.store.setOrderStatus({ orderNumber: 1, status: 'cancelled', reason: 'Test' });
    expect(await (await get()).text()).toContain('This order was cancelled. Do not send it.');
  });

  test('is for the office only', async () => {
    const { get, token } = await openWithOrder();
    for (const headers of [{}, { cookie: `tidyline-admin=${'x'.repeat(43)}` }] as Record<string, string>[]) {
      const response = await get('1', headers);
      expect(response.headers.get('cache-control')).toBe('no-store');
      await refusalOf(response, 401);
    }
    expect((await get('1', { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('returns 404 for an unknown order and 400 for what is no number', async () => {
    const { get } = await openWithOrder();
    await refusalOf(await get('99'), 404);
    for (const number of ['0', 'ORD-0001', '%ff']) await refusalOf(await get(number), 400);
  });
});
