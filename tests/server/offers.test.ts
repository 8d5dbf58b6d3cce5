import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { activity, referrals } from '../../db/schema';
import { payInFull } from '../../src/server/invoices/payments';
import { getRow } from '../../src/server/invoices/reading';
import { bookSlot, DAY, slotOf } from '../support/booking';
import { INVOICE, RECEIPT } from '../support/invoices';
import { plansOf } from '../support/query-plans';
import { openShop } from '../support/shop';

type Shop = ReturnType<typeof openShop>;
const ANNA = { name: 'Anna Berg', email: 'anna@example.com', phone: '(250) 555-0177', address: '5 Pine St, Kamloops', notes: null };

/** A shop with Anna, client 1, and her code. */
async function openWithCode() {
  const shop = openShop();
  await shop.admin.clients.create(ANNA);
  const { code } = await shop.admin.offers.makeCode({ clientId: 1 });
  return { shop, code };
}
const book = async (shop: Shop, more: Record<string, unknown> = {}, window: Parameters<typeof slotOf>[2] = '10:00-12:00') =>
  bookSlot(shop, (await slotOf(shop, DAY, window)).id, more);
const referralsOf = (shop: Shop) => shop.db.select().from(referrals).all();
const finish = async (shop: Shop, id: number) => {
  for (const status of ['in-progress', 'completed'] as const) await shop.admin.dispatch.setWorkOrderStatus({ id, status });
};
const itemsOf = async (shop: Shop, id: number) =>
  (await shop.admin.invoices.get({ id })).items.map(({ description, price, offer }) => [description, price, offer]);

/** Maria, sent by Anna, booked online for the first time; her job is done and has invoice 1 over some dollars. */
async function openWithInvoice(subtotal: string | number = '100.00') {
  const { shop, code } = await openWithCode();
  await book(shop, { ref: code });
  await finish(shop, 1);
  await shop.admin.invoices.createFromWorkOrder({ id: 1 });
  await shop.admin.invoices.update({ id: 1, subtotal, status: 'pending' });
  return { shop, code };
}
const FIRST = { invoiceId: 1, offer: 'first-online-booking' } as const;
const FRIEND = { invoiceId: 1, offer: 'referral-friend', referralId: 1 } as const;
/** The same, paid after both offers, and an invoice of Anna's own with the number 2. */
async function openWithReward() {
  const { shop, code } = await openWithInvoice();
  await shop.admin.offers.grant(FIRST);
  await shop.admin.offers.grant(FRIEND);
  await shop.admin.invoices.create({ ...INVOICE, customerName: ANNA.name, customerEmail: ANNA.email.toUpperCase(), customerPhone: null });
  const pay = () => shop.admin.invoices.update({ id: 1, status: 'paid' });
  return { shop, code, pay };
}
const REWARD = { invoiceId: 2, offer: 'referral-reward', referralId: 1 } as const;

describe("a client's code", () => {
  test('is made when it is asked for, once, and stands in a link', async () => {
    const { shop, code } = await openWithCode();
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{7}$/);
    expect(await shop.admin.offers.makeCode({ clientId: 1 })).toEqual({ code, link: `http://shop.test/?ref=${code}` });
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'client.referralCodeMade')).all()).toHaveLength(1);
    await expect(shop.admin.offers.makeCode({ clientId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.offers.makeCode({ clientId: 1 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.offers.makeCode({ clientId: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
  test('is not made for one that was merged into another, whose earlier code leads there', async () => {
    const { shop, code } = await openWithCode();
    await shop.admin.clients.create({ ...ANNA, name: 'Anna B', email: 'a.berg@example.com' });
    await book(shop, { ref: code });
    await shop.admin.clients.merge({ id: 1, intoId: 2 });
    await expect(shop.admin.offers.makeCode({ clientId: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await shop.admin.offers.listFriends({ clientId: 2 })).toMatchObject({
      code: null,
      friends: 1,
      rows: [{ name: 'Maria Santos' }],
    });
    await book(shop, { ref: code, clientEmail: 'jon@example.com', clientPhone: '(250) 555-0142' });
    expect(referralsOf(shop).map(({ referrerId }) => referrerId)).toEqual([2, 2]);
  });
});

describe('what a visitor is told', () => {
  test('is the 15 % by any link, and the $25 by a code, without a name', async () => {
    const { shop, code } = await openWithCode();
    for (const ref of [undefined, null, '', 'customer'])
      expect(await shop.visitor.offers.describe({ ref })).toEqual({ offers: ['first-online-booking'] });
    const sent = await shop.visitor.offers.describe({ ref: code.toLowerCase() });
    expect(sent).toEqual({ offers: ['first-online-booking', 'referral-friend'] });
    expect(await shop.visitor.offers.describe({ ref: 'ABCDEFG' })).toEqual({ offers: ['first-online-booking'] });
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Dogs' });
    expect(await shop.visitor.offers.describe({ ref: code })).toEqual({ offers: ['first-online-booking'] });
  });
  test('ends for who tries out codes', async () => {
    const shop = openShop({ isLimited: true });
    for (const ref of [null, 'customer']) for (let asked = 0; asked < 31; asked++) await shop.visitor.offers.describe({ ref });
    for (let tries = 0; tries < 30; tries++)
      expect(await shop.visitor.offers.describe({ ref: 'ABCDEFG' })).toEqual({ offers: ['first-online-booking'] });
    await expect(shop.visitor.offers.describe({ ref: 'ABCDEFG' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});

describe('a booking with a code', () => {
  test('is a referral, with its line in the log, and the ref stays as it was sent', async () => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code.toLowerCase(), clientEmail: 'Maria@Example.com' });
    expect(referralsOf(shop)).toEqual([
      { id: 1, code, referrerId: 1, bookingId: 1, friendEmail: 'maria@example.com', createdAt: '2026-11-20T20:00:00.000Z' },
    ]);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'referral.made')).all()).toMatchObject([{ entityId: '1' }]);
    expect((await shop.admin.booking.get({ id: 1 })).ref).toBe(code.toLowerCase());
  });
  test.each([
    ['of the referrer by e-mail', { clientEmail: 'ANNA@example.com' }],
    ['of the referrer by phone', { clientPhone: '+1 250.555.0177' }],
    ['with the common ref', { ref: 'customer' }],
    ['with a code that is nobody’s', { ref: 'ABCDEFG' }],
  ])('%s is none', async (_what, more) => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code, ...more });
    expect(referralsOf(shop)).toEqual([]);
  });
  test('is none from the second booking on, known by e-mail or phone', async () => {
    const { shop, code } = await openWithCode();
    await book(shop);
    await book(shop, { ref: code, clientPhone: '(250) 555-0199' });
    await book(shop, { ref: code, clientEmail: 'other@example.com' }, '12:00-14:00');
    expect(referralsOf(shop)).toEqual([]);
  });
  test('twenty times at once by one person is one referral', async () => {
    const { shop, code } = await openWithCode();
    const windows = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00'] as const;
    const slots = await Promise.all(
      windows.flatMap((window) => ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-30'].map((day) => slotOf(shop, day, window))),
    );
    const booked = await Promise.allSettled(slots.map(({ id }) => bookSlot(shop, id, { ref: code })));
    expect(booked.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(10);
    expect(referralsOf(shop)).toHaveLength(1);
  });
  test.each(['cancelled', 'no-show'] as const)('moves to the next one where it ends as %s', async (status) => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill' });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ bookingId: 1, state: 'void' }]);
    await book(shop, { ref: code });
    expect(referralsOf(shop)).toMatchObject([{ id: 1, bookingId: 2 }]);
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ bookingId: 2, state: 'waiting' }]);
  });
  test.each([
    ['cancelled', {}],
    ['cancelled', { ref: 'customer' }],
    ['no-show', {}],
  ] as const)('that ends as %s moves to the next one also where that came without the code: %o', async (status, more) => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await shop.admin.booking.setStatus({ id: 1, status, reason: 'Ill' });
    await book(shop, { clientEmail: 'MARIA@example.com', ...more });
    expect(referralsOf(shop)).toMatchObject([{ id: 1, bookingId: 2, code, referrerId: 1 }]);
    await finish(shop, 2);
    await shop.admin.invoices.createFromWorkOrder({ id: 2 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    const { rows } = await shop.admin.offers.listFor({ invoiceId: 1 });
    expect(rows.map(({ offer }) => offer)).toEqual(['first-online-booking', 'referral-friend']);
  });
  test('without a code goes by no referral of a booking that stands', async () => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    shop.db.$client.exec("update appointment_bookings set client_email = 'typo@example.com', client_phone = '(250) 555-0100'");
    await book(shop);
    expect(referralsOf(shop)).toMatchObject([{ bookingId: 1 }]);
  });
});

describe('the offers for an invoice', () => {
  test('are the 15 % and the $25 of a first online booking that a friend led to, each with its reason', async () => {
    const { shop, code } = await openWithInvoice();
    const { bookingReference } = await shop.admin.booking.get({ id: 1 });
    expect(await shop.admin.offers.listFor({ invoiceId: 1 })).toEqual({
      refusal: null,
      rows: [
        {
          offer: 'first-online-booking',
          referralId: null,
          description: '15% off first cleaning booked online',
          reason: `Maria Santos booked this job online, for the first time: ${bookingReference}.`,
          amount: '15.00',
          isGranted: false,
        },
        {
          offer: 'referral-friend',
          referralId: 1,
          description: '$25 off, sent by a friend',
          reason: `Anna Berg sent them: booked with the code ${code}.`,
          amount: '25.00',
          isGranted: false,
        },
      ],
    });
  });
  test('come onto it because the owner says so, before tax, and the receipt is what is left', async () => {
    const { shop } = await openWithInvoice('149.95');
    expect(await shop.admin.offers.grant(FIRST)).toMatchObject({
      subtotal: '127.46',
      hstAmount: '15.30',
      pstAmount: '8.92',
      totalAmount: '151.68',
    });
    expect(await shop.admin.offers.grant(FRIEND)).toMatchObject({
      subtotal: '102.46',
      hstAmount: '12.30',
      pstAmount: '7.17',
      totalAmount: '121.93',
    });
    expect(await itemsOf(shop, 1)).toEqual([
      ['Residential Cleaning', '149.95', undefined],
      ['15% off first cleaning booked online', '-22.49', 'first-online-booking'],
      ['$25 off, sent by a friend', '-25.00', 'referral-friend'],
    ]);
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows.map(({ isGranted }) => isGranted)).toEqual([true, true]);
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'invoice.offerGranted')).all()).toHaveLength(2);
    const paid = await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(paid).toMatchObject({ amountPaid: '121.93', balance: '0.00' });
    expect((await shop.admin.invoices.get({ id: 1 })).receipts).toMatchObject([
      { receiptNumber: 'SPC-RCP001', subtotal: '102.46', hstAmount: '12.30', pstAmount: '7.17', amountPaid: '121.93' },
    ]);
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows).toEqual([]);
  });
  test('stand in the order in which they come off, however they were granted: 15 % of all that is charged, then the $25', async () => {
    const { shop } = await openWithInvoice('149.95');
    await shop.admin.offers.grant(FRIEND);
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows.map(({ amount }) => amount)).toEqual(['22.49', '25.00']);
    expect(await shop.admin.offers.grant(FIRST)).toMatchObject({ subtotal: '102.46', totalAmount: '121.93' });
    expect(await itemsOf(shop, 1)).toEqual([
      ['Residential Cleaning', '149.95', undefined],
      ['15% off first cleaning booked online', '-22.49', 'first-online-booking'],
      ['$25 off, sent by a friend', '-25.00', 'referral-friend'],
    ]);
  });
  test('leave the $25 what the 15 % left of a small amount, also where they came first, and come to the same', async () => {
    const { shop } = await openWithInvoice('27.00');
    await shop.admin.offers.grant(FRIEND);
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({ amount: '4.05' });
    const { items, subtotal } = await shop.admin.offers.grant(FIRST);
    expect([subtotal, (await itemsOf(shop, 1)).map(([, price]) => price)]).toEqual(['0.00', ['27.00', '-4.05', '-22.95']]);
    expect(await shop.admin.invoices.update({ id: 1, items, subtotal })).toMatchObject({ subtotal: '0.00' });
    const { shop: other } = await openWithInvoice('25.00');
    await other.admin.offers.grant(FRIEND);
    expect((await other.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({ amount: '0.00' });
    await expect(other.admin.offers.grant(FIRST)).rejects.toThrow('There is nothing left of invoice SPC001 to take it off.');
  });
  test('never take off more than there is; what comes to nothing is issued and paid all the same', async () => {
    const { shop } = await openWithInvoice('20.00');
    await shop.admin.offers.grant(FIRST);
    expect(await shop.admin.offers.grant(FRIEND)).toMatchObject({ subtotal: '0.00', totalAmount: '0.00' });
    expect((await itemsOf(shop, 1)).map(([, price]) => price)).toEqual(['20.00', '-3.00', '-17.00']);
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', amountPaid: '0.00' });
  });
  test('that leave nothing to pay are paid once, whatever was read before', async () => {
    const { shop } = await openWithInvoice('20.00');
    for (const offer of [FIRST, FRIEND]) await shop.admin.offers.grant(offer);
    const before = getRow(shop.ctx, 1);
    await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'cash' });
    expect(() => payInFull(shop.ctx, before, 'card')).toThrow('Invoice SPC001 is paid already.');
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ paymentMethod: 'cash', receipts: [] });
  });
  test('come off the services first, then off goods, by the rates of the province', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const items = [
      { description: 'Windows', price: '10.00' },
      { description: 'Soap', price: '50.00', isGoods: true },
    ];
    await shop.admin.invoices.update({ id: 1, items, subtotal: '60.00' });
    // 60.00 - 25.00: nothing of the windows is left, and 35.00 of soap.
    expect(await shop.admin.offers.grant(FRIEND)).toMatchObject({
      subtotal: '35.00',
      hstAmount: '1.75',
      pstAmount: '2.45',
      totalAmount: '39.20',
    });
  });
  test('two at once are one line, and so is a third', async () => {
    const { shop } = await openWithInvoice();
    const [one, two] = await Promise.all([shop.admin.offers.grant(FIRST), shop.admin.offers.grant(FIRST)]);
    expect(two).toEqual(one);
    await shop.admin.offers.grant(FIRST);
    expect(await itemsOf(shop, 1)).toHaveLength(2);
  });
  test('are refused where they do not fit', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.invoices.create({ ...INVOICE, customerEmail: 'nobody@example.com', customerPhone: null });
    expect(await shop.admin.offers.listFor({ invoiceId: 2 })).toEqual({ rows: [], refusal: null });
    for (const grant of [
      { ...FIRST, invoiceId: 2 },
      { ...FRIEND, invoiceId: 2 },
      { ...FRIEND, referralId: 2 },
      { ...FRIEND, referralId: null },
      { ...REWARD, invoiceId: 1 },
    ])
      await expect(shop.admin.offers.grant(grant)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/^That offer is not for invoice SPC00/),
      });
    await expect(shop.admin.offers.grant({ ...FIRST, invoiceId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(shop.visitor.offers.grant(FIRST)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(shop.member.offers.grant(FIRST)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
  test('come before the first payment, and not onto nothing', async () => {
    const { shop } = await openWithInvoice('0.00').catch(() => ({ shop: undefined }));
    expect(shop).toBeUndefined();
    const { shop: other } = await openWithInvoice();
    await other.admin.invoices.recordPayment({ id: 1, amount: '10.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    const sentence = 'Some of invoice SPC001 is paid already; an offer comes before the first payment.';
    expect(await other.admin.offers.listFor({ invoiceId: 1 })).toMatchObject({ refusal: sentence, rows: [{}, {}] });
    await expect(other.admin.offers.grant(FIRST)).rejects.toMatchObject({ code: 'CONFLICT', message: sentence });
    await other.admin.invoices.update({ id: 1, status: 'paid' });
    await expect(other.admin.offers.grant(FIRST)).rejects.toThrow('is paid and cannot be changed');
  });
  test('are granted to a person once, also where the first booking was called off after its invoice', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    shop.db.$client.exec("update appointment_bookings set status = 'cancelled'");
    await book(shop, { clientEmail: 'MARIA@example.com' }, '12:00-14:00');
    await finish(shop, 2);
    await shop.admin.invoices.createFromWorkOrder({ id: 2 });
    await shop.admin.invoices.update({ id: 2, subtotal: '100.00' });
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows.map(({ offer }) => offer)).not.toContain(FIRST.offer);
    await expect(shop.admin.offers.grant({ ...FIRST, invoiceId: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'That offer is on invoice SPC001 already.',
    });
  });
  test('are refused where there is no place for one more line', async () => {
    const { shop } = await openWithInvoice();
    const lines = (many: number) => ({
      items: Array.from({ length: many }, () => ({ description: 'Window', price: '1.00' })),
      subtotal: `${many}.00`,
    });
    await shop.admin.invoices.update({ id: 1, ...lines(200) });
    await expect(shop.admin.offers.grant(FIRST)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Invoice SPC001 has 200 line items already.',
    });
    await shop.admin.invoices.update({ id: 1, ...lines(199) });
    const { items, subtotal } = await shop.admin.offers.grant(FIRST);
    expect(await shop.admin.invoices.update({ id: 1, items, subtotal })).toMatchObject({ subtotal: '169.15' });
  });
  test('a draft without a price waits for one', async () => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await finish(shop, 1);
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    expect(await shop.admin.offers.listFor({ invoiceId: 1 })).toMatchObject({
      refusal: 'This invoice has no amount yet.',
      rows: [{ amount: '0.00' }, { amount: '0.00' }],
    });
    await expect(shop.admin.offers.grant(FIRST)).rejects.toThrow('There is nothing left of invoice SPC001 to take it off.');
  });
  test('of a second booking, or one that came to nothing, are none', async () => {
    const { shop } = await openWithCode();
    await book(shop);
    await book(shop, {}, '12:00-14:00');
    await finish(shop, 2);
    await shop.admin.invoices.createFromWorkOrder({ id: 2 });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows).toEqual([]);
    await shop.admin.booking.setStatus({ id: 1, status: 'completed' });
    await shop.admin.invoices.createFromBooking({ id: 1 });
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toMatchObject([FIRST].map(({ offer }) => ({ offer })));
    await shop.admin.booking.setStatus({ id: 1, status: 'no-show' });
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toEqual([]);
  });
});

describe('an invoice with offers', () => {
  test('keeps them in a change of its lines, gives them back when they are taken out, and takes in none by itself', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    const { items } = await shop.admin.invoices.get({ id: 1 });
    const dearer = items.map((item) => (item.offer ? item : { ...item, price: '200.00' }));
    expect(await shop.admin.invoices.update({ id: 1, items: dearer, subtotal: '185.00' })).toMatchObject({ totalAmount: '220.15' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({
      amount: '15.00',
      isGranted: true,
      reason: expect.stringContaining('Of $200.00 it would be $30.00 now.'),
    });
    await shop.admin.invoices.update({ id: 1, items: dearer.slice(0, 1), subtotal: '200.00' });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({ amount: '30.00', isGranted: false });
    const sentence = 'An offer comes onto an invoice with "Add to invoice".';
    await expect(shop.admin.invoices.update({ id: 1, items: dearer, subtotal: '185.00' })).rejects.toThrow(sentence);
    await expect(shop.admin.invoices.create({ ...INVOICE, items: dearer, subtotal: '185.00' })).rejects.toThrow(sentence);
    await shop.admin.offers.grant(FIRST);
    const twice = [...(await shop.admin.invoices.get({ id: 1 })).items, { ...FIRST, description: 'Again', price: '-30.00' }];
    await expect(shop.admin.invoices.update({ id: 1, items: twice, subtotal: '140.00' })).rejects.toThrow(sentence);
  });
  test('takes off what it did, or what its rule says of the lines now, and nothing else', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    await shop.admin.offers.grant(FRIEND);
    const { items } = await shop.admin.invoices.get({ id: 1 });
    const change = (service: string, first: string, friend: string, subtotal: string) => {
      const [one, two, three] = items;
      const changed = [
        { ...one, price: service },
        { ...two, price: first },
        { ...three, price: friend },
      ];
      return shop.admin.invoices.update({ id: 1, items: changed as typeof items, subtotal });
    };
    await expect(change('100.00', '-60.00', '-25.00', '15.00')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This offer takes off $15.00.',
    });
    await expect(change('200.00', '-30.00', '-30.00', '140.00')).rejects.toThrow('This offer takes off $25.00.');
    await expect(change('200.00', '-29.99', '-25.00', '145.01')).rejects.toThrow('This offer takes off $15.00, or $30.00 of these lines.');
    expect(await change('200.00', '-30.00', '-25.00', '145.00')).toMatchObject({ subtotal: '145.00' });
    expect(await change('20.00', '-3.00', '-17.00', '0.00')).toMatchObject({ subtotal: '0.00' });
  });
  test('shows what is taken off on the page, in the PDF and in the export', async () => {
    const { shop } = await openWithInvoice('149.95');
    await shop.admin.offers.grant(FIRST);
    const { token } = await shop.logIn();
    const page = await (await shop.request('GET', '/documents/invoice/1', { token })).text();
    expect(page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toMatch(
      /Residential Cleaning 1 \$149\.95 \$149\.95 15% off first cleaning booked online 1 −\$22\.49 −\$22\.49.*Subtotal \$127\.46/,
    );
    const pdf = await (await shop.request('GET', '/documents/invoice/1.pdf', { token })).text();
    expect(pdf.slice(0, 5)).toBe('%PDF-');
    const csv = await (await shop.request('GET', '/documents/export/invoice_items.csv', { token })).text();
    expect(csv).toMatch(/,15% off first cleaning booked online,1,-22\.49,/);
  });
  test('is never below nothing', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    const { items } = await shop.admin.invoices.get({ id: 1 });
    const cheaper = items.map((item) => (item.offer ? item : { ...item, price: '10.00' }));
    await expect(shop.admin.invoices.update({ id: 1, items: cheaper, subtotal: '0.00' })).rejects.toThrow(
      'The offers take off more than there is.',
    );
  });
  test('of the bin gives its offers to the next, and does not come back beside it', async () => {
    const { shop } = await openWithInvoice();
    await shop.admin.offers.grant(FIRST);
    await shop.admin.invoices.delete({ id: 1 });
    expect(await shop.admin.invoices.restore({ id: 1 })).toMatchObject({ subtotal: '85.00' });
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: 2, subtotal: '100.00' });
    await shop.admin.offers.grant({ ...FIRST, invoiceId: 2 });
    await expect(shop.admin.invoices.restore({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'An offer of this invoice is for invoice SPC001 by now, so it cannot come back.',
    });
  });
});

describe('the reward for sending a friend', () => {
  test("waits for the friend's first finished and paid job, and is granted once", async () => {
    const { shop, pay } = await openWithReward();
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toEqual([]);
    await expect(shop.admin.offers.grant(REWARD)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([
      { name: 'Maria Santos', state: 'waiting', invoice: null },
    ]);
    await pay();
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ state: 'earned' }]);
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toMatchObject([
      {
        offer: 'referral-reward',
        referralId: 1,
        amount: '25.00',
        reason: 'Maria Santos booked with their code; that job is finished and paid on SPC001.',
      },
    ]);
    expect(await shop.admin.offers.grant(REWARD)).toMatchObject({ subtotal: '75.00', totalAmount: '89.25' });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([
      { state: 'granted', invoice: { id: 2, invoiceNumber: 'SPC002' } },
    ]);
    await shop.admin.invoices.create({ ...INVOICE, customerEmail: ANNA.email });
    expect((await shop.admin.offers.listFor({ invoiceId: 3 })).rows).toEqual([]);
    await shop.admin.invoices.delete({ id: 2 });
    expect((await shop.admin.offers.listFor({ invoiceId: 3 })).rows).toMatchObject([{ referralId: 1 }]);
    await shop.admin.offers.grant({ ...REWARD, invoiceId: 3 });
    await expect(shop.admin.invoices.restore({ id: 2 })).rejects.toThrow(
      'An offer of this invoice is for invoice SPC003 by now, so it cannot come back.',
    );
  });
  test('is not earned where the money went back, in full or in part', async () => {
    const { shop, pay } = await openWithReward();
    await pay();
    const refund = (amountPaid: number) => shop.admin.invoices.createReceipt({ ...RECEIPT, isRefund: true, refundOfId: 1, amountPaid });
    const look = async () => [
      (await shop.admin.offers.listFriends({ clientId: 1 })).rows[0]?.state,
      (await shop.admin.offers.listFor({ invoiceId: 2 })).rows.length,
    ];
    expect(await look()).toEqual(['earned', 1]);
    await refund(0.01);
    expect(await look()).toEqual(['waiting', 0]);
    await refund(71.39);
    expect(await look()).toEqual(['waiting', 0]);
    await expect(shop.admin.offers.grant(REWARD)).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const id of [3, 2]) await shop.admin.invoices.deleteReceipt({ id });
    expect(await look()).toEqual(['earned', 1]);
  });
  test('is not earned by a job that is paid but not done', async () => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await shop.admin.invoices.createFromBooking({ id: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const stateOf = async () => (await shop.admin.offers.listFriends({ clientId: 1 })).rows[0]?.state;
    expect(await stateOf()).toBe('waiting');
    await finish(shop, 1);
    expect(await stateOf()).toBe('earned');
  });
  test('without a work order is earned by a booking that took place', async () => {
    const { shop, code } = await openWithCode();
    await shop.admin.settings.save({ createWorkOrders: false });
    await book(shop, { ref: code });
    await shop.admin.booking.setStatus({ id: 1, status: 'completed' });
    await shop.admin.invoices.createFromBooking({ id: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ state: 'earned' }]);
  });
  test('is none where the friend turns out to be the referrer', async () => {
    const { shop, pay } = await openWithReward();
    await pay();
    await shop.admin.clients.merge({ id: 2, intoId: 1 });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ state: 'void' }]);
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toEqual([]);
  });
  test('goes to whom the job of an invoice is for, before its e-mail', async () => {
    const { shop, pay } = await openWithReward();
    await pay();
    await shop.admin.dispatch.createWorkOrder({
      clientId: 1,
      serviceType: 'residential',
      scheduledDate: '2026-11-20T18:00:00Z',
      totalAmount: '80.00',
    });
    await finish(shop, 2);
    await shop.admin.invoices.createFromWorkOrder({ id: 2 });
    await shop.admin.invoices.update({ id: 3, customerEmail: 'books@example.com', customerPhone: null });
    expect((await shop.admin.offers.listFor({ invoiceId: 3 })).rows).toMatchObject([{ offer: 'referral-reward', amount: '25.00' }]);
  });
  test('is listed in pages, newest friend first', async () => {
    const { shop, code } = await openWithCode();
    for (const place of [1, 2, 3])
      await book(
        shop,
        { ref: code, clientEmail: `friend${place}@example.com`, clientPhone: `(250) 555-020${place}` },
        place === 3 ? '12:00-14:00' : undefined,
      );
    const first = await shop.admin.offers.listFriends({ clientId: 1, limit: 2 });
    expect([first.friends, first.rows.map(({ id }) => id), first.nextCursor]).toEqual([3, [3, 2], 2]);
    expect((await shop.admin.offers.listFriends({ clientId: 1, limit: 2, cursor: 2 })).rows.map(({ id }) => id)).toEqual([1]);
    await expect(shop.admin.offers.listFriends({ clientId: 99 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('nothing of it goes through a table', async () => {
  const shop = openShop();
  const slots = [await slotOf(shop), await slotOf(shop, DAY, '12:00-14:00')];
  const plans = await plansOf(shop, async () => {
    await shop.admin.clients.create(ANNA);
    const { code } = await shop.admin.offers.makeCode({ clientId: 1 });
    await shop.visitor.offers.describe({ ref: code });
    for (const { id } of slots) await bookSlot(shop, id, { ref: code });
    await finish(shop, 1);
    await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    await shop.admin.offers.listFor({ invoiceId: 1 });
    await shop.admin.offers.grant(FRIEND);
    await shop.admin.offers.grant(FIRST);
    await shop.admin.offers.listFriends({ clientId: 1 });
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.restore({ id: 1 });
  });
  expect(plans.filter((plan) => /SCAN (?!json_each|\(subquery|f\b|CONSTANT)/.test(plan))).toEqual([]);
  expect(plans.filter((plan) => /appointment_bookings_email.*appointment_bookings_phone/.test(plan)).length).toBeGreaterThan(1);
});
