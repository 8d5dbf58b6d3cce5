import { describe, expect, test } from 'vitest';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { draftOfJob } from '../support/invoices';
import { ANNA, book, FIRST, FRIEND, finish, openWithCode, openWithInvoice, REWARD } from '../support/offers';

/** Maria's invoice with both offers, still to be paid, and an invoice of Anna's own with the number 2. */
async function openWithReward() {
  const { shop, code } = await openWithInvoice();
  await shop.admin.offers.grant(FIRST);
  await shop.admin.offers.grant(FRIEND);
  await shop.admin.invoices.create({ ...INVOICE, customerName: ANNA.name, customerEmail: ANNA.email.toUpperCase(), customerPhone: null });
  const pay = () => shop.admin.invoices.update({ id: 1, status: 'paid' });
  return { shop, code, pay };
}

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
      'An offer of this invoice now belongs to invoice SPC003, so this one cannot be restored.',
    );
  });
  test('is not earned if the money was refunded, in full or in part', async () => {
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
    await draftOfJob(shop, { bookingId: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    const stateOf = async () => (await shop.admin.offers.listFriends({ clientId: 1 })).rows[0]?.state;
    expect(await stateOf()).toBe('waiting');
    await finish(shop, 1);
    expect(await stateOf()).toBe('earned');
  });
  test('is earned by a booking that took place, without a work order', async () => {
    const { shop, code } = await openWithCode();
    await shop.admin.settings.save({ createWorkOrders: false });
    await book(shop, { ref: code });
    await shop.admin.booking.setStatus({ id: 1, status: 'completed' });
    await draftOfJob(shop, { bookingId: 1 });
    await shop.admin.invoices.update({ id: 1, subtotal: '100.00' });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ state: 'earned' }]);
  });
  test('is void if the friend turns out to be the referrer', async () => {
    const { shop, pay } = await openWithReward();
    await pay();
    await shop.admin.clients.merge({ id: 2, intoId: 1 });
    expect((await shop.admin.offers.listFriends({ clientId: 1 })).rows).toMatchObject([{ state: 'void' }]);
    expect((await shop.admin.offers.listFor({ invoiceId: 2 })).rows).toEqual([]);
  });
  test('goes to the client of the job, before the e-mail of the invoice', async () => {
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
