import type { Statement } from '../../src/server/documents/papers/statements';
import { insertRow } from './rows';
import { openShop, type Shop } from './shop';

type Type = Statement['type'];
export const askStatement = async <T extends Type>(shop: Shop, type: T, period: { from?: string; to?: string } = {}) =>
  (await shop.admin.inventory.statement({ type, ...period })) as Extract<Statement, { type: T }>;

export type Row = Parameters<typeof insertRow>[2];

let orders = 0;

/** Adds an order with its lines, each of product 1 unless it names another. */
export function addOrder(shop: Shop, changes: Row, lines: Row[] = []): void {
  orders += 1;
  const { subtotal_cents: subtotal = 1000, tax_cents: tax = 120 } = changes as Record<string, number>;
  const sums = { subtotal_cents: subtotal, tax_cents: tax, total_cents: subtotal + tax };
  insertRow(shop.db, 'orders', { public_id: `order-${String(orders).padStart(20, '0')}`, ...sums, ...changes });
  const number = shop.db.$client.prepare('select max(order_number) from orders').pluck().get() as number;
  for (const line of lines) insertRow(shop.db, 'order_items', { order_number: number, ...line });
}

let invoices = 0;

function addInvoice(shop: Shop, changes: NonNullable<Row>): void {
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

function addReceipt(shop: Shop, changes: Row): void {
  receipts += 1;
  insertRow(shop.db, 'receipts', {
    receipt_number: `SPC-RCP${100 + receipts}`,
    number_value: 100 + receipts,
    invoice_id: null,
    ...changes,
  });
}

/** The books of November 2026, small enough to be added up by hand. */
export function openBooks(): Shop {
  const shop = openShop();
  insertRow(shop.db, 'products', { name: 'Squeegee', price_cents: 2000, cost_cents: 1100, stock_quantity: 3 });
  insertRow(shop.db, 'products', { name: 'Soap', price_cents: 500, cost_cents: null, stock_quantity: 10, is_pst_taxable: 0 });
  insertRow(shop.db, 'products', { name: 'Old mop', price_cents: 900, cost_cents: 400, stock_quantity: 2, is_active: 0 });
  addOrder(shop, { subtotal_cents: 4000, tax_cents: 480, paid_date: '2026-11-20', paid_method: 'cash' }, [
    { quantity: 2, price_cents: 2000, cost_cents: 1100 },
  ]);
  addOrder(shop, { subtotal_cents: 1001, tax_cents: 190, pst_cents: 70, tax_reading: 'cart-19' }, [
    { quantity: 1, price_cents: 1001, cost_cents: null },
  ]);
  // Soap is without PST: $20.00 and $5.00, HST on both, PST on the first.
  addOrder(shop, { subtotal_cents: 2500, tax_cents: 440, pst_cents: 140, tax_reading: 'cart-19' }, [
    { quantity: 1, price_cents: 2000, cost_cents: 1100 },
    { product_id: 2, name: 'Soap', quantity: 1, price_cents: 500, cost_cents: null },
  ]);
  addOrder(shop, { subtotal_cents: 1000, tax_cents: 120, pst_cents: 70, tax_profile: 'bc-current' }, [
    { quantity: 1, price_cents: 1000, cost_cents: 1200 },
  ]);
  addOrder(shop, { subtotal_cents: 7000, tax_cents: 840, status: 'cancelled' }, [{ quantity: 7, price_cents: 1000, cost_cents: 1 }]);
  // The last minute of October and the first of December, by the company's clock.
  addOrder(shop, { created_at: '2026-11-01T06:59:00.000Z', subtotal_cents: 99_900, tax_cents: 0 });
  addOrder(shop, { created_at: '2026-12-01T07:00:00.000Z', subtotal_cents: 99_900, tax_cents: 0 });

  addInvoice(shop, { status: 'paid', amount_paid_cents: 1190, paid_date: '2026-11-20' });
  addInvoice(shop, { status: 'pending', amount_paid_cents: 190 });
  addInvoice(shop, { status: 'pending', due_date: '2026-11-19' });
  addInvoice(shop, {
    status: 'overdue',
    due_date: '2026-11-18',
    tax_profile: 'bc-current',
    hst_rate: 500,
    pst_rate: 0,
    hst_cents: 50,
    pst_cents: 0,
    total_cents: 1050,
  });
  addInvoice(shop, { status: 'draft' });
  addInvoice(shop, { status: 'pending', deleted_at: '2026-11-20T20:00:00.000Z' });
  addInvoice(shop, { status: 'pending', created_at: '2026-10-20T20:00:00.000Z' });

  addReceipt(shop, { payment_method: 'cash', amount_paid_cents: 1190 });
  addReceipt(shop, { payment_method: 'e-transfer', amount_paid_cents: 190 });
  addReceipt(shop, { payment_method: 'interac', amount_paid_cents: 10 });
  addReceipt(shop, { payment_method: 'cash', amount_paid_cents: 90, is_refund: 1 });
  addReceipt(shop, { payment_date: '2026-10-31', amount_paid_cents: 77_700 });
  return shop;
}
