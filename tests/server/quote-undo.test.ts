import { describe, expect } from 'vitest';
import { activity, clientAddresses, clients, invoiceJobs, jobComponents, workOrders } from '../../db/schema';
import { insertRow } from '../support/rows';
import { QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

async function confirm(shop: Shop, more: Partial<Record<keyof typeof QUOTE, string>> = {}) {
  const { inquiry } = await shop.visitor.quotes.submit({ ...QUOTE, ...more } as typeof QUOTE);
  return shop.admin.quotes.setStatus({ id: inquiry.id, status: 'confirmed' });
}
const undo = ({ admin }: Shop, id: number) => admin.quotes.undoStatus({ id });
const counts = (shop: Shop) => [workOrders, jobComponents, clients, clientAddresses].map((table) => shop.rows(table).length);
const TOO_LATE = { code: 'CONFLICT', message: 'This can no longer be undone.' };

describe('undoing the confirmation of a quote request', () => {
  test('returns the date of the job with the confirmation, and removes the job and its client again', async ({ shop }) => {
    const confirmed = await confirm(shop);
    expect(confirmed).toMatchObject({ workOrderId: 1, workOrderDate: '2026-11-21T20:00:00.000Z' });
    expect(counts(shop)).toEqual([1, 4, 1, 0]);
    expect(await undo(shop, confirmed.id)).toMatchObject({
      status: 'pending',
      confirmedAt: null,
      clientId: null,
      workOrderId: null,
      workOrderDate: null,
    });
    expect(counts(shop)).toEqual([0, 0, 0, 0]);
    expect((await shop.admin.overview.today()).quotesPending).toBe(1);
    expect((await shop.admin.clients.list({ search: 'maria' })).rows).toEqual([]);
    expect(
      shop
        .rows(activity)
        .map(({ verb }) => verb)
        .slice(-3),
    ).toEqual(['workOrder.removed', 'client.removed', 'quote.undone']);
  });

  test('keeps a client that existed before, and removes only the address that the request added', async ({ shop }) => {
    await confirm(shop);
    shop.clock.advance(60);
    const { id } = await confirm(shop, { address: '99 Elsewhere Rd' });
    expect(counts(shop)).toEqual([2, 8, 1, 1]);
    await undo(shop, id);
    expect(counts(shop)).toEqual([1, 4, 1, 0]);
    const again = await confirm(shop, { address: '99 Elsewhere Rd' });
    shop.clock.advance(60);
    const { id: third } = await confirm(shop, { address: '99 Elsewhere Rd' });
    await undo(shop, third);
    expect(counts(shop)).toEqual([2, 8, 1, 1]);
    expect(again.workOrderId).not.toBeNull();
  });

  test('keeps a new client that another request or a booking uses by now', async ({ shop }) => {
    const { id } = await confirm(shop);
    await confirm(shop);
    await undo(shop, id);
    expect(counts(shop)).toEqual([1, 4, 1, 0]);
  });

  test.for(['plans', 'quotes'] as const)('keeps a new client that is in use by the %s', async (table, { shop }) => {
    const { id } = await confirm(shop);
    insertRow(shop.db, table);
    expect(await undo(shop, id)).toMatchObject({ status: 'pending' });
    expect(counts(shop)).toEqual([0, 0, 1, 0]);
  });

  test.for<[string, (shop: Shop) => unknown]>([
    ['changed the client', ({ admin }) => admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Dog' })],
    ['booked as the client', (shop) => bookAs(shop, { client_id: 1, work_order_id: null })],
    [
      'referred a friend',
      (shop) => insertRow(shop.db, 'referrals', { booking_id: bookAs(shop, { client_id: null, work_order_id: null }) }),
    ],
    ['moved to the client in a merge', (shop) => insertRow(shop.db, 'clients', { email: 'other@example.com', merged_into_id: 1 })],
    ['stored a further address', ({ db }) => insertRow(db, 'client_addresses')],
  ])('keeps a new client if somebody %s', async ([, happens], { shop }) => {
    const { id } = await confirm(shop);
    await happens(shop);
    expect(await undo(shop, id)).toMatchObject({ status: 'pending', workOrderId: null });
    expect(shop.rows(workOrders)).toEqual([]);
    expect(shop.rows(clients).some((client) => client.id === 1)).toBe(true);
  });

  test.for<[string, (shop: Shop) => unknown]>([
    ['moved', ({ admin }) => admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-23T18:00:00.000Z' })],
    ['started', ({ admin }) => admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' })],
    ['cancelled', ({ db }) => db.update(workOrders).set({ status: 'cancelled' }).run()],
    [
      'assigned and released',
      async (shop) => {
        insertRow(shop.db, 'team_members');
        const { id } = await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1, confirm: true });
        await shop.admin.dispatch.release({ id });
      },
    ],
    ['invoiced', (shop) => insertRow(shop.db, 'invoices', { work_order_id: 1, booking_id: null })],
    [
      'on the invoice of a month',
      ({ db }) => {
        insertRow(db, 'invoices', { work_order_id: null, booking_id: null });
        db.insert(invoiceJobs).values({ invoiceId: 1, workOrderId: 1 }).run();
      },
    ],
    ['linked to a booking', (shop) => bookAs(shop, { client_id: null, work_order_id: 1 })],
    ['mailed about', ({ db }) => insertRow(db, 'outbox', { related_type: 'workOrder', related_id: 1 })],
  ])('is refused once the job was %s, and then changes nothing', async ([, happens], { shop }) => {
    const { id } = await confirm(shop);
    await happens(shop);
    await expect(undo(shop, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^Work order WO-\S+ was changed in the meantime, so this can no longer be undone\.$/),
    });
    const { inquiries } = await shop.admin.quotes.list({ id });
    expect(inquiries).toMatchObject([{ status: 'confirmed', workOrderId: 1, clientId: 1 }]);
    expect(counts(shop).slice(0, 3)).toEqual([1, 4, 1]);
  });

  test('is refused after twenty seconds', async ({ shop }) => {
    const { id } = await confirm(shop);
    shop.clock.advance(20 / 60);
    await expect(undo(shop, id)).resolves.toMatchObject({ status: 'pending' });
    await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    shop.clock.advance(21 / 60);
    await expect(undo(shop, id)).rejects.toMatchObject(TOO_LATE);
    expect(counts(shop)).toEqual([1, 4, 1, 0]);
  });

  test('happens once, even if two people press it at the same moment', async ({ shop }) => {
    const { id } = await confirm(shop);
    const results = await Promise.allSettled([undo(shop, id), undo(shop, id), undo(shop, id)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(results[1]).toMatchObject({ reason: TOO_LATE });
    expect(counts(shop)).toEqual([0, 0, 0, 0]);
  });

  test('is refused once another step followed, such as a second work order', async ({ shop }) => {
    const { id } = await confirm(shop);
    await shop.admin.quotes.createWorkOrder({ id, another: true });
    await expect(undo(shop, id)).rejects.toMatchObject(TOO_LATE);
    expect(shop.rows(workOrders)).toHaveLength(2);
  });

  test('confirms the same request again with a new job', async ({ shop }) => {
    const { id } = await confirm(shop);
    await undo(shop, id);
    expect(await shop.admin.quotes.setStatus({ id, status: 'confirmed' })).toMatchObject({ status: 'confirmed', workOrderId: 2 });
    expect(counts(shop)).toEqual([1, 4, 1, 0]);
  });
});

describe('undoing other steps of a quote request', () => {
  test('returns to the status before, and keeps the job', async ({ shop }) => {
    const confirmed = await confirm(shop);
    const { id, confirmedAt } = confirmed;
    shop.clock.advance(60);
    await shop.admin.quotes.setStatus({ id, status: 'completed' });
    expect(await undo(shop, id)).toEqual({ ...confirmed, estimate: null });
    for (const status of ['completed', 'pending'] as const) await shop.admin.quotes.setStatus({ id, status });
    expect(await undo(shop, id)).toMatchObject({ status: 'completed', confirmedAt });
    await shop.admin.quotes.setStatus({ id, status: 'pending' });
    shop.clock.advance(60);
    await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    expect(await undo(shop, id)).toMatchObject({ status: 'pending', confirmedAt, workOrderId: 1 });
    expect(counts(shop)).toEqual([1, 4, 1, 0]);
  });

  test('is refused for a new request, a deleted one, and a step of an earlier release', async ({ shop }) => {
    const { inquiry } = await shop.visitor.quotes.submit(QUOTE);
    await expect(undo(shop, inquiry.id)).rejects.toMatchObject(TOO_LATE);
    await expect(undo(shop, 9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    insertRow(shop.db, 'activity', { verb: 'quote.pending', entity_type: 'quote', entity_id: '1', data: '{"from":"completed"}', at: NOW });
    await expect(undo(shop, inquiry.id)).rejects.toMatchObject(TOO_LATE);
  });
});

const NOW = '2026-11-20T20:00:00.000Z';
const bookAs = (shop: Shop, links: { client_id: number | null; work_order_id: number | null }) => {
  insertRow(shop.db, 'appointment_slots', { team_member_id: null });
  insertRow(shop.db, 'appointment_bookings', links);
  return 1;
};
