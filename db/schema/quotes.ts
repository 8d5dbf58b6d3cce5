import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { QUOTE_SERVICE_TYPES, QUOTE_STATUSES } from '../../src/shared/quotes';
import { emailKey, isOneOf, phoneKey } from './checks';
import { clients } from './clients';

/** Quote requests of visitors; a row with `deletedAt` can be restored for 30 days. */
export const contactInquiries = sqliteTable(
  'contact_inquiries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    address: text(),
    serviceType: text({ enum: QUOTE_SERVICE_TYPES }).notNull(),
    message: text(),
    status: text({ enum: QUOTE_STATUSES }).notNull().default('pending'),
    confirmedAt: text(),
    createdAt: text().notNull(),
    clientId: integer().references(() => clients.id, { onDelete: 'set null' }),
    deletedAt: text(),
    /** When the visitor agreed to text messages. */
    smsConsentAt: text(),
    /** JSON of the inputs of the estimate that the visitor saw. */
    estimate: text(),
    /** Identifies the deletion, so that an undo restores exactly the rows of that deletion. */
    deletionBatch: text(),
  },
  (table) => [
    check('contact_inquiries_service_type', isOneOf(table.serviceType, QUOTE_SERVICE_TYPES)),
    check('contact_inquiries_status', isOneOf(table.status, QUOTE_STATUSES)),
    check('contact_inquiries_deletion_batch', sql`${table.deletionBatch} is null or ${table.deletedAt} is not null`),
    // Covers the count of live rows by status; for a partial index SQLite would read deleted_at from the rows.
    index('contact_inquiries_by_status').on(table.deletedAt, table.status),
    // Covers the count of requests that wait too long.
    index('contact_inquiries_waiting')
      .on(table.createdAt, table.status, table.deletedAt)
      .where(sql`status = 'pending' and deleted_at is null`),
    // An index ends in the id, so this one serves the live rows, newest first, and the deleted ones.
    index('contact_inquiries_deleted').on(table.deletedAt),
    index('contact_inquiries_client').on(table.clientId),
    index('contact_inquiries_email').on(emailKey(sql`email`)),
    index('contact_inquiries_phone').on(phoneKey(sql`phone`)).where(sql`phone is not null`),
    index('contact_inquiries_created').on(table.createdAt, table.status),
    index('contact_inquiries_confirmed').on(table.confirmedAt).where(sql`confirmed_at is not null`),
  ],
);
