import { describe, expect, test } from 'vitest';
import { activity, orders } from '../../db/schema';
import { ORDER_STATUSES, ORDER_TRANSITIONS, type OrderStatus } from '../../src/shared/store-options';
import type { Shop } from '../support/http';
import { ledgerFaults, ledgerOf, line, mailOf, ORDER, openStore, openWithOrder, place, stockOf } from '../support/storefront';
import { untyped } from '../support/untyped';

const purposes = (shop: Shop) => mailOf(shop).map(({ purpose }) => purpose);

describe('finding an order by its public id', () => {
  test('matches the whole id, case-sensitively', async () => {
    const { shop, placed } = await openWithOrder();
    expect((await shop.visitor.store.getOrder({ id: placed.id })).orderNumber).toBe('ORD-0001');
    for (const id of [placed.id.slice(1), `${placed.id} `, placed.id.replace(/[a-z]/, (letter) => letter.toUpperCase())])
      await expect(shop.visitor.store.getOrder({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('shows the current status without the customer’s contact details', async () => {
    const { shop, placed, setStatus } = await openWithOrder();
    await setStatus('processing');
    const order = await shop.visitor.store.getOrder({ id: placed.id });
    expect(order).toEqual({ ...placed, status: 'processing' });
    expect(JSON.stringify(order)).not.toMatch(/maria@|555-0133|Ring twice|cost/);
  });

  test('rejects lookups after thirty misses in ten minutes; hits do not count', async () => {
    const shop = openStore({ isLimited: true });
    const { id } = await place(shop);
    for (let i = 0; i < 40; i++) await shop.visitor.store.getOrder({ id });
    for (let i = 0; i < 30; i++) await expect(shop.visitor.store.getOrder({ id: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.store.getOrder({ id })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('the statuses of an order', () => {
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
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: `order.${to}`, entityId: '1', data: `{"from":"${from}"}` });
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

  test.each(ORDER_STATUSES)('setting %s again changes nothing', async (status) => {
    const { shop, setStatus } = await openWithOrder();
    for (const step of PATHS[status]) await setStatus(step, 'Test');
    shop.clock.advance(5);
    const before = shop.db.$client.serialize();
    expect((await setStatus(status)).status).toBe(status);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('requires a reason for a cancellation', async () => {
    const { shop, setStatus } = await openWithOrder();
    for (const reason of [undefined, '', '  ']) {
      const issues = [{ path: 'reason', message: 'Please give a reason.' }];
      await expect(setStatus('cancelled', reason)).rejects.toMatchObject({ code: 'BAD_REQUEST', cause: { issues } });
    }
    expect([stockOf(shop), shop.db.select().from(orders).get()?.status]).toEqual([1, 'pending']);
  });

  test('a cancellation returns all goods to stock once, including retired products', async () => {
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

  test('rejects a status for an unknown order', async () => {
    const { admin } = openStore();
    for (const call of [
      () => admin.store.getStaffOrder({ orderNumber: 1 }),
      () => admin.store.setOrderStatus({ orderNumber: 1, status: 'shipped' }),
      () => admin.store.setOrderPayment({ orderNumber: 1, paid: null }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'This order does not exist.' });
  });
});

test('asks before an order awaiting its e-Transfer is shipped, and not for other payments', async () => {
  const shop = openStore();
  const ship = async (paymentMethod: 'interac' | 'cheque', { isPaid = false, confirm = false } = {}) => {
    const { orderNumber } = await place(shop, { paymentMethod, items: [line(2)] });
    const order = { orderNumber: Number(orderNumber.slice(4)) };
    if (isPaid) await shop.admin.store.setOrderPayment({ ...order, paid: { method: paymentMethod, date: '2026-11-20' } });
    return shop.admin.store.setOrderStatus({ ...order, status: 'shipped', confirm });
  };
  await expect(ship('interac')).rejects.toMatchObject({ cause: { code: 'CONFIRMATION_NEEDED' } });
  expect(await ship('interac', { confirm: true })).toMatchObject({ status: 'shipped' });
  expect(await ship('interac', { isPaid: true })).toMatchObject({ status: 'shipped' });
  expect(await ship('cheque')).toMatchObject({ status: 'shipped' });
});

describe('messages to the customer', () => {
  test('announce the shipment, with the amount due unless it is paid', async () => {
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
    const paid = await openWithOrder();
    await paid.shop.admin.store.setOrderPayment({ orderNumber: 1, paid: { method: 'cash', date: '2026-11-20' } });
    for (const status of ['processing', 'shipped'] as const) await paid.setStatus(status);
    expect(mailOf(paid.shop)[2]?.body).not.toContain('Amount due');
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

describe('recording a payment', () => {
  const pay = (shop: Shop, paid: { method: 'cash' | 'e-transfer' | 'card'; date: string } | null) =>
    shop.admin.store.setOrderPayment({ orderNumber: 1, paid });

  test('sets, changes and clears the payment; the same payment again changes nothing', async () => {
    const { shop } = await openWithOrder();
    const [cash, transfer] = [{ method: 'cash', date: '2026-11-20' } as const, { method: 'e-transfer', date: '2026-11-18' } as const];
    expect(await pay(shop, cash)).toMatchObject({ paidMethod: 'cash', paidDate: cash.date, status: 'pending' });
    expect(await pay(shop, transfer)).toMatchObject({ paidMethod: 'e-transfer', paidDate: transfer.date });
    const before = shop.db.$client.serialize();
    await pay(shop, transfer);
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    expect(await pay(shop, null)).toMatchObject({ paidMethod: null, paidDate: null });
    const verbs = shop.rows(activity).map(({ verb }) => verb);
    expect(verbs.filter((verb) => verb.startsWith('order'))).toEqual(['order.placed', 'order.paid', 'order.paid', 'order.unpaid']);
  });

  test.each([
    ['after today', '2026-11-21', 'Please enter a day that is not in the future.', '2026-11-20'],
    ['more than a year before the day of the order', '2025-11-19', 'Please enter a day from 2025-11-20 on.', '2025-11-20'],
  ])('rejects a date %s in the company’s time zone', async (_when, date, message, accepted) => {
    const { shop } = await openWithOrder();
    // Half past eleven at night in Kamloops on the day of the order; in Greenwich it is tomorrow.
    shop.clock.at = new Date('2026-11-21T06:30:00.000Z');
    await expect(pay(shop, { method: 'cash', date })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'paid.date', message }] },
    });
    expect(await pay(shop, { method: 'cash', date: accepted })).toMatchObject({ paidDate: accepted });
  });

  test('rejects payments of orders cancelled unpaid, and keeps or clears those of paid ones', async () => {
    const { shop, setStatus } = await openWithOrder();
    await setStatus('cancelled', 'Test');
    await expect(pay(shop, { method: 'cash', date: '2026-11-20' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await pay(shop, null)).toMatchObject({ paidDate: null });
    const paid = await openWithOrder();
    await pay(paid.shop, { method: 'cash', date: '2026-11-20' });
    expect(await paid.setStatus('cancelled', 'Test')).toMatchObject({ paidDate: '2026-11-20' });
    expect(await pay(paid.shop, null)).toMatchObject({ paidDate: null, status: 'cancelled' });
  });

  test('rejects unknown methods and invalid days', async () => {
    const { shop } = await openWithOrder();
    for (const paid of [
      { method: 'shells', date: '2026-11-20' },
      { method: 'cash', date: '2026-02-30' },
      { method: 'cash', date: 'today' },
      { method: 'cash' },
    ])
      await expect(pay(shop, untyped(paid))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

test('notifies open screens of each change of an order once', async () => {
  const { shop, setStatus } = await openWithOrder();
  const topics: string[] = [];
  shop.live.onChange((topic) => topics.push(topic));
  await place(shop, { items: [line(1), line(2)] });
  await shop.admin.store.setOrderPayment({ orderNumber: 1, paid: { method: 'cash', date: '2026-11-20' } });
  await setStatus('processing');
  await setStatus('processing');
  expect(topics.toSorted()).toEqual(['messages', 'money', 'store', 'store', 'store']);
});
