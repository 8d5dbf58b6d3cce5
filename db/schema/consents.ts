import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CONSENT_BASES } from '../../src/shared/automation-words';
import { emailKey, isOneOf, phoneKey } from './checks';

/** On what ground somebody may be written to; the proof that the law asks for, so that a row is never deleted, only withdrawn. */
export const consents = sqliteTable(
  'consents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    email: text().notNull(),
    phone: text(),
    basis: text({ enum: CONSENT_BASES }).notNull(),
    /** Where it comes from, in words: "order 1042", "said on the phone". */
    source: text().notNull(),
    obtainedAt: text().notNull(),
    /** When an implied one ends; an express one does not. */
    expiresAt: text(),
    withdrawnAt: text(),
    recordedBy: text(),
  },
  (table) => [
    check('consents_basis', isOneOf(table.basis, CONSENT_BASES)),
    check('consents_expiry', sql`(${table.basis} = 'express') = (${table.expiresAt} is null)`),
    index('consents_email').on(emailKey(sql`email`), table.basis),
    // How many hold now, by their ground.
    index('consents_by_basis').on(table.basis, table.withdrawnAt, table.expiresAt),
    index('consents_phone').on(phoneKey(sql`phone`)),
  ],
);

/** Who ever got a marketing message: the key of their unsubscribe link, and since when they want no more. */
export const marketingRecipients = sqliteTable(
  'marketing_recipients',
  {
    /** In small letters. */
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
