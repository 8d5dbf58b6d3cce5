import { describe, expect } from 'vitest';
import { endRunOutEntries } from '../../src/server/booking/waitlist';
import { listWaitingDays } from '../../src/server/calendar/waitlist';
import { explainBasis } from '../../src/server/consents/service';
import { exportCsv } from '../../src/server/data/service';
import { bookSlot, slotOf } from '../support/booking';
import { KEPT_COUNT, plansOf, SLOW } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';
import { ORDER, openStore } from '../support/storefront';
import { waiter } from '../support/waitlist';

describe('products by name', () => {
  test.for([
    ['a visitor', 'visitor', 'SEARCH products USING INDEX products_active_by_name (is_active=? AND <expr>>?)'],
    ['the office', 'admin', 'SEARCH products USING INDEX products_by_name (<expr>>?)'],
  ] as const)(
    'for %s are found and sorted by one index, with one statement for all pages and categories',
    async ([_who, kind, wanted], { shop }) => {
      for (const name of ['Apron', 'bucket', 'Cloth']) insertRow(shop.db, 'products', { name });
      const plans = await plansOf(shop, async () => {
        for (const input of [{ limit: 1 }, { limit: 1, cursor: 1 }, { category: 'tools' }, { category: 'detergents', cursor: 2 }])
          await shop[kind].store.listProducts(input);
      });
      expect(plans).toHaveLength(2);
      expect(plans[0]).toContain(wanted);
      expect(plans[1]).toBe('SEARCH products USING INTEGER PRIMARY KEY (rowid=?)');
      for (const plan of plans) expect(plan).not.toMatch(SLOW);
    },
  );

  test('of the same name appear one after another, each once', async ({ shop }) => {
    for (const name of ['soap', 'Soap', 'SOAP', 'Apron']) insertRow(shop.db, 'products', { name });
    for (const kind of ['visitor', 'admin'] as const) {
      const seen: number[] = [];
      for (let cursor: number | null = null, pages = 0; pages < 5; pages++) {
        const page: { rows: { id: number }[]; nextCursor: number | null } = await shop[kind].store.listProducts({
          limit: 1,
          ...(cursor !== null && { cursor }),
        });
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      expect(seen).toEqual([4, 1, 2, 3]);
    }
  });

  test('return an empty page after an unknown product', async ({ shop }) => {
    insertRow(shop.db, 'products');
    expect(await shop.visitor.store.listProducts({ cursor: 9 })).toEqual({ rows: [], nextCursor: null });
  });
});

describe('the catalogue', () => {
  test.each([
    ['name', 'SEARCH products USING INDEX products_active_by_name (is_active=? AND <expr>>?)'],
    ['price-low', 'SEARCH products USING INDEX products_active_by_price (is_active=? AND price_cents>?)'],
    ['price-high', 'SEARCH products USING INDEX products_active_by_price (is_active=? AND price_cents<?)'],
    ['rating', 'SEARCH products USING INDEX products_active_by_rating (is_active=? AND <expr>>?)'],
  ] as const)('by %s is found and sorted by its index, and a search uses the full-text table', async (sort, wanted) => {
    const shop = openStore();
    const plans = await plansOf(shop, async () => {
      for (const input of [
        { limit: 1 },
        { category: 'tools' },
        { search: 'e' },
        { cursor: 1 },
        { search: 'soap' },
        { search: 'soap e', cursor: 2 },
      ])
        await shop.visitor.store.browse({ sort, ...input });
    });
    expect(plans).toHaveLength(4);
    expect(plans[0]).toContain(wanted);
    expect(plans[0]).not.toMatch(SLOW);
    expect(plans[1]).toMatch(/SEARCH products USING INTEGER PRIMARY KEY \(rowid>\?\); SCALAR SUBQUERY/);
    expect(plans[2]).toBe('SEARCH products USING INTEGER PRIMARY KEY (rowid=?)');
    expect(plans[3]).toMatch(
      /^SEARCH products USING INTEGER PRIMARY KEY \(rowid=\?\); LIST SUBQUERY \d; SCAN products_search VIRTUAL TABLE/,
    );
  });
});

describe('orders', () => {
  const list = async (input: Parameters<ReturnType<typeof openStore>['admin']['store']['listOrders']>[0]) => {
    const shop = openStore();
    await shop.visitor.store.placeOrder(ORDER);
    const [plan, ...others] = await plansOf(shop, () => shop.admin.store.listOrders(input));
    const items = others.find((other) => other.includes('order_items'));
    const money = others.find((other) => other.includes('receipts'));
    // A search reads the numbers first and then the rows of its page.
    const rows = others.find((other) => other === 'SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)');
    expect(rows !== undefined).toBe(items !== undefined && 'search' in input);
    expect(others.length).toBe(items ? (rows ? 3 : 2) : 0);
    if (money) expect(money).toMatch(/^SEARCH receipts USING INDEX receipts_order \(order_number=\?\)/);
    if (items) expect(items).toMatch(/^SEARCH order_items USING INDEX order_items_order \(order_number=\?\)/);
    return plan;
  };
  test.each([
    [{}, /^SCAN orders$/],
    [{ cursor: 9 }, /^SEARCH orders USING INTEGER PRIMARY KEY \(rowid<\?\)$/],
    [{ status: 'pending' }, /^SEARCH orders USING INDEX orders_by_status \(status=\?\)$/],
    [{ status: 'pending', cursor: 9 }, /^SEARCH orders USING INDEX orders_by_status \(status=\? AND order_number<\?\)$/],
    [{ isPaid: false }, /^SCAN orders USING INDEX orders_unpaid$/],
    [{ isPaid: true, cursor: 9 }, /^SEARCH orders USING INDEX orders_paid \(order_number<\?\)$/],
    [{ status: 'processing', isPaid: true }, /^SEARCH orders USING INDEX orders_by_status_and_payment \(status=\? AND <expr>=\?\)$/],
    [
      { status: 'cancelled', isPaid: false, cursor: 9 },
      /^SEARCH orders USING INDEX orders_by_status_and_payment \(status=\? AND <expr>=\? AND order_number<\?\)$/,
    ],
  ] as const)('%j are read in order by %s, with the lines of a page in one statement', async (input, plan) => {
    // The first page is the end of the table itself, read backwards as far as its limit.
    expect(await list(input)).toMatch(plan);
  });
  test.each([
    [{ search: 'maria' }, /SEARCH orders USING INTEGER PRIMARY KEY \(rowid=\?\)$/],
    [{ search: 'maria santos', cursor: 9 }, /SEARCH orders USING INTEGER PRIMARY KEY \(rowid=\?\)$/],
    [
      { search: '555-0133', status: 'pending' },
      /SEARCH orders USING COVERING INDEX orders_by_status \(status=\? AND order_number=\? AND rowid=\?\)$/,
    ],
    [{ search: 'maria', view: 'to-ship' }, /SEARCH orders USING COVERING INDEX orders_to_ship \(order_number=\?\)$/],
    [{ search: '1234', isPaid: false }, /SEARCH orders USING COVERING INDEX orders_unpaid \(order_number=\?\)$/],
    [{ search: 'maria', isPaid: true, cursor: 9 }, /SEARCH orders USING INDEX orders_paid \(order_number=\? AND rowid=\?\)$/],
    [
      { search: 'maria santos', isPaid: true, status: 'shipped', cursor: 9 },
      /SEARCH orders USING COVERING INDEX orders_by_status_and_payment \(status=\? AND <expr>=\? AND order_number=\? AND rowid=\?\)$/,
    ],
  ] as const)('%j are found by the full-text table, in its order, and by an index of the filter: %s', async (input, wanted) => {
    const plan = await list(input);
    expect(plan).toMatch(/^SCAN orders_search VIRTUAL TABLE INDEX \d+:[^;]*M4/);
    expect(plan).toMatch(wanted);
    expect(plan).not.toContain('TEMP B-TREE');
  });
  const cursor = { value: 9, id: 9 };
  test.each([
    [{ sort: 'customer' }, 'SCAN orders USING COVERING INDEX orders_all_customer'],
    [{ sort: '-total', cursor }, 'SEARCH orders USING COVERING INDEX orders_all_total (total_cents<?)'],
    [{ sort: 'total', status: 'pending', cursor }, 'SEARCH orders USING COVERING INDEX orders_status_total (status=? AND total_cents>?)'],
    [{ sort: 'received', cursor }, 'SEARCH orders USING INTEGER PRIMARY KEY (rowid>?)'],
    [{ sort: 'received', view: 'to-ship' }, 'SCAN orders USING COVERING INDEX orders_to_ship'],
    [{ sort: 'received', status: 'pending', cursor }, 'SEARCH orders USING COVERING INDEX orders_by_status (status=? AND order_number>?)'],
    [
      { sort: 'total', view: 'to-ship' },
      'CO-ROUTINE newest; SCAN orders USING COVERING INDEX orders_to_ship; SCAN newest; SEARCH orders USING INTEGER PRIMARY KEY (rowid=?); USE TEMP B-TREE FOR ORDER BY',
    ],
  ] as const)('sorted by %j are read in the order of an index, or sort the newest alone', async (input, plan) => {
    const shop = openStore();
    const [read] = await plansOf(shop, () => shop.admin.store.listOrders(input));
    expect(read).toBe(plan);
  });
  test('are searched only among the newest if the word is short', async () => {
    expect(await list({ search: 'ma' })).toMatch(
      /SEARCH orders USING INTEGER PRIMARY KEY \(rowid>\?\); SCALAR SUBQUERY \d; SEARCH orders$/,
    );
  });
  test('are counted by kept counts', async () => {
    const shop = openStore();
    expect(await plansOf(shop, () => shop.admin.store.countOrders())).toEqual([KEPT_COUNT]);
  });
  test('are placed, repeated and shown without a table scan, by statements that are prepared once', async () => {
    const shop = openStore();
    const send = (idempotencyKey: string) => shop.visitor.store.placeOrder({ ...ORDER, idempotencyKey });
    const plans = await plansOf(shop, async () => {
      const { id } = await send('one');
      await send('one');
      await shop.visitor.store.getOrder({ id });
    });
    expect(plans.filter((plan) => /TEMP B-TREE|SCAN (?!json_each|settings)/.test(plan))).toEqual([]);
    expect(plans).toEqual(expect.arrayContaining(['SEARCH orders USING INDEX orders_idempotencyKey_unique (idempotency_key=?)']));
    expect(plans).toEqual(expect.arrayContaining(['SEARCH orders USING INDEX orders_publicId_unique (public_id=?)']));
    const again = await plansOf(shop, async () => {
      const { id } = await send('two');
      await shop.visitor.store.getOrder({ id });
    });
    expect(again).toEqual([]);
  });
});

describe('the stock ledger', () => {
  test.each([
    [{ productId: 1 }, /SEARCH stock_movements USING INDEX stock_movements_product \(product_id=\?\)/],
    [{ productId: 1, cursor: 9 }, /SEARCH stock_movements USING INDEX stock_movements_product \(product_id=\? AND (id|rowid)<\?\)/],
    [{ cursor: 9 }, /^SEARCH stock_movements USING INTEGER PRIMARY KEY \(rowid<\?\)/],
    [{}, /^SCAN stock_movements;/],
  ])('%j is read in order, newest first', async (input, wanted) => {
    const shop = openStore();
    const [plan, ...more] = await plansOf(shop, () => shop.admin.inventory.movements(input));
    expect(more).toEqual([]);
    expect(plan).toMatch(wanted);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (?!stock_movements;)/);
  });
});

describe('bookings', () => {
  const SLOT = 'SEARCH appointment_slots USING INTEGER PRIMARY KEY (rowid=?)';
  /** No table of theirs is read as a whole, but the index of words where it is searched. */
  const SLOW_BOOKINGS = /TEMP B-TREE|SCAN (?!bookings_search VIRTUAL TABLE)/;
  const openWithBooking = async () => {
    const shop = openShop();
    await bookSlot(shop, (await slotOf(shop)).id);
    return shop;
  };

  test('find the slots of a day by an index, in one statement beside those for closed days and settings', async ({ shop }) => {
    insertRow(shop.db, 'team_members');
    const plans = await plansOf(shop, async () => {
      for (const date of [undefined, '2026-11-24', '2026-11-25']) await shop.visitor.booking.listSlots({ date });
    });
    const reads = plans.filter((plan) => /SEARCH (appointment_slots|closed_days)/.test(plan));
    expect(reads).toEqual([
      'SEARCH appointment_slots USING INDEX appointment_slots_window (date=?)',
      'SEARCH closed_days USING INDEX sqlite_autoindex_closed_days_1 (date=?)',
    ]);
  });

  test.each([
    [{}, ['SEARCH appointment_bookings USING INTEGER PRIMARY KEY (rowid<?)', SLOT]],
    [{ cursor: 9 }, ['SEARCH appointment_bookings USING INTEGER PRIMARY KEY (rowid<?)', SLOT]],
    [{ status: 'confirmed' }, ['SEARCH appointment_bookings USING INDEX appointment_bookings_status (status=? AND rowid<?)', SLOT]],
    [{ search: 'ma' }, ['SEARCH appointment_bookings USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)', SLOT]],
    [{ search: 'maria ex', status: 'confirmed' }, ['SEARCH appointment_bookings USING INTEGER PRIMARY KEY (rowid=?)', SLOT]],
  ] as const)('are searched by %j through an index, newest first', async (input, wanted) => {
    const shop = await openWithBooking();
    const plans = await plansOf(shop, () => shop.admin.booking.search(input));
    expect(plans.filter((plan) => SLOW_BOOKINGS.test(plan))).toEqual([]);
    for (const part of wanted) expect(plans.at(-1)).toContain(part);
    if ('search' in input && input.search.includes(' '))
      expect(plans[0]).toMatch(
        /^SCAN bookings_search VIRTUAL TABLE INDEX 192:M4; SEARCH appointment_bookings USING INDEX appointment_bookings_status \(status=\? AND rowid=\?\)$/,
      );
  });

  test('recognize a new person by the indexes of e-mail and phone', async ({ shop }) => {
    const { id } = await slotOf(shop);
    const plans = await plansOf(shop, () => bookSlot(shop, id));
    const plan = plans.find((one) => one.includes('invoices_phone'))?.split('; ');
    expect(plan?.filter((step) => /^(SEARCH|SCAN)/.test(step))).toEqual([
      'SEARCH appointment_bookings USING INDEX appointment_bookings_person (<expr>=?)',
      'SEARCH appointment_bookings USING INDEX appointment_bookings_phone (<expr>=?)',
      'SEARCH clients USING INDEX clients_person (<expr>=?)',
      'SEARCH clients USING INDEX clients_phone (<expr>=?)',
      'SEARCH work_orders USING COVERING INDEX work_orders_client (client_id=?)',
      'SEARCH invoices USING INDEX invoices_email (<expr>=?)',
      'SEARCH invoices USING INDEX invoices_phone (<expr>=?)',
    ]);
  });

  test('are made, shown in the calendar, moved, opened by link, cancelled and waited for without a table scan', async () => {
    const shop = openShop({ isLimited: true });
    const [slot, other] = [await slotOf(shop), await slotOf(shop, '2026-11-25')];
    await shop.admin.settings.save({ crewCap: 9 });
    const plans = await plansOf(shop, async () => {
      const { token } = await bookSlot(shop, slot.id);
      await shop.visitor.booking.getManaged({ token });
      await shop.visitor.booking.moveManaged({ token, slotId: other.id });
      await shop.admin.booking.calendar({ from: '2026-11-24', days: 7 });
      await shop.admin.booking.setStatus({ id: 1, status: 'cancelled', reason: 'Ill' });
      await shop.admin.booking.changeSlots({ date: '2026-11-24', timeSlot: '10:00-12:00', maxBookings: 0 });
      const { token: waiting } = await shop.visitor.booking.joinWaitlist(waiter('Ann'));
      await shop.admin.booking.changeSlots({ date: '2026-11-24', timeSlot: '10:00-12:00', maxBookings: 1 });
      await shop.visitor.booking.getWaitlistEntry({ token: waiting });
      await shop.visitor.booking.acceptOffer({ token: waiting });
      await shop.visitor.booking.leaveWaitlist({ token: waiting });
      for (const view of [undefined, 'open', 'ended'] as const) await shop.admin.booking.listWaitlist({ cursor: view && 9, view });
      endRunOutEntries(shop.ctx);
      listWaitingDays(shop.ctx);
    });
    expect(plans.length).toBeGreaterThan(20);
    // The settings are a handful of rows, thirty are what a new day gets, and a list of ids is as long as a page.
    expect(plans.filter((plan) => /TEMP B-TREE|SCAN (?!settings|30-ROW VALUES|json_each)/.test(plan))).toEqual([]);
  });
});

test('looks up a withdrawal by the address, for one person and for each client of an export', async ({ shop }) => {
  insertRow(shop.db, 'clients');
  const plans = await plansOf(shop, async () => {
    for (const _part of exportCsv(shop.ctx, 'clients'));
    explainBasis(shop.ctx, 'maria@example.com');
  });
  const ofConsents = plans.filter((plan) => /consents|withdrawn/.test(plan)).join('; ');
  expect(ofConsents).toContain('SEARCH withdrawn USING INDEX consents_email');
  expect(ofConsents).toContain('SEARCH consents USING INDEX consents_email');
  expect(ofConsents).not.toContain('consents_by_basis');
});
