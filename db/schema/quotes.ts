import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { QUOTE_SERVICE_TYPES, QUOTE_STATUSES } from '../../src/shared/quote-words';
import { emailKey, isOneOf, phoneKey } from './checks';
import { clients } from './clients';

/** Quote requests of visitors; `deletedAt` puts one in the 30-day bin. */
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
    /** Names the deletion that put it there, so that an undo takes back exactly that one. */
    deletionBatch: text(),
  },
  (table) => [
    check('contact_inquiries_service_type', isOneOf(table.serviceType, QUOTE_SERVICE_TYPES)),
    check('contact_inquiries_status', isOneOf(table.status, QUOTE_STATUSES)),
    check('contact_inquiries_deletion_batch', sql`${table.deletionBatch} is null or ${table.deletedAt} is not null`),
    // Holds all that a count of live ones of a status asks for; a partial index would send SQLite to the rows for deleted_at.
    index('contact_inquiries_by_status').on(table.deletedAt, table.status),
    // How many wait too long, without a look at the rows.
    index('contact_inquiries_waiting')
      .on(table.createdAt, table.status, table.deletedAt)
      .where(sql`status = 'pending' and deleted_at is null`),
    // Ends in the id as every index does, so that it serves the live ones, newest first, and the bin.
    index('contact_inquiries_deleted').on(table.deletedAt),
    // Deleting a client looks for the requests that name it.
    index('contact_inquiries_client').on(table.clientId),
    index('contact_inquiries_email').on(emailKey(sql`email`)),
    index('contact_inquiries_phone').on(phoneKey(sql`phone`)).where(sql`phone is not null`),
    index('contact_inquiries_created').on(table.createdAt, table.status),
    index('contact_inquiries_confirmed').on(table.confirmedAt).where(sql`confirmed_at is not null`),
  ],
);
