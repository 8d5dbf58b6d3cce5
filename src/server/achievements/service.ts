import { and, eq, max, min, ne, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { countKept } from '../../../db/kept-counts';
import { achievementUnlocks, activity, automationRuns, automationState, dailyStats } from '../../../db/schema';
import {
  ACHIEVEMENT_IDS,
  type Achievement,
  type AchievementFigures,
  type AchievementId,
  type AchievementStats,
  countStreak,
  getAchievementValue,
  toAchievement,
} from '../../shared/achievements';
import { LEAD_KINDS, OPPORTUNITY_STATUSES, type OpportunityKind } from '../../shared/automation';
import { addDays, daysBetween } from '../../shared/calendar-day';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getSettings } from '../settings/service';
import { countDay, countDays, type DayStats, findFirstActivity, storeDays } from './daily-stats';

const countWon = (ctx: Ctx, kind: OpportunityKind): number => countKept(ctx, 'opportunities', [`${kind} won`]);

/** Returns when the automation was started for the first time, or else when the first activity was recorded. */
function findJoinedAt(ctx: Ctx): string | null {
  // The first start ever; the state stores only the last one.
  const first = ctx.db
    .select({ at: min(activity.at) })
    .from(activity)
    .where(eq(activity.verb, 'automation.started'))
    .get();
  const last = ctx.db
    .select({ at: min(automationState.startedAt) })
    .from(automationState)
    .get();
  const started = [first?.at, last?.at].filter((at) => at != null).sort();
  return started[0] ?? findFirstActivity(ctx) ?? null;
}

function getStats(ctx: Ctx, { clientsAcquired, contactedOrWon, posts } = countDay(ctx, businessDay(ctx.now()))): AchievementStats {
  const today = businessDay(ctx.now());
  // The days with a new client, a follow-up or a post, newest first; no achievement needs a streak longer than the limit.
  const busy = new Set(
    ctx.db
      .select({ date: dailyStats.date })
      .from(dailyStats)
      .where(and(ne(dailyStats.date, today), sql`${dailyStats.clientsAcquired} + ${dailyStats.contactedOrWon} + ${dailyStats.posts} >= 1`))
      .orderBy(sql`${dailyStats.date} desc`)
      .limit(1000)
      .all()
      .map(({ date }) => date),
  );
  if (clientsAcquired + contactedOrWon + posts >= 1) busy.add(today);
  const ran =
    ctx.db
      .select({ at: max(automationRuns.finishedAt) })
      .from(automationRuns)
      .where(sql`status = 'ok'`)
      .get()?.at ?? null;
  const best = ctx.db
    .select({ clients: max(dailyStats.clientsAcquired) })
    .from(dailyStats)
    .where(ne(dailyStats.date, today))
    .get();
  const joined = findJoinedAt(ctx);
  return {
    totalLeadsGenerated: countKept(
      ctx,
      'opportunities',
      LEAD_KINDS.flatMap((kind) => OPPORTUNITY_STATUSES.map((status) => `${kind} ${status}`)),
    ),
    totalPartnershipsCreated: countWon(ctx, 'partnership'),
    totalCorporateContracts: countWon(ctx, 'corporate_contract'),
    dailyStreak: countStreak(busy, today, (day) => addDays(day, -1)),
    bestDailyPerformance: Math.max(best?.clients ?? 0, clientsAcquired),
    socialMediaPosts: countKept(ctx, 'posts', ['posted']),
    marketExpansions: countWon(ctx, 'market_expansion'),
    teamMemberAssignments: countKept(ctx, 'assignments'),
    lastActiveDate: ran && businessDay(ran),
    joinDate: joined && businessDay(joined),
  };
}

function getFigures(ctx: Ctx, todayStats?: DayStats): AchievementFigures {
  const stats = getStats(ctx, todayStats);
  const daysTogether = stats.joinDate === null ? 0 : Math.max(0, daysBetween(stats.joinDate, businessDay(ctx.now())));
  return { ...stats, dailyTarget: getSettings(ctx).automation.dailyTarget, daysTogether };
}

const unlockedAt = ({ db }: Ctx): Map<string, string> =>
  new Map(
    db
      .select()
      .from(achievementUnlocks)
      .all()
      .map((row) => [row.achievementId, row.unlockedAt]),
  );

/** Returns all achievements with their progress. A reached one shows as unlocked at once; the next check stores it. */
export function listAchievements(ctx: Ctx): { success: true; achievements: Achievement[] } {
  const [now, dates, at] = [getFigures(ctx), unlockedAt(ctx), ctx.now().toISOString()];
  const reachedAt = (id: AchievementId) => {
    const { value, max: needed } = getAchievementValue(id, now);
    return value >= needed ? at : null;
  };
  return { success: true, achievements: ACHIEVEMENT_IDS.map((id) => toAchievement(id, now, dates.get(id) ?? reachedAt(id))) };
}

export const listUnlocked = (ctx: Ctx) => ({
  success: true as const,
  achievements: listAchievements(ctx).achievements.filter((one) => one.unlockedAt !== null),
});

export const readStats = (ctx: Ctx) => ({ success: true as const, stats: getStats(ctx) });

/** Counts and stores the last days, unlocks every achievement that is reached, and returns those. */
export async function checkAchievements(ctx: Ctx): Promise<{ success: true; achievements: Achievement[] }> {
  const days = await countDays(ctx);
  return inTransaction(ctx.db, () => {
    storeDays(ctx, days);
    const todayStats = days.find(({ date }) => date === businessDay(ctx.now()));
    const [now, dates, at] = [getFigures(ctx, todayStats), unlockedAt(ctx), ctx.now().toISOString()];
    const reached = ACHIEVEMENT_IDS.filter((id) => !dates.has(id)).flatMap((id) => {
      const { value, max: needed } = getAchievementValue(id, now);
      return value >= needed ? [{ id, value }] : [];
    });
    for (const { id, value } of reached) {
      ctx.db.insert(achievementUnlocks).values({ achievementId: id, unlockedAt: at, valueAtUnlock: value }).run();
      recordActivity(ctx, { verb: 'achievement.unlocked', entityType: 'achievement', entityId: id, data: { value } });
    }
    if (reached.length > 0) publishAfterCommit(ctx, 'achievements');
    return { success: true, achievements: reached.map(({ id }) => toAchievement(id, now, at)) };
  });
}
