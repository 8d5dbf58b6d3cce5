import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { QUOTE_SERVICE_TYPES, QUOTE_STATUSES } from '../../src/shared/quotes';
import { isOneOf } from './checks';
import { clients, workOrders } from './dispatch';

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
    workOrderId: integer().references((): AnySQLiteColumn => workOrders.id, { onDelete: 'set null' }),
    deletedAt: text(),
  },
  (table) => [
    check('contact_inquiries_service_type', isOneOf(table.serviceType, QUOTE_SERVICE_TYPES)),
    check('contact_inquiries_status', isOneOf(table.status, QUOTE_STATUSES)),
    index('contact_inquiries_live').on(table.id).where(sql`deleted_at is null`),
    index('contact_inquiries_live_by_status').on(table.status, table.id).where(sql`deleted_at is null`),
    index('contact_inquiries_bin').on(table.deletedAt),
  ],
);
