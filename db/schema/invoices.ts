import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { INVOICE_STATUSES, NUMBER_SERIES } from '../../src/shared/invoices';
import { MAX_CENTS } from '../../src/shared/money';
import { OFFERS } from '../../src/shared/offer-terms';
import { PAYMENT_METHODS } from '../../src/shared/store-options';
import { TAX_PROFILES } from '../../src/shared/store-sums';
import { appointmentBookings } from './booking';
import { emailKey, isDay, isMoney, isNotNegative, isOneOf, phoneKey } from './checks';
import { workOrders } from './dispatch';
import { referrals } from './offers';
import { orders } from './store';

type DocumentColumn = 'numberValue' | 'subtotalCents' | 'hstCents' | 'pstCents' | 'taxProfile' | 'hstRate' | 'pstRate';
/** Returns the checks that invoices, receipts and credit notes share: on their number, their amounts and their taxes. */
const documentChecks = (name: string, table: Record<DocumentColumn, AnySQLiteColumn>) => [
  check(`${name}_number_positive`, isNotNegative(table.numberValue)),
  check(`${name}_subtotal`, isMoney(table.subtotalCents)),
  check(`${name}_hst`, isMoney(table.hstCents)),
  check(`${name}_pst`, isMoney(table.pstCents)),
  check(`${name}_tax_profile`, isOneOf(table.taxProfile, TAX_PROFILES)),
  check(`${name}_hst_rate`, isNotNegative(table.hstRate)),
  check(`${name}_pst_rate`, isNotNegative(table.pstRate)),
];

/** Returns the SQL of the status that lists show of a live invoice: credited in full, and overdue by the SQL of a day. */
export const shownInvoiceStatus = (day: string): string => `case when credited_cents > 0 and credited_cents >= total_cents then 'credited'
  when status in ('pending', 'overdue') then iif(due_date < ${day}, 'overdue', 'pending') else status end`;

export const invoices = sqliteTable(
  'invoices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    invoiceNumber: text().notNull(),
    /** The digits of the number, so that an index finds the highest one; null for an imported number of another form. */
    numberValue: integer(),
    customerName: text().notNull(),
    customerEmail: text(),
    customerPhone: text(),
    customerAddress: text(),
    serviceType: text().notNull(),
    serviceDescription: text(),
    serviceDate: text().notNull(),
    subtotalCents: integer().notNull(),
    hstCents: integer().notNull().default(0),
    pstCents: integer().notNull().default(0),
    totalCents: integer().notNull(),
    status: text({ enum: INVOICE_STATUSES }).notNull().default('draft'),
    dueDate: text().notNull(),
    paidDate: text(),
    paymentMethod: text({ enum: PAYMENT_METHODS }),
    notes: text(),
    createdAt: text().notNull(),
    /** The instant it was deleted, or null: a draft is in the bin since then, an issued invoice is voided and kept. */
    deletedAt: text(),
    /** The taxes it was made with: the profile, and each rate in basis points. */
    taxProfile: text({ enum: TAX_PROFILES }).notNull().default('documented'),
    hstRate: integer().notNull().default(1200),
    pstRate: integer().notNull().default(700),
    /** The sum of its payments so far. */
    amountPaidCents: integer().notNull().default(0),
    /** The sum of its credit notes. An invoice that is credited in full is `pending` here and owes nothing. */
    creditedCents: integer().notNull().default(0),
    /** The job it is for; a job has at most one live invoice. */
    workOrderId: integer().references(() => workOrders.id, { onDelete: 'set null' }),
    bookingId: integer().references(() => appointmentBookings.id, { onDelete: 'set null' }),
    /** Later after each change, even within one millisecond, so that two versions never have the same time. */
    updatedAt: text(),
    /** The instant of its issue, which gives its date; null for a draft. */
    issuedAt: text(),
    /** The idempotency key and the hash of the request, so that a repeated request returns the same invoice. */
    idempotencyKey: text().unique(),
    requestHash: text(),
    /** The booking whose deposit it asks for. */
    depositBookingId: integer().references(() => appointmentBookings.id, { onDelete: 'set null' }),
    /** 128 random bits, base64url: the key of the page where the client pays. Null until the invoice is issued. */
    payToken: text().unique(),
    /** The instant the office marked it as handed over on paper, or null. */
    handedOverAt: text(),
  },
  (table) => [
    // A voided invoice keeps its number; a deleted draft gives it back.
    uniqueIndex('invoices_number').on(table.invoiceNumber).where(sql`deleted_at is null or status <> 'draft'`),
    index('invoices_email').on(emailKey(sql`customer_email`)),
    index('invoices_phone').on(phoneKey(sql`customer_phone`)).where(sql`customer_phone is not null`),
    index('invoices_used_number').on(table.numberValue).where(sql`deleted_at is null or status <> 'draft'`),
    index('invoices_live').on(table.id).where(sql`deleted_at is null`),
    // The bin reads the last 30 days of deleted invoices, the purge the older drafts.
    index('invoices_bin').on(table.deletedAt, table.status).where(sql`deleted_at is not null`),
    index('invoices_voided').on(table.id).where(sql`deleted_at is not null and status <> 'draft'`),
    index('invoices_credited').on(table.id).where(sql`deleted_at is null and credited_cents > 0 and credited_cents >= total_cents`),
    index('invoices_created').on(table.createdAt),
    index('invoices_issued').on(table.issuedAt),
    // Lists of one status, and of open invoices, newest first. The index of open ones also shows which are overdue or credited.
    index('invoices_live_status').on(table.status, table.id).where(sql`deleted_at is null`),
    index('invoices_open_newest')
      .on(table.id, table.dueDate, table.totalCents, table.creditedCents)
      .where(sql`deleted_at is null and status in ('pending', 'overdue')`),
    // Sorted lists of all invoices and of one status.
    index('invoices_live_customer').on(sql`customer_name collate nocase`).where(sql`deleted_at is null`),
    index('invoices_live_due').on(table.dueDate).where(sql`deleted_at is null`),
    index('invoices_live_total').on(table.totalCents).where(sql`deleted_at is null`),
    index('invoices_status_customer').on(table.status, sql`customer_name collate nocase`).where(sql`deleted_at is null`),
    index('invoices_status_due').on(table.status, table.dueDate).where(sql`deleted_at is null`),
    index('invoices_status_total').on(table.status, table.totalCents).where(sql`deleted_at is null`),
    // Sums of open invoices by due date.
    index('invoices_open')
      .on(table.dueDate, table.totalCents, table.amountPaidCents, table.creditedCents)
      .where(sql`deleted_at is null and status in ('pending', 'overdue')`),
    // A work order or a booking has one invoice at a time.
    uniqueIndex('invoices_work_order').on(table.workOrderId).where(sql`deleted_at is null and work_order_id is not null`),
    uniqueIndex('invoices_booking').on(table.bookingId).where(sql`deleted_at is null and booking_id is not null`),
    index('invoices_any_deposit_booking').on(table.depositBookingId).where(sql`deposit_booking_id is not null`),
    uniqueIndex('invoices_deposit_booking').on(table.depositBookingId).where(sql`deleted_at is null and deposit_booking_id is not null`),
    index('invoices_any_work_order').on(table.workOrderId),
    index('invoices_any_booking').on(table.bookingId),
    ...documentChecks('invoices', table),
    check('invoices_amount_paid', isMoney(table.amountPaidCents)),
    check('invoices_not_overpaid', sql`${table.amountPaidCents} <= ${table.totalCents}`),
    check('invoices_status_word', isOneOf(table.status, INVOICE_STATUSES)),
    check('invoices_service_date', isDay(table.serviceDate)),
    check('invoices_due_date', isDay(table.dueDate)),
    check('invoices_payment_method', isOneOf(table.paymentMethod, PAYMENT_METHODS)),
    check('invoices_total', sql`${table.totalCents} = ${table.subtotalCents} + ${table.hstCents} + ${table.pstCents}`),
  ],
);

/** The lines of invoices, in order. An invoice without lines has a subtotal only. */
export const invoiceItems = sqliteTable(
  'invoice_items',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    description: text().notNull(),
    quantity: integer().notNull(),
    priceCents: integer().notNull(),
    /** Goods, which have PST under the British Columbia tax profile; services do not. */
    isGoods: integer({ mode: 'boolean' }).notNull().default(false),
    /** The offer that this line grants; its price is then 0 or negative. */
    offer: text({ enum: OFFERS }),
    /** The referral that the offer is for. */
    referralId: integer().references(() => referrals.id, { onDelete: 'set null' }),
    /** A discount or an invoiced deposit, whose price is 0 or negative. */
    isDeduction: integer({ mode: 'boolean' }).notNull().default(false),
    /** The invoice of the deposit that this line deducts, with its own shares of the taxes. */
    depositInvoiceId: integer().references((): AnySQLiteColumn => invoices.id, { onDelete: 'restrict' }),
  },
  (table) => [
    check('invoice_items_deposit', sql`${table.depositInvoiceId} is null or ${table.isDeduction}`),
    check('invoice_items_quantity', sql`typeof(${table.quantity}) = 'integer' and ${table.quantity} > 0`),
    check('invoice_items_offer', sql`${table.offer} is null or ${isOneOf(table.offer, OFFERS)}`),
    check(
      'invoice_items_price',
      sql`typeof(${table.priceCents}) = 'integer' and abs(${table.priceCents}) <= ${sql.raw(String(MAX_CENTS))} and case when ${table.offer} is null and not ${table.isDeduction} then ${table.priceCents} >= 0 else ${table.priceCents} <= 0 end`,
    ),
    index('invoice_items_referral').on(table.referralId).where(sql`referral_id is not null`),
    index('invoice_items_invoice').on(table.invoiceId),
    index('invoice_items_deposit_invoice').on(table.depositInvoiceId).where(sql`deposit_invoice_id is not null`),
  ],
);

/** The highest number ever given out in each series; it never decreases. */
export const numberSeries = sqliteTable(
  'number_series',
  { series: text({ enum: NUMBER_SERIES }).primaryKey(), highest: integer().notNull() },
  (table) => [
    check('number_series_series', isOneOf(table.series, NUMBER_SERIES)),
    check('number_series_highest', isNotNegative(table.highest)),
  ],
);

/** One row with the number and the sum of all receipts, which triggers in a migration keep up to date. */
export const receiptTotals = sqliteTable('receipt_totals', {
  id: integer().primaryKey(),
  receipts: integer().notNull(),
  amountCents: integer().notNull(),
  refunds: integer().notNull(),
  refundCents: integer().notNull(),
});

export const receipts = sqliteTable(
  'receipts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    receiptNumber: text().notNull().unique(),
    numberValue: integer(),
    invoiceId: integer().references((): AnySQLiteColumn => invoices.id, { onDelete: 'set null' }),
    /** The store order that it pays or refunds. */
    orderNumber: integer().references((): AnySQLiteColumn => orders.orderNumber, { onDelete: 'restrict' }),
    customerName: text().notNull(),
    customerEmail: text(),
    paymentMethod: text({ enum: PAYMENT_METHODS }).notNull(),
    subtotalCents: integer(),
    hstCents: integer(),
    pstCents: integer(),
    amountPaidCents: integer().notNull(),
    paymentDate: text().notNull(),
    description: text().notNull(),
    isRefund: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: text().notNull(),
    /** The instant it was voided, or null. A voided receipt keeps its number and counts in no sum. */
    voidedAt: text(),
    /** Made by marking its invoice as paid, for the balance at that time; at most one for each invoice. */
    isAutomatic: integer({ mode: 'boolean' }).notNull().default(false),
    /** The receipt that a refund pays back. */
    refundOfId: integer().references((): AnySQLiteColumn => receipts.id, { onDelete: 'set null' }),
    /** The card payment at Stripe that it records. */
    paymentIntent: text().unique(),
    /** The tax terms of its invoice, or of the day it was made. */
    taxProfile: text({ enum: TAX_PROFILES }).notNull().default('documented'),
    hstRate: integer().notNull().default(1200),
    pstRate: integer().notNull().default(700),
    idempotencyKey: text().unique(),
    requestHash: text(),
  },
  (table) => [
    uniqueIndex('receipts_automatic').on(table.invoiceId).where(sql`is_automatic = 1 and voided_at is null`),
    index('receipts_refund_of').on(table.refundOfId),
    index('receipts_refunds').on(table.id).where(sql`is_refund = 1 and voided_at is null`),
    index('receipts_voided').on(table.id).where(sql`voided_at is not null`),
    // Sorted lists of receipts.
    index('receipts_live_customer').on(sql`customer_name collate nocase`).where(sql`voided_at is null`),
    index('receipts_live_date').on(table.paymentDate).where(sql`voided_at is null`),
    index('receipts_live_amount').on(table.amountPaidCents).where(sql`voided_at is null`),
    // Covers sums by day and method.
    index('receipts_by_day')
      .on(table.paymentDate, table.isRefund, table.paymentMethod, table.amountPaidCents)
      .where(sql`voided_at is null`),
    uniqueIndex('receipts_number_value').on(table.numberValue),
    index('receipts_email').on(emailKey(sql`customer_email`)),
    index('receipts_invoice').on(table.invoiceId),
    index('receipts_order').on(table.orderNumber).where(sql`order_number is not null`),
    ...documentChecks('receipts', table),
    check('receipts_payment_method', isOneOf(table.paymentMethod, PAYMENT_METHODS)),
    check('receipts_amount', isMoney(table.amountPaidCents)),
    check('receipts_payment_date', isDay(table.paymentDate)),
  ],
);

/** Credit notes: each takes back all or a part of an issued invoice, with its share of the taxes. */
export const creditNotes = sqliteTable(
  'credit_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    creditNoteNumber: text().notNull().unique(),
    numberValue: integer(),
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id, { onDelete: 'restrict' }),
    customerName: text().notNull(),
    customerEmail: text(),
    customerAddress: text(),
    subtotalCents: integer().notNull(),
    hstCents: integer().notNull(),
    pstCents: integer().notNull(),
    amountCents: integer().notNull(),
    reason: text().notNull(),
    issuedDate: text().notNull(),
    /** The tax terms of its invoice. */
    taxProfile: text({ enum: TAX_PROFILES }).notNull(),
    hstRate: integer().notNull(),
    pstRate: integer().notNull(),
    createdAt: text().notNull(),
    idempotencyKey: text().unique(),
    requestHash: text(),
  },
  (table) => [
    uniqueIndex('credit_notes_number_value').on(table.numberValue),
    index('credit_notes_invoice').on(table.invoiceId),
    index('credit_notes_issued').on(table.issuedDate),
    ...documentChecks('credit_notes', table),
    check('credit_notes_issued_date', isDay(table.issuedDate)),
    check('credit_notes_above_nothing', sql`${table.amountCents} > 0`),
    check('credit_notes_amount', sql`${table.amountCents} = ${table.subtotalCents} + ${table.hstCents} + ${table.pstCents}`),
  ],
);
