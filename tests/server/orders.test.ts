import { describe, expect, test } from 'vitest';
import { activity, orders } from '../../db/schema';
import { ORDER_STATUSES, ORDER_TRANSITIONS, type OrderStatus } from '../../src/shared/store-options';
import type { Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { ledgerFaults, ledgerOf, mailOf, ORDER, openStore, stockOf } from '../support/storefront';

type Placing = Parameters<Shop['visitor']['store']['placeOrder']>[0];
const place = (shop: Shop, more: Partial<Placing> = {}) => shop.visitor.store.placeOrder({ ...ORDER, ...more });
/** A shop with one order of two squeegees and a soap, paid by cash. */
async function openWithOrder() {
  const shop = openStore();
  const placed = await place(shop, {
    items: [
      { productId: 1, quantity: 2 },
      { productId: 2, quantity: 1 },
    ],
    orderNotes: 'Ring twice.',
  });
  return {
    shop,
    placed,
    setStatus: (status: OrderStatus, reason?: string) => shop.admin.store.setOrderStatus({ orderNumber: 1, status, reason }),
  };
}
const numbersOf = async (shop: Shop, input: Parameters<Shop['admin']['store']['listOrders']>[0] = {}) =>
  (await shop.admin.store.listOrders(input)).rows.map(({ orderNumber }) => orderNumber);
const purposes = (shop: Shop) => mailOf(shop).map(({ purpose }) => purpose);

describe('an order by its address', () => {
  test.each([
    '1',
    'ORD-0001',
    '',
    ' ',
    'x',
    'A'.repeat(22),
    'A'.repeat(5000),
    "' or 1=1 --",
    '%',
    '*',
    '__proto__',
    'null',
    '\u0000',
    '../1',
    '👩‍👩‍👧',
  ])('%j matches nothing and gets the documented sentence', async (id) => {
    const { shop } = await openWithOrder();
    await expect(shop.visitor.store.getOrder({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: "Order Not Found: We couldn't find this order. Please check your order number.",
    });
  });

  test('is found by all of it only, in its own case', async () => {
    const { shop, placed } = await openWithOrder();
    expect((await shop.visitor.store.getOrder({ id: placed.id })).orderNumber).toBe('ORD-0001');
    for (const id of [placed.id.slice(1), `${placed.id} `, placed.id.replace(/[a-z]/, (letter) => letter.toUpperCase())])
      await expect(shop.visitor.store.getOrder({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('follows the order through its states, and tells nobody how to reach the customer', async () => {
    const { shop, placed, setStatus } = await openWithOrder();
    await setStatus('processing');
    const order = await shop.visitor.store.getOrder({ id: placed.id });
    expect(order).toEqual({ ...placed, status: 'processing' });
    expect(JSON.stringify(order)).not.toMatch(/maria@|555-0133|Ring twice|cost/);
  });

  test('after thirty misses in ten minutes is refused, and a hit costs nothing', async () => {
    const shop = openStore({ isLimited: true });
    const { id } = await place(shop);
    for (let i = 0; i < 40; i++) await shop.visitor.store.getOrder({ id });
    for (let i = 0; i < 30; i++) await expect(shop.visitor.store.getOrder({ id: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.store.getOrder({ id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('the states of an order', () => {
  const PATHS: Record<OrderStatus, OrderStatus[]> = {
    pending: [],
    processing: ['processing'],
    shipped: ['processing', 'shipped'],
    delivered: ['processing', 'shipped', 'delivered'],
    cancelled: ['cancelled'],
  };
  const steps = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

  test.each(steps.filter(([from, to]) => ORDER_TRANSITIONS[from].includes(to)))('%s may become %s', async (from, to) => {
    const { shop, setStatus } = await openWithOrder();
    for (const status of PATHS[from]) await setStatus(status, 'Test');
    shop.clock.advance(5);
    const order = await setStatus(to, 'Test');
    const at = '2026-11-20T20:05:00.000Z';
    expect(order).toMatchObject({ status: to, updatedAt: at });
    if (to === 'shipped') expect(order.shippedAt).toBe(at);
    if (to === 'delivered') expect(order.deliveredAt).toBe(at);
    if (to === 'cancelled') expect(order).toMatchObject({ cancelledAt: at, cancelReason: 'Test', shippedAt: null });
    expect(await shop.admin.store.getStaffOrder({ orderNumber: 1 })).toEqual(order);
    expect(shop.db.select().from(activity).all().at(-1)).toMatchObject({ verb: `order.${to}`, entityId: '1', data: `{"from":"${from}"}` });
  });

  test.each(steps.filter(([from, to]) => from !== to && !ORDER_TRANSITIONS[from].includes(to)))('%s cannot become %s', async (from, to) => {
    const { shop, setStatus } = await openWithOrder();
    for (const status of PATHS[from]) await setStatus(status, 'Test');
    const before = shop.db.$client.serialize();
    await expect(setStatus(to, 'Test')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `An order that is ${from} cannot become ${to}.`,
    });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test.each(ORDER_STATUSES)('%s again changes nothing', async (status) => {
    const { shop, setStatus } = await openWithOrder();
    for (const step of PATHS[status]) await setStatus(step, 'Test');
    shop.clock.advance(5);
    const before = shop.db.$client.serialize();
    expect((await setStatus(status)).status).toBe(status);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('a cancellation wants its reason', async () => {
    const { shop, setStatus } = await openWithOrder();
    for (const reason of [undefined, '', '  ']) {
      const refused = await setStatus('cancelled', reason).catch((error: { code: string; cause: { issues: unknown } }) => error);
      expect(refused).toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: 'reason', message: 'Please give a reason.' }] } });
    }
    expect([stockOf(shop), shop.db.select().from(orders).get()?.status]).toEqual([1, 'pending']);
  });

  test('a cancellation puts everything back once, also what is no longer sold', async () => {
    const { shop, setStatus } = await openWithOrder();
    shop.db.$client.exec('update products set is_active = 0 where id = 1');
    await Promise.all(Array.from({ length: 20 }, () => setStatus('cancelled', 'Changed their mind')));
    expect([stockOf(shop, 1), stockOf(shop, 2)]).toEqual([3, 50]);
    expect(ledgerOf(shop).map(({ kind, quantity, orderNumber }) => [kind, quantity, orderNumber])).toEqual([
      ['initial', 3, null],
      ['sale', -2, 1],
      ['cancel', 2, 1],
    ]);
    expect(ledgerFaults(shop)).toEqual([]);
  });

  test('an order that does not exist has none', async () => {
    const { admin } = openStore();
    for (const call of [
      () => admin.store.getStaffOrder({ orderNumber: 1 }),
      () => admin.store.setOrderStatus({ orderNumber: 1, status: 'shipped' }),
      () => admin.store.setOrderPayment({ orderNumber: 1, paid: null }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This order does not exist.' });
  });
});

describe('the customer is told', () => {
  test('when it leaves the house, with what is still to pay', async () => {
    const { shop, placed, setStatus } = await openWithOrder();
    await setStatus('processing');
    await setStatus('shipped');
    expect(purposes(shop)).toEqual(['order-received', 'new-order', 'order-shipped']);
    const message = mailOf(shop)[2];
    expect(message).toMatchObject({
      to: ORDER.customerEmail,
      subject: 'Your order ORD-0001 is on its way',
      relatedType: 'order',
      relatedId: 1,
    });
    for (const words of [ORDER.shippingAddress, '2 × Squeegee', '1 × Soap', `Amount due (Cash on Delivery): $${placed.total}`, placed.id])
      expect(message?.body).toContain(words);
    await setStatus('delivered');
    expect(purposes(shop)).toHaveLength(3);
  });

  test('that nothing is to pay any more where it was paid', async () => {
    const { shop, setStatus } = await openWithOrder();
    await shop.admin.store.setOrderPayment({ orderNumber: 1, paid: { method: 'cash', date: '2026-11-20' } });
    await setStatus('processing');
    await setStatus('shipped');
    expect(mailOf(shop)[2]?.body).not.toContain('Amount due');
  });

  test.each([
    [null, 'there is nothing to pay'],
    [
      { method: 'interac', date: '2026-11-19' },
      'We received your payment of $47.49 on Thursday, November 19, 2026 and will return it in full.',
    ],
  ] as const)('when it is cancelled, why, and about the money (paid: %j)', async (paid, money) => {
    const { shop, setStatus } = await openWithOrder();
    await shop.admin.store.setOrderPayment({ orderNumber: 1, paid });
    await setStatus('cancelled', 'The squeegees were damaged.');
    await setStatus('cancelled', 'Once more');
    expect(purposes(shop)).toEqual(['order-received', 'new-order', 'order-cancelled']);
    for (const words of ['Reason: The squeegees were damaged.', money]) expect(mailOf(shop)[2]?.body).toContain(words);
  });
});

describe('the paid mark', () => {
  const pay = (shop: Shop, paid: { method: 'cash' | 'e-transfer' | 'card'; date: string } | null) =>
    shop.admin.store.setOrderPayment({ orderNumber: 1, paid });

  test('is set, changed and taken away, and the same again changes nothing', async () => {
    const { shop } = await openWithOrder();
    expect(await pay(shop, { method: 'cash', date: '2026-11-20' })).toMatchObject({
      paidMethod: 'cash',
      paidDate: '2026-11-20',
      status: 'pending',
    });
    expect(await pay(shop, { method: 'e-transfer', date: '2026-11-18' })).toMatchObject({
      paidMethod: 'e-transfer',
      paidDate: '2026-11-18',
    });
    const before = shop.db.$client.serialize();
    await pay(shop, { method: 'e-transfer', date: '2026-11-18' });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    expect(await pay(shop, null)).toMatchObject({ paidMethod: null, paidDate: null });
    expect(
      shop.db
        .select()
        .from(activity)
        .all()
        .map(({ verb }) => verb)
        .filter((verb) => verb.startsWith('order')),
    ).toEqual(['order.placed', 'order.paid', 'order.paid', 'order.unpaid']);
  });

  test("is never in the future of the company's day", async () => {
    const { shop } = await openWithOrder();
    // Half past eleven at night in Kamloops; in Greenwich it is tomorrow.
    shop.clock.at = new Date('2026-11-21T06:30:00.000Z');
    const refused = await pay(shop, { method: 'cash', date: '2026-11-21' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', cause: { issues: [{ path: 'paid.date' }] } });
    expect(await pay(shop, { method: 'cash', date: '2026-11-20' })).toMatchObject({ paidDate: '2026-11-20' });
  });

  test('is not set on an order that was cancelled unpaid, and is kept or taken away on one that was paid', async () => {
    const { shop, setStatus } = await openWithOrder();
    await setStatus('cancelled', 'Test');
    await expect(pay(shop, { method: 'cash', date: '2026-11-20' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await pay(shop, null)).toMatchObject({ paidDate: null });
    const paid = await openWithOrder();
    await pay(paid.shop, { method: 'cash', date: '2026-11-20' });
    expect(await paid.setStatus('cancelled', 'Test')).toMatchObject({ paidDate: '2026-11-20' });
    expect(await pay(paid.shop, null)).toMatchObject({ paidDate: null, status: 'cancelled' });
  });

  test.each([
    { method: 'shells', date: '2026-11-20' },
    { method: 'cash', date: '2026-02-30' },
    { method: 'cash', date: 'today' },
    { method: 'cash' },
  ])('%j is none', async (paid) => {
    const { shop } = await openWithOrder();
    await expect(pay(shop, paid as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('the list of the office', () => {
  test('shows all of an order, newest first, in pages', async () => {
    const { shop } = await openWithOrder();
    for (let i = 0; i < 4; i++) await place(shop, { items: [{ productId: 2, quantity: 1 }] });
    const first = await shop.admin.store.listOrders({ limit: 2 });
    expect([first.rows.map(({ orderNumber }) => orderNumber), first.nextCursor]).toEqual([[5, 4], 4]);
    const last = await shop.admin.store.listOrders({ limit: 3, cursor: 4 });
    expect([last.rows.map(({ orderNumber }) => orderNumber), last.nextCursor]).toEqual([[3, 2, 1], null]);
    expect(last.rows[2]).toEqual(await shop.admin.store.getStaffOrder({ orderNumber: 1 }));
    expect(last.rows[2]).toMatchObject({
      orderNumber: 1,
      customerEmail: ORDER.customerEmail,
      customerPhone: ORDER.customerPhone,
      orderNotes: 'Ring twice.',
      paidDate: null,
      items: [
        { name: 'Squeegee', quantity: 2 },
        { name: 'Soap', quantity: 1 },
      ],
    });
  });

  test('by status and by what is paid; what waits for its money was not cancelled', async () => {
    const { shop } = await openWithOrder();
    for (const paymentMethod of ['cheque', 'cash', 'interac'] as const)
      await place(shop, { paymentMethod, items: [{ productId: 2, quantity: 1 }] });
    await shop.admin.store.setOrderPayment({ orderNumber: 2, paid: { method: 'cheque', date: '2026-11-20' } });
    await shop.admin.store.setOrderStatus({ orderNumber: 3, status: 'cancelled', reason: 'Test' });
    expect(await numbersOf(shop)).toEqual([4, 3, 2, 1]);
    expect(await numbersOf(shop, { status: 'processing' })).toEqual([4, 2]);
    expect(await numbersOf(shop, { status: 'shipped' })).toEqual([]);
    expect(await numbersOf(shop, { isPaid: true })).toEqual([2]);
    expect(await numbersOf(shop, { isPaid: false })).toEqual([4, 1]);
    expect(await numbersOf(shop, { isPaid: false, status: 'cancelled' })).toEqual([3]);
    expect(await numbersOf(shop, { isPaid: false, status: 'processing', search: 'maria', cursor: 9 })).toEqual([4]);
    expect(await shop.admin.store.countOrders()).toEqual({
      byStatus: { pending: 1, processing: 2, shipped: 0, delivered: 0, cancelled: 1 },
      unpaid: 2,
    });
  });

  test('of a shop without orders is empty', async () => {
    const shop = openStore();
    expect(await shop.admin.store.listOrders({ search: '1' })).toEqual({ rows: [], nextCursor: null });
    expect((await shop.admin.store.countOrders()).unpaid).toBe(0);
  });

  const searched = openStore();
  for (const [index, [name, email, phone]] of [
    ['Zoë Ångström', 'zoe@example.com', '250-555-0101'],
    ['Li Wu', 'li@example.org', '250-555-0102'],
    ['Jon Park', 'park@example.com', '250-555-0103'],
  ].entries())
    insertRow(searched.db, 'orders', {
      order_number: index + 10,
      public_id: `${index}`.repeat(22),
      customer_name: name ?? '',
      customer_email: email ?? '',
      customer_phone: phone ?? '',
      updated_at: 'x',
    });
  test.each([
    ['angstrom', [10]],
    ['ZOË ång', [10]],
    ['example.com', [12, 10]],
    ['555-0102', [11]],
    ['li wu', [11]],
    ['li', [11]],
    ['WU', [11]],
    ['pa ex', [12]],
    ['ORD-0012', [12]],
    ['ord-12', [12]],
    ['ORD-0001', []],
    ['ORD-0012 park', [12]],
    ['ORD-0012 zoe', []],
    ['12', [12]],
    // A number of an order, and a part of two phone numbers.
    ['10', [12, 11, 10]],
    ['0012', [12]],
    ['%', []],
    ['"', []],
    ['[', []],
    ['nobody', []],
  ])('for %j finds %j', async (search, numbers) => {
    expect(await numbersOf(searched, { search })).toEqual(numbers);
  });

  test('looks for short words among the newest five thousand only', async () => {
    const shop = openStore();
    for (const [orderNumber, publicId] of [
      [1, 'a'],
      [2, 'b'],
      [5002, 'c'],
    ] as const)
      insertRow(shop.db, 'orders', { order_number: orderNumber, public_id: publicId.repeat(22), customer_name: 'Li Wu', updated_at: 'x' });
    expect(await numbersOf(shop, { search: 'li' })).toEqual([5002]);
    expect(await numbersOf(shop, { search: 'li', cursor: 5002 })).toEqual([]);
    insertRow(shop.db, 'orders', { order_number: 4999, public_id: 'd'.repeat(22), customer_name: 'Li', updated_at: 'x' });
    expect(await numbersOf(shop, { search: 'li', limit: 1, cursor: 5002 })).toEqual([4999]);
  });

  test.each([{ limit: 0 }, { limit: 101 }, { status: 'lost' }, { cursor: 0 }, { search: 'x'.repeat(101) }])(
    '%j is refused',
    async (input) => {
      await expect(openStore().admin.store.listOrders(input as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

test('an open screen hears of each change of an order once', async () => {
  const { shop, setStatus } = await openWithOrder();
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  await place(shop, {
    items: [
      { productId: 1, quantity: 1 },
      { productId: 2, quantity: 1 },
    ],
  });
  await shop.admin.store.setOrderPayment({ orderNumber: 1, paid: { method: 'cash', date: '2026-11-20' } });
  await setStatus('processing');
  await setStatus('processing');
  expect(topics.toSorted()).toEqual(['messages', 'money', 'store', 'store', 'store']);
});

test.each(['visitor', 'member'] as const)('a %s sees no list and changes no order', async (kind) => {
  const { shop } = await openWithOrder();
  const code = kind === 'visitor' ? 'UNAUTHORIZED' : 'FORBIDDEN';
  const before = shop.db.$client.serialize();
  for (const call of [
    () => shop[kind].store.listOrders({}),
    () => shop[kind].store.countOrders(),
    () => shop[kind].store.getStaffOrder({ orderNumber: 1 }),
    () => shop[kind].store.setOrderStatus({ orderNumber: 1, status: 'processing' }),
    () => shop[kind].store.setOrderPayment({ orderNumber: 1, paid: null }),
  ])
    await expect(call()).rejects.toMatchObject({ code });
  expect(shop.db.$client.serialize().equals(before)).toBe(true);
});
