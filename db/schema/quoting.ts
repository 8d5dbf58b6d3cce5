import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MAX_CENTS } from '../../src/shared/money';
import { PRICED_QUOTE_STATUSES, QUOTE_LINE_KINDS } from '../../src/shared/quoting';
import { TAX_PROFILES } from '../../src/shared/store-sums';
import { isDay, isMoney, isNotNegative, isOneOf } from './checks';
import { clients } from './clients';
import { workOrders } from './dispatch';
import { invoices } from './invoices';
import { plans } from './plans';
import { contactInquiries } from './quotes';

/** Priced quotes, one row for each version; the documented quote requests are `contact_inquiries`. */
export const quotes = sqliteTable(
  'quotes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** "Q-1001"; all versions of a quote share it. */
    number: text().notNull(),
    numberValue: integer().notNull(),
    version: integer().notNull().default(1),
    status: text({ enum: PRICED_QUOTE_STATUSES }).notNull().default('draft'),
    /** 128 random bits, base64url: the key of the client's page. */
    token: text().notNull().unique(),
    inquiryId: integer().references(() => contactInquiries.id, { onDelete: 'set null' }),
    clientId: integer().references(() => clients.id, { onDelete: 'restrict' }),
    customerName: text().notNull(),
    customerEmail: text(),
    customerPhone: text(),
    customerAddress: text(),
    serviceType: text().notNull(),
    message: text(),
    terms: text(),
    validUntil: text().notNull(),
    /** The deposit is a fixed amount, or a percentage of the total with tax, or neither. */
    depositCents: integer(),
    depositPercent: real(),
    /** The rule of the plan that an approval creates instead of one work order. */
    planRrule: text(),
    planStartDate: text(),
    planStartTime: text(),
    planDiscountPercent: real(),
    taxProfile: text({ enum: TAX_PROFILES }).notNull(),
    hstRate: integer().notNull(),
    pstRate: integer().notNull(),
    /** Of the lines that are not optional; from the approval on also of the chosen ones. */
    subtotalCents: integer().notNull(),
    hstCents: integer().notNull(),
    pstCents: integer().notNull(),
    totalCents: integer().notNull(),
    approvedName: text(),
    approvedAt: text(),
    /** SHA-256 of the approver's IP address with a secret of the database. */
    approvedIpHash: text(),
    /** The approved lines, taxes and total as JSON, and the SHA-256 of that text. */
    snapshot: text(),
    snapshotHash: text(),
    declineReason: text(),
    changeRequest: text(),
    sentAt: text(),
    viewedAt: text(),
    answeredAt: text(),
    workOrderId: integer().references(() => workOrders.id, { onDelete: 'set null' }),
    planId: integer().references(() => plans.id, { onDelete: 'set null' }),
    depositInvoiceId: integer().references((): AnySQLiteColumn => invoices.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    uniqueIndex('quotes_number').on(table.numberValue, table.version),
    // One version of a quote can be answered at a time.
    uniqueIndex('quotes_open').on(table.numberValue).where(sql`status in ('sent', 'viewed', 'changes_requested', 'approved')`),
    uniqueIndex('quotes_draft').on(table.numberValue).where(sql`status = 'draft'`),
    index('quotes_status').on(table.status, table.id),
    index('quotes_client').on(table.clientId),
    index('quotes_inquiry').on(table.inquiryId),
    // Covers the report.
    index('quotes_sent')
      .on(table.sentAt, table.status, table.serviceType, table.viewedAt, table.totalCents)
      .where(sql`sent_at is not null`),
    index('quotes_expiring').on(table.validUntil).where(sql`status in ('sent', 'viewed')`),
    uniqueIndex('quotes_work_order').on(table.workOrderId).where(sql`work_order_id is not null`),
    uniqueIndex('quotes_plan').on(table.planId).where(sql`plan_id is not null`),
    uniqueIndex('quotes_deposit_invoice').on(table.depositInvoiceId).where(sql`deposit_invoice_id is not null`),
    check('quotes_status_word', isOneOf(table.status, PRICED_QUOTE_STATUSES)),
    check('quotes_valid_until', isDay(table.validUntil)),
    check('quotes_plan_start', isDay(table.planStartDate)),
    check('quotes_deposit', isMoney(table.depositCents)),
    check('quotes_one_deposit', sql`${table.depositCents} is null or ${table.depositPercent} is null`),
    check('quotes_deposit_percent', sql`${table.depositPercent} is null or ${table.depositPercent} between 0 and 100`),
    check('quotes_tax_profile', isOneOf(table.taxProfile, TAX_PROFILES)),
    check('quotes_hst_rate', isNotNegative(table.hstRate)),
    check('quotes_pst_rate', isNotNegative(table.pstRate)),
    check('quotes_subtotal', isMoney(table.subtotalCents)),
    check('quotes_hst', isMoney(table.hstCents)),
    check('quotes_pst', isMoney(table.pstCents)),
    check('quotes_total', sql`${table.totalCents} = ${table.subtotalCents} + ${table.hstCents} + ${table.pstCents}`),
    check('quotes_approval', sql`(${table.status} = 'approved') = (${table.approvedAt} is not null)`),
  ],
);

export const quoteLines = sqliteTable(
  'quote_lines',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    quoteId: integer()
      .notNull()
      .references(() => quotes.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    kind: text({ enum: QUOTE_LINE_KINDS }).notNull(),
    description: text().notNull(),
    quantity: integer().notNull().default(1),
    /** Price of each; below zero only for a discount. */
    priceCents: integer().notNull(),
    /** Minutes of work of each. */
    minutes: integer(),
    isGoods: integer({ mode: 'boolean' }).notNull().default(false),
    isOptional: integer({ mode: 'boolean' }).notNull().default(false),
    isChosen: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('quote_lines_position').on(table.quoteId, table.position),
    check('quote_lines_kind', isOneOf(table.kind, QUOTE_LINE_KINDS)),
    check('quote_lines_quantity', sql`typeof(${table.quantity}) = 'integer' and ${table.quantity} > 0`),
    check('quote_lines_minutes', isNotNegative(table.minutes)),
    check(
      'quote_lines_price',
      sql`typeof(${table.priceCents}) = 'integer' and abs(${table.priceCents}) <= ${sql.raw(String(MAX_CENTS))} and (${table.priceCents} >= 0 or ${table.kind} = 'discount')`,
    ),
  ],
);
