import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import type { Overview } from '../../src/shared/overview';
import { bookSlot, slotOf } from '../support/booking';
import { INVOICE } from '../support/invoice-inputs';
import { anyCompany, expectedFigures, insertPost, listLengths, NOTHING, openCompany } from '../support/overview';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';
import { ORDER, shelve } from '../support/storefront';

describe('the figures of the start page', () => {
  test('are zero for a new company', async ({ shop }) => {
    expect(await shop.admin.overview.today()).toEqual(NOTHING);
    expect(await listLengths(shop)).toEqual(NOTHING);
  });

  test('equal the length of their lists at any time and for any data', async () => {
    await fc.assert(
      fc.asyncProperty(anyCompany, fc.constantFrom(0, 1, 660, 1440), async (made, minutes) => {
        const shop = openCompany(made);
        shop.clock.advance(minutes);
        const overview = { ...(await shop.admin.overview.today()), overload: [] };
        expect(overview).toEqual(await listLengths(shop));
        expect(overview).toEqual(expectedFigures(made, minutes));
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

  test('count a finished job until it is invoiced or finalized, and again when its invoice is deleted', async ({ shop }) => {
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
});

describe("today's jobs", () => {
  test('are listed once each in order of time, even at the same time', async ({ shop }) => {
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

  test('are filtered over HTTP by the same word', async ({ shop }) => {
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
  test('are counted like their list, and filtered over HTTP by the same word', async ({ shop }) => {
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
  test('can be searched and filtered by payment like all other orders', async ({ shop }) => {
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
