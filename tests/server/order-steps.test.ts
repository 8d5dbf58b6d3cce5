import { describe, expect, test } from 'vitest';
import { activity, orders, receipts } from '../../db/schema';
import { line, mailOf, openStore, place } from '../support/storefront';

type Method = 'cash' | 'cheque' | 'interac';
/** Opens a store with an order of each payment method: only the cash one starts as pending. */
async function openOrders(...methods: Method[]) {
  const shop = openStore();
  for (const paymentMethod of methods) await place(shop, { paymentMethod, items: [line(2)] });
  const { takeOrderSteps, undoOrderSteps, setOrderPayments } = shop.admin.store;
  return {
    shop,
    statuses: () => shop.rows(orders).map(({ status }) => status),
    shippedMails: () => mailOf(shop).filter(({ purpose }) => purpose === 'order-shipped'),
    take: takeOrderSteps,
    undo: undoOrderSteps,
    pay: setOrderPayments,
  };
}
const step = (orderNumber: number, status: 'processing' | 'shipped' | 'delivered') => ({ orderNumber, status });
const done = (...numbers: number[]) => ({ results: numbers.map((id) => ({ id, error: null })) });
const NEVER = 'This can no longer be undone.';

describe('the next steps of several orders', () => {
  test('are taken together, each with its own message', async () => {
    const { take, statuses, shippedMails } = await openOrders('cash', 'cheque', 'cheque');
    expect(await take({ orders: [step(1, 'processing'), step(2, 'shipped')] })).toEqual(done(1, 2));
    expect(statuses()).toEqual(['processing', 'shipped', 'processing']);
    expect(shippedMails()).toHaveLength(1);
  });

  test('say for each order why it was left as it is', async () => {
    const { take, statuses } = await openOrders('cash', 'cheque');
    expect(await take({ orders: [step(1, 'shipped'), step(2, 'shipped'), step(9, 'shipped')] })).toEqual({
      results: [
        { id: 1, error: 'An order that is pending cannot become shipped.' },
        { id: 2, error: null },
        { id: 9, error: 'This order does not exist.' },
      ],
    });
    expect(statuses()).toEqual(['pending', 'shipped']);
  });

  test('are refused if no order can take them', async () => {
    const { take, shop } = await openOrders('cash');
    const before = shop.db.$client.serialize();
    const message = 'An order that is pending cannot become delivered.';
    await expect(take({ orders: [step(1, 'delivered'), step(9, 'shipped')] })).rejects.toMatchObject({ code: 'CONFLICT', message });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });

  test('ask once before orders are shipped whose e-Transfers have not arrived', async () => {
    const { take, statuses } = await openOrders('interac', 'cheque', 'interac');
    const steps = [1, 2, 3].map((orderNumber) => step(orderNumber, 'shipped'));
    const message = 'The e-Transfer for ORD-0001, ORD-0003 has not arrived. Ship anyway?';
    await expect(take({ orders: steps })).rejects.toMatchObject({ cause: { code: 'CONFIRMATION_NEEDED' }, message });
    expect(statuses()).toEqual(['processing', 'processing', 'processing']);
    expect(await take({ orders: steps, confirm: true })).toEqual(done(1, 2, 3));
  });

  test('are limited to a hundred orders', async () => {
    const { take } = await openOrders();
    for (const length of [0, 101])
      await expect(take({ orders: Array.from({ length }, (_, n) => step(n + 1, 'shipped')) })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
  });
});

describe('undoing the steps of orders', () => {
  test('restores the status before each and withholds the message', async () => {
    const { shop, take, undo, statuses, shippedMails } = await openOrders('cash', 'cheque');
    const before = shop.rows(orders);
    await take({ orders: [step(1, 'processing'), step(2, 'shipped')] });
    expect(shippedMails()).toMatchObject([{ sendAfter: '2026-11-20T20:00:10.000Z' }]);
    expect(await undo({ orders: [step(1, 'processing'), step(2, 'shipped')] })).toEqual(done(1, 2));
    expect(shop.rows(orders)).toEqual(before);
    expect(shippedMails()).toEqual([]);
    expect(shop.rows(activity).at(-1)).toMatchObject({ verb: 'order.undone', data: '{"from":"shipped","to":"processing"}' });
    await take({ orders: [step(2, 'shipped')] });
    expect(shippedMails()).toHaveLength(1);
    await take({ orders: [step(2, 'delivered')] });
    expect(await undo({ orders: [step(2, 'delivered')] })).toEqual(done(2));
    expect(statuses()).toEqual(['pending', 'shipped']);
    expect(shop.rows(orders)[1]).toMatchObject({ shippedAt: '2026-11-20T20:00:00.000Z', deliveredAt: null });
  });

  test('is refused after twenty seconds, a second time, for another step, and after another change', async () => {
    const { shop, take, undo, pay, statuses } = await openOrders('cash', 'cheque', 'cheque');
    await take({ orders: [1, 2, 3].map((n) => step(n, n === 1 ? 'processing' : 'shipped')) });
    await pay({ orders: [{ orderNumber: 3, paid: { method: 'cheque', date: '2026-11-20' } }] });
    const refusal = (id: number, status: string) => ({ id, error: `ORD-000${id} is ${status}. ${NEVER}` });
    expect(await undo({ orders: [step(1, 'processing'), step(2, 'delivered'), step(3, 'shipped')] })).toEqual({
      results: [{ id: 1, error: null }, refusal(2, 'shipped'), refusal(3, 'shipped')],
    });
    await expect(undo({ orders: [step(1, 'processing')] })).rejects.toMatchObject({ code: 'CONFLICT' });
    shop.clock.advance(21 / 60);
    await expect(undo({ orders: [step(2, 'shipped')] })).rejects.toMatchObject({ message: `ORD-0002 is shipped. ${NEVER}` });
    await expect(undo({ orders: [step(9, 'shipped')] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(statuses()).toEqual(['pending', 'shipped', 'shipped']);
  });

  test('is refused once the message was sent', async () => {
    const { shop, take, undo, statuses } = await openOrders('cheque');
    await take({ orders: [step(1, 'shipped')] });
    shop.db.$client.exec("update outbox set attempts = 1 where purpose = 'order-shipped'");
    await expect(undo({ orders: [step(1, 'shipped')] })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(statuses()).toEqual(['shipped']);
  });
});

describe('the payments of several orders', () => {
  const cheque = { method: 'cheque', date: '2026-11-20' } as const;
  test('create a receipt each, and are taken back with it', async () => {
    const { shop, pay } = await openOrders('cash', 'cheque');
    expect(await pay({ orders: [1, 2].map((orderNumber) => ({ orderNumber, paid: cheque })) })).toEqual(done(1, 2));
    expect(shop.rows(receipts).map(({ orderNumber, voidedAt }) => [orderNumber, voidedAt])).toEqual([
      [1, null],
      [2, null],
    ]);
    expect(await pay({ orders: [1, 2].map((orderNumber) => ({ orderNumber, paid: null })) })).toEqual(done(1, 2));
    expect(shop.rows(orders).map(({ paidDate }) => paidDate)).toEqual([null, null]);
    expect(shop.rows(receipts).filter(({ voidedAt }) => voidedAt === null)).toEqual([]);
  });

  test('leave out a cancelled order with the reason', async () => {
    const { shop, pay } = await openOrders('cash', 'cash');
    await shop.admin.store.setOrderStatus({ orderNumber: 2, status: 'cancelled', reason: 'Twice.' });
    expect(await pay({ orders: [1, 2].map((orderNumber) => ({ orderNumber, paid: cheque })) })).toMatchObject({
      results: [{ error: null }, { error: 'An order that was cancelled before it was paid cannot be marked as paid.' }],
    });
  });
});
