import fc from 'fast-check';
import { expect } from 'vitest';
import { socialPosts } from '../../db/schema';
import { BOOKING_STATUSES } from '../../src/shared/booking';
import { addDays } from '../../src/shared/calendar-day';
import { ASSIGNMENT_STATUSES, PRIORITIES, WORK_ORDER_STATUSES } from '../../src/shared/dispatch';
import { INVOICE_STATUSES } from '../../src/shared/invoices';
import { MESSAGE_STATUSES } from '../../src/shared/message-statuses';
import type { Overview } from '../../src/shared/overview';
import { QUOTE_STATUSES } from '../../src/shared/quotes';
import { POST_STATUSES, type PostStatus } from '../../src/shared/social';
import { ORDER_STATUSES } from '../../src/shared/store-options';
import { addMinutes, businessDay } from '../../src/shared/time';
import { insertRow } from './rows';
import { openShop, type Shop } from './shop';

type Page = { ids: number[]; nextCursor: number | null };

/** Counts every row of a list, page by page. No row may come twice. */
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

/** Returns the ids of a page of a list that is sorted newest first, whose cursor is an id. */
const idsOf = ({ rows, nextCursor }: { rows: { id: number }[]; nextCursor: unknown }): Page => ({
  ids: rows.map(({ id }) => id),
  nextCursor: nextCursor as number | null,
});

/** Counts the list behind each figure, as its screen requests it. */
export async function listLengths({ admin }: Shop): Promise<Overview> {
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
      return idsOf({ rows: rows.map(({ orderNumber: id }) => ({ id })), nextCursor });
    }),
    jobsToInvoice: await lengthOf(async (page) => idsOf(await admin.dispatch.listWorkOrders({ ...page, when: 'to-invoice' }))),
    overdueInvoices: await lengthOf(async (page) => idsOf(await admin.invoices.list({ ...page, view: 'overdue' }))),
    lowStock: await lengthOf(async (page) => idsOf(await admin.inventory.list({ ...page, view: 'reorder' }))),
    failedMessages: await lengthOf(async (page) => idsOf(await admin.mail.list({ ...page, view: 'failed' }))),
    unreadMessages: (await admin.conversations.list({})).rows.reduce((sum, { unread }) => sum + unread, 0),
    missedPosts: await lengthOf(async (page) => idsOf(await admin.social.listPosts({ ...page, view: 'missed' }))),
    todos: [],
    overload: [],
  };
}

export const NOTHING: Overview = {
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
  unreadMessages: 0,
  missedPosts: 0,
  todos: [],
  overload: [],
};

const few = <Row>(row: fc.Arbitrary<Row>) => fc.array(row, { maxLength: 8 });
/** A company in any state: every status, times around the limits of the rules, and deleted rows. */
export const anyCompany = fc.record({
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
export function insertPost({ db, clock }: Shop, status: PostStatus): void {
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

type Company = typeof anyCompany extends fc.Arbitrary<infer Value> ? Value : never;

export function openCompany(made: Company): Shop {
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

/** Computes the same figures from the rules, `minutes` later. */
export function expectedFigures(made: Company, minutes: number): Overview {
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
    unreadMessages: 0,
    missedPosts: sum(made.posts, (status) => status === 'missed'),
    todos: [],
    overload: [],
  };
}
