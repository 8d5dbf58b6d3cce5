import { describe, expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../src/shared/store-options';
import type { Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { ORDER, openStore, openWithOrder, place } from '../support/storefront';
import { untyped } from '../support/untyped';

const numbersOf = async (shop: Shop, input: Parameters<Shop['admin']['store']['listOrders']>[0] = {}) =>
  (await shop.admin.store.listOrders(input)).rows.map(({ orderNumber }) => orderNumber);

describe('the list of orders', () => {
  test('returns full orders in pages, newest first', async () => {
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

  test('filters by status and payment; unpaid leaves out cancelled orders', async () => {
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

  test('is empty without orders', async () => {
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
  ])('searching %j finds %j', async (search, numbers) => {
    expect(await numbersOf(searched, { search })).toEqual(numbers);
  });

  test('searches short words in the newest 5,000 orders only', async () => {
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

  test('sorts by a column over all its pages, equal values by their numbers', async () => {
    const shop = openStore();
    for (const [customer_name, total_cents, status] of [
      ['Émile Roy', 5000, 'pending'],
      ['ada Wong', 7000, 'shipped'],
      ['Ben Hart', 5000, 'pending'],
      ['Ada Wong', 3000, 'pending'],
    ] as const)
      insertRow(shop.db, 'orders', {
        public_id: `${customer_name}${total_cents}`.padEnd(22, 'x'),
        customer_name,
        status,
        subtotal_cents: total_cents,
        tax_cents: 0,
        total_cents,
      });
    type Input = Parameters<Shop['admin']['store']['listOrders']>[0];
    const readAll = async (input: Input) => {
      const seen: number[] = [];
      for (let cursor: Input['cursor'] = null; ; ) {
        const page = await shop.admin.store.listOrders({ ...input, limit: 2, cursor });
        seen.push(...page.rows.map(({ orderNumber }) => orderNumber));
        if (page.nextCursor === null) return seen;
        cursor = page.nextCursor;
      }
    };
    expect(await readAll({ sort: 'customer' })).toEqual([2, 4, 3, 1]);
    expect(await readAll({ sort: '-total' })).toEqual([2, 3, 1, 4]);
    expect(await readAll({ sort: 'received' })).toEqual([1, 2, 3, 4]);
    expect(await readAll({ sort: '-received' })).toEqual([4, 3, 2, 1]);
    expect(await readAll({ sort: 'received', view: 'to-ship' })).toEqual([1, 3, 4]);
    expect(await readAll({ sort: 'total', status: 'pending' })).toEqual([4, 1, 3]);
    expect(await readAll({ sort: 'total', isPaid: false, status: 'shipped' })).toEqual([2]);
    expect(await readAll({ sort: 'received', search: 'wong' })).toEqual([2, 4]);
    expect(await readAll({ sort: 'total', search: 'ad' })).toEqual([4, 2]);
    // A cursor of another order starts at the first page.
    expect((await shop.admin.store.listOrders({ cursor: { value: 'x', id: 2 } })).rows).toHaveLength(4);
  });

  test('returns the same orders for each search and filter, in every order', async () => {
    const shop = openStore();
    const made = Array.from({ length: 120 }, (_, index) => {
      const status = ORDER_STATUSES[(index * 7) % 5] ?? 'pending';
      const isPaid = status !== 'pending' && index % 3 === 0;
      const customer = ['Maria Wong', 'Ann Wong', 'Zoë Maris'][index % 4] ?? 'Li Park';
      insertRow(shop.db, 'orders', {
        order_number: index + 1,
        public_id: `${index}`.padEnd(22, 'x'),
        customer_name: customer,
        customer_phone: `250-555-${1000 + index}`,
        status,
        paid_date: isPaid ? '2026-11-20' : null,
        paid_method: isPaid ? 'cash' : null,
      });
      return { number: index + 1, customer, status, isPaid };
    });
    for (const status of [undefined, ...ORDER_STATUSES])
      for (const view of [undefined, 'to-ship'] as const)
        for (const isPaid of [undefined, true, false])
          for (const search of ['mari', 'wong', 'maria wong', 'wo', '555-1017'])
            for (const sort of [undefined, 'received', '-received'] as const)
              for (const cursor of sort ? [undefined] : [undefined, 60]) {
                const wanted = made
                  .filter(({ number }) => cursor === undefined || number < cursor)
                  .filter((order) => status === undefined || order.status === status)
                  .filter((order) => view === undefined || ['pending', 'processing'].includes(order.status))
                  .filter((order) => isPaid === undefined || order.isPaid === isPaid)
                  .filter((order) => isPaid !== false || status || view || order.status !== 'cancelled')
                  .filter((order) =>
                    search.split(' ').every((word) => `${order.customer} 250-555-${999 + order.number}`.toLowerCase().includes(word)),
                  )
                  .map(({ number }) => number);
                if (sort !== 'received') wanted.reverse();
                const input = { status, view, isPaid, search, sort, cursor, limit: 100 };
                expect(await numbersOf(shop, input), JSON.stringify(input)).toEqual(wanted);
              }
  });

  test.each([{ limit: 0 }, { sort: 'notes' }, { limit: 101 }, { status: 'lost' }, { cursor: 0 }, { search: 'x'.repeat(101) }])(
    'rejects %j',
    async (input) => {
      await expect(openStore().admin.store.listOrders(untyped(input))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});
