import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { activity, clients, contactInquiries, jobComponents, outbox, workOrders } from '../../db/schema';
import { openShop, QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const submit = async (shop: Shop, more: Partial<Record<keyof typeof QUOTE, string>> = {}) =>
  (await shop.visitor.quotes.submit({ ...QUOTE, ...more } as typeof QUOTE)).inquiry;

describe('submitting a quote request', () => {
  test('stores the request with its two messages and an activity row', async ({ shop }) => {
    await submit(shop);
    const messages = shop.rows(outbox);
    expect(messages.map(({ purpose, to, status }) => [purpose, to, status])).toEqual([
      ['quote-received', QUOTE.email, 'stored'],
      ['new-quote', 'hello@sageandpine.example', 'stored'],
    ]);
    expect(messages[0]?.subject).toBe('We received your request');
    const log = shop.rows(activity);
    expect(log.map(({ verb, actorKind }) => [verb, actorKind])).toEqual([['quote.received', 'visitor']]);
    expect(JSON.stringify(log)).not.toContain('Maria');
  });

  test('rejects a request that fills in the trap or comes too fast for a person', async () => {
    const shop = openShop({ isLimited: true });
    await expect(shop.visitor.quotes.submit({ ...QUOTE, website: 'http://spam.example' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(shop.visitor.quotes.submit({ ...QUOTE, filledInMs: 1999 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await shop.visitor.quotes.submit({ ...QUOTE, filledInMs: 2000 });
    expect(shop.rows(contactInquiries)).toHaveLength(1);
  });

  test('rejects the sixth request within an hour', async () => {
    const shop = openShop({ isLimited: true });
    for (let i = 0; i < 5; i++) await submit(shop);
    await expect(submit(shop)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('stores nothing if a part of it cannot be written', async ({ shop }) => {
    shop.db.$client.exec('create trigger full before insert on outbox begin select raise(abort, "no"); end');
    await expect(submit(shop)).rejects.toThrow();
    expect(shop.rows(contactInquiries)).toEqual([]);
    expect(shop.rows(activity)).toEqual([]);
  });
});

test('finds a request by its id in any status, unless it was deleted', async ({ shop }) => {
  for (let n = 0; n < 3; n++) await submit(shop);
  await shop.admin.quotes.setStatus({ id: 2, status: 'confirmed' });
  const of = async (input: Parameters<typeof shop.admin.quotes.list>[0]) => {
    const { inquiries, total, nextCursor } = await shop.admin.quotes.list(input);
    return [inquiries.map(({ id }) => id), total, nextCursor];
  };
  expect(await of({ id: 2 })).toEqual([[2], 1, null]);
  expect(await of({ id: 2, status: 'pending', waiting: true })).toEqual([[2], 1, null]);
  expect(await of({ id: 9 })).toEqual([[], 0, null]);
  await shop.admin.quotes.deleteAll();
  expect(await of({ id: 2 })).toEqual([[], 0, null]);
});

describe('confirming a request', () => {
  test('creates the client, the work order and the default components', async ({ shop }) => {
    const { id } = await submit(shop);
    const confirmed = await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    expect(confirmed).toMatchObject({ status: 'confirmed', confirmedAt: '2026-11-20T20:00:00.000Z', clientId: 1, workOrderId: 1 });
    const order = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    expect(order).toMatchObject({
      clientId: 1,
      serviceType: 'residential',
      status: 'scheduled',
      priority: 'medium',
      scheduledDate: '2026-11-21T20:00:00.000Z',
      estimatedDuration: 120,
      client: { name: QUOTE.name, email: QUOTE.email, phone: QUOTE.phone, address: QUOTE.address },
    });
    expect(order.workOrderId).toMatch(/^WO-\d{13}-[0-9A-F]{6}$/);
    expect(order.jobComponents.map((component) => component.estimatedTime)).toEqual([45, 60, 30, 20]);
  });

  test('creates each of them once, even for fifty calls at once and after a reset', async ({ shop }) => {
    const { id } = await submit(shop);
    await Promise.all(Array.from({ length: 50 }, () => shop.admin.quotes.setStatus({ id, status: 'confirmed' })));
    for (const status of ['completed', 'pending', 'confirmed'] as const)
      expect(await shop.admin.quotes.setStatus({ id, status })).toMatchObject({ status });
    expect(shop.rows(clients)).toHaveLength(1);
    expect(shop.rows(workOrders)).toHaveLength(1);
    expect(shop.rows(jobComponents)).toHaveLength(4);
  });

  test('creates nothing without an address until one is entered', async ({ shop }) => {
    const { id } = await submit(shop, { address: '' });
    const confirmed = await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    expect(confirmed).toMatchObject({ status: 'confirmed', clientId: null, workOrderId: null });
    expect([shop.rows(workOrders), shop.rows(clients)]).toEqual([[], []]);
    await expect(shop.admin.quotes.createWorkOrder({ id })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'Please enter the service address.',
    });
    const linked = await shop.admin.quotes.createWorkOrder({ id, address: '300 Columbia St' });
    expect(linked).toMatchObject({ address: '300 Columbia St', clientId: 1, workOrderId: 1 });
  });

  test('creates a work order with the price, duration and crew of the dialog, or with the usual ones', async ({ shop }) => {
    const { id } = await submit(shop, { address: '' });
    await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    const address = '300 Columbia St';
    await shop.admin.quotes.createWorkOrder({ id, address, totalAmount: '180.50', estimatedDuration: '90', crewSize: '2' });
    await shop.admin.quotes.createWorkOrder({ id, another: true, totalAmount: '', estimatedDuration: '' });
    expect(shop.rows(workOrders)).toMatchObject([
      { totalAmountCents: 18_050, estimatedDuration: 90, crewSize: 2 },
      { totalAmountCents: null, estimatedDuration: 120, crewSize: 1 },
    ]);
    await expect(shop.admin.quotes.createWorkOrder({ id, another: true, crewSize: 11 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('sends the crew to a new address, and adds it to the client once', async ({ shop }) => {
    for (const address of ['12 Seymour St', '99 Elsewhere Rd', '99 elsewhere rd']) {
      const { id } = await submit(shop, { address });
      await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    }
    for (const id of [2, 3]) expect((await shop.admin.dispatch.getWorkOrder({ id })).client.address).toBe('99 Elsewhere Rd');
    expect((await shop.admin.clients.get({ id: 1 })).addresses).toHaveLength(1);
  });

  test('creates another work order only if asked to', async ({ shop }) => {
    const { id } = await submit(shop);
    await expect(shop.admin.quotes.createWorkOrder({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    await expect(shop.admin.quotes.createWorkOrder({ id })).rejects.toMatchObject({ code: 'CONFLICT' });
    await shop.admin.quotes.createWorkOrder({ id, another: true });
    expect(shop.db.select().from(workOrders).where(eq(workOrders.inquiryId, id)).all()).toHaveLength(2);
  });
});

describe('the list', () => {
  test('is restored with undo after everything was deleted, and removed for good after 30 days', async ({ shop }) => {
    const { id } = await submit(shop);
    await shop.admin.quotes.setStatus({ id, status: 'confirmed' });
    expect(await shop.admin.quotes.deleteAll()).toEqual({ success: true, deletedCount: 1 });
    expect(await shop.admin.quotes.list({})).toMatchObject({ total: 0, inquiries: [] });
    await expect(shop.admin.quotes.setStatus({ id, status: 'completed' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(shop.rows(workOrders)).toHaveLength(1);
    expect(await shop.admin.quotes.bin()).toEqual({ count: 1, deletedAt: '2026-11-20T20:00:00.000Z' });
    expect(await shop.admin.quotes.restore()).toEqual({ restoredCount: 1 });
    expect(await shop.admin.quotes.list({})).toMatchObject({ total: 1 });
    await shop.admin.quotes.deleteAll();
    shop.clock.advance(30 * 1440 + 1);
    const { purgeQuoteBin } = await import('../../src/server/quotes/service');
    purgeQuoteBin(shop.ctx);
    expect(shop.rows(contactInquiries)).toEqual([]);
  });
});
