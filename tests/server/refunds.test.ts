import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { activity } from '../../db/schema';
import { parseCents } from '../../src/shared/money';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { addCents, PAYMENT } from '../support/invoices';
import { times } from '../support/length';
import { openShop, type Shop } from '../support/shop';
import { untyped } from '../support/untyped';

const test = base.extend('shop', () => openPaid(60, 59)).extend('invoices', ({ shop }) => shop.admin.invoices);

const REFUND = { ...RECEIPT, isRefund: true } as const;

/** An invoice of $119.00 with some payments. */
async function openPaid(...amounts: number[]) {
  const shop = openShop();
  await shop.admin.invoices.create(INVOICE);
  for (const amount of amounts) await shop.admin.invoices.recordPayment({ ...PAYMENT, amount });
  return shop;
}
const invoiceOf = (shop: Shop) => shop.admin.invoices.get({ id: 1 });
const refund = (shop: Shop, more: object) => shop.admin.invoices.createReceipt(untyped({ ...REFUND, ...more }));
type Sum = 'subtotal' | 'hstAmount' | 'pstAmount' | 'amountPaid';
/** Returns the sums of the invoice's receipts in cents, less refunds. */
async function netOf(shop: Shop): Promise<Record<Sum, number>> {
  const { receipts } = await invoiceOf(shop);
  const sum = (field: Sum) => addCents(receipts, field);
  return { subtotal: sum('subtotal'), hstAmount: sum('hstAmount'), pstAmount: sum('pstAmount'), amountPaid: sum('amountPaid') };
}

describe('refunds never exceed the payments', () => {
  test('when the invoice was refunded first and then a receipt', async ({ shop, invoices }) => {
    await refund(shop, { amountPaid: 119, invoiceId: 1 });
    await expect(refund(shop, { amountPaid: 60, refundOfId: 1 })).rejects.toThrow(
      'At most $0.00 of receipt SPC-RCP001 can be refunded, not $60.00.',
    );
    expect(await invoices.receiptSummary()).toMatchObject({ refunds: 1, netOfRefunds: '0.00' });
  });
  test('when the receipts were refunded first and then the invoice', async ({ shop }) => {
    for (const [refundOfId, amountPaid] of [
      [1, 60],
      [2, 59],
    ])
      await refund(shop, { amountPaid, refundOfId });
    await expect(refund(shop, { amountPaid: 1, invoiceId: 1 })).rejects.toThrow(
      'At most $0.00 of invoice SPC001 can be refunded, not $1.00.',
    );
  });
  test('when a refund of an invoice with one payment is linked to its receipt', async () => {
    const shop = await openPaid(119);
    expect(await refund(shop, { amountPaid: 19, invoiceId: 1 })).toMatchObject({ invoiceId: 1, refundOfId: 1 });
    expect(await shop.admin.invoices.getReceipt({ id: 1 })).toMatchObject({ refunded: '19.00' });
    expect(await refund(shop, { amountPaid: 100, refundOfId: 1 })).toMatchObject({ invoiceId: 1 });
  });
  test('whatever parts are refunded, with taxes to the cent', async () => {
    const ways = fc.array(fc.record({ by: fc.constantFrom('invoice', 1, 2, 3), cents: fc.integer({ min: 1, max: 9000 }) }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(ways, async (refunds) => {
        const shop = await openPaid(33.33, 60.01, 25.66);
        for (const { by, cents } of refunds)
          await refund(shop, { amountPaid: cents / 100, ...(by === 'invoice' ? { invoiceId: 1 } : { refundOfId: by }) }).catch(
            () => undefined,
          );
        const net = await netOf(shop);
        expect(Math.min(...Object.values(net))).toBeGreaterThanOrEqual(0);
        if (net.amountPaid > 0) await refund(shop, { amountPaid: net.amountPaid / 100, invoiceId: 1 });
        expect(await netOf(shop)).toEqual({ subtotal: 0, hstAmount: 0, pstAmount: 0, amountPaid: 0 });
      }),
      { numRuns: times(8, 200) },
    );
  });
});

describe('a refund of an invoice', () => {
  test('takes no more of a tax than is left of it, even if its receipt has more', async () => {
    const shop = openShop();
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    await shop.admin.invoices.create(INVOICE);
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 52.5 });
    const line = { description: 'Windows', quantity: 1, price: 100 };
    await shop.admin.invoices.update({ id: 1, subtotal: 200, items: [line, { ...line, description: 'Mop', isGoods: true }] });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await refund(shop, { amountPaid: 200, invoiceId: 1 });
    await refund(shop, { amountPaid: 17, refundOfId: 2 });
    expect(await netOf(shop)).toEqual({ subtotal: 0, hstAmount: 0, pstAmount: 0, amountPaid: 0 });
  });
  test('has its share of the taxes, at the rates of its invoice', async ({ shop }) => {
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await refund(shop, { amountPaid: 59.5, invoiceId: 1 })).toMatchObject({
      subtotal: '50.00',
      hstAmount: '6.00',
      pstAmount: '3.50',
      taxProfile: 'documented',
      hstRate: 1200,
      pstRate: 700,
      refundOfId: null,
    });
  });
});

describe('voiding a receipt', () => {
  test('is rejected until its refund is deleted', async () => {
    const shop = await openPaid(50);
    await refund(shop, { amountPaid: 50, refundOfId: 1 });
    await expect(shop.admin.invoices.deleteReceipt({ id: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Money of receipt SPC-RCP001 was refunded; please delete the refund first.',
    });
    await shop.admin.invoices.deleteReceipt({ id: 2 });
    await shop.admin.invoices.deleteReceipt({ id: 1 });
    expect(await invoiceOf(shop)).toMatchObject({ amountPaid: '0.00', balance: '119.00', status: 'pending', receipts: [] });
  });
  test('is rejected when more was refunded of the invoice than its other receipts add up to', async () => {
    const shop = await openPaid(60, 40);
    await refund(shop, { amountPaid: 50, invoiceId: 1 });
    await expect(shop.admin.invoices.deleteReceipt({ id: 1 })).rejects.toThrow(
      'Invoice SPC001 would then have more refunds than payments. Please delete the refund first.',
    );
    await shop.admin.invoices.deleteReceipt({ id: 3 });
    await shop.admin.invoices.deleteReceipt({ id: 1 });
    expect(await invoiceOf(shop)).toMatchObject({ amountPaid: '40.00' });
  });
  test('of a refund is rejected when the payments would exceed the total', async () => {
    const shop = await openPaid(100);
    await refund(shop, { amountPaid: 90, refundOfId: 1 });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 50 });
    await expect(shop.admin.invoices.deleteReceipt({ id: 2 })).rejects.toThrow('Invoice SPC001 would then be overpaid by $31.00.');
    expect(await invoiceOf(shop)).toMatchObject({ amountPaid: '60.00', status: 'pending' });
    // The same of one that is paid by now.
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    await expect(shop.admin.invoices.deleteReceipt({ id: 2 })).rejects.toThrow('overpaid by $90.00');
  });
  test('of a refund pays the invoice when nothing is left open', async () => {
    const shop = await openPaid(100);
    await refund(shop, { amountPaid: 19, refundOfId: 1 });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 19 });
    await shop.admin.invoices.deleteReceipt({ id: 2 });
    expect(await invoiceOf(shop)).toMatchObject({ amountPaid: '119.00', balance: '0.00', status: 'paid', paidDate: '2026-11-20' });
    expect((await invoiceOf(shop)).receipts).toHaveLength(2);
    expect(shop.rows(activity).map(({ verb }) => verb)).toContain('invoice.paid');
  });
});

test('marking an older invoice as paid creates a receipt of everything that has no receipt yet', async () => {
  const shop = await openPaid();
  // As an older file could have it.
  shop.db.$client.exec('update invoices set amount_paid_cents = total_cents');
  expect(await shop.admin.invoices.update({ id: 1, status: 'paid' })).toMatchObject({ status: 'paid', balance: '0.00' });
  expect((await invoiceOf(shop)).receipts).toMatchObject([{ amountPaid: '119.00' }]);
});

describe('the taxes on the receipts of an invoice', () => {
  const invoiceCents = async (shop: Shop) => {
    const { subtotal, hstAmount, pstAmount, totalAmount } = await invoiceOf(shop);
    const [net, hst, pst, total] = [subtotal, hstAmount, pstAmount, totalAmount].map((amount) => parseCents(amount));
    return { subtotal: net, hstAmount: hst, pstAmount: pst, amountPaid: total };
  };
  test('add up to those of the invoice when it is paid cent by cent', async () => {
    const shop = openShop();
    await shop.admin.invoices.create({ ...INVOICE, subtotal: '0.60' });
    for (let cent = 0; cent < 71; cent++) await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: '0.01' });
    expect((await invoiceOf(shop)).status).toBe('paid');
    expect(await netOf(shop)).toEqual({ subtotal: 60, hstAmount: 7, pstAmount: 4, amountPaid: 71 });
  });
  test('add up to those of the invoice when its subtotal changed after a part payment', async () => {
    const shop = await openPaid(59.5);
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    expect(await shop.admin.invoices.update({ id: 1, subtotal: '200.00' })).toMatchObject({
      taxProfile: 'documented',
      hstAmount: '24.00',
      pstAmount: '14.00',
    });
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await netOf(shop)).toEqual(await invoiceCents(shop));
  });
  test('never exceed those of the changed invoice', async () => {
    const shop = openShop();
    await shop.admin.settings.save({ taxProfile: 'bc-current' });
    const goods = [{ description: 'Mop', quantity: 1, price: 100, isGoods: true }];
    await shop.admin.invoices.create({ ...INVOICE, items: goods });
    await shop.admin.invoices.recordPayment({ ...PAYMENT, amount: 100 });
    const services = [{ description: 'Windows', quantity: 1, price: 100, isGoods: false }];
    await expect(shop.admin.invoices.update({ id: 1, items: services, subtotal: 100 })).rejects.toThrow(
      'The receipts of invoice SPC001 show a higher subtotal or tax. Please refund them first.',
    );
  });
  test('add up to those of the invoice, whatever was paid, refunded and changed before', async () => {
    const step = fc.record({ what: fc.constantFrom('pay', 'refund', 'change'), cents: fc.integer({ min: 1, max: 9000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const shop = await openPaid();
        for (const { what, cents } of steps) {
          const amount = cents / 100;
          const done =
            what === 'pay'
              ? shop.admin.invoices.recordPayment({ ...PAYMENT, amount })
              : what === 'refund'
                ? refund(shop, { amountPaid: amount, invoiceId: 1 })
                : shop.admin.invoices.update({ id: 1, subtotal: amount + 50 });
          await (done as Promise<unknown>).catch(() => undefined);
        }
        const { status } = await invoiceOf(shop);
        await shop.admin.invoices.update({ id: 1, status: 'paid' });
        if (status !== 'paid') expect(await netOf(shop)).toEqual(await invoiceCents(shop));
      }),
      { numRuns: times(12, 200) },
    );
  });
});
