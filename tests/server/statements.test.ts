import { describe, expect } from 'vitest';
import { addOrder, askStatement, openBooks } from '../support/books';
import { INVOICE, RECEIPT } from '../support/invoice-inputs';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { untyped } from '../support/untyped';

const financial = (shop: Shop, period: { from?: string; to?: string } = {}) => askStatement(shop, 'financial-statement', period);

const NONE = { onReceipts: '0.00', credited: '0.00', refunded: '0.00' };

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

describe('the financial statement of November', () => {
  test('adds up orders, each tax with its rate, invoices, receipts by method, and the cost of goods if it is known', async () => {
    const { orders: sold, taxes, invoices: made, receipts: money, goods, stock } = await financial(openBooks(), NOVEMBER);
    expect(sold).toEqual({
      count: 4,
      sales: '85.01',
      tax: '12.30',
      total: '97.31',
      unpaid: { count: 3, amount: '52.51' },
      cancelled: { count: 1, amount: '70.00' },
    });
    expect(taxes).toEqual([
      // 4.80 + 1.20 + 3.00, and three invoices of 1.20.
      { label: 'HST (12%)', onOrders: '9.00', onInvoices: '3.60', ...NONE, total: '12.60' },
      // 0.70 + 1.40, and three of 0.70.
      { label: 'BC PST (7%)', onOrders: '2.80', onInvoices: '2.10', ...NONE, total: '4.90' },
      { label: 'GST (5%)', onOrders: '0.50', onInvoices: '0.50', ...NONE, total: '1.00' },
    ]);
    const cents = taxes.reduce((sum, { onOrders }) => sum + Math.round(Number(onOrders) * 100), 0);
    expect(cents).toBe(Math.round(Number(sold.tax) * 100));
    expect(made).toEqual({
      issued: { count: 4, amount: '46.20', paid: '13.80', balance: '32.40' },
      paid: { count: 1, amount: '11.90', paid: '11.90', balance: '0.00' },
      open: { count: 1, amount: '11.90', paid: '1.90', balance: '10.00' },
      overdue: { count: 2, amount: '22.40', paid: '0.00', balance: '22.40' },
      credited: { count: 0, amount: '0.00', paid: '0.00', balance: '0.00' },
      salesBeforeTax: '40.00',
    });
    expect(money.byMethod.map(({ label, count, amount }) => [label, count, amount]).sort()).toEqual([
      ['Cash', 1, '11.90'],
      ['Interac E-Transfer', 2, '2.00'],
    ]);
    expect([money.received, money.refunds, money.net]).toEqual([{ count: 3, amount: '13.90' }, { count: 1, amount: '0.90' }, '13.00']);
    expect(goods).toEqual({
      knownLines: 3,
      unknownLines: 2,
      knownSales: '70.00',
      unknownSales: '15.01',
      cost: '45.00',
      grossProfit: '25.00',
    });
    expect(stock).toEqual({ units: 13, valueAtCost: '33.00', valueAtPrice: '110.00', withoutCost: 1, isSample: false });
  });
  test('adds the taxes on receipts without an invoice, and subtracts those on refunds', async ({ shop }) => {
    const { invoices: books } = shop.admin;
    await books.createReceipt({ ...RECEIPT, amountPaid: 119, includesTax: true });
    await books.createReceipt({ ...RECEIPT, amountPaid: 59.5, isRefund: true, refundOfId: 1 });
    // Of an invoice, whose taxes are counted with it; what goes back of it is not.
    await books.create(INVOICE);
    await books.update({ id: 1, status: 'paid' });
    await books.createReceipt({ ...RECEIPT, amountPaid: 11.9, isRefund: true, invoiceId: 1 });
    // A voided invoice is in no figure, and neither are the taxes on its receipts.
    await books.create(INVOICE);
    await books.recordPayment({ id: 2, amount: 11.9, paymentMethod: 'cash', paymentDate: '2026-11-20' });
    await books.delete({ id: 2 });
    expect((await financial(shop)).taxes).toEqual([
      {
        label: 'HST (12%)',
        onOrders: '0.00',
        onInvoices: '12.00',
        onReceipts: '12.00',
        credited: '0.00',
        refunded: '6.00',
        total: '18.00',
      },
      {
        label: 'BC PST (7%)',
        onOrders: '0.00',
        onInvoices: '7.00',
        onReceipts: '7.00',
        credited: '0.00',
        refunded: '3.50',
        total: '10.50',
      },
    ]);
  });
  test('keeps the tax of an invoice whose deposit was refunded before it was paid: $19.00 of $119.00', async ({ shop }) => {
    const { invoices: books } = shop.admin;
    await books.create(INVOICE);
    await books.recordPayment({ id: 1, amount: '50.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    await books.createReceipt({ ...RECEIPT, amountPaid: 50, isRefund: true, refundOfId: 1 });
    await books.recordPayment({ id: 1, amount: '119.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
    const { taxes, receipts, invoices: standing } = await financial(shop);
    expect(taxes.reduce((sum, { total }) => sum + Number(total), 0)).toBe(19);
    expect(standing).toMatchObject({ salesBeforeTax: '100.00', paid: { count: 1, amount: '119.00', balance: '0.00' } });
    expect(receipts).toMatchObject({ received: { amount: '169.00' }, refunds: { amount: '50.00' }, net: '119.00' });
  });
  test('subtracts the credit notes of the period with their taxes, except those of voided invoices', async ({ shop }) => {
    const { invoices: books } = shop.admin;
    await books.create(INVOICE);
    await books.create(INVOICE);
    await books.createCreditNote({ invoiceId: 1, amount: '59.50', reason: 'One floor was left out' });
    await books.createCreditNote({ invoiceId: 2, amount: '119.00', reason: 'Wrong customer' });
    await books.delete({ id: 2 });
    const { taxes, creditNotes, invoices: standing } = await financial(shop);
    expect(creditNotes).toEqual({ count: 1, amount: '59.50', salesBeforeTax: '50.00' });
    expect(taxes).toMatchObject([
      { label: 'HST (12%)', onInvoices: '12.00', credited: '6.00', total: '6.00' },
      { label: 'BC PST (7%)', onInvoices: '7.00', credited: '3.50', total: '3.50' },
    ]);
    expect(standing.open).toEqual({ count: 1, amount: '119.00', paid: '0.00', balance: '59.50' });
    shop.clock.advance(31 * 1440);
    await books.createCreditNote({ invoiceId: 1, amount: '59.50', reason: 'The other floor too' });
    const december = await financial(shop, { from: '2026-12-01', to: '2026-12-31' });
    expect(december.taxes.map(({ total }) => total)).toEqual(['-6.00', '-3.50']);
    expect((await financial(shop, NOVEMBER)).invoices.credited).toMatchObject({ count: 1, balance: '0.00' });
  });
  test('counts a draft in the period in which it was issued', async ({ shop }) => {
    await shop.admin.invoices.create({ ...INVOICE, status: 'draft' });
    shop.clock.advance(14 * 1440);
    await shop.admin.invoices.update({ id: 1, status: 'pending' });
    expect((await financial(shop, NOVEMBER)).invoices.issued.count).toBe(0);
    expect((await financial(shop, { from: '2026-12-01', to: '2026-12-31' })).invoices.issued.count).toBe(1);
  });
  test('shows the stored taxes of an order, even if its products change', async ({ shop }) => {
    insertRow(shop.db, 'products', { price_cents: 1000, is_pst_taxable: 0 });
    addOrder(shop, { subtotal_cents: 1000, tax_cents: 120, tax_reading: 'cart-19' }, [{ quantity: 1, price_cents: 1000 }]);
    addOrder(shop, { subtotal_cents: 1000, tax_cents: 190, pst_cents: 70, tax_reading: 'cart-19' }, [{ quantity: 1, price_cents: 1000 }]);
    for (const isPstTaxable of [true, false]) {
      await shop.admin.inventory.updateProduct({ id: 1, isPstTaxable });
      expect((await financial(shop)).taxes.map(({ label, onOrders }) => [label, onOrders])).toEqual([
        ['HST (12%)', '2.40'],
        ['BC PST (7%)', '0.70'],
      ]);
    }
  });
  test('covers the month so far by default', async ({ shop }) => {
    const periodOf = async (period: { from?: string; to?: string }) => {
      const { from, to } = await financial(shop, period);
      return [from, to];
    };
    expect(await periodOf({})).toEqual(['2026-11-01', '2026-11-20']);
    expect(await periodOf({ from: '2026-01-01' })).toEqual(['2026-01-01', '2026-11-20']);
    expect(await periodOf({ to: '2025-12-31' })).toEqual(['2025-12-01', '2025-12-31']);
    expect(await periodOf({ from: '', to: '' })).toEqual(['2026-11-01', '2026-11-20']);
    expect(await periodOf({ from: '2027-01-01' })).toEqual(['2027-01-01', '2027-01-01']);
  });
  test('rejects an invalid day, and a period that ends before it begins', async ({ shop }) => {
    await expect(financial(shop, { from: '2026-02-30' })).rejects.toThrow('Please enter a day such as 2026-11-20.');
    await expect(financial(shop, { from: '2026-11-20', to: '2026-11-19' })).rejects.toThrow('Please end the period after it begins.');
    await expect(askStatement(shop, untyped('profit'))).rejects.toThrow('Invalid report type');
  });
  test('of a new business is all zeros', async () => {
    const { orders: sold, taxes, receipts: money, goods } = await financial(openShop());
    expect([sold.count, sold.total, taxes, money.byMethod, money.net, goods.grossProfit]).toEqual([0, '0.00', [], [], '0.00', '0.00']);
  });
  test('reads kept sums and the figures of the stock, but no orders, invoices or receipts', async () => {
    const shop = openShop();
    const plans = await plansOf(shop, () => financial(shop));
    const DAYS = /^SEARCH daily_sums USING INDEX sqlite_autoindex_daily_sums_1 \(kind=\? AND day>\? AND day<\?\)/;
    const OTHERS = /^(SEARCH c USING INDEX credit_notes_issued|SEARCH products USING COVERING INDEX products_figures) \(/;
    expect(plans.filter((plan) => !DAYS.test(plan) && !OTHERS.test(plan))).toEqual([]);
    expect(plans.some((plan) => DAYS.test(plan))).toBe(true);
  });
});
