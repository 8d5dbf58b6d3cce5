import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { outbox } from '../../db/schema';
import { MESSAGE_STATUSES } from '../../src/shared/message-statuses';
import { bookSlot, calendarFile, slotOf } from '../support/booking';
import { addMember, openField, phoneOf } from '../support/field';
import { openShop, QUOTE, type Shop } from '../support/shop';

const test = base.extend('shop', () => openWithQuote()).extend('dispatch', ({ shop }) => shop.admin.dispatch);

const toClient = (shop: Shop) =>
  shop.rows(outbox).filter(({ purpose }) => ['job-scheduled', 'job-rescheduled', 'job-cancelled'].includes(purpose));

/** A shop with the job of a confirmed quote, and Dee; planned for Saturday at noon. */
async function openWithQuote() {
  const shop = openShop();
  addMember(shop);
  await shop.visitor.quotes.submit({ ...QUOTE, address: '12 Seymour St, Kamloops' });
  await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
  return shop;
}
const FRIDAY = '2026-11-27T17:00:00.000Z';

test('a work order shows whether it was booked online', async ({ shop, dispatch }) => {
  await bookSlot(shop, (await slotOf(shop)).id);
  const { rows } = await dispatch.listWorkOrders({});
  expect(rows.map(({ id, isBooked }) => [id, isBooked])).toEqual([
    [2, true],
    [1, false],
  ]);
  expect(await dispatch.getWorkOrder({ id: 2 })).toMatchObject({ isBooked: true });
});

describe('the client of a quote', () => {
  test('gets the date with a calendar entry when the job is assigned', async ({ shop, dispatch }) => {
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    const [mail] = toClient(shop);
    expect(mail).toMatchObject({ to: QUOTE.email, subject: 'Your cleaning: Sat, Nov 21, 2026, 1:00 p.m.' });
    const order = await dispatch.getWorkOrder({ id: 1 });
    for (const line of [
      'METHOD:REQUEST',
      `UID:${order.workOrderId}@shop.test`,
      'SEQUENCE:1',
      'DTSTART:20261121T200000Z',
      'DTEND:20261121T220000Z',
    ])
      expect(calendarFile(shop, mail)).toContain(line);
  });
  test('gets each new date once, for the same calendar entry', async ({ shop, dispatch }) => {
    for (let i = 0; i < 2; i++) await dispatch.updateWorkOrder({ id: 1, scheduledDate: FRIDAY });
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    expect(toClient(shop).map(({ subject }) => subject)).toEqual(['Your cleaning: Fri, Nov 27, 2026, 10:00 a.m.']);
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-28T17:00:00.000Z' });
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: FRIDAY });
    expect(toClient(shop).map((mail) => /SEQUENCE:(\d)/.exec(calendarFile(shop, mail))?.[1])).toEqual(['2', '3', '4']);
  });
  test('gets the old and the new date by mail when the visit moves', async ({ shop, dispatch }) => {
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: FRIDAY });
    const mail = toClient(shop).at(-1);
    expect(mail?.subject).toBe('Your cleaning was moved: Fri, Nov 27, 2026, 10:00 a.m.');
    expect(mail?.body).toContain(
      'Before, it was planned for Sat, Nov 21, 2026, 1:00 p.m. We now come to you on Fri, Nov 27, 2026, 10:00 a.m.',
    );
    for (const line of ['METHOD:REQUEST', 'SEQUENCE:2', 'DTSTART:20261127T170000Z']) expect(calendarFile(shop, mail)).toContain(line);
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-28T17:00:00.000Z', notifyClient: false });
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-30T17:00:00.000Z' });
    expect(toClient(shop).at(-1)?.body).toContain('Before, it was planned for Fri, Nov 27, 2026, 10:00 a.m.');
  });
  test('gets the reason of a cancellation by mail if the date was sent before', async ({ shop, dispatch }) => {
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    await dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Our van broke down' });
    const mail = toClient(shop).at(-1);
    expect(mail).toMatchObject({ purpose: 'job-cancelled', body: expect.stringContaining('Reason: Our van broke down') });
    for (const line of ['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:2']) expect(calendarFile(shop, mail)).toContain(line);
  });
  test('gets no mail if the office says so, about a past time, or if no date was sent before', async ({ shop, dispatch }) => {
    await dispatch.assign({ workOrderId: 1, teamMemberId: 1, notifyClient: false });
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: FRIDAY, notifyClient: false });
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-19T17:00:00.000Z' });
    await dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Double' });
    expect(toClient(shop)).toEqual([]);
  });
  test.for(MESSAGE_STATUSES)(
    'counts as notified by a mail that is %s only if the mail was or will be sent',
    async (status, { shop, dispatch }) => {
      const hasDate = ['queued', 'unknown', 'sent', 'stored'].includes(status);
      await dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
      shop.db.update(outbox).set({ status }).where(eq(outbox.purpose, 'job-scheduled')).run();
      expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ sentDate: hasDate ? '2026-11-21T20:00:00.000Z' : null });
      await dispatch.release({ id: 1 });
      await dispatch.assign({ workOrderId: 1, teamMemberId: 1, notifyClient: true });
      expect(toClient(shop)).toHaveLength(hasDate ? 1 : 2);
      shop.db.update(outbox).set({ status }).where(eq(outbox.purpose, 'job-scheduled')).run();
      await dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Snow' });
      expect(toClient(shop).filter(({ purpose }) => purpose === 'job-cancelled')).toHaveLength(hasDate ? 1 : 0);
    },
  );
  test('gets no mail about a job that was booked online', async () => {
    const shop = openShop();
    addMember(shop);
    await bookSlot(shop, (await slotOf(shop)).id);
    await shop.admin.dispatch.assignInBulk({ workOrderIds: [1], teamMemberId: 1 });
    expect(toClient(shop)).toEqual([]);
  });
});

describe('a date outside business hours', () => {
  const NIGHT = '2026-11-24T11:22:00.000Z';
  const EVENING = '2026-11-28T09:00:00.000Z';
  const ASKS = { cause: { code: 'CONFIRMATION_NEEDED', message: expect.stringContaining('Nov 24, 4:22 a.m.') } };
  const HELD = 'Date not sent to the client: Nov 24, 4:22 a.m. is outside business hours.';
  /** A shop with the job of a quote that was confirmed at night, so planned for the same time of the next day. */
  async function openAtNight() {
    const shop = openShop({ now: '2026-11-23T11:22:00.000Z' });
    addMember(shop);
    await shop.visitor.quotes.submit({ ...QUOTE, address: '12 Seymour St, Kamloops' });
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ scheduledDate: NIGHT });
    return shop;
  }
  const assignment = { workOrderId: 1, teamMemberId: 1 };

  test('is not sent to the client unless the office asks for it', async () => {
    const shop = await openAtNight();
    expect(await shop.admin.dispatch.assign(assignment)).toMatchObject({ warnings: [] });
    expect(await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: EVENING })).toMatchObject({ warnings: [] });
    expect(toClient(shop)).toEqual([]);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: FRIDAY });
    expect(toClient(shop)).toHaveLength(1);
  });
  test('asks first when the office wants the client to have it as the job is assigned', async () => {
    const shop = await openAtNight();
    await expect(shop.admin.dispatch.assign({ ...assignment, notifyClient: true })).rejects.toMatchObject(ASKS);
    expect([toClient(shop), (await shop.admin.dispatch.getWorkOrder({ id: 1 })).assignedTeamMember]).toEqual([[], null]);
    await shop.admin.dispatch.assign({ ...assignment, notifyClient: true, confirm: true });
    expect(toClient(shop)).toMatchObject([{ subject: 'Your cleaning: Tue, Nov 24, 2026, 4:22 a.m.' }]);
  });
  test('asks first when several jobs are assigned, before any of them is', async () => {
    const shop = await openAtNight();
    const bulk = { workOrderIds: [1], teamMemberId: 1, notifyClient: true };
    await expect(shop.admin.dispatch.assignInBulk(bulk)).rejects.toMatchObject(ASKS);
    expect((await shop.admin.dispatch.getWorkOrder({ id: 1 })).assignedTeamMember).toBeNull();
    expect(await shop.admin.dispatch.assignInBulk({ ...bulk, confirm: true })).toMatchObject({ rows: [{ error: null }] });
    expect(toClient(shop)).toHaveLength(1);
  });
  test('names every client in the question when several jobs are assigned', async () => {
    const shop = await openAtNight();
    await shop.visitor.quotes.submit({
      ...QUOTE,
      name: 'Nora Night',
      email: 'nora@example.com',
      phone: '',
      address: '5 Third Ave, Kamloops',
    });
    await shop.admin.quotes.setStatus({ id: 2, status: 'confirmed' });
    const bulk = { workOrderIds: [1, 2], teamMemberId: 1, notifyClient: true };
    await expect(shop.admin.dispatch.assignInBulk(bulk)).rejects.toMatchObject({
      cause: { code: 'CONFIRMATION_NEEDED', message: expect.stringMatching(new RegExp(`${QUOTE.name}.*Nora Night`)) },
    });
    await shop.admin.dispatch.assignInBulk({ ...bulk, confirm: true });
    expect(toClient(shop)).toHaveLength(2);
  });
  test('asks one question when many jobs are assigned, which names three of them', async () => {
    const { dispatch } = (await openAtNight()).admin;
    const ids = [1];
    for (let i = 0; i < 4; i++)
      ids.push((await dispatch.createWorkOrder({ clientId: 1, serviceType: 'residential', scheduledDate: NIGHT })).id);
    const job = `${QUOTE.name} (Nov 24, 4:22 a.m.)`;
    const bulk = { workOrderIds: [...ids, ...ids], teamMemberId: 1, notifyClient: true };
    await expect(dispatch.assignInBulk(bulk)).rejects.toMatchObject({
      cause: {
        code: 'CONFIRMATION_NEEDED',
        message: `5 jobs are outside business hours: ${job}, ${job}, ${job} and 2 more. Send these dates to the clients?`,
      },
    });
    await expect(dispatch.assignInBulk({ ...bulk, workOrderIds: [1, 1, 1] })).rejects.toMatchObject({
      cause: { message: `Nov 24, 4:22 a.m. is outside business hours. Send this date to ${QUOTE.name}?` },
    });
  });
  test('is not sent when several jobs are assigned and the office makes no choice', async () => {
    const shop = await openAtNight();
    await shop.admin.dispatch.createWorkOrder({ clientId: 1, serviceType: 'residential', scheduledDate: FRIDAY });
    const { rows } = await shop.admin.dispatch.assignInBulk({ workOrderIds: [1, 2], teamMemberId: 1 });
    expect(rows).toMatchObject([
      { error: null, warnings: [] },
      { error: null, warnings: [] },
    ]);
    expect(toClient(shop).map(({ subject }) => subject)).toEqual(['Your cleaning: Fri, Nov 27, 2026, 10:00 a.m.']);
  });
  test('asks first when the job moves to it, and changes nothing until the answer', async ({ shop, dispatch }) => {
    const move = { id: 1, scheduledDate: NIGHT, notifyClient: true };
    await expect(dispatch.updateWorkOrder(move)).rejects.toMatchObject(ASKS);
    expect((await dispatch.getWorkOrder({ id: 1 })).scheduledDate).not.toBe(NIGHT);
    await dispatch.updateWorkOrder({ ...move, confirm: true });
    expect(toClient(shop)).toHaveLength(1);
  });
  test('asks before it is sent to a client who has another date, if the caller wants to send it', async ({ shop, dispatch }) => {
    await dispatch.assign(assignment);
    expect(await dispatch.getWorkOrder({ id: 1 })).toMatchObject({ sentDate: '2026-11-21T20:00:00.000Z' });
    const move = { id: 1, scheduledDate: NIGHT };
    await expect(dispatch.updateWorkOrder({ ...move, notifyClient: true })).rejects.toMatchObject(ASKS);
    await dispatch.updateWorkOrder({ ...move, notifyClient: false });
    expect(toClient(shop)).toHaveLength(1);
    // The client still has the earlier date when the job goes to another member.
    await dispatch.release({ id: 1 });
    await expect(dispatch.assign({ ...assignment, notifyClient: true })).rejects.toMatchObject(ASKS);
    await dispatch.assign({ ...assignment, notifyClient: true, confirm: true });
    expect(toClient(shop).map(({ subject }) => subject)).toEqual([
      'Your cleaning: Sat, Nov 21, 2026, 1:00 p.m.',
      'Your cleaning was moved: Tue, Nov 24, 2026, 4:22 a.m.',
    ]);
  });
  test('causes a warning and no mail if the caller assigns the job without a choice, whatever date the client had before', async ({
    shop,
    dispatch,
  }) => {
    await dispatch.assign(assignment);
    await dispatch.updateWorkOrder({ id: 1, scheduledDate: NIGHT, notifyClient: false });
    await dispatch.release({ id: 1 });
    const answer = await shop.request('POST', '/api/work-order-assignments', { body: assignment, ...(await shop.logIn()) });
    expect([answer.status, await answer.json()]).toMatchObject([201, { warnings: [HELD] }]);
    expect(toClient(shop)).toHaveLength(1);
  });
  test('is sent without a question to a client with another date if the caller types it without a choice', async ({ shop, dispatch }) => {
    await dispatch.assign(assignment);
    expect(await dispatch.updateWorkOrder({ id: 1, scheduledDate: NIGHT })).toMatchObject({ warnings: [] });
    expect(toClient(shop).map(({ subject }) => subject)).toEqual([
      'Your cleaning: Sat, Nov 21, 2026, 1:00 p.m.',
      'Your cleaning was moved: Tue, Nov 24, 2026, 4:22 a.m.',
    ]);
  });
  test('asks nothing when the client already has this date', async () => {
    const shop = await openAtNight();
    const { id } = await shop.admin.dispatch.assign({ ...assignment, notifyClient: true, confirm: true });
    await shop.admin.dispatch.release({ id });
    await shop.admin.dispatch.assign({ ...assignment, notifyClient: true });
    expect(toClient(shop)).toHaveLength(1);
  });
  test('asks before a booked job moves to it, if the caller wants to notify the client', async () => {
    const shop = openShop();
    await bookSlot(shop, (await slotOf(shop)).id);
    const moved = () => shop.rows(outbox).filter(({ purpose }) => purpose === 'booking-moved');
    const before = await shop.admin.dispatch.getWorkOrder({ id: 1 });
    const move = { id: 1, scheduledDate: NIGHT, notifyClient: true };
    await expect(shop.admin.dispatch.updateWorkOrder(move)).rejects.toMatchObject(ASKS);
    expect([moved(), (await shop.admin.dispatch.getWorkOrder({ id: 1 })).scheduledDate]).toEqual([[], before.scheduledDate]);
    await shop.admin.dispatch.updateWorkOrder({ ...move, confirm: true });
    expect(moved()).toHaveLength(1);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: EVENING, notifyClient: false });
    expect(moved()).toHaveLength(1);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: NIGHT });
    expect(moved()).toHaveLength(2);
  });
});

describe('a member who sets off long before the job', () => {
  const step = { id: 1, teamMemberId: 1, status: 'enroute' } as const;
  const openFar = async (scheduledDate: string) => {
    const shop = await openField({ job: { scheduledDate } });
    await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1, notifyClient: false });
    const dee = phoneOf(shop, 1);
    await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
    return { shop, dee };
  };
  const onTheWay = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose === 'on-the-way').length;
  test('is asked first, and the client gets no mail until the answer', async () => {
    const { shop, dee } = await openFar('2026-11-21T08:01:00.000Z');
    await expect(dee.field.setStatus(step)).rejects.toMatchObject({
      cause: { code: 'CONFIRMATION_NEEDED', message: expect.stringContaining('This job is planned for Nov 21, 1:01 a.m.') },
    });
    expect([onTheWay(shop), (await shop.admin.dispatch.getWorkOrder({ id: 1 })).status]).toEqual([0, 'assigned']);
    await dee.field.setStatus({ ...step, confirm: true });
    expect([onTheWay(shop), (await shop.admin.dispatch.getWorkOrder({ id: 1 })).status]).toEqual([1, 'enroute']);
  });
  test('is not asked within twelve hours', async () => {
    const { shop, dee } = await openFar('2026-11-21T08:00:00.000Z');
    await dee.field.setStatus(step);
    expect(onTheWay(shop)).toBe(1);
  });
});
