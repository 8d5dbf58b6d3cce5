import { addDays, getWeekday, isDay } from '../../shared/calendar-day';
import { getPostedHours } from '../../shared/company-facts';
import { fieldError } from '../../shared/errors';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { getCompany } from '../settings/service';

/** A job may be recorded up to a year late, and planned up to five years ahead. */
const DAYS_BACK = 366;
const DAYS_AHEAD = 5 * 366;

/**
 * Returns the instant at which a job begins; a calendar day stands for the opening time of that day. Throws BAD_REQUEST for a day too far
 * away, unless the job has it already.
 */
export function startOfJob(ctx: Ctx, scheduledDate: string, current?: string): string {
  const start = isDay(scheduledDate)
    ? businessInstant(scheduledDate, getPostedHours(getWeekday(scheduledDate), getCompany(ctx).hours).opens)
    : scheduledDate;
  const [day, today] = [businessDay(start), businessDay(ctx.now())];
  if (start !== current && (day < addDays(today, -DAYS_BACK) || day > addDays(today, DAYS_AHEAD)))
    throw fieldError('scheduledDate', 'Please enter a day within the last year or the next five years.');
  return start;
}
