import { getWeekday } from '../../shared/calendar-day';
import { FREQUENCY_NAMES, MOST_WEEKS, parseRule, toMonthlyRule, toRule, writeRule } from '../../shared/plans';

/** The names of the choices of how often a visit repeats. */
export const REPEAT_NAMES = {
  none: 'Does not repeat',
  week: FREQUENCY_NAMES.week,
  '2weeks': FREQUENCY_NAMES['2weeks'],
  '4weeks': FREQUENCY_NAMES['4weeks'],
  month: 'Monthly',
  custom: 'Custom…',
} as const;
/** Shown for a custom repeat from which no rule can be made. */
export const REPEAT_INCOMPLETE = `Please choose at least one weekday, and 1 to ${MOST_WEEKS} weeks.`;
export type RepeatChoice = keyof typeof REPEAT_NAMES;

/** A choice of how often; `rule` holds the fields of a custom one, and weekdays are 0 = Sunday … 6. */
export type Repeat = {
  choice: RepeatChoice;
  rule: { kind: 'weekly' | 'monthly'; weeks: string; weekdays: readonly number[]; nth: number; weekday: number };
};

const toFields = (weekday: number): Repeat['rule'] => ({ kind: 'weekly', weeks: '1', weekdays: [weekday], nth: 1, weekday });
export const startRepeat = (choice: RepeatChoice, day: string): Repeat => ({ choice, rule: toFields(getWeekday(day)) });

const PRESETS = ['week', '2weeks', '4weeks', 'month'] as const;
const writePreset = (choice: (typeof PRESETS)[number], day: string): string =>
  choice === 'month' ? toMonthlyRule(day) : toRule(choice, day);

/** Returns the choice that stands for a plan's RRULE; `day` is one of its visits. */
export function readRepeat(rrule: string, day: string): Repeat {
  const rule = parseRule(rrule);
  const fields = { ...toFields(getWeekday(day)), ...rule, weeks: String(rule?.kind === 'weekly' ? rule.weeks : 1) };
  return { choice: PRESETS.find((choice) => writePreset(choice, day) === rrule) ?? 'custom', rule: fields };
}

/** Returns the RRULE of a choice for visits from a day on, an empty text if it is incomplete, or null without a repeat. */
export function writeRepeat({ choice, rule }: Repeat, day: string): string | null {
  if (choice === 'none') return null;
  if (choice !== 'custom') return writePreset(choice, day);
  if (rule.kind === 'monthly') return writeRule({ ...rule, kind: 'monthly' });
  const weeks = /^\d{1,2}$/.test(rule.weeks) ? Number(rule.weeks) : 0;
  if (weeks < 1 || weeks > MOST_WEEKS || rule.weekdays.length === 0) return '';
  return writeRule({ kind: 'weekly', weeks, weekdays: [...rule.weekdays] });
}
