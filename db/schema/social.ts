import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ACCOUNT_STATUSES, PLATFORMS, POST_SOURCES, POST_STATUSES, POST_TYPES } from '../../src/shared/social';
import { isNotNegative, isOneOf } from './checks';

/** Posts, including drafts. Figures come from the platform and are null if it did not report them. */
export const socialPosts = sqliteTable(
  'social_posts',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    platform: text({ enum: PLATFORMS }).notNull(),
    type: text({ enum: POST_TYPES }).notNull(),
    content: text().notNull(),
    status: text({ enum: POST_STATUSES }).notNull(),
    /** True once a person approved this draft. */
    isApproved: integer({ mode: 'boolean' }).notNull().default(false),
    scheduledFor: text(),
    /** Start of the current attempt; also kept on a failed post if the attempt may have reached the page. */
    publishingSince: text(),
    /** Earliest instant of the next attempt; for a posted one, of the next reading of its figures. */
    nextAttemptAt: text(),
    postedAt: text(),
    externalId: text(),
    permalink: text(),
    likes: integer(),
    comments: integer(),
    shares: integer(),
    reach: integer(),
    metricsAt: text(),
    error: text(),
    attempts: integer().notNull().default(0),
    source: text({ enum: POST_SOURCES }).notNull().default('manual'),
    evidence: text(),
    /** Identifies the request or the day of a worker, so that a repeat returns the same post. */
    dedupeKey: text().unique(),
    requestHash: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('social_posts_platform', isOneOf(table.platform, PLATFORMS)),
    check('social_posts_type', isOneOf(table.type, POST_TYPES)),
    check('social_posts_status', isOneOf(table.status, POST_STATUSES)),
    check('social_posts_source', isOneOf(table.source, POST_SOURCES)),
    check('social_posts_scheduled', sql`${table.status} <> 'scheduled' or ${table.scheduledFor} is not null`),
    check('social_posts_posted', sql`(${table.status} = 'posted') = (${table.postedAt} is not null)`),
    check('social_posts_attempts', isNotNegative(table.attempts)),
    check('social_posts_evidence', sql`${table.evidence} is null or json_valid(${table.evidence})`),
    // An index ends in the id, so this one serves the posts of a status, newest first.
    index('social_posts_status').on(table.status),
    index('social_posts_due').on(table.scheduledFor).where(sql`status = 'scheduled'`),
    index('social_posts_planned').on(table.scheduledFor),
    // Covers the figures of a year.
    index('social_posts_posted_at').on(
      table.postedAt,
      table.platform,
      table.type,
      table.createdAt,
      table.likes,
      table.comments,
      table.shares,
      table.reach,
    ),
    index('social_posts_created').on(table.createdAt, table.source),
  ],
);

/** Connection status and figures of an account, as the platform reports them. */
export const socialAccounts = sqliteTable(
  'social_accounts',
  {
    platform: text({ enum: PLATFORMS }).primaryKey(),
    status: text({ enum: ACCOUNT_STATUSES }).notNull(),
    externalId: text(),
    name: text(),
    followers: integer(),
    checkedAt: text(),
    lastError: text(),
  },
  (table) => [
    check('social_accounts_platform', isOneOf(table.platform, PLATFORMS)),
    check('social_accounts_status', isOneOf(table.status, ACCOUNT_STATUSES)),
  ],
);
