import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { activity } from '../../db/schema';
import { payInFull } from '../../src/server/invoices/payments/payments';
import { getRow } from '../../src/server/invoices/reading';
import { bookSlot, DAY, slotOf } from '../support/booking';
import { INVOICE } from '../support/invoice-inputs';
import { draftOfJob } from '../support/invoices';
import { ANNA, book, FIRST, FRIEND, finish, openWithCode, openWithInvoice, REASON, REWARD, type Shop } from '../support/offers';
import { plansOf } from '../support/query-plans';
import { openShop } from '../support/shop';

const test = base.extend('opened', () => openWithInvoice());

const itemsOf = async (shop: Shop, id: number) =>
  (await shop.admin.invoices.get({ id })).items.map(({ description, price, offer }) => [description, price, offer]);

describe('the offers for an invoice', () => {
  test('are 15% and $25 for a first online booking through a friend, each with its reason', async ({ opened: { shop, code } }) => {
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
          removedReason: REASON,
        },
        {
          offer: 'referral-friend',
          referralId: 1,
          description: '$25 off, sent by a friend',
          reason: `Anna Berg sent them: booked with the code ${code}.`,
          amount: '25.00',
          isGranted: false,
          removedReason: REASON,
        },
      ],
    });
  });
  test('are added by the owner before tax, and the receipt covers the rest', async () => {
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
    expect(shop.db.select().from(activity).where(eq(activity.verb, 'invoice.offerGranted')).all()).toHaveLength(4);
    const paid = await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(paid).toMatchObject({ amountPaid: '121.93', balance: '0.00' });
    expect((await shop.admin.invoices.get({ id: 1 })).receipts).toMatchObject([
      { receiptNumber: 'SPC-RCP001', subtotal: '102.46', hstAmount: '12.30', pstAmount: '7.17', amountPaid: '121.93' },
    ]);
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows).toEqual([]);
  });
  test('are deducted in a fixed order however they were granted: 15% of the whole charge, then $25', async () => {
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
  test('limit the $25 to what the 15% left of a small amount, in any order of granting', async () => {
    const { shop } = await openWithInvoice('27.00');
    await shop.admin.offers.grant(FRIEND);
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({ amount: '4.05' });
    const { items, subtotal } = await shop.admin.offers.grant(FIRST);
    expect([subtotal, (await itemsOf(shop, 1)).map(([, price]) => price)]).toEqual(['0.00', ['27.00', '-4.05', '-22.95']]);
    expect(await shop.admin.invoices.update({ id: 1, items, subtotal })).toMatchObject({ subtotal: '0.00' });
    const { shop: other } = await openWithInvoice('25.00');
    await other.admin.offers.grant(FRIEND);
    expect((await other.admin.offers.listFor({ invoiceId: 1 })).rows[0]).toMatchObject({ amount: '0.00' });
    await expect(other.admin.offers.grant(FIRST)).rejects.toThrow('No amount is left on invoice SPC001 for this offer.');
  });
  test('never exceed the charge, and an invoice of zero is issued and paid as usual', async () => {
    const { shop } = await openWithInvoice('20.00');
    await shop.admin.offers.grant(FIRST);
    expect(await shop.admin.offers.grant(FRIEND)).toMatchObject({ subtotal: '0.00', totalAmount: '0.00' });
    expect((await itemsOf(shop, 1)).map(([, price]) => price)).toEqual(['20.00', '-3.00', '-17.00']);
    expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', amountPaid: '0.00' });
  });
  test('leave an invoice of zero that is paid only once, even from a stale read', async () => {
    const { shop } = await openWithInvoice('20.00');
    for (const offer of [FIRST, FRIEND]) await shop.admin.offers.grant(offer);
    const before = getRow(shop.ctx, 1);
    await shop.admin.invoices.update({ id: 1, status: 'paid', paymentMethod: 'cash' });
    expect(() => payInFull(shop.ctx, before, 'card', false)).toThrow('Invoice SPC001 is paid already.');
    expect(await shop.admin.invoices.get({ id: 1 })).toMatchObject({ paymentMethod: 'cash', receipts: [] });
  });
  test('reduce services and goods in proportion, with the tax rates of the province', async ({ opened: { shop } }) => {
    shop.db.$client.exec("update invoices set tax_profile = 'bc-current', hst_rate = 500, pst_rate = 0");
    const items = [
      { description: 'Windows', price: '100.00' },
      { description: 'Soap', price: '100.00', isGoods: true },
    ];
    await shop.admin.invoices.update({ id: 1, items, subtotal: '200.00' });
    // 15 % of $200 is $30: $85 of windows are left, and $85 of soap, which alone has PST.
    expect(await shop.admin.offers.grant(FIRST)).toMatchObject({
      subtotal: '170.00',
      hstAmount: '8.50',
      pstAmount: '5.95',
      totalAmount: '184.45',
    });
  });
  test('keep the tax terms that the invoice was issued with', async ({ opened: { shop } }) => {
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await shop.admin.offers.grant(FIRST)).toMatchObject({ taxProfile: 'documented', subtotal: '85.00', totalAmount: '101.15' });
  });
  test('are added once when granted twice or three times at once', async ({ opened: { shop } }) => {
    const [one, two] = await Promise.all([shop.admin.offers.grant(FIRST), shop.admin.offers.grant(FIRST)]);
    expect(two).toEqual(one);
    await shop.admin.offers.grant(FIRST);
    expect(await itemsOf(shop, 1)).toHaveLength(2);
  });
  test('are rejected if they do not apply', async ({ opened: { shop } }) => {
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
        message: expect.stringMatching(/^That offer does not apply to invoice SPC00/),
      });
    await expect(shop.admin.offers.grant({ ...FIRST, invoiceId: 9 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
  test('are rejected after a payment, and for an invoice without an amount', async () => {
    const { shop } = await openWithInvoice('0.00').catch(() => ({ shop: undefined }));
    expect(shop).toBeUndefined();
    const { shop: other } = await openWithInvoice();
    await other.admin.invoices.recordPayment({ id: 1, amount: '10.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    const sentence = 'Some of invoice SPC001 is paid already. Offers can only change before the first payment.';
    expect(await other.admin.offers.listFor({ invoiceId: 1 })).toMatchObject({ refusal: sentence, rows: [{}, {}] });
    await expect(other.admin.offers.grant(FIRST)).rejects.toMatchObject({ code: 'CONFLICT', message: sentence });
    await other.admin.invoices.update({ id: 1, status: 'paid' });
    await expect(other.admin.offers.grant(FIRST)).rejects.toThrow('is paid and cannot be changed');
  });
  test('are granted once per person, even if a missed first booking counts again', async () => {
    const { shop } = await openWithCode();
    await book(shop);
    shop.db.$client.exec("update appointment_bookings set status = 'no-show'");
    await book(shop, { clientEmail: 'MARIA@example.com' }, '12:00-14:00');
    shop.db.$client.exec("update appointment_bookings set status = 'confirmed'");
    for (const id of [1, 2]) {
      await finish(shop, id);
      await draftOfJob(shop, { workOrderId: id });
      await shop.admin.invoices.update({ id, subtotal: '100.00' });
    }
    expect(await itemsOf(shop, 1)).toHaveLength(2);
    expect(await itemsOf(shop, 2)).toEqual([]);
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toEqual([]);
    await expect(shop.admin.offers.grant({ ...FIRST, invoiceId: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'That offer is on invoice SPC001 already.',
    });
  });
  test('are rejected if the invoice has no room for another line', async ({ opened: { shop } }) => {
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
  test('cannot be granted to a draft without a price', async () => {
    const { shop, code } = await openWithCode();
    await book(shop, { ref: code });
    await finish(shop, 1);
    await draftOfJob(shop, { workOrderId: 1 });
    expect(await shop.admin.offers.listFor({ invoiceId: 1 })).toMatchObject({
      refusal: 'This invoice has no amount yet.',
      rows: [{ amount: '0.00' }, { amount: '0.00' }],
    });
    await expect(shop.admin.offers.grant(FIRST)).rejects.toThrow('No amount is left on invoice SPC001 for this offer.');
  });
  test('are not available for a second, cancelled or missed booking', async () => {
    const { shop } = await openWithCode();
    await book(shop);
    await book(shop, {}, '12:00-14:00');
    await finish(shop, 2);
    await draftOfJob(shop, { workOrderId: 2 });
    expect((await shop.admin.offers.listFor({ invoiceId: 1 })).rows).toEqual([]);
    await shop.admin.booking.setStatus({ id: 1, status: 'completed', confirm: true });
    await draftOfJob(shop, { bookingId: 1 });
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toMatchObject([FIRST].map(({ offer }) => ({ offer })));
    await shop.admin.booking.setStatus({ id: 1, status: 'no-show', confirm: true });
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toEqual([]);
  });
});

test('the queries of offers scan no table', async () => {
  const shop = openShop();
  const slots = [await slotOf(shop), await slotOf(shop, DAY, '12:00-14:00')];
  const plans = await plansOf(shop, async () => {
    await shop.admin.clients.create(ANNA);
    const { code } = await shop.admin.offers.makeCode({ clientId: 1 });
    await shop.visitor.offers.describe({ ref: code });
    for (const { id } of slots) await bookSlot(shop, id, { ref: code });
    await finish(shop, 1);
    await draftOfJob(shop, { workOrderId: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    await shop.admin.offers.listFor({ invoiceId: 1 });
    await shop.admin.offers.grant(FRIEND);
    await shop.admin.offers.grant(FIRST);
    await shop.admin.offers.listFriends({ clientId: 1 });
    await shop.admin.invoices.delete({ id: 1 });
    await shop.admin.invoices.restore({ id: 1 });
  });
  expect(plans.filter((plan) => /SCAN (?!json_each|\(subquery|f\b|line\b|CONSTANT)/.test(plan))).toEqual([]);
  expect(plans.filter((plan) => /appointment_bookings_person.*appointment_bookings_phone/.test(plan)).length).toBeGreaterThan(1);
});
