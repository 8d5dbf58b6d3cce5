import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { MESSAGE_STATUSES } from '../../src/shared/message-statuses';
import { opportunities } from './automation';
import { emailKey, isNotNegative, isOneOf } from './checks';

/** Messages, each written in the transaction of its cause; `messageId` is the same for every attempt. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    purpose: text().notNull(),
    marketing: integer({ mode: 'boolean' }).notNull().default(false),
    to: text().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** JSON array of files: name, type and content. */
    attachments: text(),
    status: text({ enum: MESSAGE_STATUSES }).notNull(),
    /** Earliest instant to send it; null for at once. */
    sendAfter: text(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: text().notNull(),
    lastError: text(),
    messageId: text().notNull().unique(),
    dedupeKey: text().notNull().unique(),
    relatedType: text(),
    relatedId: integer(),
    approvedBy: text(),
    /** The automation's finding that this message is about. */
    opportunityId: integer().references(() => opportunities.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    sentAt: text(),
  },
  (table) => [
    check('outbox_status', isOneOf(table.status, MESSAGE_STATUSES)),
    check('outbox_channel', sql`${table.channel} in ('email', 'sms')`),
    check('outbox_attachments', sql`${table.attachments} is null or json_valid(${table.attachments})`),
    check('outbox_attempts', isNotNegative(table.attempts)),
    index('outbox_due').on(table.status, table.nextAttemptAt),
    // Messages in one status, newest first.
    index('outbox_by_status').on(table.status),
    index('outbox_to').on(emailKey(sql`"to"`)),
    index('outbox_related').on(table.relatedType, table.relatedId),
    index('outbox_opportunity').on(table.opportunityId).where(sql`opportunity_id is not null`),
    // Last message of a kind to an address.
    index('outbox_purpose').on(table.purpose, emailKey(sql`"to"`), table.createdAt),
  ],
);
