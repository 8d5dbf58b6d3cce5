import { z } from 'zod';
import { isDay } from './calendar-day';
import { businessDay, businessInstant, businessTime } from './time';

/** Any ISO 8601 instant with an offset; the output is UTC text with milliseconds. */
export const instantSchema = z.iso
  .datetime({ offset: true, message: 'Please enter a time such as 2026-11-20T18:00:00Z.' })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getTime() >= 0 && instant.getUTCFullYear() <= 9999, 'Please enter a time such as 2026-11-20T18:00:00Z.')
  .transform((instant) => instant.toISOString());

const DAY = 'Please enter a day such as 2026-11-20.';
/** An existing calendar day, "yyyy-MM-dd". */
export const daySchema = z.string(DAY).refine(isDay, DAY);
/** A calendar day, or an instant, which is converted to its day in the company's time zone. */
export const dayOrInstant = z.string(DAY).transform((text, ctx) => {
  // Programs often send a day as midnight UTC and mean that day.
  const day = text.replace(/T00:00(:00(\.0+)?)?(Z|[+-]00:00)$/, '');
  if (isDay(day)) return day;
  const instant = instantSchema.safeParse(text);
  if (instant.success) return businessDay(instant.data);
  ctx.addIssue({ code: 'custom', message: DAY });
  return z.NEVER;
});

const CLOCK = 'Please enter a time such as 08:00.';
/** A time of day, "08:00". */
export const clockTime = z.string(CLOCK).regex(/^([01]\d|2[0-3]):[0-5]\d$/, CLOCK);

/** Returns the instant of a company time such as "2026-11-21 10:30" (or with a T), or undefined for any other text. */
export function readLocalTime(text: string): string | undefined {
  const [, day = '', time = ''] = /^\s*(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)\s*$/.exec(text) ?? [];
  return isDay(day) ? businessInstant(day, time) : undefined;
}

/** Returns an instant in company time as the value of a datetime-local field: "2026-11-21T10:30". */
export const formatLocalTime = (instant: string): string => `${businessDay(instant)}T${businessTime(instant)}`;
