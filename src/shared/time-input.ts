import { z } from 'zod';
import { isDay } from './calendar-day';

/** An instant: any ISO 8601 text with an offset, out as UTC text with milliseconds. */
export const instantSchema = z.iso
  .datetime({ offset: true, message: 'Please enter a time such as 2026-11-20T18:00:00Z.' })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getTime() >= 0 && instant.getUTCFullYear() <= 9999, 'Please enter a time such as 2026-11-20T18:00:00Z.')
  .transform((instant) => instant.toISOString());

const DAY = 'Please enter a day such as 2026-11-20.';
/** A calendar day that exists, "yyyy-MM-dd". */
export const daySchema = z.string(DAY).refine(isDay, DAY);
