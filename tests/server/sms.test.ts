import { describe, expect, test, vi } from 'vitest';
import { appointmentBookings, clients, contactInquiries } from '../../db/schema';
import { reasonNotToSend } from '../../src/server/automation/engagement/reason-not-to-send';
import { deliverDueMessages } from '../../src/server/mail/outbox';
import { writeReminderLate } from '../../src/server/visits/review';
import { bookSlot, message, slotOf } from '../support/booking';
import { JOB, MARIA } from '../support/dispatch';
import { openShop, QUOTE, type Shop } from '../support/shop';
import { SmsServer } from '../support/sms-server';

const server = new SmsServer();
const texts = (shop: Shop) => message(shop, 'visit_reminder').filter(({ channel }) => channel === 'sms');
const CHANGE = { ...MARIA, id: 1, notes: null, company: null, isActive: true };

async function openWithJob() {
  const shop = openShop({ hasMailServer: true, sms: server.gateway });
  await shop.admin.clients.create(MARIA);
  await shop.admin.clients.update({ ...CHANGE, smsConsent: true });
  await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate: '2026-11-25T20:00:00.000Z' });
  return shop;
}
async function send(shop: Shop, at: string) {
  shop.clock.at = new Date(at);
  await deliverDueMessages(shop.ctx, undefined, undefined, reasonNotToSend, writeReminderLate);
}
const answer = (shop: Shop, body: unknown, key = 'key-1') =>
  shop.request('POST', '/api/sms/inbound', { body, headers: { authorization: `Bearer ${key}` } });

describe('text messages', () => {
  test('remind a client who agreed, beside the mail', async () => {
    const shop = await openWithJob();
    expect(texts(shop)).toMatchObject([
      { dedupeKey: 'visit-reminder:1:1:48:sms', to: '+12505550133', status: 'queued' },
      { dedupeKey: 'visit-reminder:1:1:3:sms', to: '+12505550133', status: 'queued' },
    ]);
    await send(shop, '2026-11-23T20:00:00.000Z');
    const [row] = texts(shop);
    expect(server.received).toEqual([
      {
        authorization: 'Bearer key-1',
        sms: { from: '+12505550100', to: '+12505550133', text: row?.body, id: row?.messageId },
      },
    ]);
    expect(row?.body).toMatch(/^Sage & Pine Cleaning: .* http:\/\/shop\.test\/visit\/[\w-]{22} Reply STOP to opt out$/);
    expect(row?.status).toBe('sent');
  });

  test('are tried again after a refusal or while the gateway is away', async () => {
    const shop = await openWithJob();
    server.status = 500;
    await send(shop, '2026-11-23T20:00:00.000Z');
    expect(texts(shop)[0]).toMatchObject({ status: 'queued', attempts: 1, lastError: 'The SMS gateway answered 500.' });
    server.status = 200;
    await send(shop, '2026-11-23T20:02:00.000Z');
    expect(texts(shop)[0]).toMatchObject({ status: 'sent', attempts: 2 });
  });

  test('may have been sent if the gateway does not answer', async () => {
    const shop = await openWithJob();
    vi.spyOn(server.gateway, 'send').mockImplementationOnce(async (_sms, onHandedOver) => {
      onHandedOver();
      throw new Error('The connection broke.');
    });
    await send(shop, '2026-11-23T20:00:00.000Z');
    const lastError = 'The SMS gateway did not confirm it, so it may have been sent.';
    expect(texts(shop)[0]).toMatchObject({ status: 'unknown', lastError });
  });

  test('are not written without a gateway or without consent', async () => {
    const shop = openShop({ hasMailServer: true });
    await shop.admin.clients.create(MARIA);
    expect(await shop.admin.clients.update({ ...CHANGE, smsConsent: true })).toMatchObject({ smsConsentAt: '2026-11-20T20:00:00.000Z' });
    await shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, scheduledDate: '2026-11-25T20:00:00.000Z' });
    expect(texts(shop)).toEqual([]);
    const other = await openWithJob();
    await other.admin.clients.update(CHANGE);
    expect(texts(other).map(({ status }) => status)).toEqual(['queued', 'queued']);
    await other.admin.clients.update({ ...CHANGE, smsConsent: false });
    expect(texts(other).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('follow the consent of a booking and of a quote request', async () => {
    const shop = openShop({ hasMailServer: true, sms: server.gateway });
    await bookSlot(shop, (await slotOf(shop)).id, { smsConsent: true });
    expect(texts(shop)).toHaveLength(2);
    const answered = await shop.request('POST', '/api/contact', {
      body: { ...QUOTE, name: 'Ann Lee', email: 'ann@example.com', phone: '250 555 0199', smsConsent: true },
    });
    expect(answered.status).toBe(201);
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    expect(shop.rows(clients).map(({ smsConsentAt }) => smsConsentAt !== null)).toEqual([true, true]);
  });
});

describe('a withdrawn consent', () => {
  const withdrawals: [string, (shop: Shop) => Promise<unknown>][] = [
    ['STOP', async (shop) => answer(shop, { from: '+12505550133', text: 'STOP' })],
    ['the office', (shop) => shop.admin.clients.update({ ...CHANGE, smsConsent: false })],
  ];
  test.each(withdrawals)('does not come back after %s with an older request or booking', async (_by, withdraw) => {
    const shop = await openWithJob();
    await shop.visitor.quotes.submit({ ...QUOTE, email: MARIA.email, phone: '(250) 555-0133', smsConsent: true });
    await bookSlot(shop, (await slotOf(shop)).id, { smsConsent: true });
    await withdraw(shop);
    await shop.admin.quotes.setStatus({ id: 1, status: 'confirmed' });
    expect(shop.rows(appointmentBookings)).toMatchObject([{ smsConsentAt: null }]);
    expect(shop.rows(contactInquiries)).toMatchObject([{ smsConsentAt: null }]);
    expect(shop.rows(clients)).toMatchObject([{ smsConsentAt: null }]);
    expect(texts(shop).every(({ status }) => status === 'cancelled')).toBe(true);
  });
});

describe('the consent to text messages', () => {
  test('stays with the number that it was given for', async () => {
    const shop = await openWithJob();
    expect(await shop.admin.clients.update({ ...CHANGE, phone: '+1 250 555 0133' })).toMatchObject({ smsConsentAt: expect.any(String) });
    expect(await shop.admin.clients.update({ ...CHANGE, phone: '250 555 0199', smsConsent: true })).toMatchObject({
      smsConsentAt: expect.any(String),
    });
    expect(texts(shop).map(({ to, status }) => `${to} ${status}`)).toEqual(['+12505550199 queued', '+12505550199 queued']);
    expect(await shop.admin.clients.update({ ...CHANGE, phone: '250 555 0177' })).toMatchObject({ smsConsentAt: null });
    expect(texts(shop).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('is not taken for a number that cannot get texts', async () => {
    const shop = openShop({ sms: server.gateway });
    await shop.admin.clients.create({ ...MARIA, phone: '555-0133' });
    await bookSlot(shop, (await slotOf(shop)).id, { clientPhone: '555-0199', smsConsent: true });
    expect(shop.rows(clients)).toMatchObject([{ smsConsentAt: null }]);
  });
});

describe('the answers to text messages', () => {
  test.each([' stop ', 'Arret', 'UNSUBSCRIBE'])('withdraw the consent with %s', async (text) => {
    const shop = await openWithJob();
    const answered = await answer(shop, { from: '+1 (250) 555-0133', text });
    expect([answered.status, await answered.json()]).toEqual([200, { success: true }]);
    expect(await shop.admin.clients.get({ id: 1 })).toMatchObject({ smsConsentAt: null });
    expect(texts(shop).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  test('go to the office otherwise', async () => {
    const shop = await openWithJob();
    expect((await answer(shop, { from: '+12505550133', text: 'Please ring the bell.' })).status).toBe(200);
    expect(message(shop, 'sms-received')).toMatchObject([
      { to: 'hello@sageandpine.example', body: expect.stringContaining('ring the bell') },
    ]);
    expect(texts(shop).map(({ status }) => status)).toEqual(['queued', 'queued']);
  });

  test('need the key of the gateway', async () => {
    const shop = await openWithJob();
    expect((await answer(shop, { from: '+12505550133', text: 'STOP' }, 'key-2')).status).toBe(401);
    expect((await shop.request('POST', '/api/sms/inbound', { body: {} })).status).toBe(401);
    expect((await answer(openShop(), { from: '+12505550133', text: 'STOP' }, 'undefined')).status).toBe(401);
    expect((await answer(shop, { from: '' })).status).toBe(400);
    expect(await shop.admin.clients.get({ id: 1 })).toMatchObject({ smsConsentAt: expect.any(String) });
  });
});
