import { test as base, describe, expect } from 'vitest';
import { activity, orderItems } from '../../db/schema';
import type { Shop } from '../support/http';
import { ledgerOf, line, mailOf, ORDER, openStore, place, refusal, shelve, stockOf, traces } from '../support/storefront';

const test = base.extend('shop', () => openStore());

type Placing = Parameters<Shop['visitor']['store']['placeOrder']>[0];

describe('placing an order', () => {
  test('stores the order at the server’s prices, takes it out of stock and notifies both sides', async ({ shop }) => {
    const answer = await place(shop, { items: [line(1, 2), line(2, 3)], orderNotes: 'Ring twice.', paymentMethod: 'interac' });
    expect(answer).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      orderNumber: 'ORD-0001',
      createdAt: '2026-11-20T20:00:00.000Z',
      status: 'processing',
      customerName: ORDER.customerName,
      shippingAddress: ORDER.shippingAddress,
      paymentMethod: 'interac',
      paymentInstructions: expect.stringContaining('Interac e-Transfer'),
      paidDate: null,
      cancelReason: null,
      taxReading: 'checkout-12',
      subtotal: '47.40',
      taxAmount: '5.69',
      hstAmount: '5.69',
      pstAmount: '0.00',
      total: '53.09',
      totalAmount: '53.09',
      items: [
        { productId: 1, name: 'Squeegee', price: '19.95', quantity: 2 },
        { productId: 2, name: 'Soap', price: '2.50', quantity: 3 },
      ],
    });
    expect(await shop.visitor.store.getOrder({ id: answer.id })).toEqual(answer);
    expect(shop.rows(orderItems)).toMatchObject([{ costCents: 1090 }, { costCents: null }]);
    expect([stockOf(shop, 1), stockOf(shop, 2)]).toEqual([1, 47]);
    expect(ledgerOf(shop)[1]).toMatchObject({
      kind: 'sale',
      quantity: -2,
      stockAfter: 1,
      orderNumber: 1,
      actorKind: 'visitor',
      actorId: null,
    });
    expect(shop.rows(activity)).toMatchObject([{ verb: 'order.placed', entityType: 'order', entityId: '1', actorKind: 'visitor' }]);
    expect(JSON.stringify(shop.rows(activity))).not.toMatch(/Maria|Seymour/);
  });

  test('e-mails the details to the customer, and a link to the owner', async ({ shop }) => {
    const { id } = await place(shop, { items: [line(1, 2), line(2)], paymentMethod: 'cheque', orderNotes: 'Ring twice.' });
    const [customer, owner, ...others] = mailOf(shop);
    expect(others).toEqual([]);
    expect(customer).toMatchObject({
      purpose: 'order-received',
      to: ORDER.customerEmail,
      status: 'stored',
      relatedType: 'order',
      relatedId: 1,
    });
    for (const words of [
      'ORD-0001',
      '2 × Squeegee, $19.95 each: $39.90',
      '1 × Soap, $2.50 each: $2.50',
      'Subtotal: $42.40',
      'Tax: $5.09',
      'Total: $47.49',
      'How to pay (Cheque): Please make your cheque payable',
      ORDER.shippingAddress,
      `http://shop.test/order-confirmation/${id}`,
      'Sage & Pine Cleaning',
    ])
      expect(customer?.body).toContain(words);
    expect(owner).toMatchObject({ purpose: 'new-order', to: 'hello@sageandpine.example', relatedId: 1 });
    for (const words of ['ORD-0001', '$47.49', 'Maria Santos', ORDER.customerPhone, 'Ring twice.', 'http://shop.test/orders?order=1'])
      expect(`${owner?.subject}\n${owner?.body}`).toContain(words);
    expect(owner?.body).not.toContain(id);
  });

  test.for([
    ['cash', 'pending'],
    ['interac', 'processing'],
    ['direct-deposit', 'processing'],
    ['cheque', 'processing'],
  ] as const)('paid by %s begins as %s, whatever status is sent', async ([paymentMethod, status], { shop }) => {
    expect(await place(shop, { paymentMethod, ...({ status: 'delivered' } as object) })).toMatchObject({ status });
  });

  test('shows the payment instructions from the settings', async ({ shop }) => {
    const { paymentInstructions } = await shop.admin.settings.get();
    await shop.admin.settings.save({ paymentInstructions: { ...paymentInstructions, cash: 'Exact change, please.' } });
    expect(await place(shop)).toMatchObject({ paymentInstructions: 'Exact change, please.' });
    expect(mailOf(shop)[0]?.body).toContain('How to pay (Cash on Delivery): Exact change, please.');
  });

  test('keeps the name, price and cost of its lines when the product changes', async ({ shop }) => {
    const { id } = await place(shop);
    shop.db.$client.exec("update products set name = 'Other', price_cents = 1, cost_cents = 1");
    expect((await shop.visitor.store.getOrder({ id })).items).toEqual([{ productId: 1, name: 'Squeegee', price: '19.95', quantity: 1 }]);
    expect(shop.db.select().from(orderItems).get()?.costCents).toBe(1090);
  });

  test('merges several lines of one product', async ({ shop }) => {
    const answer = await place(shop, { items: [line(2, 2), line(1), line(2, 3, { price: '2.50' })] });
    expect(answer.items.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [2, 5],
      [1, 1],
    ]);
    expect(ledgerOf(shop, 2).map(({ quantity }) => quantity)).toEqual([50, -5]);
  });

  test('gives each order a number and an id that cannot be guessed', async ({ shop }) => {
    const placed = await Promise.all(Array.from({ length: 20 }, () => place(shop, { items: [line(2)] })));
    expect(placed.map(({ orderNumber }) => orderNumber)).toEqual(placed.map((_, index) => `ORD-${String(index + 1).padStart(4, '0')}`));
    expect(new Set(placed.map(({ id }) => id)).size).toBe(20);
  });
});

describe('taxes', () => {
  const sent = { subtotal: '19.95', taxAmount: '2.39', totalAmount: '22.34' };
  test.each([
    [{}, 'checkout-12', '2.39', '22.34'],
    [sent, 'checkout-12', '2.39', '22.34'],
    [{ subtotal: 19.95, taxAmount: 2.39, totalAmount: 22.34 }, 'checkout-12', '2.39', '22.34'],
    [{ taxAmount: '2.40', totalAmount: '22.35' }, 'checkout-12', '2.40', '22.35'],
    [{ taxAmount: '3.78', totalAmount: '23.74' }, 'cart-19', '3.78', '23.73'],
  ])('stores the taxes of %j as the customer saw them: %s', async (amounts, taxReading, taxAmount, total) => {
    expect(await place(openStore(), amounts)).toMatchObject({ taxReading, subtotal: '19.95', taxAmount, total, totalAmount: total });
  });

  test('taxes each product by its own flags', async ({ shop }) => {
    shelve(
      shop,
      { name: 'Book', price_cents: 1000, is_pst_taxable: 0 },
      { name: 'Gift card', price_cents: 5000, is_hst_taxable: 0, is_pst_taxable: 0 },
    );
    const items = [line(1), line(5), line(6)];
    expect(await place(shop, { items })).toMatchObject({ subtotal: '79.95', taxAmount: '3.59', taxReading: 'checkout-12' });
    expect(await place(shop, { items, taxAmount: '4.99' })).toMatchObject({ taxReading: 'cart-19', total: '84.94' });
  });

  test('stores both taxes apart, with the odd cent in the federal tax, even if the product changes later', async ({ shop }) => {
    await shop.admin.inventory.receive({ id: 1, quantity: 9 });
    const parts = async (amounts: Parameters<typeof place>[1]) => {
      const { hstAmount, pstAmount } = await place(shop, amounts);
      return [hstAmount, pstAmount];
    };
    expect(await parts({})).toEqual(['2.39', '0.00']);
    expect(await parts({ taxAmount: '3.79' })).toEqual(['2.39', '1.40']);
    expect(await parts({ taxAmount: '3.80' })).toEqual(['2.40', '1.40']);
    expect(await parts({ taxAmount: '3.78' })).toEqual(['2.38', '1.40']);
    await shop.admin.inventory.updateProduct({ id: 1, isPstTaxable: false });
    expect(await shop.admin.store.getStaffOrder({ orderNumber: 2 })).toMatchObject({ hstAmount: '2.39', pstAmount: '1.40' });
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await parts({})).toEqual(['1.00', '0.00']);
  });

  test('accepts a single tax reading if the settings say so', async ({ shop }) => {
    await shop.admin.settings.save({ taxRule: 'cart-19' });
    expect(await place(shop)).toMatchObject({ taxReading: 'cart-19', taxAmount: '3.79' });
    expect(await refusal(shop, sent)).toEqual(['CONFLICT', expect.stringContaining('The tax is now $3.79, not $2.39.')]);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const { id, ...order } = await place(shop);
    expect(order).toMatchObject({ taxReading: 'bc-current', taxAmount: '2.40' });
    // It keeps its taxes, whatever the owner decides later.
    await shop.admin.settings.save({ taxRule: 'documented' });
    expect(await shop.visitor.store.getOrder({ id })).toMatchObject({ taxReading: 'bc-current', taxAmount: '2.40' });
  });
});

describe('a rejected order writes nothing', () => {
  const fits = { subtotal: '19.95', taxAmount: '2.39', totalAmount: '22.34' };
  test.for<[string, Partial<Placing>, string, RegExp]>([
    ['a lower price', { items: [line(1, 1, { price: '0.01' })] }, 'CONFLICT', /^The price of Squeegee is now \$19\.95, not \$0\.01\./],
    ['a price of nothing', { items: [line(1, 1, { price: '0.00' })] }, 'CONFLICT', /Squeegee is now \$19\.95, not \$0\.00/],
    ['a wrong price on the second of two lines of it', { items: [line(1), line(1, 1, { price: 1 })] }, 'CONFLICT', /Squeegee/],
    ['a total two cents off', { ...fits, totalAmount: '22.32' }, 'CONFLICT', /total is now \$22\.34, not \$22\.32/],
    ['more than there is', { items: [line(2), line(1, 4)] }, 'CONFLICT', /^Not enough stock of Squeegee: 3 left, 4 wanted\.$/],
    ['more than there is over two lines', { items: [line(1, 2), line(2), line(1, 2)] }, 'CONFLICT', /Squeegee: 3 left, 4 wanted/],
    ['what is sold out', { items: [line(4)] }, 'CONFLICT', /^Not enough stock of Towels: 0 left, 1 wanted\.$/],
    ['what is no longer sold', { items: [line(1), line(3)] }, 'CONFLICT', /^Apron is no longer sold\.$/],
    ['what is no longer sold, before too few', { items: [line(3), line(1, 4)] }, 'CONFLICT', /^Apron is no longer sold\.$/],
    ['what never was', { items: [line(1), line(99)] }, 'NOT_FOUND', /^There is no product 99\.$/],
    ['what never was before a wrong price', { items: [line(1, 1, { price: 1 }), line(99)] }, 'NOT_FOUND', /product 99/],
    ['a thousand and one of one product', { items: [line(2, 1000), line(2, 1)] }, 'BAD_REQUEST', /at most 1000/],
  ])('%s', async ([_what, more, code, sentence], { shop }) => {
    const before = traces(shop);
    expect(await refusal(shop, more)).toEqual([code, expect.stringMatching(sentence)]);
    expect(traces(shop)).toEqual(before);
  });

  const FULL_PHONE = 'Please enter a full phone number, such as (250) 555-0142.';
  test.for<[string, object, string]>([
    ['customerName', { customerName: ' ' }, 'Missing Information: Please fill in all required fields.'],
    ['customerEmail', { customerEmail: 'nobody' }, 'Please enter a valid email address, such as name@example.com.'],
    ['customerPhone', { customerPhone: undefined }, 'Missing Information: Please fill in all required fields.'],
    ['customerPhone', { customerPhone: 'abc' }, FULL_PHONE],
    ['customerPhone', { customerPhone: '555-01' }, FULL_PHONE],
    ['customerPhone', { customerPhone: '12 34 56' }, FULL_PHONE],
    ['shippingAddress', { shippingAddress: '' }, 'Missing Information: Please fill in all required fields.'],
    ['paymentMethod', { paymentMethod: 'card' }, 'Payment Method Required: Please choose one of interac, direct-deposit, cash, cheque.'],
    ['items', { items: [] }, 'Empty Cart: Please add something to your cart first.'],
    ['items', { items: undefined }, 'Empty Cart: Please add something to your cart first.'],
    ['items', { items: Array.from({ length: 101 }, () => line(2)) }, 'Please order at most 100 different products at a time.'],
    ['items.0.quantity', { items: [line(1, 0)] }, 'Please give a whole quantity from 1 to 1000.'],
    ['items.0.quantity', { items: [line(1, -1)] }, 'Please give a whole quantity from 1 to 1000.'],
    ['items.0.quantity', { items: [line(1, 1.5)] }, 'Please give a whole quantity from 1 to 1000.'],
    ['items.0.quantity', { items: [line(1, 1001)] }, 'Please give a whole quantity from 1 to 1000.'],
    ['items.0.price', { items: [line(1, 1, { price: '-1' })] }, 'Please enter an amount such as 149.00.'],
    ['totalAmount', { totalAmount: 'free' }, 'Please enter an amount such as 149.00.'],
    ['idempotencyKey', { idempotencyKey: 'a b' }, 'Please send an Idempotency-Key of 1 to 200 plain characters.'],
    ['idempotencyKey', { idempotencyKey: 'x'.repeat(201) }, 'Please send an Idempotency-Key of 1 to 200 plain characters.'],
  ])('rejects an invalid %s: %j', async ([path, more, message], { shop }) => {
    const before = traces(shop);
    const issues = [{ path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)) }];
    await expect(place(shop, more)).rejects.toMatchObject({ code: 'BAD_REQUEST', message, cause: { issues } });
    expect(traces(shop)).toEqual(before);
  });

  test('rejects an order above the largest amount', async ({ shop }) => {
    shelve(shop, { name: 'Castle', price_cents: 9_999_999_999, stock_quantity: 1000 });
    expect(await refusal(shop, { items: [line(5, 1000)] })).toEqual(['BAD_REQUEST', 'Please order for at most $99,999,999.99 at a time.']);
  });

  test('writes nothing if one part of the order fails', async () => {
    for (const table of ['outbox', 'activity', 'stock_movements', 'order_items']) {
      const shop = openStore();
      const before = traces(shop);
      shop.db.$client.exec(`create trigger full before insert on ${table} begin select raise(abort, 'no'); end`);
      await expect(place(shop)).rejects.toThrow();
      expect(traces(shop), table).toEqual(before);
    }
  });

  test('rejects bots and the twenty-first order within an hour', async () => {
    const shop = openStore({ isLimited: true });
    expect(await refusal(shop, { website: 'http://spam.example' })).toEqual(['BAD_REQUEST', expect.any(String)]);
    for (let i = 0; i < 20; i++) await place(shop, { items: [line(2)] });
    expect(await refusal(shop, { items: [line(2)] })).toEqual(['TOO_MANY_REQUESTS', expect.any(String)]);
  });
});
