import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import { planExceptions, plans } from '../../../../db/schema';
import type { Ctx } from '../../context';

const exceptionsOfPlan = prepared((db) =>
  db
    .select({ date: planExceptions.date, kind: planExceptions.kind })
    .from(planExceptions)
    .where(eq(planExceptions.planId, sql.placeholder('planId'))),
);
/** Returns the days of a plan's rule that the office skipped. */
export const readSkippedDays = ({ db }: Pick<Ctx, 'db'>, planId: number): Set<string> =>
  new Set(
    exceptionsOfPlan(db)
      .all({ planId })
      .filter(({ kind }) => kind === 'skipped')
      .map(({ date }) => date),
  );

type Day = { planId: number; date: string };
const isDay = ({ planId, date }: Day) => and(eq(planExceptions.planId, planId), eq(planExceptions.date, date));

function storeException(ctx: Ctx, day: Day, movedTo: string | null): void {
  const change = { kind: movedTo === null ? ('skipped' as const) : ('moved' as const), movedTo };
  ctx.db
    .insert(planExceptions)
    .values({ ...day, ...change, createdAt: ctx.now().toISOString() })
    .onConflictDoUpdate({ target: [planExceptions.planId, planExceptions.date], set: change })
    .run();
}

const deleteException = (ctx: Ctx, day: Day, kind: 'skipped' | 'moved'): boolean =>
  ctx.db
    .delete(planExceptions)
    .where(and(isDay(day), eq(planExceptions.kind, kind)))
    .run().changes > 0;

/** Leaves a day of a plan out. Returns false if it is left out already. Call it inside a transaction. */
export function skipDay(ctx: Ctx, day: Day): boolean {
  if (readSkippedDays(ctx, day.planId).has(day.date)) return false;
  storeException(ctx, day, null);
  return true;
}
/** Serves a skipped day of a plan again. Returns whether it was skipped. Call it inside a transaction. */
export const unskipDay = (ctx: Ctx, day: Day): boolean => deleteException(ctx, day, 'skipped');

/** Stores the day to which a closed day moved a visit; null or the rule's day stand for none. Call it inside a transaction. */
export function noteHeldDay(ctx: Ctx, day: Day, on: string | null): void {
  if (on === null || on === day.date) deleteException(ctx, day, 'moved');
  else storeException(ctx, day, on);
}

/** Returns the plans with a visit that closed days moved from `day` or earlier to a later day. */
export const listPlansMovedAcross = ({ db }: Pick<Ctx, 'db'>, day: string): number[] =>
  db
    .selectDistinct({ planId: planExceptions.planId })
    .from(planExceptions)
    .where(and(eq(planExceptions.kind, 'moved'), sql`${planExceptions.date} <= ${day} and ${planExceptions.movedTo} > ${day}`))
    .all()
    .map(({ planId }) => planId);

type MovedVisit = Pick<typeof plans.$inferSelect, 'holidayRule' | 'until'> & { planId: number; date: string; movedTo: string | null };
/** Returns the visits that closed days moved to `day` or later, with the holiday rules and last days of their plans. */
export const listMovedVisits = ({ db }: Pick<Ctx, 'db'>, day: string): MovedVisit[] =>
  db
    .select({
      planId: plans.id,
      date: planExceptions.date,
      movedTo: planExceptions.movedTo,
      holidayRule: plans.holidayRule,
      until: plans.until,
    })
    .from(planExceptions)
    .innerJoin(plans, eq(plans.id, planExceptions.planId))
    .where(and(eq(planExceptions.kind, 'moved'), sql`${planExceptions.movedTo} >= ${day}`))
    .all();

/** Gives the exceptions of a plan from a day on to the plan that was split off there. Call it inside a transaction. */
export function moveExceptions(ctx: Ctx, { from, to, since }: { from: number; to: number; since: string }): void {
  ctx.db
    .update(planExceptions)
    .set({ planId: to })
    .where(and(eq(planExceptions.planId, from), sql`${planExceptions.date} >= ${since}`))
    .run();
}
