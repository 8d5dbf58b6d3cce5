import { describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { seedPrices } from '../../db/starter-prices';
import { saveLogo } from '../../src/server/settings/service';
import { CHECKLIST_STEPS } from '../../src/shared/checklist';
import { NEED_KINDS, NEEDS_SHOWN } from '../../src/shared/overview';
import { bookSlot, slotOf } from '../support/booking';
import { INVOICE } from '../support/invoice-inputs';
import { insertPost } from '../support/overview';
import { insertRow } from '../support/rows';
import { QUOTE, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { ORDER, shelve } from '../support/storefront';
import { untyped } from '../support/untyped';

const JOB = { inquiry_id: null, assigned_team_member_id: null };

describe('what needs the office', () => {
  test('is nothing for a new company', async ({ shop }) => {
    expect(await shop.admin.overview.needsYou()).toEqual([]);
  });

  test('shows the first records of each kind with the length of its list, the most urgent kind first', async ({ shop }) => {
    const { admin, visitor, db } = shop;
    await admin.settings.save({ createWorkOrders: false });
    for (const name of ['Ann', 'Ben', 'Cas', 'Dan']) await visitor.quotes.submit({ ...QUOTE, name });
    await bookSlot(shop, (await slotOf(shop)).id, { frequency: 'week' });
    insertRow(db, 'clients');
    insertRow(db, 'work_orders', { ...JOB, work_order_id: 'WO-1', scheduled_date: '2026-11-21T17:00:00.000Z' });
    insertRow(db, 'work_orders', {
      ...JOB,
      work_order_id: 'WO-2',
      status: 'completed',
      completed_date: '2026-11-19T20:00:00.000Z',
      total_amount_cents: 14_900,
    });
    shelve(shop, { stock_quantity: 5, reorder_level: 5 });
    await visitor.store.placeOrder(ORDER);
    const { id } = await admin.invoices.create({ ...INVOICE, dueDate: '2026-11-19' });
    insertRow(db, 'outbox', { status: 'failed', subject: 'Your visit', message_id: '<1@x>', dedupe_key: '1' });
    insertRow(db, 'outbox', { status: 'draft', subject: 'A reminder', message_id: '<2@x>', dedupe_key: '2' });
    insertPost(shop, 'missed');
    insertRow(db, 'client_messages');
    const lines = [{ kind: 'service', description: 'Cleaning', price: '120.00' }] as const;
    const quote = await admin.quoting.compose({ clientId: 1, serviceType: 'residential', lines: [...lines] });
    const { token } = await admin.quoting.send({ id: quote.id });
    await visitor.quoting.requestChange({ token: token ?? '', text: 'Without the balcony, please.' });

    const needs = await admin.overview.needsYou();
    expect(needs.map(({ kind }) => kind)).toEqual(NEED_KINDS);
    const of = (kind: string) => needs.find((need) => need.kind === kind);
    expect(of('quotes')).toMatchObject({ total: 4, rows: [{ title: 'Dan' }, { title: 'Cas' }, { title: 'Ben', detail: 'residential' }] });
    expect(of('quotes')?.rows).toHaveLength(NEEDS_SHOWN);
    expect(of('unread')).toMatchObject({ total: 1, rows: [{ id: 1, detail: 'Please ring at the back door.' }] });
    expect(of('quoteChanges')).toMatchObject({ total: 1, rows: [{ id: quote.id, detail: 'Without the balcony, please.' }] });
    expect(of('bookings')).toMatchObject({ total: 1, rows: [{ id: 1, amount: expect.stringMatching(/^\d+\.\d\d$/) }] });
    expect(of('unassigned')).toMatchObject({ total: 1, rows: [{ id: 1, title: 'Maria Santos', at: '2026-11-21T17:00:00.000Z' }] });
    expect(of('orders')).toMatchObject({ total: 1, rows: [{ id: 1, detail: 'ORD-0001', status: 'pending' }] });
    expect(of('toInvoice')).toMatchObject({ total: 1, rows: [{ id: 2, amount: '149.00', at: '2026-11-19T20:00:00.000Z' }] });
    expect(of('overdue')).toMatchObject({ total: 1, rows: [{ id, detail: 'SPC001', at: '2026-11-19', status: 'impossible' }] });
    expect(of('drafts')).toMatchObject({ total: 1, rows: [{ title: 'A reminder', status: 'draft' }] });
    expect(of('failed')).toMatchObject({ total: 1, rows: [{ title: 'Your visit', status: 'failed' }] });
    expect(of('missed')).toMatchObject({ total: 1, rows: [{ title: 'Clean homes.', detail: 'facebook' }] });
    expect(of('lowStock')).toMatchObject({ total: 1, rows: [{ detail: '4 left, reorder at 5' }] });
  });

  test('equals the figures of the navigation', async ({ shop }) => {
    insertRow(shop.db, 'clients');
    for (let place = 0; place < 5; place++) insertRow(shop.db, 'work_orders', { ...JOB, work_order_id: `WO-${place}` });
    const [need] = await shop.admin.overview.needsYou();
    expect(need).toMatchObject({ kind: 'unassigned', total: (await shop.admin.overview.today()).unassigned });
    expect(need?.total).toBe(5);
  });
});

describe('the day of the crew', () => {
  test('has a lane for each active member, and for others who work today', async ({ shop }) => {
    const { admin, db } = shop;
    insertRow(db, 'clients');
    const add = (member: object) => insertRow(db, 'team_members', member as Parameters<typeof insertRow>[2]);
    add({});
    add({ employee_id: 'E-2', first_name: 'Abe', email: 'abe@example.com' });
    add({ employee_id: 'E-3', first_name: 'Zoe', email: 'zoe@example.com', is_active: 0 });
    add({ employee_id: 'E-4', first_name: 'Yan', email: 'yan@example.com', is_active: 0 });
    insertRow(db, 'time_off', { team_member_id: 2, start_date: '2026-11-20', end_date: '2026-11-20', status: 'approved', reason: null });
    const job = (id: number, hour: string, more: object = {}) =>
      insertRow(db, 'work_orders', { inquiry_id: null, work_order_id: `WO-${id}`, scheduled_date: `2026-11-${hour}:00:00.000Z`, ...more });
    job(1, '20T22');
    job(2, '20T17');
    job(3, '20T18', { assigned_team_member_id: 3 });
    job(4, '20T19', { assigned_team_member_id: null });
    job(5, '20T19', { assigned_team_member_id: null, status: 'completed' });
    job(6, '20T19', { status: 'cancelled' });
    job(7, '21T19');
    const day = await admin.overview.day();
    expect(day.day).toBe('2026-11-20');
    expect(day.lanes.map(({ name, timeOff, jobs }) => [name, timeOff, jobs.map(({ id }) => id)])).toEqual([
      ['Abe Marsh', '', []],
      ['Dee Marsh', null, [2, 1]],
      ['Zoe Marsh', null, [3]],
    ]);
    expect(day.lanes[1]?.jobs[0]).toEqual({
      id: 2,
      workOrderId: 'WO-2',
      clientName: 'Maria Santos',
      scheduledDate: '2026-11-20T17:00:00.000Z',
      status: 'scheduled',
      confirmedAt: null,
      overbooked: false,
    });
    expect(day.unassigned.map(({ id }) => id)).toEqual([4]);
  });

  test('lists the next confirmed bookings in order, without windows that are over', async ({ shop }) => {
    const { db, admin } = shop;
    const book = (id: number, date: string, timeSlot: string, status = 'confirmed') => {
      insertRow(db, 'appointment_slots', { date, time_slot: timeSlot, team_member_id: null });
      insertRow(db, 'appointment_bookings', {
        slot_id: id,
        status,
        booking_reference: `SPC-${id}`,
        work_order_id: null,
        client_id: null,
      });
    };
    book(1, '2026-11-22', '08:00-10:00');
    book(2, '2026-11-20', '12:00-14:00');
    book(3, '2026-11-20', '10:00-12:00');
    book(4, '2026-11-21', '10:00-12:00', 'cancelled');
    book(5, '2026-11-20', '18:00-20:00');
    book(6, '2026-11-19', '18:00-20:00');
    book(7, '2026-11-24', '18:00-20:00');
    book(8, '2026-11-25', '18:00-20:00');
    // Noon: the window that ends now is over, the one that begins now is not.
    expect((await admin.overview.day()).bookings.map(({ id }) => id)).toEqual([2, 5, 1, 7]);
  });
});

describe('the money of a month', () => {
  const pay = (shop: Shop, amount: string, paymentDate: string, isRefund = false) =>
    shop.admin.invoices.createReceipt({
      customerName: 'Maria',
      paymentMethod: 'cash',
      amountPaid: amount,
      paymentDate,
      description: 'Cleaning',
      isRefund,
    });

  test('is zero for a new company', async ({ shop }) => {
    const { today, thisMonth, lastMonth } = await shop.admin.overview.money();
    expect([today, thisMonth.month, lastMonth.month]).toEqual(['2026-11-20', '2026-11', '2026-10']);
    expect([thisMonth.days.length, lastMonth.days.length]).toEqual([30, 31]);
    expect([thisMonth.received, thisMonth.invoiced, lastMonth.received]).toEqual(['0.00', '0.00', '0.00']);
  });

  test('adds up payments less refunds by day, and issued invoices, without voided ones', async ({ shop }) => {
    const { admin } = shop;
    await pay(shop, '100.00', '2026-11-01');
    await pay(shop, '50.00', '2026-11-20');
    await pay(shop, '20.00', '2026-11-20', true);
    await pay(shop, '70.00', '2026-10-31');
    const { id } = await pay(shop, '999.00', '2026-11-20');
    await admin.invoices.deleteReceipt({ id });
    const draft = await admin.invoices.create({ ...INVOICE, status: 'draft' });
    let { thisMonth, lastMonth } = await admin.overview.money();
    expect(thisMonth).toMatchObject({ received: '130.00', invoiced: '0.00' });
    expect([thisMonth.days[0], thisMonth.days[19], thisMonth.days[18]]).toEqual(['100.00', '30.00', '0.00']);
    expect(lastMonth).toMatchObject({ received: '70.00' });
    expect(lastMonth.days.at(-1)).toBe('70.00');
    await admin.invoices.update({ id: draft.id, status: 'pending' });
    expect((await admin.overview.money()).thisMonth.invoiced).toBe(draft.totalAmount);
    expect((await admin.invoices.summary()).receivedThisMonth).toBe('130.00');
    await admin.invoices.delete({ id: draft.id });
    ({ thisMonth, lastMonth } = await admin.overview.money());
    expect(thisMonth.invoiced).toBe('0.00');
  });

  test("counts an invoice on the company's day of its issue, and starts again with the month", async ({ shop }) => {
    // Nine in the evening of November 30 in Kamloops is December 1 in UTC.
    shop.clock.advance(10 * 1440 + 9 * 60);
    const { totalAmount } = await shop.admin.invoices.create({ ...INVOICE, dueDate: '2026-12-20' });
    expect((await shop.admin.overview.money()).thisMonth).toMatchObject({ month: '2026-11', invoiced: totalAmount });
    shop.clock.advance(3 * 60);
    const money = await shop.admin.overview.money();
    expect([money.thisMonth, money.lastMonth]).toMatchObject([
      { month: '2026-12', invoiced: '0.00' },
      { month: '2026-11', invoiced: totalAmount },
    ]);
  });
});

describe('the checklist of a new company', () => {
  test('leaves the prices open until a person changed the starter prices', async ({ shop }) => {
    const pricesAreDone = async () => (await shop.admin.overview.checklist()).steps.find(({ step }) => step === 'prices')?.isDone;
    seedPrices(shop.db, shop.clock.at);
    expect(await pricesAreDone()).toBe(false);
    shop.clock.advance(1);
    await shop.admin.settings.save({ minimumCharges: { residential: '95.00' } });
    expect(await pricesAreDone()).toBe(true);
  });

  const done = async ({ admin }: Shop) => (await admin.overview.checklist()).steps.filter(({ isDone }) => isDone).map(({ step }) => step);

  test('has all its steps open at first', async ({ shop }) => {
    expect(await shop.admin.overview.checklist()).toEqual({
      isHidden: false,
      steps: CHECKLIST_STEPS.map((step) => ({ step, isDone: false, isMarked: false })),
    });
  });

  test.for<[string, (shop: Shop) => unknown]>([
    ['company', async ({ admin }) => save(admin, { company: { ...(await admin.settings.get()).company, name: 'Bright Homes' } })],
    ['taxes', ({ admin }) => save(admin, { taxProfile: 'bc-current' })],
    ['taxes', ({ admin }) => save(admin, { taxRule: 'cart-19' })],
    [
      'prices',
      (shop) => {
        shelve(shop, {});
        return shop.admin.inventory.updateProduct({ id: 1, price: '12.50' });
      },
    ],
    ['testMail', ({ db }) => insertRow(db, 'outbox', { purpose: 'test-message', status: 'sent' })],
    ['member', ({ db }) => insertRow(db, 'team_members')],
    ['client', ({ db }) => insertRow(db, 'clients')],
  ])('ticks %s by the data of the company', async ([step, happens], { shop }) => {
    await happens(shop);
    expect(await done(shop)).toEqual([step]);
  });

  test('leaves the company open while it has a logo and nothing else of its own', async ({ shop }) => {
    saveLogo(shop.ctx, 'ours-9x9.png');
    expect(await done(shop)).toEqual([]);
    await save(shop.admin, { company: { ...(await shop.admin.settings.get()).company, phone: '(250) 555-0177' } });
    expect(await done(shop)).toEqual(['company']);
  });

  test('ticks the first job with its client, and no test message that was only stored', async ({ shop }) => {
    await shop.admin.mail.sendTest({});
    expect(shop.rows(outbox)).toMatchObject([{ purpose: 'test-message', status: 'stored' }]);
    expect(await done(shop)).toEqual([]);
    insertRow(shop.db, 'clients');
    insertRow(shop.db, 'work_orders', JOB);
    expect(await done(shop)).toEqual(['client', 'job']);
  });

  test('keeps what the owner marked and hid, for all devices', async ({ shop }) => {
    await shop.admin.settings.save({ checklist: { isHidden: false, done: ['share', 'member'] } });
    const of = async () => (await shop.admin.overview.checklist()).steps.filter(({ isDone }) => isDone);
    const marked = { isDone: true, isMarked: true };
    expect(await of()).toEqual([
      { step: 'member', ...marked },
      { step: 'share', ...marked },
    ]);
    insertRow(shop.db, 'team_members');
    expect(await of()).toMatchObject([{ step: 'member', isMarked: false }, { step: 'share' }]);
    await shop.admin.settings.save({ checklist: { isHidden: true, done: [] } });
    expect(await shop.admin.overview.checklist()).toMatchObject({ isHidden: true });
    const unknown = { isHidden: true, done: untyped(['party']) };
    await expect(shop.admin.settings.save({ checklist: unknown })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

type Admin = Shop['admin'];
const save = (admin: Admin, changes: Parameters<Admin['settings']['save']>[0]) => admin.settings.save(changes);
