import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { INVOICE_STATUSES } from '../../src/shared/invoices';
import { PAYMENT_METHODS } from '../../src/shared/store-words';
import { isDay, isMoney, isNotNegative, isOneOf } from './checks';

export const invoices = sqliteTable(
  'invoices',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    invoiceNumber: text().notNull(),
    /** The digits of the number, so that the highest is one look at an index; null for a number that is not ours. */
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
    deletedAt: text(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.invoiceNumber).where(sql`deleted_at is null`),
    index('invoices_email').on(sql`lower(customer_email)`),
    index('invoices_number_value').on(table.numberValue),
    index('invoices_status').on(table.status, table.dueDate),
    check('invoices_status_word', isOneOf(table.status, INVOICE_STATUSES)),
    check('invoices_service_date', isDay(table.serviceDate)),
    check('invoices_due_date', isDay(table.dueDate)),
    check('invoices_payment_method', isOneOf(table.paymentMethod, PAYMENT_METHODS)),
    check('invoices_number_positive', isNotNegative(table.numberValue)),
    check('invoices_subtotal', isMoney(table.subtotalCents)),
    check('invoices_hst', isMoney(table.hstCents)),
    check('invoices_pst', isMoney(table.pstCents)),
    check('invoices_total', sql`${table.totalCents} = ${table.subtotalCents} + ${table.hstCents} + ${table.pstCents}`),
  ],
);

export const receipts = sqliteTable(
  'receipts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    receiptNumber: text().notNull().unique(),
    numberValue: integer(),
    invoiceId: integer().references((): AnySQLiteColumn => invoices.id, { onDelete: 'set null' }),
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
  },
  (table) => [
    uniqueIndex('receipts_number_value').on(table.numberValue),
    index('receipts_email').on(sql`lower(customer_email)`),
    index('receipts_invoice').on(table.invoiceId),
    check('receipts_payment_method', isOneOf(table.paymentMethod, PAYMENT_METHODS)),
    check('receipts_number_positive', isNotNegative(table.numberValue)),
    check('receipts_subtotal', isMoney(table.subtotalCents)),
    check('receipts_hst', isMoney(table.hstCents)),
    check('receipts_pst', isMoney(table.pstCents)),
    check('receipts_amount', isMoney(table.amountPaidCents)),
    check('receipts_payment_date', isDay(table.paymentDate)),
  ],
);
