import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { MONEY_IN_STATUSES, TODO_KINDS } from '../../src/shared/payments';
import { isMoney, isOneOf } from './checks';
import { clients } from './clients';
import { workOrders } from './dispatch';
import { invoices, receipts } from './invoices';

/** The jobs of an invoice that bills several, such as all visits of a month. */
export const invoiceJobs = sqliteTable(
  'invoice_jobs',
  {
    invoiceId: integer()
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    workOrderId: integer()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.workOrderId] }), index('invoice_jobs_work_order').on(table.workOrderId)],
);

/** Events of a payment provider that were handled, so that a repeated event does nothing. */
export const providerEvents = sqliteTable('provider_events', {
  eventId: text().primaryKey(),
  provider: text({ enum: ['stripe'] }).notNull(),
  type: text().notNull(),
  receivedAt: text().notNull(),
});

/** Tips that clients gave beside an invoice; they are no part of it. */
export const tips = sqliteTable(
  'tips',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    invoiceId: integer().references(() => invoices.id, { onDelete: 'set null' }),
    amountCents: integer().notNull(),
    paymentIntent: text().notNull().unique(),
    createdAt: text().notNull(),
  },
  (table) => [check('tips_amount', isMoney(table.amountCents)), index('tips_invoice').on(table.invoiceId)],
);

/** Interac e-Transfers that arrived, by Interac's reference. */
export const moneyIn = sqliteTable(
  'money_in',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    reference: text().notNull().unique(),
    /** Way in which the notice came: posted by the mail server, as a file, or as a row of a bank's CSV. */
    source: text({ enum: ['mail', 'file', 'bank'] }).notNull(),
    sender: text().notNull(),
    memo: text(),
    amountCents: integer().notNull(),
    receivedAt: text().notNull(),
    status: text({ enum: MONEY_IN_STATUSES }).notNull(),
    /** Sentence that says why it was matched or only suggested. */
    reason: text().notNull(),
    invoiceId: integer().references(() => invoices.id, { onDelete: 'set null' }),
    receiptId: integer().references(() => receipts.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('money_in_status', isOneOf(table.status, MONEY_IN_STATUSES)),
    check('money_in_source', sql`${table.source} in ('mail', 'file', 'bank')`),
    check('money_in_amount', isMoney(table.amountCents)),
    check('money_in_matched', sql`${table.status} <> 'matched' or ${table.invoiceId} is not null`),
    index('money_in_status').on(table.status),
    index('money_in_invoice').on(table.invoiceId).where(sql`invoice_id is not null`),
    uniqueIndex('money_in_receipt').on(table.receiptId).where(sql`receipt_id is not null`),
  ],
);

/** Names under which clients pay, learnt when the office confirms a payment. */
export const payerNames = sqliteTable(
  'payer_names',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** In lower case with single spaces. */
    name: text().notNull(),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    createdAt: text().notNull(),
  },
  (table) => [uniqueIndex('payer_names_name').on(table.name, table.clientId), index('payer_names_client').on(table.clientId)],
);

/** Tasks that the office has to do by hand, such as to refund a payment that came twice. */
export const todos = sqliteTable(
  'todos',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: TODO_KINDS }).notNull(),
    text: text().notNull(),
    /** The screen on which it is done. */
    path: text().notNull(),
    /** Identifies its cause, so that each cause makes one task. */
    dedupeKey: text().notNull().unique(),
    createdAt: text().notNull(),
    doneAt: text(),
  },
  (table) => [check('todos_kind', isOneOf(table.kind, TODO_KINDS)), index('todos_open').on(table.id).where(sql`done_at is null`)],
);
