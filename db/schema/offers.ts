import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { appointmentBookings } from './booking';
import { emailKey } from './checks';
import { clients } from './clients';

/** Friends who booked with a client's code; a person can be referred only once. */
export const referrals = sqliteTable(
  'referrals',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    code: text().notNull(),
    referrerId: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'restrict' }),
    bookingId: integer()
      .notNull()
      .unique()
      .references(() => appointmentBookings.id, { onDelete: 'cascade' }),
    /** Lower case. */
    friendEmail: text().notNull().unique(),
    createdAt: text().notNull(),
  },
  (table) => [
    check('referrals_email', sql`${table.friendEmail} = lower(${table.friendEmail})`),
    index('referrals_referrer').on(table.referrerId),
    index('referrals_friend').on(emailKey(sql`friend_email`)),
  ],
);
