import { getWeekday } from './calendar-day';
import { calculatePercent } from './money';
import { formatClockTime, WEEKDAYS } from './time';

export const PLAN_STATUSES = ['proposed', 'active', 'paused', 'ended'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Rules for a visit on a closed day: `skip` leaves it out, `next` moves it to the next open day. */
export const HOLIDAY_RULES = ['skip', 'next'] as const;
/** One invoice for each visit, or one for each month with a line for each visit. */
export const PLAN_BILLING = ['visit', 'month'] as const;

/** Intervals of service that a visitor can choose from. */
export const FREQUENCIES = ['once', 'week', '2weeks', '4weeks'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const FREQUENCY_NAMES: Record<Frequency, string> = {
  once: 'Once',
  week: 'Every week',
  '2weeks': 'Every 2 weeks',
  '4weeks': 'Every 4 weeks',
};
/** The frequencies that can earn a discount. */
export const REGULAR_FREQUENCIES = ['week', '2weeks', '4weeks'] as const;

/** States of a day of a plan's rule; a visit on another day is `moved` until it is done or cancelled. */
export const VISIT_STATUSES = ['planned', 'skipped', 'closed', 'moved', 'done', 'cancelled'] as const;
/** Reasons for which a change of a plan leaves a visit as it is. */
export const KEPT_REASONS = ['finished', 'begun', 'invoiced', 'detached', 'cancelled'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

/** Days from today on for which visits are generated. */
export const GENERATED_DAYS = 42;
/** Days that a preview of a plan lists. */
export const PREVIEWED_DAYS = 10;
/** A client counts as lost if they had a plan this many days ago and no longer have one. */
export const CHURN_DAYS = 30;
/** Most visits of a plan with a number of visits, and most weeks between two of them. */
export const MOST_VISITS = 1000;
export const MOST_WEEKS = 52;

/** Most tasks that a plan can list for each visit. */
export const MAX_CHECKLIST = 50;

/** The weekdays of RFC 5545 by their numbers. */
export const WEEKDAY_CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** A rule of every so many weeks on some weekdays, or of the nth weekday of each month (−1: the last). Weekdays are 0 = Sunday … 6. */
export type PlanRule = { kind: 'weekly'; weeks: number; weekdays: number[] } | { kind: 'monthly'; nth: number; weekday: number };

const toWeekday = (code: string): number => (WEEKDAY_CODES as readonly string[]).indexOf(code);
const WEEKLY = /^FREQ=WEEKLY(?:;INTERVAL=([1-9]\d?))?;BYDAY=((?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:MO|TU|WE|TH|FR|SA|SU)){0,6})$/;
const MONTHLY = /^FREQ=MONTHLY;BYDAY=([1-5]|-1)(MO|TU|WE|TH|FR|SA|SU)$/;

/** Parses an RRULE of the two kinds that plans have; undefined for any other text. */
export function parseRule(rrule: string): PlanRule | undefined {
  const [, nth, code = ''] = MONTHLY.exec(rrule) ?? [];
  if (nth !== undefined) return { kind: 'monthly', nth: Number(nth), weekday: toWeekday(code) };
  const [, interval = '1', codes] = WEEKLY.exec(rrule) ?? [];
  const weekdays = codes?.split(',').map(toWeekday) ?? [];
  if (codes === undefined || Number(interval) > MOST_WEEKS || new Set(weekdays).size < weekdays.length) return undefined;
  return { kind: 'weekly', weeks: Number(interval), weekdays };
}

/** Parses the RRULE of a stored plan. Throws RangeError for any other text. */
export function readRule(rrule: string): PlanRule {
  const rule = parseRule(rrule);
  if (!rule) throw new RangeError(`Not the rule of a plan: ${rrule}`);
  return rule;
}

/** Returns the RRULE of a rule, with the weekdays of a weekly one in the order of a week that begins on Monday. */
export function writeRule(rule: PlanRule): string {
  if (rule.kind === 'monthly') return `FREQ=MONTHLY;BYDAY=${rule.nth}${WEEKDAY_CODES[rule.weekday]}`;
  const days = sortWeekdays(rule.weekdays).map((weekday) => WEEKDAY_CODES[weekday]);
  return `FREQ=WEEKLY;${rule.weeks === 1 ? '' : `INTERVAL=${rule.weeks};`}BYDAY=${days.join(',')}`;
}

const WEEKS_BETWEEN: Record<Exclude<Frequency, 'once'>, number> = { week: 1, '2weeks': 2, '4weeks': 4 };
/** Returns the RRULE of a frequency that begins on a day: its weekday, every so many weeks. */
export const toRule = (frequency: Exclude<Frequency, 'once'>, day: string): string =>
  writeRule({ kind: 'weekly', weeks: WEEKS_BETWEEN[frequency], weekdays: [getWeekday(day)] });

/** Returns the RRULE of the same weekday of each month as a day: its first, second, third or fourth, or the last after the 28th. */
export function toMonthlyRule(day: string): string {
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return writeRule({ kind: 'monthly', nth: nth === 5 ? -1 : nth, weekday: getWeekday(day) });
}

/** Sorts weekdays as in a week that begins on Monday. */
const sortWeekdays = (weekdays: readonly number[]): number[] => [...weekdays].sort((one, other) => ((one + 6) % 7) - ((other + 6) % 7));

const ORDINALS = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
const nameWeekdays = (weekdays: readonly number[]): string =>
  new Intl.ListFormat('en-CA', { type: 'conjunction' }).format(sortWeekdays(weekdays).map((weekday) => WEEKDAYS[weekday] ?? ''));

/** Formats a rule: "Every second Tuesday at 10:00 a.m.", "The last Friday of each month at 10:00 a.m.". */
export function formatRule(rrule: string, startTime: string): string {
  const rule = readRule(rrule);
  const time = `at ${formatClockTime(startTime)}`;
  if (rule.kind === 'monthly')
    return `The ${rule.nth === -1 ? 'last' : ORDINALS[rule.nth]} ${WEEKDAYS[rule.weekday]} of each month ${time}`;
  const days = nameWeekdays(rule.weekdays);
  if (rule.weeks === 1) return `Every ${days} ${time}`;
  const ordinal = ORDINALS[rule.weeks];
  if (ordinal && rule.weekdays.length === 1) return `Every ${ordinal} ${days} ${time}`;
  return `${ordinal ? `Every ${ordinal} week` : `Every ${rule.weeks} weeks`} on ${days} ${time}`;
}

/** Returns the value of a plan in an average month in cents, after its discount and before tax. A year has 52 weeks. */
export function monthlyCents(plan: { rrule: string; priceCents: number | null; discountPercent: number }): number {
  const rule = readRule(plan.rrule);
  const price = plan.priceCents ?? 0;
  const net = price - calculatePercent(price, plan.discountPercent);
  return rule.kind === 'monthly' ? net : Math.round((net * rule.weekdays.length * 52) / (12 * rule.weeks));
}
