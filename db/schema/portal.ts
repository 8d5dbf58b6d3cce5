import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { emailKey } from './checks';
import { clients } from './clients';
import { workOrders } from './dispatch';

/** Links that sign a client in, by mail; only the token's hash is stored. */
export const clientLinks = sqliteTable(
  'client_links',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    tokenHash: text().notNull().unique(),
    /** The address the link went to; all its clients may be opened. */
    email: text().notNull(),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
    usedAt: text(),
  },
  (table) => [index('client_links_email').on(emailKey(sql`email`), table.createdAt), index('client_links_expires').on(table.expiresAt)],
);

/** How clients rated their visits, one rating for each visit. */
export const ratings = sqliteTable(
  'ratings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workOrderId: integer()
      .notNull()
      .references(() => workOrders.id, { onDelete: 'restrict' }),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    stars: integer().notNull(),
    text: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    uniqueIndex('ratings_work_order').on(table.workOrderId),
    index('ratings_client').on(table.clientId),
    index('ratings_created').on(table.createdAt, table.stars),
    check('ratings_stars', sql`typeof(${table.stars}) = 'integer' and ${table.stars} between 1 and 5`),
  ],
);

/** Messages between a client's page and the office. */
export const clientMessages = sqliteTable(
  'client_messages',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    from: text({ enum: ['client', 'office'] }).notNull(),
    text: text().notNull(),
    createdAt: text().notNull(),
    readAt: text(),
  },
  (table) => [
    check('client_messages_from', sql`${table.from} in ('client', 'office')`),
    index('client_messages_client').on(table.clientId, table.id),
    index('client_messages_unread').on(table.clientId, table.from).where(sql`read_at is null`),
  ],
);

/** One row for each client with messages: the newest message, and the client's messages that the office has not read. */
export const conversations = sqliteTable(
  'conversations',
  {
    clientId: integer()
      .primaryKey()
      .references(() => clients.id, { onDelete: 'restrict' }),
    lastMessageId: integer().notNull(),
    lastAt: text().notNull(),
    unread: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('conversations_newest').on(table.lastMessageId),
    index('conversations_unread').on(table.clientId).where(sql`unread > 0`),
    check('conversations_unread', sql`${table.unread} >= 0`),
  ],
);
