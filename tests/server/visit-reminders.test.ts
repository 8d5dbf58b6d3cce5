import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { closeDb, openDb } from '../../db/client';
import { activity, outbox, workOrders } from '../../db/schema';
import { reasonNotToSend } from '../../src/server/automation/engagement/reason-not-to-send';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import type { Outgoing } from '../../src/server/mail/outgoing';
import { rescheduleLongWaits } from '../../src/server/mail/service';
import { SmsGateway } from '../../src/server/providers/sms-gateway';
import { queueStoredReminders } from '../../src/server/visits/reminders';
import { writeReminderLate } from '../../src/server/visits/review';
import { bookSlot, message, slotOf } from '../support/booking';
import { JOB, MARIA } from '../support/dispatch';
import { addMember } from '../support/field';
import { openShop, type Shop } from '../support/shop';
import { TestFolder } from '../support/test-folder';

const reminders = (shop: Shop) =>
  message(shop, 'visit_reminder').map(({ dedupeKey, sendAfter, status }) => `${dedupeKey} ${sendAfter} ${status}`);

/** A shop with a mail server, Maria and her job on Wednesday, November 25, at ten. */
async function openWithJob(client: object = {}, scheduledDate = '2026-11-25T17:00:00.000Z') {
  const shop = openShop({ hasMailServer: true });
  await shop.admin.clients.create({ ...MARIA, ...client });
  await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate });
  return shop;
}

/** Sends what is due at an instant and returns what the mail server got. */
async function sendAt(shop: Shop, at: string): Promise<Outgoing[]> {
  const sent: Outgoing[] = [];
  shop.clock.at = new Date(at);
  await deliverDueMessages(shop.ctx, async (mail) => void sent.push(mail), undefined, reasonNotToSend, writeReminderLate);
  return sent.filter(({ body }) => body.includes('/visit/'));
}

const FIRST = 'visit-reminder:1:1:48 2026-11-23T17:00:00.000Z';

describe('reminders of a visit', () => {
  test('are queued with the job, moved out of the quiet hours', async () => {
    const shop = await openWithJob();
    // Three hours before ten is seven o'clock, so the second one goes out the evening before.
    expect(reminders(shop)).toEqual([`${FIRST} queued`, 'visit-reminder:1:1:3 2026-11-25T03:45:00.000Z queued']);
    const [first] = message(shop, 'visit_reminder');
    expect(first).toMatchObject({ to: 'maria@example.com', relatedType: 'workOrder', relatedId: 1, nextAttemptAt: first?.sendAfter });
    expect(first?.body).toMatch(/http:\/\/shop\.test\/visit\/[\w-]{22}\n/);
  });

  test('are queued when a mail server exists that was missing when they were written, unless their time has passed', async () => {
    const shop = openShop();
    await shop.admin.clients.create(MARIA);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate: '2026-11-25T17:00:00.000Z' });
    const statuses = () => message(shop, 'visit_reminder').map(({ status }) => status);
    shop.clock.at = new Date('2026-11-23T18:00:00.000Z');
    queueStoredReminders(shop.ctx);
    queueStoredReminders({ ...shop.ctx, sms: new SmsGateway('http://127.0.0.1:9', 'key', '+12505550142') });
    expect(statuses()).toEqual(['stored', 'stored']);
    const later = { ...shop.ctx, hasMailServer: true };
    for (const _again of [1, 2]) queueStoredReminders(later);
    expect(statuses()).toEqual(['stored', 'queued']);
    expect(shop.rows(activity).filter(({ verb }) => verb === 'reminders.queued')).toMatchObject([{ data: '{"messages":1}' }]);
  });

  test('leaves out those whose time has passed, and all for clients without an address', async () => {
    expect(reminders(await openWithJob({}, '2026-11-20T20:30:00.000Z'))).toEqual([]);
    expect(reminders(await openWithJob({}, '2026-11-21T23:00:00.000Z'))).toEqual(['visit-reminder:1:1:3 2026-11-21T20:00:00.000Z queued']);
    const shop = openShop({ hasMailServer: true });
    const { reminders: set } = await shop.admin.settings.get();
    await shop.admin.settings.save({ reminders: { ...set, enabled: false } });
    await shop.admin.clients.create(MARIA);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate: '2026-11-25T17:00:00.000Z' });
    expect(reminders(shop)).toEqual([]);
  });

  test('are one where the quiet hours move two to the same time', async () => {
    const shop = openShop({ hasMailServer: true });
    const { reminders: set } = await shop.admin.settings.get();
    await shop.admin.settings.save({ reminders: { ...set, hoursBefore: [48, 10, 3] } });
    await shop.admin.clients.create(MARIA);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate: '2026-11-25T17:00:00.000Z' });
    expect(reminders(shop)).toEqual([`${FIRST} queued`, 'visit-reminder:1:1:10 2026-11-25T03:45:00.000Z queued']);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-25T20:00:00.000Z' });
    expect(reminders(shop).slice(2)).toEqual([
      'visit-reminder:1:2:48 2026-11-23T20:00:00.000Z queued',
      'visit-reminder:1:2:10 2026-11-25T03:45:00.000Z queued',
      'visit-reminder:1:2:3 2026-11-25T17:00:00.000Z queued',
    ]);
  });

  test('follow the date of the job, with the next version of their keys', async () => {
    const shop = await openWithJob();
    await shop.admin.dispatch.updateWorkOrder({ id: 1, notes: 'Bring the ladder.' });
    expect(reminders(shop)).toHaveLength(2);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-26T20:00:00.000Z' });
    expect(reminders(shop)).toEqual([
      `${FIRST} cancelled`,
      'visit-reminder:1:1:3 2026-11-25T03:45:00.000Z cancelled',
      'visit-reminder:1:2:48 2026-11-24T20:00:00.000Z queued',
      'visit-reminder:1:2:3 2026-11-26T17:00:00.000Z queued',
    ]);
  });

  test.each([
    ['cancelled', (shop: Shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Rain' })],
    [
      'completed',
      (shop: Shop) =>
        shop.admin.dispatch
          .setWorkOrderStatus({ id: 1, status: 'in-progress' })
          .then(() => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'completed' })),
    ],
    ['not serviced', (shop: Shop) => shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Unpaid' })],
  ])('are cancelled when the job is %s', async (_how, end) => {
    const shop = await openWithJob();
    await end(shop);
    expect(message(shop, 'visit_reminder').map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('wait again after a completion is undone or the client is served again', async () => {
    const shop = await openWithJob();
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'completed' });
    await shop.admin.dispatch.undoCompletion({ id: 1 });
    expect(message(shop, 'visit_reminder').map(({ status }) => status)).toEqual(['queued', 'queued']);
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Unpaid' });
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: false });
    expect(message(shop, 'visit_reminder').map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  test('carry the crew of the moment when they leave, an entry for the calendar and one link', async () => {
    const shop = await openWithJob();
    addMember(shop);
    await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
    const [mail] = await sendAt(shop, '2026-11-23T17:00:00.000Z');
    expect(mail?.subject).toBe('Your cleaning: Wednesday, November 25, 2026, 10:00 a.m. to 12:00 p.m.');
    expect(mail?.body).toContain('Your crew: Dee\n');
    expect(mail?.body.match(/https?:/g)).toHaveLength(1);
    expect(mail?.attachments[0]?.content).toContain('BEGIN:VEVENT');
    expect(await sendAt(shop, '2026-11-23T17:01:00.000Z')).toEqual([]);
  });

  test('are not sent once the job has changed behind them', async () => {
    const shop = await openWithJob();
    shop.db.update(workOrders).set({ status: 'cancelled' }).run();
    expect(await sendAt(shop, '2026-11-23T17:00:00.000Z')).toEqual([]);
    expect(message(shop, 'visit_reminder')[0]).toMatchObject({ status: 'suppressed', lastError: 'The visit is cancelled.' });
    shop.db.update(workOrders).set({ status: 'scheduled', scheduleVersion: 2 }).run();
    expect(await sendAt(shop, '2026-11-25T03:45:00.000Z')).toEqual([]);
    expect(message(shop, 'visit_reminder')[1]).toMatchObject({ status: 'suppressed', lastError: 'The visit was moved.' });
  });

  test('wait for the end of the quiet hours when they are late, unless the visit has begun by then', async () => {
    const shop = await openWithJob();
    const late = '2026-11-25T05:00:00.000Z';
    expect(await sendAt(shop, late)).toEqual([]);
    const quietTo = '2026-11-25T15:00:00.000Z';
    expect(message(shop, 'visit_reminder').map(({ nextAttemptAt }) => nextAttemptAt)).toEqual([quietTo, quietTo]);
    expect(await sendAt(shop, '2026-11-25T14:59:00.000Z')).toEqual([]);
    expect(await sendAt(shop, quietTo)).toHaveLength(2);
    const early = await openWithJob({}, '2026-11-25T14:00:00.000Z');
    expect(await sendAt(early, late)).toEqual([]);
    expect(await sendAt(early, quietTo)).toEqual([]);
    expect(message(early, 'visit_reminder')[1]).toMatchObject({ status: 'suppressed', lastError: 'The visit has begun.' });
  });

  test('are tried again after the quiet hours', async () => {
    const shop = await openWithJob();
    shop.clock.at = new Date('2026-11-25T03:59:00.000Z');
    const refuse = () => Promise.reject(new Error('The mail server is away.'));
    await deliverDueMessages(shop.ctx, refuse, undefined, reasonNotToSend, writeReminderLate);
    expect(message(shop, 'visit_reminder')[1]).toMatchObject({ attempts: 1, nextAttemptAt: '2026-11-25T15:00:00.000Z' });
  });

  test('go to the address of the booking, and move with it', async () => {
    const shop = openShop({ hasMailServer: true });
    await shop.admin.clients.create({ ...MARIA, email: 'm.santos@example.com' });
    const booked = await bookSlot(shop, (await slotOf(shop)).id);
    expect(message(shop, 'visit_reminder').map(({ to }) => to)).toEqual(['maria@example.com', 'maria@example.com']);
    await shop.visitor.booking.moveManaged({ token: booked.token, slotId: (await slotOf(shop, '2026-11-26')).id });
    expect(reminders(shop).map((text) => text.split(' ').at(-1))).toEqual(['cancelled', 'cancelled', 'queued', 'queued']);
    await shop.visitor.booking.cancelManaged({ token: booked.token, reason: null });
    expect(message(shop, 'visit_reminder').every(({ status }) => status === 'cancelled')).toBe(true);
  });
});

describe('the page of a visit', () => {
  const tokenOf = (shop: Shop) => shop.db.select().from(workOrders).get()?.visitToken ?? '';

  test('confirms a visit once, until its date changes', async () => {
    const shop = await openWithJob();
    const token = tokenOf(shop);
    expect(await shop.visitor.visits.get({ token })).toEqual({
      state: 'upcoming',
      date: '2026-11-25',
      startsAt: '2026-11-25T17:00:00.000Z',
      endsAt: '2026-11-25T19:00:00.000Z',
      street: '12 Seymour St',
      crew: [],
      confirmedAt: null,
      manageUrl: null,
    });
    const answer = await shop.request('POST', `/api/visits/${token}/confirm`);
    expect([answer.status, await answer.json()]).toEqual([200, { confirmedAt: '2026-11-20T20:00:00.000Z' }]);
    shop.clock.advance(5);
    expect(await shop.visitor.visits.confirm({ token })).toEqual({ confirmedAt: '2026-11-20T20:00:00.000Z' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ confirmedAt: '2026-11-20T20:00:00.000Z' });
    expect(shop.rows(activity).filter(({ verb }) => verb === 'workOrder.confirmed')).toHaveLength(1);
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-26T20:00:00.000Z' });
    expect(await shop.admin.dispatch.getWorkOrder({ id: 1 })).toMatchObject({ confirmedAt: null });
  });

  test('does not confirm a time that the client has not seen', async () => {
    const shop = await openWithJob();
    const token = tokenOf(shop);
    const { startsAt } = await shop.visitor.visits.get({ token });
    await shop.admin.dispatch.updateWorkOrder({ id: 1, scheduledDate: '2026-11-26T20:00:00.000Z' });
    await expect(shop.visitor.visits.confirm({ token, startsAt })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The visit was moved. Please look at the new time.',
    });
    expect(await shop.visitor.visits.get({ token })).toMatchObject({ confirmedAt: null });
    const seen = { token, startsAt: '2026-11-26T20:00:00.000Z' };
    expect(await shop.visitor.visits.confirm(seen)).toEqual({ confirmedAt: expect.any(String) });
  });

  test('refuses a cancelled or past visit and an unknown link', async () => {
    const shop = await openWithJob();
    const token = tokenOf(shop);
    await expect(shop.visitor.visits.get({ token: 'A'.repeat(22) })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.visits.confirm({ token: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await shop.visitor.visits.confirm({ token });
    shop.clock.at = new Date('2026-11-25T17:00:00.000Z');
    await expect(shop.visitor.visits.confirm({ token })).rejects.toMatchObject({ code: 'CONFLICT', message: /begun/ });
    shop.clock.at = new Date('2026-11-24T17:00:00.000Z');
    await shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: 'Rain' });
    await expect(shop.visitor.visits.confirm({ token })).rejects.toMatchObject({ code: 'CONFLICT', message: 'This visit is cancelled.' });
  });
});

describe('a restart', () => {
  const folder = new TestFolder();

  test('leaves a thousand jobs with two reminders each', async () => {
    const file = folder.inside('tidyline.db');
    const shop = openShop({ file, hasMailServer: true });
    // A thousand jobs need not wait for the disk.
    shop.db.$client.pragma('synchronous = off');
    await shop.admin.clients.create(MARIA);
    for (let job = 0; job < 1000; job += 1) {
      await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate: '2026-11-25T20:00:00.000Z' });
      // The numbers of jobs of the same moment differ by chance alone.
      shop.clock.advance(1 / 1000);
    }
    closeDb(shop.db);
    for (let start = 0; start < 3; start += 1) {
      const { db } = openDb(file, { now: shop.clock.now });
      const ctx = { ...shop.ctx, db };
      rescheduleLongWaits(ctx);
      await deliverDueMessages(ctx, async () => undefined, undefined, reasonNotToSend, writeReminderLate);
      expect(db.select({ id: outbox.id }).from(outbox).where(eq(outbox.purpose, 'visit_reminder')).all()).toHaveLength(2000);
      closeDb(db);
    }
  }, 60_000);
});
