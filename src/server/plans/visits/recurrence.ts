import { RRule, Weekday } from 'rrule';
import { addDays, daysBetween, laterDay } from '../../../shared/calendar-day';
import { getMonday } from '../../../shared/calendar-periods';
import { type PlanRule, readRule } from '../../../shared/plans';

/** The days of a plan's rule: from `startDate` to the last day, or as many as `count`. */
export type Recurrence = { rrule: string; startDate: string; until: string | null; count: number | null };

/** The package counts Monday as 0. */
const toByDay = (weekday: number, nth?: number) => new Weekday((weekday + 6) % 7, nth);
const toInstant = (day: string) => new Date(`${day}T00:00:00Z`);
const toDay = (instant: Date) => instant.toISOString().slice(0, 10);

const toOptions = (rule: PlanRule) =>
  rule.kind === 'monthly'
    ? { freq: RRule.MONTHLY, byweekday: [toByDay(rule.weekday, rule.nth)] }
    : { freq: RRule.WEEKLY, interval: rule.weeks, byweekday: rule.weekdays.map((weekday) => toByDay(weekday)), wkst: RRule.MO };

/** Returns the latest day on or before `from` from which the rule runs the same way as from its start. */
function moveStart({ startDate, count }: Recurrence, rule: PlanRule, from: string): string {
  if (count !== null || from <= startDate) return startDate;
  if (rule.kind === 'monthly') return from;
  const monday = getMonday(startDate);
  const days = 7 * rule.weeks;
  const moved = addDays(monday, Math.floor(daysBetween(monday, from) / days) * days);
  return laterDay(startDate, moved);
}

/**
 * Cached results of {@link listRuleDays}: most plans share their rule with others, and the package takes a quarter of a millisecond for a
 * rule.
 */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 500;

/**
 * Returns the days of a rule from `from` to `to`, both included, at most `limit`. Calendar days are handed to the package as midnights in
 * UTC, so that no time zone takes part.
 */
export function listRuleDays(recurrence: Recurrence, from: string, to: string, limit = Number.POSITIVE_INFINITY): readonly string[] {
  const { rrule, startDate, until, count } = recurrence;
  const first = laterDay(startDate, from);
  const last = until !== null && until < to ? until : to;
  if (last < first) return [];
  const rule = readRule(rrule);
  const begins = moveStart(recurrence, rule, first);
  const key = `${rrule} ${begins} ${count} ${first} ${last} ${limit}`;
  const found = known.get(key);
  if (found) return found;
  const days = new RRule({ ...toOptions(rule), dtstart: toInstant(begins), ...(count !== null && { count }) })
    .between(toInstant(first), toInstant(last), true, (_, listed) => listed < limit)
    .map(toDay);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, days);
  return days;
}

/** Returns whether a day is one of a rule. */
export const isRuleDay = (recurrence: Recurrence, day: string): boolean => listRuleDays(recurrence, day, day).length > 0;

/** Returns the last day of a rule, or null if it has no end. */
export function findLastDay(recurrence: Recurrence): string | null {
  const { startDate, until, count } = recurrence;
  if (count === null) return until;
  return listRuleDays(recurrence, startDate, '9999-12-31', count).at(-1) ?? null;
}
