import { BOOKING_SERVICE_TYPES } from '../../../shared/booking';
import { getWeekday, isDay } from '../../../shared/calendar-day';
import { WEEKDAY_CODES } from '../../../shared/plans';
import { QUOTE_SERVICE_TYPES } from '../../../shared/quotes';

/** Interval of a job: once, every so many weeks, or on the same weekday of each month. */
export type Interval = 'once' | 'month' | number;

const ONCE = /^(|once|one[- ]?(time|off)( job)?|single|none|never|no|does not repeat|not recurring|as needed)$/;
const MONTHLY = /^(monthly|every month|every (1|one) months?|once (a|per) month|each month)$/;
const WEEKS: readonly (readonly [RegExp, number])[] = [
  [/^(weekly|every week|each week|once (a|per) week|every (7|seven) days)$/, 1],
  [/^(bi-?weekly|fortnightly|every (other|second) week|twice (a|per) month|every (14|fourteen) days|semi-?monthly)$/, 2],
  [/^(tri-?weekly|every third week|every (21|twenty-one) days)$/, 3],
  [/^(every fourth week|every (28|twenty-eight) days|four-?weekly)$/, 4],
];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
/** Most weeks between two visits of an imported job. */
const MOST_WEEKS = 52;

/** Reads a frequency such as "Biweekly" or "Every 3 weeks on Tuesdays"; undefined for any other text. */
export function readInterval(text: string): Interval | undefined {
  const words = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ on .*$/, '')
    .trim();
  if (ONCE.test(words)) return 'once';
  if (MONTHLY.test(words)) return 'month';
  const named = WEEKS.find(([pattern]) => pattern.test(words))?.[1];
  if (named !== undefined) return named;
  const [, number = ''] = /^(?:every )?(\d{1,2}|[a-z]+)[- ]?(?:weeks?|weekly)$/.exec(words) ?? [];
  const weeks = /^\d+$/.test(number) ? Number(number) : NUMBERS.indexOf(number);
  return weeks >= 1 && weeks <= MOST_WEEKS ? weeks : undefined;
}

/** Returns the RRULE of an interval from a day on: its weekday; for a month the same nth weekday. */
export function toIntervalRule(interval: Exclude<Interval, 'once'>, day: string): string {
  const weekday = WEEKDAY_CODES[getWeekday(day)];
  if (interval !== 'month') return `FREQ=WEEKLY;${interval === 1 ? '' : `INTERVAL=${interval};`}BYDAY=${weekday}`;
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  return `FREQ=MONTHLY;BYDAY=${nth}${weekday}`;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const toDay = (year: string | number, month: number, day: string | number): string | undefined => {
  const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
};

/** Reads a day as "2026-12-01", "Dec 1, 2026", "Tue, 1 December 2026" or "12/31/2026"; undefined if it may mean two days or none. */
export function readDay(text: string): string | undefined {
  const words = text.trim();
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:$|[T\s])/.exec(words) ?? [];
  if (year !== '') return toDay(year, Number(month), day);
  const [, one = '', other = '', numericYear = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:$|\s)/.exec(words) ?? [];
  if (numericYear !== '') {
    if (one !== other && Number(one) <= 12 && Number(other) <= 12) return undefined;
    return Number(one) > 12 ? toDay(numericYear, Number(other), one) : toDay(numericYear, Number(one), other);
  }
  const named = words.toLowerCase().replace(/^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/, '');
  const monthFirst = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:$|\s)/.exec(named);
  if (monthFirst) return toDay(monthFirst[3] ?? '', MONTHS.indexOf(monthFirst[1] ?? '') + 1, monthFirst[2] ?? '');
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3})[a-z]*\.?,?[\s-]+(\d{4})(?:$|\s)/.exec(named);
  return dayFirst ? toDay(dayFirst[3] ?? '', MONTHS.indexOf(dayFirst[2] ?? '') + 1, dayFirst[1] ?? '') : undefined;
}

/** Reads a time of day as "09:00", "9:00 AM", "2pm" or the begin of "9:00 AM - 11:00 AM" as "HH:MM"; undefined for any other text. */
export function readTime(text: string): string | undefined {
  const [, hours = '', minutes = '00', mark = ''] =
    /^(\d{1,2})(?::(\d{2})(?::\d{2})?)?\s*([ap])?\.?(?:m\.?)?(?:\s*(?:-|–|to)\s.*)?$/.exec(text.trim().toLowerCase()) ?? [];
  if (hours === '' || (mark === '' && !text.includes(':'))) return undefined;
  const hour = Number(hours);
  if (mark !== '' && (hour < 1 || hour > 12)) return undefined;
  const whole = mark === '' ? hour : (hour % 12) + (mark === 'p' ? 12 : 0);
  return whole < 24 && Number(minutes) < 60 ? `${String(whole).padStart(2, '0')}:${minutes}` : undefined;
}

/** Reads a duration as "150", "150 min", "2h 30m", "2.5 hours" or "2:30" in minutes; undefined for any other text. */
export function readMinutes(text: string): number | undefined {
  const words = text.trim().toLowerCase();
  const clock = /^(\d{1,2}):([0-5]\d)(?::\d{2})?$/.exec(words);
  if (clock) return inDay(Number(clock[1]) * 60 + Number(clock[2]));
  const [, hours, minutes] =
    /^(?:(\d{1,2}(?:\.\d{1,2})?)\s*(?:h|hrs?|hours?)\.?)?\s*(?:(?:and\s*)?(\d{1,4})\s*(?:m|mins?|minutes?)?\.?)?$/.exec(words) ?? [];
  return hours === undefined && minutes === undefined ? undefined : inDay(Math.round(Number(hours ?? 0) * 60) + Number(minutes ?? 0));
}
const inDay = (minutes: number): number | undefined => (minutes >= 1 && minutes <= 1440 ? minutes : undefined);

/** Returns an amount without its currency and its thousands separators: "$1,140.00" is "1140.00". */
export const readAmount = (text: string): string => text.replace(/^\s*(?:CA|C|CAD)?\s*\$?\s*/i, '').replace(/,(?=\d{3}(?:\D|$))/g, '');

/** Words in the names of services by our own service, the more particular ones first. */
const SERVICES: readonly (readonly [RegExp, string])[] = [
  [/carpet|rug|upholster/, 'carpet-cleaning'],
  [/window/, 'window-cleaning'],
  [/deep|spring|move|post[- ]?construction|renovation/, 'deep-cleaning'],
  [/commercial|office|janitor|strata|retail|clinic/, 'commercial'],
  [/emergency|flood|urgent/, 'emergency'],
  [/residential|standard|regular|recurring|maintenance|house|home|maid|basic|general|routine/, 'residential'],
];
const OURS: readonly string[] = [...BOOKING_SERVICE_TYPES, ...QUOTE_SERVICE_TYPES];
/** Returns our own service for the name of one: "residential" for "Standard clean"; undefined for a name of another kind. */
export function findService(name: string): string | undefined {
  const words = name.trim().toLowerCase();
  return OURS.find((type) => type === words || type.replace('-', ' ') === words) ?? SERVICES.find(([pattern]) => pattern.test(words))?.[1];
}
