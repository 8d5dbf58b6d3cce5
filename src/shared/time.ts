import { addDays } from './calendar-day';

/**
 * British Columbia stays at UTC−7 since this instant; zone data older than 2026b still puts the clock back in winter.
 * Nothing else in the code names a zone (guide/traps.md).
 */
const FIXED_SINCE = Date.parse('2026-03-08T10:00:00.000Z');
const FIXED_OFFSET_MS = -7 * 3_600_000;
const zoneOf = (instant: Date) => (instant.getTime() >= FIXED_SINCE ? 'Etc/GMT+7' : 'America/Vancouver');

/** Day and time on the company's wall since its clock stands still, "2026-11-20T13:05:00.000Z": without Intl, which starts slowly. */
const fixedClock = (instant: Date): string | undefined =>
  instant.getTime() >= FIXED_SINCE ? new Date(instant.getTime() + FIXED_OFFSET_MS).toISOString() : undefined;

const formats = new Map<string, Intl.DateTimeFormat>();
function format(instant: Date, options: Intl.DateTimeFormatOptions, locale = 'en-CA'): string {
  const timeZone = zoneOf(instant);
  const key = `${locale}${timeZone}${JSON.stringify(options)}`;
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    formats.set(key, found);
  }
  return found.format(instant);
}

const INSTANT = /^(?:19|2\d)\d\d-\d\d-\d\dT/;
/** Whether a text is an instant of ISO 8601 that can be reckoned with; what was written past our own code need not be one. */
export const isInstant = (text: string): boolean => INSTANT.test(text) && !Number.isNaN(Date.parse(text));

const asDate = (instant: string | Date) => (typeof instant === 'string' ? new Date(instant) : instant);

/** The company's calendar day of an instant, "2026-11-20". */
export const businessDay = (instant: string | Date): string =>
  fixedClock(asDate(instant))?.slice(0, 10) ?? format(asDate(instant), { year: 'numeric', month: '2-digit', day: '2-digit' });

/** The company's wall clock of an instant, "13:05". */
export const businessTime = (instant: string | Date): string =>
  fixedClock(asDate(instant))?.slice(11, 16) ?? format(asDate(instant), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en-GB');

/** An instant for people: "Fri, Nov 20, 2026, 1:05 p.m.". */
export const showDateTime = (instant: string | Date): string =>
  format(asDate(instant), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });

/** The running clock of the staff side: "Friday, November 20 at 1:05:09 p.m.". */
export const showClock = (instant: Date): string =>
  format(instant, { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** An instant some minutes later, as ISO text. */
export const addMinutes = (instant: Date, minutes: number): string => new Date(instant.getTime() + minutes * 60_000).toISOString();

/** Whole minutes between two instants; null where the first is not known. */
export const minutesBetween = (from: string | null, to: string): number | null =>
  from === null ? null : Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000));

/** The first instant of a calendar day of the company, and the first of the next one, as ISO text. */
export const businessDayBounds = (day: string): [from: string, to: string] => [
  businessInstant(day, '00:00'),
  businessInstant(addDays(day, 1), '00:00'),
];

/** The instant at which the company's clock shows a time ("13:05") on a day, as ISO text. */
export function businessInstant(day: string, time: string): string {
  const inFixedZone = new Date(`${day}T${time}:00.000-07:00`);
  if (businessTime(inFixedZone) === time) return inFixedZone.toISOString();
  return new Date(inFixedZone.getTime() + 3_600_000).toISOString();
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** A calendar day for people: "Friday, November 20, 2026". Throws RangeError for what is none. */
export function showDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new RangeError(`Not a calendar day: ${day}`);
  return `${WEEKDAYS[date.getUTCDay()]}, ${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

/** A calendar day without its weekday: "November 20, 2026". Throws RangeError for what is none. */
export const showDate = (day: string): string => showDay(day).replace(/^\S+ /, '');

/** A calendar day in short: "Nov 20". Throws RangeError for what is none. */
export const showShortDate = (day: string): string => showDate(day).replace(/^(\w{3})\w* (\d+),.*$/, '$1 $2');

/** Days from the first to the last for people; one alone is said once. */
export const showDays = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  startDate === endDate ? showDay(startDate) : `${showDay(startDate)} to ${showDay(endDate)}`;

/** A window "08:00-10:00" for people: "8:00 a.m. to 10:00 a.m.". */
export const showWindow = (timeSlot: string): string => timeSlot.split('-').map(showClockTime).join(' to ');

/** A time of day "13:05" for people: "1:05 p.m.". */
export function showClockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'a.m.' : 'p.m.'}`;
}
