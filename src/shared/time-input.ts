import { z } from 'zod';
import { isDay } from './calendar-day';
import { businessDay, businessInstant, businessTime } from './time';

/** An instant: any ISO 8601 text with an offset, out as UTC text with milliseconds. */
export const instantSchema = z.iso
  .datetime({ offset: true, message: 'Please enter a time such as 2026-11-20T18:00:00Z.' })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getTime() >= 0 && instant.getUTCFullYear() <= 9999, 'Please enter a time such as 2026-11-20T18:00:00Z.')
  .transform((instant) => instant.toISOString());

const DAY = 'Please enter a day such as 2026-11-20.';
/** A calendar day that exists, "yyyy-MM-dd". */
export const daySchema = z.string(DAY).refine(isDay, DAY);
/** A calendar day, or an instant that is taken for its day in the company's zone (decisions X102). */
export const dayOrInstant = z.string(DAY).transform((text, ctx) => {
  // A program that makes an instant of a day makes it midnight in UTC, and means that very day.
  const day = text.replace(/T00:00(:00(\.0+)?)?(Z|[+-]00:00)$/, '');
  if (isDay(day)) return day;
  const instant = instantSchema.safeParse(text);
  if (instant.success) return businessDay(instant.data);
  ctx.addIssue({ code: 'custom', message: DAY });
  return z.NEVER;
});

/** A time of the company's clock as people type it, "2026-11-21 10:30" (or with a T), as an instant; undefined for what is none. */
export function readLocalTime(text: string): string | undefined {
  const [, day = '', time = ''] = /^\s*(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d)\s*$/.exec(text) ?? [];
  return isDay(day) ? businessInstant(day, time) : undefined;
}

/** The other way round, as a field for date and time has it: "2026-11-21T10:30". */
export const showLocalTime = (instant: string): string => `${businessDay(instant)}T${businessTime(instant)}`;
