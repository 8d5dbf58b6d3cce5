import { describe, expect, test } from 'vitest';
import { plans, workOrders } from '../../db/schema';
import { createPlan } from '../../src/server/plans/service';
import { planInput } from '../../src/shared/plans-schemas';
import { MARIA } from '../support/dispatch';
import { listVisits, openWithClient, openWithPlan, WEEKLY } from '../support/plans';

const TUESDAYS = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29'];

test('creates a plan with its visits of six weeks', async () => {
  const { shop, plan } = await openWithPlan();
  expect(plan).toMatchObject({
    ...WEEKLY,
    id: 1,
    words: 'Every Tuesday at 10:00 a.m.',
    status: 'active',
    addressId: null,
    crewSize: 1,
    discountPercent: 0,
    holidayRule: 'skip',
    billing: 'visit',
    checklist: [],
    notes: null,
    until: null,
    count: null,
    preferredMemberId: null,
    pausedUntil: null,
    parentPlanId: null,
    bookingId: null,
    nextVisit: '2026-11-24',
    monthlyValue: '520.00',
  });
  expect(await listVisits(shop)).toEqual(TUESDAYS);
  const [first] = shop.rows(workOrders);
  expect(first).toMatchObject({ planId: 1, planDate: '2026-11-24', scheduledDate: '2026-11-24T17:00:00.000Z', totalAmountCents: 12000 });
  const order = await shop.admin.dispatch.getWorkOrder({ id: 1 });
  expect(order).toMatchObject({
    planId: 1,
    planDate: '2026-11-24',
    detached: false,
    overbooked: false,
    crewSize: 1,
    estimatedDuration: 120,
  });
  expect(order.jobComponents.map(({ component }) => component)).toContain('Kitchen');
});

test('generates nothing twice and fills what is missing', async () => {
  const { shop } = await openWithPlan();
  expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 0 });
  shop.db.delete(workOrders).run();
  expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 6 });
  shop.clock.advance(7 * 1440);
  expect(await shop.admin.plans.generate()).toEqual({ plans: 1, created: 1 });
});

test('previews ten dates with the closed days among them', async () => {
  const shop = await openWithClient();
  await shop.admin.booking.closeDay({ date: '2026-12-08', reason: 'Inventory' });
  const { words, dates } = await shop.admin.plans.preview({ ...WEEKLY, rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' });
  expect(words).toBe('Every second Tuesday at 10:00 a.m.');
  expect(dates).toHaveLength(10);
  expect(dates.slice(0, 3)).toEqual([
    { date: '2026-11-24', on: '2026-11-24', conflicts: [] },
    { date: '2026-12-08', on: null, conflicts: ['Closed: Inventory'] },
    { date: '2026-12-22', on: '2026-12-22', conflicts: [] },
  ]);
});

test('leaves out a visit that a closed day would move beyond the last day, in the preview, the visits and the plan', async () => {
  const shop = await openWithClient();
  for (const date of ['2026-12-01', '2026-12-08']) await shop.admin.booking.closeDay({ date, reason: null });
  const short = { ...WEEKLY, holidayRule: 'next', until: '2026-12-08' } as const;
  const { dates } = await shop.admin.plans.preview(short);
  expect(dates.map(({ on }) => on)).toEqual(['2026-11-24', '2026-12-02', null]);
  await shop.admin.plans.create(short);
  expect(shop.rows(workOrders)).toHaveLength(2);
  expect(await listVisits(shop)).toEqual(['2026-11-24', '2026-12-01>2026-12-02', '2026-12-08 closed']);
});

test('lists plans newest first, by status and client, in pages', async () => {
  const { shop } = await openWithPlan();
  await shop.admin.clients.create({ ...MARIA, name: 'Jon Toews', email: 'jon@example.com', phone: '(250) 555-0142' });
  for (const clientId of [1, 2]) await shop.admin.plans.create({ ...WEEKLY, clientId });
  await shop.admin.plans.pause({ id: 2 });
  const ids = async (input: object) => (await shop.admin.plans.list(input)).rows.map(({ id }) => id);
  expect(await ids({})).toEqual([3, 2, 1]);
  expect(await ids({ status: 'active' })).toEqual([3, 1]);
  expect(await ids({ status: 'paused' })).toEqual([2]);
  expect(await ids({ clientId: 1 })).toEqual([2, 1]);
  const page = await shop.admin.plans.list({ limit: 2 });
  expect(page).toMatchObject({ nextCursor: 2, rows: [{ clientName: 'Jon Toews' }, { status: 'paused' }] });
  expect(page.rows[0]).not.toHaveProperty('visits');
  expect(await ids({ limit: 2, cursor: 2 })).toEqual([1]);
});

test('counts the clients with an active plan as recurring, with the value of a month and the clients lost', async () => {
  const { shop } = await openWithPlan({ discountPercent: 10 });
  await shop.admin.clients.create({ ...MARIA, name: 'Jon Toews', email: 'jon@example.com', phone: '(250) 555-0142' });
  await shop.admin.plans.create({ ...WEEKLY, clientId: 2, rrule: 'FREQ=MONTHLY;BYDAY=1TU' });
  expect(await shop.admin.plans.figures()).toEqual({ recurringClients: 2, monthlyValue: '588.00', lostClients: 0, churnPercent: null });
  expect((await shop.admin.clients.get({ id: 1 })).status).toBe('recurring');
  shop.clock.advance(32 * 1440);
  expect(await shop.admin.plans.figures()).toMatchObject({ lostClients: 0, churnPercent: 0 });
  await shop.admin.plans.end({ id: 2, on: '2026-12-22' });
  await shop.admin.plans.pause({ id: 1 });
  expect(await shop.admin.plans.figures()).toEqual({ recurringClients: 0, monthlyValue: '0.00', lostClients: 1, churnPercent: 50 });
  for (const id of [1, 2]) expect((await shop.admin.clients.get({ id })).status).toBe('lead');
});

describe('what a plan may be', () => {
  test.each([
    ['another kind of rule', { rrule: 'FREQ=DAILY' }, 'Please choose weekdays every so many weeks'],
    ['an end in the rule', { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' }, 'Please choose weekdays every so many weeks'],
    ['a start in the rule', { rrule: 'DTSTART:20261124\nRRULE:FREQ=WEEKLY;BYDAY=TU' }, 'Please choose weekdays every so many weeks'],
    ['two ends', { until: '2026-12-31', count: 3 }, 'Please choose a last day or a number of visits, not both.'],
    ['a last day before the first', { until: '2026-11-23' }, 'The last day is before the first one.'],
    ['a start in six years', { startDate: '2032-11-24' }, 'Please enter a day from 2000-01-01 to five years ahead.'],
    ['a discount over 100%', { discountPercent: 101 }, 'Please enter a percentage from 0 to 100.'],
    ['no minutes', { minutes: 0 }, 'Please enter whole minutes from 1 to 1440.'],
    ['a time without a clock', { startTime: '10' }, 'Please enter a time such as 08:00.'],
    ['an unknown key', { colour: 'green' }, 'Unrecognized key'],
  ])('rejects %s', async (_, change, message) => {
    const shop = await openWithClient();
    const error = await shop.admin.plans.create({ ...WEEKLY, ...change } as typeof WEEKLY).catch((fault: Error) => fault);
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
    expect(String((error as Error).message)).toContain(message);
    expect(shop.rows(plans)).toEqual([]);
  });

  test.each([
    ['client', { clientId: 9 }],
    ['address', { addressId: 9 }],
    ['member', { preferredMemberId: 9 }],
  ])('needs an existing %s', async (_, change) => {
    const shop = await openWithClient();
    await expect(shop.admin.plans.create({ ...WEEKLY, ...change })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is the earlier plan if the row of an import has one', async () => {
    const { shop } = await openWithPlan();
    const input = planInput.parse({ ...WEEKLY, price: '99.00' });
    const made = createPlan(shop.ctx, input, { importKey: 'jobs:1' });
    expect(createPlan(shop.ctx, input, { importKey: 'jobs:1' })).toEqual(made);
    expect(shop.rows(plans)).toHaveLength(2);
  });
});
