import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isNotNegative } from './checks';
import { clients } from './clients';
import { workOrders } from './dispatch';
import { teamMembers } from './team';

/** Sign-in links to the client's page, each for the clients of one e-mail address. Only a token's hash is stored. */
export const clientLinks = sqliteTable(
  'client_links',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    tokenHash: text().notNull().unique(),
    /** The address that the link was sent to. */
    email: text().notNull(),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
    usedAt: text(),
  },
  (table) => [index('client_links_email').on(sql`lower(email)`, table.createdAt), index('client_links_expires').on(table.expiresAt)],
);

/** Ratings of finished visits by their client, one for each visit. */
export const ratings = sqliteTable(
  'ratings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    workOrderId: integer()
      .notNull()
      .unique()
      .references(() => workOrders.id, { onDelete: 'cascade' }),
    clientId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    /** The member who led the visit. */
    teamMemberId: integer().references(() => teamMembers.id, { onDelete: 'set null' }),
    stars: integer().notNull(),
    text: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('ratings_stars', sql`${table.stars} between 1 and 5`),
    index('ratings_client').on(table.clientId),
    index('ratings_member').on(table.teamMemberId).where(sql`team_member_id is not null`),
  ],
);

/** Messages between a client and the office, written on the client's page and in the office. */
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
    /** When the other side read it. */
    readAt: text(),
  },
  (table) => [
    check('client_messages_from', sql`${table.from} in ('client', 'office')`),
    index('client_messages_client').on(table.clientId),
    index('client_messages_unread').on(table.clientId, table.from).where(sql`read_at is null`),
  ],
);

/**
 * The newest message of each client, and the number of the client's messages that the office has not read. Triggers on client messages keep
 * it up to date.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    clientId: integer()
      .primaryKey()
      .references(() => clients.id, { onDelete: 'cascade' }),
    lastMessageId: integer().notNull(),
    lastAt: text().notNull(),
    unread: integer().notNull(),
  },
  (table) => [
    check('conversations_unread', isNotNegative(table.unread)),
    index('conversations_last').on(table.lastMessageId),
    index('conversations_unread').on(table.lastMessageId, table.unread).where(sql`unread > 0`),
  ],
);
