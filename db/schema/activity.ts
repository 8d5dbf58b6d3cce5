import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { NEWS_VERBS } from '../../src/shared/news';
import { quoteWords } from './checks';

/** The condition of entries that the office is notified of, worded as in the index, so that queries can use that. */
export const IS_NEWS = sql.raw(`verb in (${quoteWords(NEWS_VERBS)})`);

/** Append-only audit log; triggers in the migration reject updates and deletes. */
export const activity = sqliteTable(
  'activity',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: text().notNull(),
    actorKind: text({ enum: ['visitor', 'system', 'admin', 'member'] }).notNull(),
    actorId: integer(),
    verb: text().notNull(),
    entityType: text().notNull(),
    entityId: text().notNull(),
    data: text().notNull(),
  },
  (table) => [
    check('activity_actor_kind', sql`${table.actorKind} in ('visitor', 'system', 'admin', 'member')`),
    check('activity_data', sql`json_valid(${table.data})`),
    index('activity_entity').on(table.entityType, table.entityId),
    index('activity_verb').on(table.verb, table.at),
    // Notifications, newest first. A change of the verbs needs a migration.
    index('activity_news').on(table.id).where(IS_NEWS),
  ],
);
