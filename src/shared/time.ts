import { addDays, getWeekday } from './calendar-day';

/** British Columbia stays at UTC−7 all year since this instant, which time zone data before 2026b lacks. Only this file names a zone. */
const FIXED_SINCE = Date.parse('2026-03-08T10:00:00.000Z');
const zoneFor = (instant: Date) => (instant.getTime() >= FIXED_SINCE ? 'Etc/GMT+7' : 'America/Vancouver');

const HOUR_MS = 3_600_000;
/** The year in which the last rule of summer time began. */
const RULE_SINCE = 2007;
const summers = new Map<number, [from: number, to: number]>();
/** Returns the summer time of a year: from 2 a.m. on the second Sunday of March to 2 a.m. on the first Sunday of November. */
function getSummer(year: number): [from: number, to: number] {
  const known = summers.get(year);
  if (known) return known;
  const sunday = (month: number, first: number) => first + ((7 - new Date(Date.UTC(year, month, first)).getUTCDay()) % 7);
  const summer: [number, number] = [Date.UTC(year, 2, sunday(2, 8), 10), Date.UTC(year, 10, sunday(10, 1), 9)];
  summers.set(year, summer);
  return summer;
}

/** Shifts an instant so that its UTC fields show the company's clock; undefined before 2007. Takes a tenth of the time of Intl. */
function toClock(instant: Date): Date | undefined {
  const at = instant.getTime();
  if (at >= FIXED_SINCE) return new Date(at - 7 * HOUR_MS);
  const year = instant.getUTCFullYear();
  if (!(year >= RULE_SINCE)) return undefined;
  const [from, to] = getSummer(year);
  return new Date(at - (at >= from && at < to ? 7 : 8) * HOUR_MS);
}

const formats = new Map<string, Intl.DateTimeFormat>();
function format(instant: Date, options: Intl.DateTimeFormatOptions, locale = 'en-CA'): string {
  const timeZone = zoneFor(instant);
  const key = `${locale}${timeZone}${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(key, found);
  }
  return found.format(instant);
}

const INSTANT = /^(?:19|2\d)\d\d-\d\d-\d\dT/;
/** Returns whether a text is a usable ISO 8601 instant; values written by other programs may not be. */
export const isInstant = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

const asDate = (instant: string | Date) => (typeof instant === 'string' ? new Date(instant) : instant);

/** Returns an instant's calendar day in the company's time zone, "2026-11-20". */
export const businessDay = (instant: string | Date): string =>
  toClock(asDate(instant))?.toISOString().slice(0, 10) ?? format(asDate(instant), { year: 'numeric', month: '2-digit', day: '2-digit' });

/** Returns an instant's time of day in the company's time zone, "13:05". */
export const businessTime = (instant: string | Date): string =>
  toClock(asDate(instant))?.toISOString().slice(11, 16) ??
  format(asDate(instant), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en-GB');

/** Returns an instant's weekday (0 = Sunday) and hour in the company's time zone. */
export function businessHour(instant: string | Date): [weekday: number, hour: number] {
  const clock = toClock(asDate(instant));
  return clock ? [clock.getUTCDay(), clock.getUTCHours()] : [getWeekday(businessDay(instant)), Number(businessTime(instant).slice(0, 2))];
}

/** Formats an instant: "Fri, Nov 20, 2026, 1:05 p.m.". */
export const formatDateTime = (instant: string | Date): string =>
  format(asDate(instant), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Formats the running clock of the office: "Friday, November 20 at 1:05:09 p.m.". */
export const formatClock = (instant: string): string =>
  format(asDate(instant), { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' });

export const addMinutes = (instant: Date, minutes: number): string => new Date(instant.getTime() + minutes * 60_000).toISOString();

/** Returns whole minutes between two instants, at least 0, or null if the first is null. */
export const minutesBetween = (from: string | null, to: string): number | null =>
  from === null ? null : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** Returns the first instant of a company day and that of the next day, as ISO text. */
export const businessDayBounds = (day: string): [from: string, to: string] => [
  businessInstant(day, '00:00'),
  businessInstant(addDays(day, 1), '00:00'),
];

/** Returns the instant of a day and time ("13:05") in the company's time zone, as ISO text. */
export function businessInstant(day: string, time: string): string {
  const inFixedZone = new Date(`${day}T${time}:00.000-07:00`);
  if (businessTime(inFixedZone) === time) return inFixedZone.toISOString();
  return new Date(inFixedZone.getTime() + 3_600_000).toISOString();
}

/** The names of the weekdays by their numbers. */
export const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Formats a calendar day: "Friday, November 20, 2026". Throws RangeError for an invalid day. */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new RangeError(`Not a calendar day: ${day}`);
  return `${WEEKDAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** Formats a calendar day without its weekday: "November 20, 2026". Throws RangeError for an invalid day. */
export const formatDate = (day: string): string => formatDay(day).replace(/^\S+ /, '');

/** Formats a time window "08:00-10:00": "8:00 a.m. to 10:00 a.m.". */
export const formatWindow = (timeSlot: string): string => timeSlot.split('-').map(formatClockTime).join(' to ');

/** Formats a time of day "13:05": "1:05 p.m.". */
export function formatClockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'a.m.' : 'p.m.'}`;
}

/** Removes the second full stop of sentences that end in a time such as "1:05 p.m.". */
export const withoutDoubleStops = (text: string): string => text.replace(/\b([ap]\.m\.)\.(?!\.)/g, '$1');
