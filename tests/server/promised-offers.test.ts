import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { activity, outbox } from '../../db/schema';
import { formatCents, parseCents } from '../../src/shared/money';
import { pricePromises } from '../../src/shared/offers';
import { INVOICE } from '../support/invoice-inputs';
import { draftOfJob } from '../support/invoices';
import { ANNA, book, FIRST, FRIEND, finish, openWithCode, openWithInvoice, openWithPromises, REASON, type Shop } from '../support/offers';

const test = base.extend('shop', () => openWithoutPlace());

const itemsOf = async (shop: Shop, id: number) =>
  (await shop.admin.invoices.get({ id })).items.map(({ price, offer }) => [price, offer ?? null]);
const PROMISED = [
  ['100.00', null],
  ['-15.00', 'first-online-booking'],
  ['-25.00', 'referral-friend'],
];
const QUESTION =
  'Maria Santos was promised more than invoice SPC001 takes off: “15% off first cleaning booked online” ($15.00) is missing. Continue anyway?';
/** Opens a shop in which draft 1 has 200 lines, the most possible, so that it has no room for the offer promised to Maria. */
async function openWithoutPlace() {
  const { shop } = await openWithCode();
  await book(shop);
  await finish(shop, 1);
  const items = Array.from({ length: 200 }, (_, place) => ({ description: `Window ${place + 1}`, quantity: 1, price: '0.50' }));
  const facts = await shop.admin.invoices.forJob({ workOrderId: 1 });
  await shop.admin.invoices.create({ ...facts, items, subtotal: '100.00', status: 'draft' });
  return shop;
}

/** Maria booked online for the first time, referred by Anna; her job is done and has no invoice. */
async function openWithFriend() {
  const { shop, code } = await openWithCode();
  await book(shop, { ref: code });
  await finish(shop, 1);
  return { shop, facts: await shop.admin.invoices.forJob({ workOrderId: 1 }) };
}
const ofAnna = { ...INVOICE, customerName: ANNA.name, customerEmail: ANNA.email, customerPhone: null, status: 'draft' } as const;
/** Anna has earned a reward. */
async function openWithReward() {
  const { shop } = await openWithPromises();
  await shop.admin.invoices.update({ id: 1, status: 'paid' });
  return shop;
}

describe('a promised offer', () => {
  test('is a line of the draft as soon as the draft has an amount', async () => {
    const { shop } = await openWithFriend();
    await draftOfJob(shop, { workOrderId: 1 });
    expect(await itemsOf(shop, 1)).toEqual([]);
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '100.00' })).toMatchObject({ status: 'draft', subtotal: '60.00' });
    expect(await itemsOf(shop, 1)).toEqual(PROMISED);
    expect(await shop.admin.invoices.update({ id: 1, status: 'pending' })).toMatchObject({ status: 'pending', totalAmount: '71.40' });
  });
  test("is a line of a draft with the client's own estimate, and follows the price that the office sets", async () => {
    const { shop } = await openWithCode();
    await book(shop, { totalAmount: '149.95' });
    await finish(shop, 1);
    expect(await shop.admin.invoices.createFromBooking({ id: 1 })).toMatchObject({ status: 'draft', subtotal: '127.46' });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '200.00' })).toMatchObject({ subtotal: '170.00' });
    expect(await itemsOf(shop, 1)).toEqual([
      ['200.00', null],
      ['-30.00', 'first-online-booking'],
    ]);
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '170.00' })).toMatchObject({ subtotal: '170.00' });
  });
  test('is a line of an invoice that is made in the editor', async () => {
    const { shop, facts } = await openWithFriend();
    expect(await shop.admin.invoices.create({ ...facts, subtotal: '100.00' })).toMatchObject({ status: 'pending', subtotal: '60.00' });
    expect(await itemsOf(shop, 1)).toEqual(PROMISED);
  });
  test('for a referrer is added to their next invoice with room for all of it', async () => {
    const shop = await openWithReward();
    expect(await shop.admin.invoices.create({ ...ofAnna, subtotal: '24.99' })).toMatchObject({ subtotal: '24.99' });
    expect(await shop.admin.invoices.create({ ...ofAnna, subtotal: '100.00' })).toMatchObject({ subtotal: '75.00' });
    expect(await shop.admin.invoices.create(ofAnna)).toMatchObject({ subtotal: '100.00' });
    expect(await shop.admin.invoices.update({ id: 2, status: 'pending' })).toMatchObject({ status: 'pending' });
  });
});

describe('before an invoice is made', () => {
  test.each([
    ['0.10', '0.00'],
    ['20.00', '0.00'],
    ['29.40', '0.00'],
    ['100.00', '60.00'],
    ['149.95', '102.46'],
  ])('the promises of its job are listed, and take off what the invoice of %s stores', async (subtotal, left) => {
    const { shop, facts } = await openWithFriend();
    const { rows } = await shop.admin.offers.listPromised(facts);
    expect(rows.map(({ offer, referralId, description }) => [offer, referralId, description])).toEqual([
      ['first-online-booking', null, '15% off first cleaning booked online'],
      ['referral-friend', 1, '$25 off, sent by a friend'],
    ]);
    expect(rows[0]?.reason).toMatch(/^Maria Santos booked this job online, for the first time: SPC-/);
    const made = await shop.admin.invoices.create({ ...facts, subtotal, status: 'draft' });
    expect(made.subtotal).toBe(left);
    const foretold = pricePromises(rows, parseCents(subtotal) ?? 0).map(({ offer, cents }) => [formatCents(-cents), offer]);
    expect((await itemsOf(shop, made.id)).filter(([, offer]) => offer !== null)).toEqual(foretold);
    expect((await shop.admin.offers.listPromised(facts)).rows).toEqual([]);
  });
  test('the reward of a referrer is listed for their e-mail address, and waits for an invoice with room for all of it', async () => {
    const shop = await openWithReward();
    const { rows } = await shop.admin.offers.listPromised({ customerEmail: ANNA.email.toUpperCase() });
    expect(rows.map(({ offer, referralId }) => [offer, referralId])).toEqual([['referral-reward', 1]]);
    expect([2499, 2500].map((cents) => pricePromises(rows, cents).length)).toEqual([0, 1]);
    expect(await shop.admin.offers.listPromised({ customerEmail: 'other@example.com' })).toEqual({ rows: [] });
  });
  test('a promise is removed with a reason, which stays with the invoice', async () => {
    const { shop, facts } = await openWithFriend();
    const withoutOffers = [
      { offer: 'first-online-booking' as const, reason: REASON },
      { offer: 'referral-reward' as const, referralId: 1, reason: 'Not promised' },
    ];
    const invoice = { ...facts, subtotal: '100.00', withoutOffers };
    await expect(
      shop.admin.invoices.create({ ...invoice, withoutOffers: [{ offer: 'first-online-booking', reason: ' ' }] }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await shop.admin.invoices.create(invoice)).toMatchObject({ status: 'pending', subtotal: '75.00' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows.map(({ removedReason }) => removedReason)).toEqual([REASON, null]);
    const logged = shop.db.select().from(activity).where(eq(activity.verb, 'invoice.offerRemoved')).all();
    expect(logged.map(({ data }) => JSON.parse(data).offer)).toEqual(['first-online-booking']);
    await shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
  });
  test('a promise that is removed while the invoice has no amount stays away when the amount is set', async () => {
    const { shop, facts } = await openWithFriend();
    const { rows } = await shop.admin.offers.listPromised(facts);
    const withoutOffers = rows.map(({ offer, referralId }) => ({ offer, referralId, reason: REASON }));
    await shop.admin.invoices.create({ ...facts, subtotal: '0.00', status: 'draft', withoutOffers });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '149.00' })).toMatchObject({ subtotal: '149.00' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows.map(({ removedReason }) => removedReason)).toEqual([REASON, REASON]);
  });
  test('a reward that is removed while the invoice has no room for it stays away when there is room', async () => {
    const shop = await openWithReward();
    const withoutOffers = [{ offer: 'referral-reward' as const, referralId: 1, reason: REASON }];
    const { id } = await shop.admin.invoices.create({ ...ofAnna, subtotal: '24.99', withoutOffers });
    await shop.admin.invoices.update({ id, subtotal: '100.00' });
    expect(await shop.admin.invoices.update({ id, status: 'pending' })).toMatchObject({ status: 'pending', subtotal: '100.00' });
  });
});

describe('removing an offer', () => {
  test('records the reason, does not add it again, and asks for no confirmation', async () => {
    const { shop } = await openWithPromises();
    const removal = { ...FIRST, reason: REASON };
    expect(await shop.admin.offers.remove(removal)).toMatchObject({ subtotal: '75.00' });
    expect(await shop.admin.offers.remove({ ...removal, reason: 'Again' })).toMatchObject({ subtotal: '75.00' });
    await shop.admin.offers.remove({ ...FRIEND, reason: REASON });
    const logged = shop.db.select().from(activity).where(eq(activity.verb, 'invoice.offerRemoved')).all();
    expect(logged.map(({ entityId, data }) => [entityId, JSON.parse(data)])).toEqual([
      ['1', { number: 'SPC001', offer: 'first-online-booking', referralId: null, reason: REASON }],
      ['1', { number: 'SPC001', offer: 'referral-friend', referralId: 1, reason: REASON }],
    ]);
    expect(await itemsOf(shop, 1)).toEqual([]);
    await shop.admin.invoices.update({ id: 1, subtotal: '0.00' });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '100.00' })).toMatchObject({ subtotal: '100.00' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows.map(({ removedReason }) => removedReason)).toEqual([REASON, REASON]);
    expect(await shop.admin.invoices.update({ id: 1, status: 'pending' })).toMatchObject({ totalAmount: '119.00' });
    await shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
  });
  test('leaves the owner free to add it again', async () => {
    const { shop } = await openWithInvoice();
    expect(await shop.admin.offers.grant(FIRST)).toMatchObject({ subtotal: '85.00' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows.map(({ removedReason }) => removedReason)).toEqual([null, REASON]);
  });
  test('needs a reason and an offer on the invoice, and is rejected after a payment', async () => {
    const { shop } = await openWithPromises();
    const removal = { ...FIRST, reason: REASON };
    await expect(shop.admin.offers.remove({ ...removal, reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(shop.admin.offers.remove({ ...removal, offer: 'referral-reward' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'That offer is not on invoice SPC001.',
    });
    await shop.admin.invoices.recordPayment({ id: 1, amount: '10.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    await expect(shop.admin.offers.remove(removal)).rejects.toThrow('Offers can only change before the first payment');
  });
});

describe('if a promised offer is missing from the invoice without a reason', () => {
  const PAID = { amount: '10.00', paymentMethod: 'cash', paymentDate: '2026-11-20' } as const;
  test.for<[string, (shop: Shop, confirm: boolean) => Promise<unknown>]>([
    ['issuing', (shop, confirm) => shop.admin.invoices.update({ id: 1, status: 'pending', confirm })],
    ['paying in full', (shop, confirm) => shop.admin.invoices.update({ id: 1, status: 'paid', confirm })],
    ['a payment', (shop, confirm) => shop.admin.invoices.recordPayment({ id: 1, ...PAID, confirm })],
    ['handing over', (shop, confirm) => shop.admin.invoices.markHandedOver({ id: 1, confirm })],
    ['mailing', (shop, confirm) => shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com', confirm })],
  ])('%s a draft asks for confirmation', async ([_how, act], { shop }) => {
    await expect(act(shop, false)).rejects.toMatchObject({ message: QUESTION });
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ status: 'draft', receipts: [] });
    await act(shop, true);
    expect((await shop.admin.invoices.get({ id: 1 })).status).not.toBe('draft');
  });
  test('mailing an issued invoice asks for confirmation, but mailing a paid one does not', async ({ shop }) => {
    await shop.admin.invoices.update({ id: 1, status: 'pending', confirm: true });
    const mail = { invoiceId: 1, customerEmail: 'maria@example.com' };
    await expect(shop.admin.invoices.email(mail)).rejects.toMatchObject({ cause: { code: 'CONFIRMATION_NEEDED', message: QUESTION } });
    const sent = () => shop.db.select().from(outbox).where(eq(outbox.purpose, 'invoice-sent')).all();
    expect(sent()).toEqual([]);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await shop.admin.invoices.email(mail);
    expect(sent()).toHaveLength(1);
  });
  test('handing over an issued invoice asks for confirmation, but taking the mark back does not', async ({ shop }) => {
    await shop.admin.invoices.update({ id: 1, status: 'pending', confirm: true });
    await expect(shop.admin.invoices.markHandedOver({ id: 1 })).rejects.toMatchObject({
      cause: { code: 'CONFIRMATION_NEEDED', message: QUESTION },
    });
    expect((await shop.admin.invoices.get({ id: 1 })).handedOverAt).toBeNull();
    expect((await shop.admin.invoices.markHandedOver({ id: 1, confirm: true })).handedOverAt).not.toBeNull();
    expect((await shop.admin.invoices.markHandedOver({ id: 1, isHandedOver: false })).handedOverAt).toBeNull();
  });
  test('a REST caller gets 409 with the code until it sends confirm', async ({ shop }) => {
    const { token } = await shop.logIn();
    const issue = (body: object) => shop.request('PATCH', '/api/invoices/1', { token, body: { status: 'pending', ...body } });
    const asked = await issue({});
    expect([asked.status, await asked.json()]).toEqual([409, expect.objectContaining({ code: 'CONFIRMATION_NEEDED' })]);
    expect((await issue({ confirm: true })).status).toBe(200);
  });
  test('the question names an offer that takes off less than promised, since the price was raised', async () => {
    const { shop } = await openWithPromises();
    const items = (await shop.admin.invoices.get({ id: 1 })).items.map((item) => (item.offer ? item : { ...item, price: '200.00' }));
    await shop.admin.invoices.update({ id: 1, items, subtotal: '160.00' });
    await expect(shop.admin.invoices.update({ id: 1, status: 'pending' })).rejects.toThrow(
      'Maria Santos was promised more than invoice SPC001 takes off: “15% off first cleaning booked online” takes off $15.00 instead of $30.00. Continue anyway?',
    );
  });
  test('a second booking is promised nothing', async () => {
    const { shop } = await openWithCode();
    await book(shop);
    await book(shop, {}, '12:00-14:00');
    await finish(shop, 2);
    await draftOfJob(shop, { workOrderId: 2 });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '100.00', status: 'pending' })).toMatchObject({ subtotal: '100.00' });
  });
});
