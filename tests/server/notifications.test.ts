import { describe, expect } from 'vitest';
import { setAdminPassword } from '../../src/server/session/service';
import { bookSlot, slotOf } from '../support/booking';
import { plansOf } from '../support/query-plans';
import { approve, send } from '../support/quoting';
import { fillTables, insertRow } from '../support/rows';
import { openShop, QUOTE, type Shop } from '../support/shop';
import { test as base } from '../support/shop-test';

/** Opens a company whose only admin makes the calls of `shop.admin`. */
const test = base.extend('shop', () => {
  const shop = openShop();
  insertRow(shop.db, 'users');
  return shop;
});

type Entry = { verb: string; entity?: string; id?: number | string; by?: string; actor?: number | null; data?: object };
const record = ({ db }: Shop, { verb, entity = 'quote', id = 1, by = 'visitor', actor = null, data = {} }: Entry) =>
  insertRow(db, 'activity', {
    verb,
    entity_type: entity,
    entity_id: String(id),
    actor_kind: by,
    actor_id: actor,
    data: JSON.stringify(data),
  });
const list = (shop: Shop, input: Parameters<Shop['admin']['notifications']['list']>[0] = {}) => shop.admin.notifications.list(input);
const unread = async (shop: Shop) => (await shop.admin.notifications.unread()).unread;

describe('notifications', () => {
  test('tell of a quote request with the name of its sender, and lead to it', async ({ shop }) => {
    await shop.visitor.quotes.submit(QUOTE);
    expect((await list(shop)).rows).toMatchObject([
      { verb: 'quote.received', by: 'visitor', isUnread: true, record: { kind: 'quote', id: 1, title: QUOTE.name } },
    ]);
    expect(await unread(shop)).toBe(1);
  });

  test("tell of a client's answers to quotes and wishes for regular visits, but not of what the admin does with them", async ({ shop }) => {
    const quote = await send(shop);
    await shop.visitor.quoting.requestChange({ token: quote.token, text: 'Without the oven, please.' });
    await approve(shop, quote);
    await shop.visitor.quoting.decline({ token: (await send(shop, { clientId: 1 })).token, reason: null });
    await bookSlot(shop, (await slotOf(shop)).id, { frequency: 'week' });
    await shop.admin.plans.accept({ id: 1 });
    await shop.admin.plans.skip({ id: 1, date: '2026-12-01' });
    await shop.admin.plans.pause({ id: 1 });
    const rows = (await list(shop)).rows.filter(({ verb }) => /^(pricedQuote|plan)/.test(verb));
    expect(rows.map(({ verb, by, record: about }) => [verb, by, `${about?.kind} ${about?.id}`])).toEqual([
      ['plan.proposed', 'visitor', 'plan 1'],
      ['pricedQuote.declined', 'visitor', 'priced-quote 2'],
      ['pricedQuote.approved', 'visitor', 'priced-quote 1'],
      ['pricedQuote.changeRequested', 'visitor', 'priced-quote 1'],
    ]);
  });

  test('lead to the record of each kind of news, newest first', async ({ shop }) => {
    fillTables(openShop().db);
    for (const table of ['team_members', 'clients', 'contact_inquiries', 'work_orders', 'products', 'orders', 'appointment_slots'] as const)
      insertRow(shop.db, table);
    for (const table of ['appointment_bookings', 'invoices', 'receipts', 'outbox', 'plans', 'quotes'] as const) insertRow(shop.db, table);
    record(shop, { verb: 'booking.cancelled', entity: 'booking' });
    record(shop, { verb: 'order.placed', entity: 'order' });
    record(shop, { verb: 'receipt.created', entity: 'receipt', by: 'admin', actor: 2 });
    record(shop, { verb: 'message.failed', entity: 'message', by: 'system' });
    record(shop, { verb: 'workOrder.incomplete', entity: 'workOrder', by: 'member', actor: 1 });
    record(shop, { verb: 'timeOff.requested', entity: 'timeOff', id: 7, by: 'member', actor: 1, data: { teamMemberId: 1 } });
    record(shop, { verb: 'plan.skipped', entity: 'plan', id: 1 });
    record(shop, { verb: 'pricedQuote.approved', entity: 'pricedQuote' });
    record(shop, { verb: 'client.rated', entity: 'client' });
    expect((await list(shop)).rows.map(({ verb, record: about }) => [verb, about?.kind, about?.id])).toEqual([
      ['client.rated', 'client', 1],
      ['pricedQuote.approved', 'priced-quote', 1],
      ['plan.skipped', 'plan', 1],
      ['timeOff.requested', 'member', 1],
      ['workOrder.incomplete', 'work-order', 1],
      ['message.failed', 'message', 1],
      ['receipt.created', 'receipt', 1],
      ['order.placed', 'order', 1],
      ['booking.cancelled', 'booking', 1],
    ]);
  });

  test('start unread for the first admin with what happens after the account was made', async () => {
    const fresh = openShop();
    await fresh.visitor.quotes.submit(QUOTE);
    await setAdminPassword(fresh.ctx, 'owner', 'correct horse battery staple');
    expect(await unread(fresh)).toBe(0);
    await fresh.visitor.quotes.submit({ ...QUOTE, email: 'other@example.com' });
    expect(await unread(fresh)).toBe(1);
  });

  test('leave out what the admin did, and activity that is no news', async ({ shop }) => {
    record(shop, { verb: 'receipt.created', entity: 'receipt', by: 'admin', actor: 1 });
    record(shop, { verb: 'settings.saved', entity: 'settings' });
    record(shop, { verb: 'booking.moved', entity: 'booking', by: 'admin', actor: 2 });
    expect((await list(shop)).rows.map(({ verb, record: about }) => [verb, about])).toEqual([['booking.moved', null]]);
    expect(await unread(shop)).toBe(1);
  });

  test('come in pages, each once, also past many actions of the admin', async ({ shop }) => {
    for (let made = 0; made < 5; made++) record(shop, { verb: 'quote.received', id: made });
    for (let made = 0; made < 500; made++) record(shop, { verb: 'booking.moved', entity: 'booking', by: 'admin', actor: 1 });
    record(shop, { verb: 'order.placed', entity: 'order' });
    const ids: number[] = [];
    for (let cursor: number | null | undefined; cursor !== null; ) {
      const page = await list(shop, { limit: 2, ...(cursor && { cursor }) });
      ids.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual([506, 5, 4, 3, 2, 1]);
  });

  test('are read once they are marked, on every device, and newer ones are not', async ({ shop }) => {
    record(shop, { verb: 'quote.received' });
    record(shop, { verb: 'quote.received' });
    expect(await shop.admin.notifications.markSeen({ upTo: 1 })).toEqual({ unread: 1 });
    expect((await list(shop)).rows.map(({ isUnread }) => isUnread)).toEqual([true, false]);
    await shop.admin.notifications.markSeen({ upTo: 2 });
    // Another tab that is behind does not make them unread again, and the future is not read yet.
    await shop.admin.notifications.markSeen({ upTo: 1 });
    await shop.admin.notifications.markSeen({ upTo: 999 });
    expect(await unread(shop)).toBe(0);
    record(shop, { verb: 'quote.received' });
    expect(await unread(shop)).toBe(1);
  });

  test('are counted up to a hundred', async ({ shop }) => {
    for (let made = 0; made < 150; made++) record(shop, { verb: 'quote.received' });
    expect(await unread(shop)).toBe(100);
  });

  test('begin for a new admin with the day of being added', async ({ shop }) => {
    record(shop, { verb: 'quote.received' });
    const { id } = await shop.admin.admins.add({ username: 'second', password: 'a long password' });
    expect(shop.db.$client.prepare('select seen_activity_id from users where id = ?').pluck().get(id)).toBe(1);
  });

  test('reach other open screens when they are marked', async ({ shop }) => {
    record(shop, { verb: 'quote.received' });
    const topics: string[] = [];
    shop.ctx.live.onChange((topic) => topics.push(topic));
    await shop.admin.notifications.markSeen({ upTo: 1 });
    expect(topics).toEqual(['notifications']);
  });

  test('are read from their own index', async ({ shop }) => {
    const plans = await plansOf(shop, async () => {
      await list(shop);
      await unread(shop);
    });
    expect(plans.filter((plan) => plan.includes('activity'))).toEqual(['SEARCH activity USING INDEX activity_news (id>? AND id<?)']);
  });
});
