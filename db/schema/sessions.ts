import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isNotNegative } from './checks';
import { clientLinks } from './portal';

/** Admins, who sign in to the office. */
export const users = sqliteTable('users', {
  id: integer().primaryKey({ autoIncrement: true }),
  username: text().notNull().unique(),
  passwordHash: text().notNull(),
  createdAt: text().notNull(),
  /** The newest activity whose notification this admin has marked as read. */
  seenActivityId: integer().notNull().default(0),
});

/**
 * Open sessions; only a token's hash is stored. `subjectId` is a user, a team member or a client by `kind`; 0 for a client's session in
 * which none of several clients is chosen yet.
 */
export const sessions = sqliteTable(
  'sessions',
  {
    idHash: text().primaryKey(),
    kind: text({ enum: ['admin', 'member', 'client'] }).notNull(),
    subjectId: integer().notNull(),
    /** The link that opened a client's session. */
    linkId: integer().references(() => clientLinks.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
    revokedAt: text(),
  },
  (table) => [
    check('sessions_kind', sql`${table.kind} in ('admin', 'member', 'client')`),
    index('sessions_link').on(table.linkId).where(sql`link_id is not null`),
    index('sessions_subject').on(table.kind, table.subjectId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/** Failed logins by counter: an account from one address, or one known browser. */
export const loginAttempts = sqliteTable(
  'login_attempts',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: text(),
    lastAt: text().notNull(),
  },
  (table) => [check('login_attempts_failures', isNotNegative(table.failures)), index('login_attempts_last').on(table.lastAt)],
);

/** Browsers that have logged in before. */
export const trustedDevices = sqliteTable(
  'trusted_devices',
  {
    idHash: text().primaryKey(),
    kind: text({ enum: ['admin', 'member'] }).notNull(),
    subjectId: integer().notNull(),
    createdAt: text().notNull(),
    expiresAt: text().notNull(),
  },
  (table) => [
    check('trusted_devices_kind', sql`${table.kind} in ('admin', 'member')`),
    index('trusted_devices_expires').on(table.expiresAt),
  ],
);
