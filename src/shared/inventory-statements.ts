import { z } from 'zod';
import { isDay } from './calendar-day';
import { PRINT_REPORTS, REPORT_UNKNOWN } from './inventory';
import { PAYMENT_METHODS } from './store-options';

const DAY = 'Please enter a day such as 2026-11-20.';
/** A day of an address; an empty one counts as missing. */
const optionalDay = z
  .string(DAY)
  .refine((text) => text === '' || isDay(text), DAY)
  .optional()
  .transform((day) => day || undefined);

const PERIOD = 'Please end the period after it begins.';
/** The statement and, for the financial one, its period with both days included; by default the month so far. */
export const statementInput = z
  .object({ type: z.enum(PRINT_REPORTS, REPORT_UNKNOWN), from: optionalDay, to: optionalDay })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: PERIOD });

/** A number of documents and their amount. */
const tally = z.object({ count: z.int(), amount: z.string() });
/** Invoices with the amounts paid and still open. */
const invoiceTally = z.object({ count: z.int(), amount: z.string(), paid: z.string(), balance: z.string() });

const financialStatement = z.object({
  type: z.literal('financial-statement'),
  from: z.string(),
  to: z.string(),
  madeAt: z.string(),
  /** Orders placed in the period. Cancelled ones are listed apart and in no other figure. */
  orders: z.object({
    count: z.int(),
    sales: z.string(),
    tax: z.string(),
    total: z.string(),
    unpaid: tally,
    cancelled: tally,
  }),
  /**
   * Each tax under its own name and rate, on orders, on invoices and on receipts without an invoice of the period, less what credit
   * notes took back and what was refunded on receipts without an invoice.
   */
  taxes: z.array(
    z.object({
      label: z.string(),
      onOrders: z.string(),
      onInvoices: z.string(),
      onReceipts: z.string(),
      credited: z.string(),
      refunded: z.string(),
      total: z.string(),
    }),
  ),
  /** Invoices issued in the period, without voided ones, as they stand when this is made. */
  invoices: z.object({
    issued: invoiceTally,
    paid: invoiceTally,
    open: invoiceTally,
    overdue: invoiceTally,
    credited: invoiceTally,
    salesBeforeTax: z.string(),
  }),
  /** Credit notes made in the period, for invoices of any period; `amount` includes taxes. */
  creditNotes: tally.extend({ salesBeforeTax: z.string() }),
  /** Money by the day of its payment. */
  receipts: z.object({
    byMethod: z.array(tally.extend({ method: z.enum(PAYMENT_METHODS), label: z.string() })),
    received: tally,
    refunds: tally,
    net: z.string(),
  }),
  /** The cost of the goods of those orders, for the lines whose cost was stored. */
  goods: z.object({
    knownLines: z.int(),
    unknownLines: z.int(),
    knownSales: z.string(),
    unknownSales: z.string(),
    cost: z.string(),
    grossProfit: z.string(),
  }),
  /** The stock of products that are sold now, at the moment of the statement. */
  stock: z.object({
    units: z.int(),
    valueAtCost: z.string(),
    valueAtPrice: z.string(),
    withoutCost: z.int(),
    /** True if some of it belongs to the starter catalogue and is still unconfirmed. */
    isSample: z.boolean(),
  }),
});
export type FinancialStatement = z.output<typeof financialStatement>;

const valued = z.object({ id: z.int(), name: z.string(), stockQuantity: z.int(), costPrice: z.string(), value: z.string() });
const unvalued = z.object({ id: z.int(), name: z.string(), category: z.string(), stockQuantity: z.int(), price: z.string() });
const inventoryValuation = z.object({
  type: z.literal('inventory-valuation'),
  madeAt: z.string(),
  categories: z.array(z.object({ category: z.string(), units: z.int(), value: z.string(), products: z.array(valued) })),
  total: z.object({ products: z.int(), units: z.int(), value: z.string() }),
  /** True if some of it belongs to the starter catalogue and is still unconfirmed. */
  isSample: z.boolean(),
  /** Products that are sold and have no cost; they are in no value. */
  withoutCost: z.array(unvalued),
  /** Products that are no longer sold but still in stock; they are in no total. */
  retired: z.array(unvalued.extend({ costPrice: z.string().nullable(), value: z.string().nullable() })),
});
export type InventoryValuation = z.output<typeof inventoryValuation>;

const short = z.object({
  id: z.int(),
  name: z.string(),
  category: z.string(),
  supplierName: z.string().nullable(),
  supplierSku: z.string().nullable(),
  stockQuantity: z.int(),
  reorderLevel: z.int(),
  suggestedQuantity: z.int(),
  costPrice: z.string().nullable(),
  orderCost: z.string().nullable(),
});
export type ShortProduct = z.output<typeof short>;
const stockAlert = z.object({
  type: z.literal('stock-alert'),
  madeAt: z.string(),
  outOfStock: z.array(short),
  low: z.array(short),
  /** Products to order, by supplier; `withoutCost` counts those that no order cost includes. */
  suppliers: z.array(
    z.object({ supplierName: z.string().nullable(), orderCost: z.string(), withoutCost: z.int(), products: z.array(short) }),
  ),
});
export type StockAlert = z.output<typeof stockAlert>;

export const statementSchema = z.discriminatedUnion('type', [financialStatement, inventoryValuation, stockAlert]);
export type Statement = z.output<typeof statementSchema>;

/** Returns the days of a financial statement: those asked for, or the month so far. An end before the beginning becomes the beginning. */
export function getPeriod(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string } {
  const end = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? `${end.slice(0, 8)}01`, to: end };
}
