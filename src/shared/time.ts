import { z } from 'zod';

/**
 * British Columbia stays at UTC−7 since this instant; zone data older than 2026b still puts the clock back in winter.
 * Nothing else in the code names a zone (guide/traps.md).
 */
const FIXED_SINCE = Date.parse('2026-03-08T10:00:00.000Z');
const zoneOf = (instant: Date) => (instant.getTime() >= FIXED_SINCE ? 'Etc/GMT+7' : 'America/Vancouver');

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

const asDate = (instant: string | Date) => (typeof instant === 'string' ? new Date(instant) : instant);

/** The company's calendar day of an instant, "2026-11-20". */
export const businessDay = (instant: string | Date): string =>
  format(asDate(instant), { year: 'numeric', month: '2-digit', day: '2-digit' });

/** The company's wall clock of an instant, "13:05". */
export const businessTime = (instant: string | Date): string =>
  format(asDate(instant), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'en-GB');

/** An instant for people: "Fri, Nov 20, 2026, 1:05 p.m.". */
export const showDateTime = (instant: string | Date): string =>
  format(asDate(instant), { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });

/** The running clock of the staff side: "Friday, November 20, 1:05:09 p.m.". */
export const showClock = (instant: Date): string =>
  format(instant, { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** Day of the week of a calendar day, 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** An instant some minutes later, as ISO text. */
export const addMinutes = (instant: Date, minutes: number): string => new Date(instant.getTime() + minutes * 60_000).toISOString();

/** An instant: any ISO 8601 text with an offset, out as UTC text with milliseconds. */
export const instantSchema = z.iso
  .datetime({ offset: true, message: 'Please enter a time such as 2026-11-20T18:00:00Z.' })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getTime() >= 0 && instant.getUTCFullYear() <= 9999, 'Please enter a time such as 2026-11-20T18:00:00Z.')
  .transform((instant) => instant.toISOString());

/** The first instant of a calendar day of the company, and the first of the next one, as ISO text. */
export function businessDayBounds(day: string): [from: string, to: string] {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return [startOfDay(day), startOfDay(next)];
}

function startOfDay(day: string): string {
  const inFixedZone = new Date(`${day}T07:00:00.000Z`);
  if (businessTime(inFixedZone) === '00:00') return inFixedZone.toISOString();
  return new Date(inFixedZone.getTime() + 3_600_000).toISOString();
}
