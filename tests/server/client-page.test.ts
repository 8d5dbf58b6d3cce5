import { describe, expect, test } from 'vitest';
import { activity, clientMessages, clients, consents, outbox, ratings, todos } from '../../db/schema';
import { exportOwnData } from '../../src/server/portal/files/own-data';
import { MARIA } from '../support/dispatch';
import { addMember, openField, takeJob } from '../support/field';
import { openWithClient } from '../support/plans';
import { requestSignIn, signInWith } from '../support/portal';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const JON = { name: 'Jon Toews', email: 'jon@example.com', phone: '(250) 555-0142', address: '4 Oak St' };
const mails = (shop: Shop, purpose: string) => shop.rows(outbox).filter((row) => row.purpose === purpose);
/** Opens a shop in which Dee finished the first job, of Maria; Jon is another client. */
async function openWithDone() {
  const shop = await openField();
  await shop.admin.clients.create(JON);
  await takeJob(shop, 'complete');
  return { shop, maria: shop.client(1), jon: shop.client(2) };
}

describe('the start of the page', () => {
  test('shows the client, the next visit with its crew, and what is open', async () => {
    const shop = await openField();
    await takeJob(shop, 'accepted');
    const home = await shop.client(1).portal.home();
    expect(home.client).toMatchObject({
      id: 1,
      name: 'Maria Santos',
      email: 'maria@example.com',
      offers: false,
      sms: false,
      canGetSms: true,
    });
    expect(home.nextVisit).toMatchObject({
      workOrderId: 1,
      state: 'upcoming',
      crew: ['Dee'],
      canConfirm: true,
      canRate: false,
      canSkip: false,
    });
    expect(home).toMatchObject({ toRate: null, openBalance: '0.00', openInvoices: 0, unread: 0, quotes: 0, canBookAgain: false });
    expect(home.reviewLink).toMatch(/^https:/);
  });
  test('asks for a rating of the newest finished visit until it has one', async () => {
    const { shop, maria } = await openWithDone();
    expect((await maria.portal.home()).toRate).toMatchObject({ workOrderId: 1, state: 'done', crew: ['Dee'], canRate: true });
    await maria.portal.rate({ workOrderId: 1, stars: 5 });
    expect((await maria.portal.home()).toRate).toBeNull();
    expect((await shop.client(2).portal.home()).toRate).toBeNull();
  });
});

describe('visits', () => {
  test('are listed from the next one on, and past ones from the newest back, page by page', async () => {
    const shop = await openWithClient();
    insertRow(shop.db, 'team_members');
    const add = (day: string, status: string) =>
      insertRow(shop.db, 'work_orders', {
        ...{ work_order_id: `WO-${day}`, inquiry_id: null, status, scheduled_date: `${day}T18:00:00.000Z` },
        ...(status === 'completed' && { processed_date: null, completed_date: `${day}T20:00:00.000Z` }),
      });
    for (const day of ['2026-11-25', '2026-11-23', '2026-11-24']) add(day, 'scheduled');
    for (const day of ['2026-11-10', '2026-11-12', '2026-11-11']) add(day, 'completed');
    add('2026-11-01', 'scheduled');
    const read = async (view: 'upcoming' | 'past') => {
      const days: string[] = [];
      for (let cursor: number | null | undefined; cursor !== null; ) {
        const page = await shop.client(1).portal.visits({ view, limit: 2, cursor });
        days.push(...page.rows.map(({ date }) => date));
        cursor = page.nextCursor;
      }
      return days;
    };
    expect(await read('upcoming')).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
    // A visit whose day passed without a recorded start is over, too.
    expect(await read('past')).toEqual(['2026-11-12', '2026-11-11', '2026-11-10', '2026-11-01']);
    const { rows } = await shop.client(1).portal.visits({ view: 'past' });
    expect(rows.at(-1)).toMatchObject({ state: 'unrecorded', canConfirm: false, canRate: false, manageUrl: null });
    expect((await shop.client(1).portal.home()).toRate?.date).toBe('2026-11-12');
  });
  test('are confirmed by their client alone', async () => {
    const shop = await openField();
    await shop.admin.clients.create(JON);
    await expect(shop.client(2).portal.confirmVisit({ workOrderId: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { confirmedAt } = await shop.client(1).portal.confirmVisit({ workOrderId: 1 });
    expect((await shop.client(1).portal.home()).nextVisit).toMatchObject({ confirmedAt, canConfirm: false });
    await expect(shop.client(1).portal.confirmVisit({ workOrderId: 1, startsAt: '2026-11-29T18:00:00.000Z' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('a rating', () => {
  test('is kept once, names the member who led the visit, and shows the review link whatever the stars', async () => {
    const { shop, maria } = await openWithDone();
    const { reviewLink } = await maria.portal.rate({ workOrderId: 1, stars: 1, text: 'Late.' });
    expect(reviewLink).toMatch(/^https:/);
    expect(await maria.portal.rate({ workOrderId: 1, stars: 5 })).toEqual({ stars: 5, text: null, reviewLink });
    expect(shop.rows(ratings)).toMatchObject([{ workOrderId: 1, clientId: 1, teamMemberId: 1, stars: 5, text: null }]);
    const { rows } = await maria.portal.visits({ view: 'past' });
    expect(rows[0]?.rating).toEqual({ stars: 5, text: null });
  });
  test('is rejected for unknown visits, visits of others and unfinished ones, and outside of one to five stars', async () => {
    const { shop, maria, jon } = await openWithDone();
    const { id } = await shop.admin.dispatch.createWorkOrder({
      clientId: 1,
      serviceType: 'residential',
      scheduledDate: '2026-11-25T17:00:00.000Z',
    });
    await expect(jon.portal.rate({ workOrderId: 1, stars: 5 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(maria.portal.rate({ workOrderId: 99, stars: 5 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(maria.portal.rate({ workOrderId: id, stars: 5 })).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const stars of [0, 6, 2.5])
      await expect(maria.portal.rate({ workOrderId: 1, stars })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(shop.rows(ratings)).toEqual([]);
  });
  test('of three stars or fewer becomes a to-do, which a better rating finishes and a worse one brings back', async () => {
    const { shop, maria } = await openWithDone();
    const open = async () => (await shop.admin.overview.today()).todos.map(({ kind, text, path }) => [kind, text, path]);
    await maria.portal.rate({ workOrderId: 1, stars: 4 });
    expect(await open()).toEqual([]);
    await maria.portal.rate({ workOrderId: 1, stars: 3 });
    expect(await open()).toEqual([['rating', 'Maria Santos gave a visit 3 of 5 stars', '/clients?client=1']]);
    await maria.portal.rate({ workOrderId: 1, stars: 4 });
    expect(await open()).toEqual([]);
    await maria.portal.rate({ workOrderId: 1, stars: 1 });
    expect(await open()).toEqual([['rating', 'Maria Santos gave a visit 1 of 5 stars', '/clients?client=1']]);
    await shop.admin.overview.finishTodo({ id: shop.rows(todos)[0]?.id ?? 0 });
    await maria.portal.rate({ workOrderId: 1, stars: 1, text: 'Too late.' });
    expect(await open()).toEqual([]);
    expect(shop.rows(todos)).toHaveLength(1);
  });
});

describe('messages', () => {
  test('of the client are stored, mailed to the office and logged without their text', async () => {
    const shop = await openWithClient();
    const { id } = await shop.client(1).portal.sendMessage({ text: 'Please ring at the back door.' });
    expect(shop.rows(clientMessages)).toMatchObject([
      { id, clientId: 1, from: 'client', text: 'Please ring at the back door.', readAt: null },
    ]);
    const [mail] = mails(shop, 'client-message');
    expect(mail?.subject).toBe('Message from Maria Santos');
    expect(mail?.body).toContain('http://shop.test/messages?view=conversations&client=1');
    const entry = shop.rows(activity).find(({ verb }) => verb === 'client.messageReceived');
    expect(entry).toMatchObject({ entityType: 'client', entityId: '1', data: JSON.stringify({ messageId: id }) });
  });
  test('are listed newest first, and those of the office are marked as read', async () => {
    const shop = await openWithClient();
    insertRow(shop.db, 'client_messages', { from: 'office', text: 'Hello', read_at: null });
    insertRow(shop.db, 'client_messages', { from: 'client', text: 'Good day', read_at: null });
    const maria = shop.client(1);
    expect((await maria.portal.home()).unread).toBe(1);
    expect(await maria.portal.markRead()).toEqual({ read: 1 });
    expect(await maria.portal.markRead()).toEqual({ read: 0 });
    const { rows, nextCursor } = await maria.portal.messages({ limit: 1 });
    expect([rows[0]?.text, rows[0]?.readAt]).toEqual(['Good day', null]);
    const rest = await maria.portal.messages({ cursor: nextCursor });
    expect(rest.rows.map(({ from, text, readAt }) => [from, text, readAt !== null])).toEqual([['office', 'Hello', true]]);
  });
  test('are limited to thirty an hour for each client, and must not be empty', async () => {
    const shop = openShop({ isLimited: true });
    await shop.admin.clients.create(MARIA);
    await shop.admin.clients.create(JON);
    await expect(shop.client(1).portal.sendMessage({ text: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(shop.client(1).portal.sendMessage({ text: 'x'.repeat(4001) })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    for (let count = 0; count < 30; count++) await shop.client(1).portal.sendMessage({ text: 'Hello' });
    await expect(shop.client(1).portal.sendMessage({ text: 'Hello' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await shop.client(2).portal.sendMessage({ text: 'Hello' });
  });
});

describe('contact data', () => {
  const MOVED = { name: 'Maria Santos', email: 'new@example.com', phone: '(250) 555-0133', address: '9 Battle St' };

  test('change at once, and the old e-mail address is told of a new one', async () => {
    const shop = await openWithClient();
    await shop.admin.clients.update({ ...MARIA, id: 1, notes: 'Pays late.', accessGate: '#12', isActive: true });
    expect(await shop.client(1).portal.setContact(MOVED)).toMatchObject({ ...MOVED, accessGate: '#12' });
    expect(shop.rows(clients)[0]).toMatchObject({ ...MOVED, notes: 'Pays late.', accessGate: '#12' });
    expect(mails(shop, 'client-email-changed').map(({ to }) => to)).toEqual(['maria@example.com']);
    expect(mails(shop, 'client-email-changed')[0]?.body).not.toContain('new@example.com');
    await shop.client(1).portal.setContact({ ...MOVED, address: '10 Battle St' });
    expect(mails(shop, 'client-email-changed')).toHaveLength(1);
    // The client has not confirmed new@example.com.
    await shop.client(1).portal.setContact({ ...MOVED, email: 'newer@example.com' });
    expect(mails(shop, 'client-email-changed')).toHaveLength(1);
  });
  test('with an e-mail address of somebody else show nothing of theirs and get none of their bookings, and their link does not open this page', async () => {
    const shop = openShop();
    await shop.admin.clients.create(MARIA);
    await shop.admin.clients.create(JON);
    await shop.admin.consents.record({ email: JON.email, source: 'said on the phone' });
    const invoice = { serviceType: 'Windows', serviceDate: '2026-11-18', dueDate: '2026-12-04', subtotal: '100.00' };
    await shop.admin.invoices.create({ ...invoice, customerName: 'Accounts', customerEmail: JON.email });
    const maria = shop.client(1);
    await maria.portal.setContact({ ...MOVED, email: JON.email });
    expect((await maria.portal.invoices({})).rows).toEqual([]);
    expect((await maria.portal.home()).client.offers).toBe(false);
    await expect(maria.portal.setConsents({ offers: true, sms: false })).rejects.toMatchObject({ code: 'CONFLICT' });
    const { rows } = await shop.visitor.booking.listSlots({ date: '2026-11-24' });
    const slotId = rows.find(({ serviceType }) => serviceType === 'residential')?.id ?? 0;
    await shop.visitor.booking.book({
      ...{ slotId, clientName: 'Jon Toews', clientEmail: JON.email, clientPhone: JON.phone, clientAddress: JON.address },
    });
    expect((await maria.portal.visits({ view: 'upcoming' })).rows).toEqual([]);
    expect((await shop.client(2).portal.visits({ view: 'upcoming' })).rows).toHaveLength(1);
    const { clients: opened } = await signInWith(shop, await requestSignIn(shop, JON.email));
    expect(opened).toEqual([{ id: 2, name: JON.name }]);
  });
});

describe('consents', () => {
  test('to offers are recorded and withdrawn with the page as their source', async () => {
    const shop = await openWithClient();
    const maria = shop.client(1);
    expect(await maria.portal.setConsents({ offers: true, sms: false })).toMatchObject({ offers: true, sms: false });
    expect(shop.rows(consents)).toMatchObject([
      { email: 'maria@example.com', basis: 'express', source: 'client’s page', withdrawnAt: null },
    ]);
    await maria.portal.setConsents({ offers: true, sms: false });
    expect(shop.rows(consents)).toHaveLength(1);
    expect(await maria.portal.setConsents({ offers: false, sms: false })).toMatchObject({ offers: false });
    expect(await maria.portal.setConsents({ offers: true, sms: false })).toMatchObject({ offers: true });
  });
  test('to offers need an e-mail address', async () => {
    const shop = openShop();
    await shop.admin.clients.create({ ...MARIA, email: null });
    const refused = shop.client(1).portal.setConsents({ offers: true, sms: false });
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT', message: 'Please enter your e-mail address first.' });
  });
  test('to text messages need a phone number that gets them', async () => {
    const shop = await openWithClient();
    const maria = shop.client(1);
    expect(await maria.portal.setConsents({ offers: false, sms: true })).toMatchObject({ sms: true });
    await maria.portal.setContact({ ...MARIA, phone: '555-0133' });
    expect((await maria.portal.home()).client).toMatchObject({ sms: false, canGetSms: false });
    await expect(maria.portal.setConsents({ offers: false, sms: true })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('access notes', () => {
  const NOTES = { accessGate: '#4711', accessAlarm: 'Code 9', accessPets: 'One dog', accessKey: 'Under the mat' };

  test('are changed for the own address and for further ones, and appear in no message and no log', async () => {
    const shop = await openWithClient();
    addMember(shop);
    await shop.admin.clients.addAddress({ clientId: 1, label: 'Cottage', address: '2 Lake Rd' });
    await shop.admin.clients.create(JON);
    await shop.admin.clients.addAddress({ clientId: 2, label: 'Shop', address: '5 Oak St' });
    const maria = shop.client(1);
    expect(await maria.portal.setAccess({ addressId: null, ...NOTES })).toMatchObject(NOTES);
    const { addresses } = await maria.portal.setAccess({ addressId: 1, ...NOTES, accessKey: null });
    expect(addresses).toMatchObject([{ id: 1, label: 'Cottage', accessGate: '#4711', accessKey: null }]);
    await expect(maria.portal.setAccess({ addressId: 2, ...NOTES })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const stored = JSON.stringify([shop.rows(outbox), shop.rows(activity)]);
    for (const note of Object.values(NOTES)) expect(stored).not.toContain(note);
  });
});

test('the download of many rows lets other requests run between its reads', async () => {
  const shop = await openWithClient();
  const at = shop.clock.now().toISOString();
  const messages = Array.from({ length: 250 }, () => ({ clientId: 1, from: 'client' as const, text: 'Hello', createdAt: at }));
  shop.db.insert(clientMessages).values(messages).run();
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const text = await exportOwnData({ ...shop.ctx, actor: { kind: 'client', id: 1, name: MARIA.name } });
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(3);
  expect((JSON.parse(text) as { messages: object[] }).messages).toHaveLength(250);
});
