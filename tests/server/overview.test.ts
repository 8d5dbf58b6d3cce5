import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { socialPosts } from '../../db/schema';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { BOOKING_STATUSES } from '../../src/shared/booking-words';
import { addDays } from '../../src/shared/calendar-day';
import { ASSIGNMENT_STATUSES, PRIORITIES, WORK_ORDER_STATUSES } from '../../src/shared/dispatch';
import { INVOICE_STATUSES } from '../../src/shared/invoice-words';
import { MESSAGE_STATUSES } from '../../src/shared/message-statuses';
import type { Overview } from '../../src/shared/overview';
import { QUOTE_STATUSES } from '../../src/shared/quote-words';
import { POST_STATUSES, type PostStatus } from '../../src/shared/social-words';
import { ORDER_STATUSES } from '../../src/shared/store-options';
import { addMinutes, businessDay } from '../../src/shared/time';
import { bookSlot, slotOf } from '../support/booking';
import { INVOICE } from '../support/invoices';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';
import { ORDER, shelve } from '../support/storefront';

type Shop = ReturnType<typeof openShop>;
type Page = { ids: number[]; nextCursor: number | null };

/** Every row of a list, page by page; no row comes twice. */
async function lengthOf(read: (page: { limit: number; cursor?: number }) => Promise<Page>): Promise<number> {
  const seen: number[] = [];
  for (let cursor: number | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: Page = await read({ limit: 3, ...(cursor !== null && { cursor }) });
    seen.push(...page.ids);
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(seen.length);
  return seen.length;
}

const idsOf = ({ rows, nextCursor }: { rows: { id: number }[]; nextCursor: number | null }): Page => ({
  ids: rows.map(({ id }) => id),
  nextCursor,
});

/** How long the list behind each figure is, asked as its screen asks. */
async function lengthsOf({ admin }: Shop): Promise<Overview> {
  const quotes = (more: object) =>
    lengthOf(async (page) => {
      const { inquiries: rows, nextCursor, total } = await admin.quotes.list({ ...page, ...more });
      expect(total).toBeGreaterThanOrEqual(rows.length);
      return idsOf({ rows, nextCursor });
    });
  return {
    jobsToday: await lengthOf(async (page) => idsOf(await admin.dispatch.listWorkOrders({ ...page, when: 'today' }))),
    unassigned: await lengthOf(async (page) => idsOf(await admin.dispatch.unassigned(page))),
    quotesPending: await quotes({ status: 'pending' }),
    quotesWaiting: await quotes({ status: 'pending', waiting: true }),
    bookingsToConvert: await lengthOf(async (page) => idsOf(await admin.booking.toConvert(page))),
    ordersToShip: await lengthOf(async (page) => {
      const { rows, nextCursor } = await admin.store.listOrders({ ...page, view: 'to-ship' });
      return { ids: rows.map(({ orderNumber }) => orderNumber), nextCursor };
    }),
    jobsToInvoice: await lengthOf(async (page) => idsOf(await admin.dispatch.listWorkOrders({ ...page, when: 'to-invoice' }))),
    overdueInvoices: await lengthOf(async (page) => idsOf(await admin.invoices.list({ ...page, view: 'overdue' }))),
    lowStock: await lengthOf(async (page) => idsOf(await admin.inventory.list({ ...page, view: 'reorder' }))),
    failedMessages: await lengthOf(async (page) => idsOf(await admin.mail.list({ ...page, view: 'failed' }))),
    missedPosts: await lengthOf(async (page) => idsOf(await admin.social.listPosts({ ...page, view: 'missed' }))),
  };
}

const NOTHING: Overview = {
  jobsToday: 0,
  unassigned: 0,
  quotesPending: 0,
  quotesWaiting: 0,
  bookingsToConvert: 0,
  ordersToShip: 0,
  jobsToInvoice: 0,
  overdueInvoices: 0,
  lowStock: 0,
  failedMessages: 0,
  missedPosts: 0,
};

const few = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { maxLength: 8 });
/** A company in any state: every status, times around the borders of the rules, things in the bin. */
const company = fc.record({
  workOrders: few(
    fc.record({
      status: fc.constantFrom(...WORK_ORDER_STATUSES),
      priority: fc.constantFrom(...PRIORITIES),
      minutes: fc.constantFrom(-2000, -781, -780, -1, 0, 0, 1, 659, 660, 2000),
      assignment: fc.option(fc.constantFrom(...ASSIGNMENT_STATUSES)),
      isFinalized: fc.boolean(),
    }),
  ),
  quotes: few(
    fc.record({
      status: fc.constantFrom(...QUOTE_STATUSES),
      age: fc.constantFrom(0, 60, 1439, 1440, 1441, 5000),
      isInBin: fc.boolean(),
    }),
  ),
  bookings: few(fc.record({ status: fc.constantFrom(...BOOKING_STATUSES), hasWorkOrder: fc.boolean() })),
  orders: few(fc.constantFrom(...ORDER_STATUSES)),
  invoices: few(
    fc.record({
      status: fc.constantFrom(...INVOICE_STATUSES),
      dueIn: fc.integer({ min: -2, max: 2 }),
      isInBin: fc.boolean(),
      isOfJob: fc.boolean(),
    }),
  ),
  products: few(fc.record({ stock: fc.integer({ min: 0, max: 4 }), level: fc.integer({ min: 0, max: 4 }), isActive: fc.boolean() })),
  messages: few(fc.constantFrom(...MESSAGE_STATUSES)),
  posts: few(fc.constantFrom(...POST_STATUSES)),
});
/** Inserts a post that is planned for now, or went out now. */
function insertPost({ db, clock }: Shop, status: PostStatus): void {
  const at = clock.now().toISOString();
  db.insert(socialPosts)
    .values({
      platform: 'facebook',
      type: 'business-update',
      content: 'Clean homes.',
      status,
      scheduledFor: at,
      postedAt: status === 'posted' ? at : null,
      createdAt: at,
      updatedAt: at,
    })
    .run();
}

type Company = typeof company extends fc.Arbitrary<infer Value> ? Value : never;

function openCompany(made: Company): Shop {
  const shop = openShop();
  const now = shop.clock.now();
  const at = now.toISOString();
  insertRow(shop.db, 'team_members');
  insertRow(shop.db, 'clients');
  insertRow(shop.db, 'appointment_slots', { max_bookings: 20 });
  for (const [place, { status, priority, minutes, assignment, isFinalized }] of made.workOrders.entries()) {
    const more = { status, priority, scheduled_date: addMinutes(now, minutes), inquiry_id: null, assigned_team_member_id: null };
    const finalized_date = isFinalized ? at : null;
    insertRow(shop.db, 'work_orders', { work_order_id: `WO-${place + 1}`, finalized_date, ...more });
    if (assignment) insertRow(shop.db, 'work_order_assignments', { work_order_id: place + 1, status: assignment });
  }
  for (const { status, age, isInBin } of made.quotes)
    insertRow(shop.db, 'contact_inquiries', { status, created_at: addMinutes(now, -age), deleted_at: isInBin ? at : null });
  for (const [place, { status, hasWorkOrder }] of made.bookings.entries()) {
    const work_order_id = hasWorkOrder && place < made.workOrders.length ? place + 1 : null;
    insertRow(shop.db, 'appointment_bookings', { booking_reference: `SPC-${place}`, status, work_order_id });
  }
  for (const [place, status] of made.orders.entries()) insertRow(shop.db, 'orders', { public_id: `abcdefghijklmnopqrstu${place}`, status });
  for (const [place, { status, dueIn, isInBin, isOfJob }] of made.invoices.entries())
    insertRow(shop.db, 'invoices', {
      invoice_number: `SPC00${place}`,
      number_value: place,
      status,
      due_date: addDays(businessDay(now), dueIn),
      deleted_at: isInBin ? at : null,
      work_order_id: isOfJob && place < made.workOrders.length ? place + 1 : null,
    });
  for (const { stock, level, isActive } of made.products)
    insertRow(shop.db, 'products', { stock_quantity: stock, reorder_level: level, is_active: Number(isActive) });
  for (const [place, status] of made.messages.entries())
    insertRow(shop.db, 'outbox', { status, message_id: `<${place}@shop.test>`, dedupe_key: String(place) });
  for (const status of made.posts) insertPost(shop, status);
  return shop;
}

/** The same figures by the words of the rules, over what was made; `minutes` later. */
function figuresOf(made: Company, minutes: number): Overview {
  const now = new Date(Date.parse('2026-11-20T20:00:00.000Z') + minutes * 60_000);
  const today = businessDay(now);
  const sum = <Row>(rows: Row[], fits: (row: Row) => boolean) => rows.filter(fits).length;
  const isDone = (status: string) => ['completed', 'complete', 'cancelled'].includes(status);
  const isLive = (status: string | null) => ['assigned', 'accepted', 'dispatched', 'arrived'].includes(status ?? '');
  const day = businessDay('2026-11-20T20:00:00.000Z');
  return {
    jobsToday: sum(
      made.workOrders,
      (order) => order.status !== 'cancelled' && businessDay(addMinutes(new Date('2026-11-20T20:00:00.000Z'), order.minutes)) === today,
    ),
    unassigned: sum(made.workOrders, ({ status, assignment }) => !isDone(status) && !isLive(assignment)),
    quotesPending: sum(made.quotes, ({ status, isInBin }) => status === 'pending' && !isInBin),
    quotesWaiting: sum(made.quotes, ({ status, isInBin, age }) => status === 'pending' && !isInBin && age + minutes > 1440),
    bookingsToConvert: made.bookings.filter(
      ({ status, hasWorkOrder }, place) => status === 'confirmed' && !(hasWorkOrder && place < made.workOrders.length),
    ).length,
    ordersToShip: sum(made.orders, (status) => status === 'pending' || status === 'processing'),
    jobsToInvoice: made.workOrders.filter(
      ({ status, isFinalized }, place) =>
        ['completed', 'complete'].includes(status) && !isFinalized && !(made.invoices[place]?.isOfJob && !made.invoices[place].isInBin),
    ).length,
    overdueInvoices: sum(
      made.invoices,
      ({ status, dueIn, isInBin }) => ['pending', 'overdue'].includes(status) && !isInBin && addDays(day, dueIn) < today,
    ),
    lowStock: sum(made.products, ({ stock, level, isActive }) => isActive && stock <= level),
    failedMessages: sum(made.messages, (status) => status === 'failed' || status === 'unknown'),
    missedPosts: sum(made.posts, (status) => status === 'missed'),
  };
}

describe('the figures of the start page', () => {
  test('are zero for a new company', async () => {
    const shop = openShop();
    expect(await shop.admin.overview.today()).toEqual(NOTHING);
    expect(await lengthsOf(shop)).toEqual(NOTHING);
  });

  test('equal the length of their lists at any time and for any data', async () => {
    await fc.assert(
      fc.asyncProperty(company, fc.constantFrom(0, 1, 660, 1440), async (made, minutes) => {
        const shop = openCompany(made);
        shop.clock.advance(minutes);
        const overview = await shop.admin.overview.today();
        expect(overview).toEqual(await lengthsOf(shop));
        expect(overview).toEqual(figuresOf(made, minutes));
      }),
      { numRuns: 25 },
    );
  });

  test('follow the work of the company', async () => {
    const shop = openShop({ hasMailServer: true });
    const { admin, visitor } = shop;
    const differs = async (figures: Partial<Overview>) => expect(await admin.overview.today()).toEqual({ ...NOTHING, ...figures });
    const { inquiry } = await visitor.quotes.submit(QUOTE);
    await differs({ quotesPending: 1 });
    shop.clock.advance(1440);
    await differs({ quotesPending: 1 });
    shop.clock.advance(1);
    await differs({ quotesPending: 1, quotesWaiting: 1 });
    await admin.quotes.setStatus({ id: inquiry.id, status: 'confirmed' });
    await differs({ unassigned: 1 });
    await admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-22T01:00:00.000Z' });
    await differs({ unassigned: 1, jobsToday: 1 });
    await admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Moved away' });
    await differs({});

    await admin.settings.save({ createWorkOrders: false });
    const booked = await bookSlot(shop, (await slotOf(shop)).id);
    await differs({ bookingsToConvert: 1 });
    await admin.booking.createWorkOrder({ id: booked.id });
    await differs({ unassigned: 1 });
    await admin.dispatch.setWorkOrderStatus({ id: 2, status: 'cancelled', reason: 'Ill' });

    shelve(shop, { stock_quantity: 6, reorder_level: 5 });
    await differs({});
    await visitor.store.placeOrder(ORDER);
    await differs({ ordersToShip: 1, lowStock: 1 });
    await admin.store.setOrderStatus({ orderNumber: 1, status: 'processing' });
    await differs({ ordersToShip: 1, lowStock: 1 });
    await admin.store.setOrderStatus({ orderNumber: 1, status: 'shipped' });
    await admin.inventory.receive({ id: 1, quantity: 1 });
    await differs({});

    const { id } = await admin.invoices.create({ ...INVOICE, dueDate: '2026-11-21' });
    await admin.invoices.update({ id, status: 'pending' });
    await differs({});
    shop.clock.advance(1440);
    await differs({ overdueInvoices: 1 });
    await admin.invoices.delete({ id });
    insertRow(shop.db, 'outbox', { status: 'failed' });
    await differs({ failedMessages: 1 });
    const [failed] = (await admin.mail.list({ view: 'failed' })).rows;
    await admin.drafts.retry({ id: failed?.id ?? 0 });
    await differs({});
    insertPost(shop, 'missed');
    await differs({ missedPosts: 1 });
    await admin.social.cancelPost({ id: 1 });
    await differs({});
  });

  test('count a finished job until it is invoiced or finalized, and again when its invoice is deleted', async () => {
    const shop = openShop();
    const { dispatch, invoices, overview } = shop.admin;
    const toInvoice = async () => {
      const { rows } = await dispatch.listWorkOrders({ when: 'to-invoice' });
      expect((await overview.today()).jobsToInvoice).toBe(rows.length);
      expect((await dispatch.summary()).jobsToInvoice).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    insertRow(shop.db, 'clients');
    const job = { clientId: 1, serviceType: 'residential', scheduledDate: '2026-11-20T21:00:00.000Z', totalAmount: '149.00' };
    for (const id of [1, 2]) {
      await dispatch.createWorkOrder(job);
      expect(await toInvoice()).not.toContain(id);
      for (const status of ['in-progress', 'completed'] as const) await dispatch.setWorkOrderStatus({ id, status, confirm: true });
    }
    expect(await toInvoice()).toEqual([2, 1]);
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ invoiceId: null });
    const { id } = await invoices.createFromWorkOrder({ id: 1 });
    expect(await toInvoice()).toEqual([2]);
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ invoiceId: id });
    await invoices.delete({ id });
    expect(await toInvoice()).toEqual([2, 1]);
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ invoiceId: null });
    await invoices.restore({ id });
    expect(await toInvoice()).toEqual([2]);
    await dispatch.finalizeWorkOrder({ id: 2 });
    expect(await toInvoice()).toEqual([]);
    await invoices.delete({ id });
    shop.clock.advance(31 * 1440);
    purgeInvoiceBin(shop.ctx);
    expect(await toInvoice()).toEqual([1]);
  });

  test('are visible to the office only', async () => {
    const shop = openShop();
    await expect(shop.visitor.overview.today()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.overview.today()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe("today's jobs", () => {
  test('are listed once each in order of time, even at the same time', async () => {
    const shop = openShop();
    insertRow(shop.db, 'clients');
    const plan = { inquiry_id: null, assigned_team_member_id: null };
    for (const [place, minute] of [30, 10, 20, 10, 10].entries())
      insertRow(shop.db, 'work_orders', { ...plan, work_order_id: `WO-${place}`, scheduled_date: `2026-11-20T20:${minute}:00.000Z` });
    const seen: number[] = [];
    for (let cursor: number | undefined, pages = 0; pages < 3; pages++) {
      const page = await shop.admin.dispatch.listWorkOrders({ when: 'today', limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    }
    expect(seen).toEqual([2, 4, 5, 3, 1]);
  });

  test('are filtered over HTTP by the same word', async () => {
    const shop = openShop();
    insertRow(shop.db, 'clients');
    for (const [place, day] of ['20', '23'].entries()) {
      const more = { work_order_id: `WO-${place}`, scheduled_date: `2026-11-${day}T20:00:00.000Z` };
      insertRow(shop.db, 'work_orders', { inquiry_id: null, assigned_team_member_id: null, ...more });
    }
    const { token } = await shop.logIn();
    const read = async (query: string) => (await shop.request('GET', `/api/work-orders${query}`, { token })).json();
    expect(await read('')).toHaveLength(2);
    expect(await read('?when=today')).toMatchObject([{ workOrderId: 'WO-0' }]);
  });
});

describe('quote requests that wait over 24 hours', () => {
  test('are counted like their list, and filtered over HTTP by the same word', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    shop.clock.advance(1441);
    await shop.visitor.quotes.submit(QUOTE);
    expect(await shop.admin.quotes.list({ waiting: true })).toMatchObject({ inquiries: [{ id: 1 }], total: 1, nextCursor: null });
    expect((await shop.admin.quotes.list({ status: 'pending' })).total).toBe(2);
    const { token } = await shop.logIn();
    const answer = await shop.request('GET', '/api/contact?waiting=true', { token });
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([200, { inquiries: [{ id: 1 }], total: 1 }]);
  });
});

describe('orders to ship', () => {
  test('can be searched and filtered by payment like all other orders', async () => {
    const shop = openShop();
    const states = [
      ['pending', null],
      ['processing', '2026-11-20'],
      ['shipped', null],
      ['delivered', '2026-11-20'],
      ['cancelled', null],
    ] as const;
    for (const [place, [status, paid_date]] of states.entries()) {
      const paid = { paid_date, paid_method: paid_date && 'cash' };
      insertRow(shop.db, 'orders', { public_id: `abcdefghijklmnopqrstu${place}`, status, customer_name: `Person ${place}`, ...paid });
    }
    const list = async (input: object) =>
      (await shop.admin.store.listOrders({ view: 'to-ship', ...input })).rows.map(({ orderNumber }) => orderNumber);
    expect(await list({})).toEqual([2, 1]);
    expect(await list({ isPaid: true })).toEqual([2]);
    expect(await list({ isPaid: false })).toEqual([1]);
    expect(await list({ search: 'person' })).toEqual([2, 1]);
    expect(await list({ search: 'person', isPaid: true, cursor: 2 })).toEqual([]);
    expect(await list({ limit: 1, cursor: 2 })).toEqual([1]);
  });
});
