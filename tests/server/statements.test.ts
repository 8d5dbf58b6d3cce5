import { describe, expect } from 'vitest';
import type { FinancialStatement, InventoryValuation, StockAlert } from '../../src/shared/inventory-statements';
import { INVOICE, RECEIPT } from '../support/invoices';
import { onThisMachine } from '../support/pace';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';

const ask = async <Type>(shop: Shop, input: Parameters<Shop['admin']['inventory']['statement']>[0]) =>
  (await shop.admin.inventory.statement(input)) as Type;
const financial = (shop: Shop, period: { from?: string; to?: string } = {}) =>
  ask<FinancialStatement>(shop, { type: 'financial-statement', ...period });

type Row = Parameters<typeof insertRow>[2];
let orders = 0;
/** An order with its lines, each of product 1 unless told. */
function order(shop: Shop, changes: Row, lines: Row[] = []): void {
  orders += 1;
  const { subtotal_cents: subtotal = 1000, tax_cents: tax = 120 } = changes as Record<string, number>;
  const sums = { subtotal_cents: subtotal, tax_cents: tax, total_cents: subtotal + tax };
  insertRow(shop.db, 'orders', { public_id: `order-${String(orders).padStart(20, '0')}`, ...sums, ...changes });
  const number = shop.db.$client.prepare('select max(order_number) from orders').pluck().get() as number;
  for (const line of lines) insertRow(shop.db, 'order_items', { order_number: number, ...line });
}
let invoices = 0;
function invoice(shop: Shop, changes: NonNullable<Row>): void {
  invoices += 1;
  insertRow(shop.db, 'invoices', {
    invoice_number: `SPC${100 + invoices}`,
    number_value: 100 + invoices,
    due_date: '2026-12-20',
    issued_at: changes.status === 'draft' ? null : (changes.created_at ?? '2026-11-20T20:00:00.000Z'),
    ...changes,
  });
}
let receipts = 0;
function receipt(shop: Shop, changes: Row): void {
  receipts += 1;
  insertRow(shop.db, 'receipts', {
    receipt_number: `SPC-RCP${100 + receipts}`,
    number_value: 100 + receipts,
    invoice_id: null,
    ...changes,
  });
}

/** The books of November 2026, small enough to be added up by hand. */
function openBooks(): Shop {
  const shop = openShop();
  insertRow(shop.db, 'products', { name: 'Squeegee', price_cents: 2000, cost_cents: 1100, stock_quantity: 3 });
  insertRow(shop.db, 'products', { name: 'Soap', price_cents: 500, cost_cents: null, stock_quantity: 10, is_pst_taxable: 0 });
  insertRow(shop.db, 'products', { name: 'Old mop', price_cents: 900, cost_cents: 400, stock_quantity: 2, is_active: 0 });
  order(shop, { subtotal_cents: 4000, tax_cents: 480, paid_date: '2026-11-20', paid_method: 'cash' }, [
    { quantity: 2, price_cents: 2000, cost_cents: 1100 },
  ]);
  order(shop, { subtotal_cents: 1001, tax_cents: 190, pst_cents: 70, tax_reading: 'cart-19' }, [
    { quantity: 1, price_cents: 1001, cost_cents: null },
  ]);
  // Soap is without PST: $20.00 and $5.00, HST on both, PST on the first.
  order(shop, { subtotal_cents: 2500, tax_cents: 440, pst_cents: 140, tax_reading: 'cart-19' }, [
    { quantity: 1, price_cents: 2000, cost_cents: 1100 },
    { product_id: 2, name: 'Soap', quantity: 1, price_cents: 500, cost_cents: null },
  ]);
  order(shop, { subtotal_cents: 1000, tax_cents: 120, pst_cents: 70, tax_profile: 'bc-current' }, [
    { quantity: 1, price_cents: 1000, cost_cents: 1200 },
  ]);
  order(shop, { subtotal_cents: 7000, tax_cents: 840, status: 'cancelled' }, [{ quantity: 7, price_cents: 1000, cost_cents: 1 }]);
  // The last minute of October and the first of December, by the company's clock.
  order(shop, { created_at: '2026-11-01T06:59:00.000Z', subtotal_cents: 99_900, tax_cents: 0 });
  order(shop, { created_at: '2026-12-01T07:00:00.000Z', subtotal_cents: 99_900, tax_cents: 0 });

  invoice(shop, { status: 'paid', amount_paid_cents: 1190, paid_date: '2026-11-20' });
  invoice(shop, { status: 'pending', amount_paid_cents: 190 });
  invoice(shop, { status: 'pending', due_date: '2026-11-19' });
  invoice(shop, {
    status: 'overdue',
    due_date: '2026-11-18',
    tax_profile: 'bc-current',
    hst_rate: 500,
    pst_rate: 0,
    hst_cents: 50,
    pst_cents: 0,
    total_cents: 1050,
  });
  invoice(shop, { status: 'draft' });
  invoice(shop, { status: 'pending', deleted_at: '2026-11-20T20:00:00.000Z' });
  invoice(shop, { status: 'pending', created_at: '2026-10-20T20:00:00.000Z' });

  receipt(shop, { payment_method: 'cash', amount_paid_cents: 1190 });
  receipt(shop, { payment_method: 'e-transfer', amount_paid_cents: 190 });
  receipt(shop, { payment_method: 'interac', amount_paid_cents: 10 });
  receipt(shop, { payment_method: 'cash', amount_paid_cents: 90, is_refund: 1 });
  receipt(shop, { payment_date: '2026-10-31', amount_paid_cents: 77_700 });
  return shop;
}
const NONE = { onReceipts: '0.00', credited: '0.00', refunded: '0.00' };
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

describe('the financial statement of November', () => {
  test('adds up what was ordered, with what was cancelled apart', async () => {
    const { orders: sold } = await financial(openBooks(), NOVEMBER);
    expect(sold).toEqual({
      count: 4,
      sales: '85.01',
      tax: '12.30',
      total: '97.31',
      unpaid: { count: 3, amount: '52.51' },
      cancelled: { count: 1, amount: '70.00' },
    });
  });
  test('names each tax with its rate, on orders and on invoices', async () => {
    const { taxes, orders: sold } = await financial(openBooks(), NOVEMBER);
    expect(taxes).toEqual([
      // 4.80 + 1.20 + 3.00, and three invoices of 1.20.
      { label: 'HST (12%)', onOrders: '9.00', onInvoices: '3.60', ...NONE, total: '12.60' },
      // 0.70 + 1.40, and three of 0.70.
      { label: 'BC PST (7%)', onOrders: '2.80', onInvoices: '2.10', ...NONE, total: '4.90' },
      { label: 'GST (5%)', onOrders: '0.50', onInvoices: '0.50', ...NONE, total: '1.00' },
    ]);
    const cents = taxes.reduce((sum, { onOrders }) => sum + Math.round(Number(onOrders) * 100), 0);
    expect(cents).toBe(Math.round(Number(sold.tax) * 100));
  });
  test('counts the taxes on receipts without an invoice, and takes off what refunds gave back', async ({ shop }) => {
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
  test('takes off the credit notes of the period with their taxes, and leaves out those of voided invoices', async ({ shop }) => {
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
  test('shows the taxes of an order as they were stored, whatever becomes of the flags of its products', async ({ shop }) => {
    insertRow(shop.db, 'products', { price_cents: 1000, is_pst_taxable: 0 });
    order(shop, { subtotal_cents: 1000, tax_cents: 120, tax_reading: 'cart-19' }, [{ quantity: 1, price_cents: 1000 }]);
    order(shop, { subtotal_cents: 1000, tax_cents: 190, pst_cents: 70, tax_reading: 'cart-19' }, [{ quantity: 1, price_cents: 1000 }]);
    for (const isPstTaxable of [true, false]) {
      await shop.admin.inventory.updateProduct({ id: 1, isPstTaxable });
      expect((await financial(shop)).taxes.map(({ label, onOrders }) => [label, onOrders])).toEqual([
        ['HST (12%)', '2.40'],
        ['BC PST (7%)', '0.70'],
      ]);
    }
  });
  test('says how the invoices stand, without drafts and the bin', async () => {
    const { invoices: made } = await financial(openBooks(), NOVEMBER);
    expect(made).toEqual({
      issued: { count: 4, amount: '46.20', paid: '13.80', balance: '32.40' },
      paid: { count: 1, amount: '11.90', paid: '11.90', balance: '0.00' },
      open: { count: 1, amount: '11.90', paid: '1.90', balance: '10.00' },
      overdue: { count: 2, amount: '22.40', paid: '0.00', balance: '22.40' },
      credited: { count: 0, amount: '0.00', paid: '0.00', balance: '0.00' },
      salesBeforeTax: '40.00',
    });
  });
  test('says what came in by method, what went back and what is left', async () => {
    const { receipts: money } = await financial(openBooks(), NOVEMBER);
    expect(money.byMethod.map(({ label, count, amount }) => [label, count, amount]).sort()).toEqual([
      ['Cash', 1, '11.90'],
      ['Interac E-Transfer', 2, '2.00'],
    ]);
    expect([money.received, money.refunds, money.net]).toEqual([{ count: 3, amount: '13.90' }, { count: 1, amount: '0.90' }, '13.00']);
  });
  test('counts the cost of goods where it is known, and the lines where it is not', async () => {
    const { goods, stock } = await financial(openBooks(), NOVEMBER);
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
  test('is of the month so far unless it is told otherwise', async ({ shop }) => {
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
  test('refuses a day that is none, and a period that ends before it begins', async ({ shop }) => {
    await expect(financial(shop, { from: '2026-02-30' })).rejects.toThrow('Please enter a day such as 2026-11-20.');
    await expect(financial(shop, { from: '2026-11-20', to: '2026-11-19' })).rejects.toThrow('Please end the period after it begins.');
    await expect(ask(shop, { type: 'profit' as never })).rejects.toThrow('Invalid report type');
    await expect(shop.member.inventory.statement({ type: 'stock-alert' })).rejects.toThrow('This is for the office only.');
  });
  test('of a business without any is all noughts', async () => {
    const { orders: sold, taxes, receipts: money, goods } = await financial(openShop());
    expect([sold.count, sold.total, taxes, money.byMethod, money.net, goods.grossProfit]).toEqual([0, '0.00', [], [], '0.00', '0.00']);
  });
});

describe('the valuation of the stock', () => {
  test('goes by category and product, and what has no cost or is no longer sold stands apart', async () => {
    const shop = openBooks();
    insertRow(shop.db, 'products', { name: 'bucket', category: 'tools', price_cents: 1000, cost_cents: 250, stock_quantity: 4 });
    insertRow(shop.db, 'products', { name: 'Gone', is_active: 0, stock_quantity: 0 });
    const { categories, total, withoutCost, retired } = await ask<InventoryValuation>(shop, { type: 'inventory-valuation' });
    expect(categories).toEqual([
      {
        category: 'Tools',
        units: 7,
        value: '43.00',
        products: [
          { id: 4, name: 'bucket', stockQuantity: 4, costPrice: '2.50', value: '10.00' },
          { id: 1, name: 'Squeegee', stockQuantity: 3, costPrice: '11.00', value: '33.00' },
        ],
      },
    ]);
    expect(total).toEqual({ products: 2, units: 7, value: '43.00' });
    expect(withoutCost.map(({ name, stockQuantity }) => [name, stockQuantity])).toEqual([['Soap', 10]]);
    expect(retired.map(({ name, value }) => [name, value])).toEqual([['Old mop', '8.00']]);
  });
});

describe('the stock alert', () => {
  test('tells what is out and what is low, and what to order from whom', async ({ shop }) => {
    const add = (name: string, stock: number, level: number, changes: Row = {}) =>
      insertRow(shop.db, 'products', {
        name,
        stock_quantity: stock,
        reorder_level: level,
        supplier_name: 'Pacific',
        cost_cents: 100,
        ...changes,
      });
    add('Out', 0, 5);
    add('At the level', 5, 5, { supplier_name: 'PACIFIC' });
    add('Above', 6, 5);
    add('Without cost', 1, 4, { cost_cents: null });
    add('Nobody sells it', 2, 3, { supplier_name: null });
    add('Never ordered', 0, 0);
    add('Retired', 0, 5, { is_active: 0 });
    const { outOfStock, low, suppliers } = await ask<StockAlert>(shop, { type: 'stock-alert' });
    expect(outOfStock.map(({ name, suggestedQuantity }) => [name, suggestedQuantity])).toEqual([
      ['Never ordered', 0],
      ['Out', 10],
    ]);
    expect(low.map(({ name, suggestedQuantity, orderCost }) => [name, suggestedQuantity, orderCost])).toEqual([
      ['At the level', 5, '5.00'],
      ['Nobody sells it', 4, '4.00'],
      ['Without cost', 7, null],
    ]);
    expect(
      suppliers.map(({ supplierName, orderCost, withoutCost, products }) => [supplierName, orderCost, withoutCost, products.length]),
    ).toEqual([
      ['Pacific', '15.00', 1, 3],
      [null, '4.00', 0, 1],
    ]);
  });
});

test('with ten thousand invoices, orders and receipts and five thousand products each statement is there in 200 ms', async ({ shop }) => {
  insertRow(shop.db, 'products');
  shop.db.$client.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 10000)
      insert into invoices (invoice_number, number_value, customer_name, service_type, service_date, subtotal_cents, hst_cents, pst_cents, total_cents, status, due_date, created_at, issued_at)
      select 'SPC' || n, n, 'C', 'Deep Cleaning', '2026-11-01', 1000, 120, 70, 1190, 'pending', '2026-12-01', '2026-11-10T20:00:00.000Z', '2026-11-10T20:00:00.000Z' from numbers;
    insert into receipts (receipt_number, number_value, customer_name, payment_method, amount_paid_cents, payment_date, description, created_at)
      select 'SPC-RCP' || id, id, 'C', 'cash', 1190, '2026-11-10', 'Paid', created_at from invoices;
    insert into orders (order_number, public_id, customer_name, customer_email, customer_phone, shipping_address, subtotal_cents, tax_cents, total_cents, tax_reading, created_at, updated_at)
      select id, printf('%022d', id), 'C', 'c@example.com', '1', 'A', 1000, 190, 1190, 'cart-19', created_at, created_at from invoices;
    insert into order_items (order_number, product_id, name, quantity, price_cents) select id, 1, 'Squeegee', 1, 1000 from invoices;
    insert into products (name, price_cents, cost_cents, category, stock_quantity, supplier_name, created_at)
      select 'Product ' || id, 1000, 500, 'Tools', id % 9, 'Supplier ' || id % 20, created_at from invoices where id <= 5000;`);
  for (const type of ['financial-statement', 'inventory-valuation', 'stock-alert'] as const) {
    const times: number[] = [];
    for (let round = 0; round < 4; round++) {
      const startedAt = performance.now();
      await shop.admin.inventory.statement({ type });
      times.push(performance.now() - startedAt);
    }
    // The best of four: the machine may have other things to do.
    expect(Math.min(...times), type).toBeLessThan(onThisMachine(200));
  }
});
