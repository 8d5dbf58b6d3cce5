import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CONSENT_BASES } from '../../src/shared/automation';
import { emailKey, isOneOf, phoneKey } from './checks';

/** Proof of consent to marketing messages, which the law requires; rows are withdrawn, never deleted. */
export const consents = sqliteTable(
  'consents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    phone: text(),
    basis: text({ enum: CONSENT_BASES }).notNull(),
    /** Text such as "order 1042" or "said on the phone". */
    source: text().notNull(),
    obtainedAt: text().notNull(),
    /** End of an implied consent; null for an express one. */
    expiresAt: text(),
    withdrawnAt: text(),
    recordedBy: text(),
  },
  (table) => [
    check('consents_basis', isOneOf(table.basis, CONSENT_BASES)),
    check('consents_expiry', sql`(${table.basis} = 'express') = (${table.expiresAt} is null)`),
    index('consents_email').on(emailKey(sql`email`), table.basis),
    // Counts of current consents per basis.
    index('consents_by_basis').on(table.basis, table.withdrawnAt, table.expiresAt),
    index('consents_phone').on(phoneKey(sql`phone`)),
  ],
);

/** Everyone who ever got a marketing message, with the token of their unsubscribe link. */
export const marketingRecipients = sqliteTable(
  'marketing_recipients',
  {
    /** In lower case. */
    email: text().primaryKey(),
    /** 128 random bits, base64url. */
    token: text().notNull().unique(),
    unsubscribedAt: text(),
    createdAt: text().notNull(),
  },
  (table) => [
    index('marketing_recipients_unsubscribed').on(table.unsubscribedAt).where(sql`unsubscribed_at is not null`),
    index('marketing_recipients_mailbox').on(emailKey(sql`email`)),
  ],
);
