import { check, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { isDay, isNotNegative } from './checks';

/** Unlocked achievements; an unlock is never undone. */
export const achievementUnlocks = sqliteTable('achievement_unlocks', {
  achievementId: text().primaryKey(),
  unlockedAt: text().notNull(),
  valueAtUnlock: integer().notNull(),
});

/** Counts for each business day. */
export const dailyStats = sqliteTable(
  'daily_stats',
  {
    date: text().primaryKey(),
    clientsAcquired: integer().notNull(),
    leads: integer().notNull(),
    contactedOrWon: integer().notNull(),
    posts: integer().notNull(),
    assignments: integer().notNull(),
    jobsDone: integer().notNull(),
  },
  (table) => [check('daily_stats_date', isDay(table.date)), check('daily_stats_clients', isNotNegative(table.clientsAcquired))],
);
