import { asc, eq, gte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { closedDays } from '../../../db/schema';
import type { byDay, closedDayList, dayClosing } from '../../shared/booking-schemas';
import { fieldError } from '../../shared/errors';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { closedDay } from './service';
import { offerFreePlaces, withdrawOffers } from './waitlist';

export function listClosedDays(ctx: Ctx): z.output<typeof closedDayList> {
  const days = ctx.db
    .select({ date: closedDays.date, reason: closedDays.reason })
    .from(closedDays)
    .where(gte(closedDays.date, businessDay(ctx.now())))
    .orderBy(asc(closedDays.date))
    .all();
  return { days };
}

const closedFrom = prepared((db) =>
  db
    .select({ date: closedDays.date, reason: closedDays.reason })
    .from(closedDays)
    .where(gte(closedDays.date, sql.placeholder('from'))),
);
/** Returns the closed days from a day on, with their reasons. */
export const readClosedDays = ({ db }: Pick<Ctx, 'db'>, from: string): ReadonlyMap<string, string | null> =>
  new Map(
    closedFrom(db)
      .all({ from })
      .map(({ date, reason }) => [date, reason]),
  );

/** Closes a day from today to two years ahead, or gives a closed one another reason; its bookings stay. Throws BAD_REQUEST. */
export function closeDay(ctx: Ctx, { date, reason }: z.output<typeof dayClosing>): z.output<typeof closedDayList> {
  return inTransaction(ctx.db, () => {
    const now = ctx.now();
    const today = businessDay(now);
    const inTwoYears = `${Number(today.slice(0, 4)) + 2}${today.slice(4)}`;
    if (date < today || date > inTwoYears) {
      throw fieldError('date', 'Please choose a day from today to two years ahead.');
    }
    const known = closedDay(ctx.db).get({ date });
    if (known && known.reason === reason) return listClosedDays(ctx);
    ctx.db
      .insert(closedDays)
      .values({ date, reason, createdAt: now.toISOString() })
      .onConflictDoUpdate({ target: closedDays.date, set: { reason } })
      .run();
    recordActivity(ctx, { verb: 'day.closed', entityType: 'day', entityId: date });
    publishAfterCommit(ctx, 'booking');
    withdrawOffers(ctx, date);
    return listClosedDays(ctx);
  });
}

/** Opens a closed day again, and offers its free places to the waitlist; one that is open stays so. */
export function openDay(ctx: Ctx, { date }: z.output<typeof byDay>): z.output<typeof closedDayList> {
  return inTransaction(ctx.db, () => {
    if (ctx.db.delete(closedDays).where(eq(closedDays.date, date)).run().changes > 0) {
      recordActivity(ctx, { verb: 'day.opened', entityType: 'day', entityId: date });
      publishAfterCommit(ctx, 'booking');
      offerFreePlaces(ctx, date);
    }
    return listClosedDays(ctx);
  });
}
