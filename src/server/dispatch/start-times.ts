import { addDays, getWeekday, isDay } from '../../shared/calendar-day';
import { getPostedHours } from '../../shared/company-facts';
import { FIRST_JOB_DAY, MOST_DAYS_AHEAD } from '../../shared/dispatch';
import { fieldError } from '../../shared/errors';
import { businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { getCompany } from '../settings/service';

/**
 * Returns the instant at which a job begins; a calendar day stands for the opening time of that day. Throws BAD_REQUEST for a day outside
 * the bounds, unless the job has it already.
 */
export function getJobStart(ctx: Ctx, scheduledDate: string, current?: string): string {
  const start = isDay(scheduledDate)
    ? businessInstant(scheduledDate, getPostedHours(getWeekday(scheduledDate), getCompany(ctx).hours).opens)
    : scheduledDate;
  const day = businessDay(start);
  if (start !== current && (day < FIRST_JOB_DAY || day > addDays(businessDay(ctx.now()), MOST_DAYS_AHEAD)))
    throw fieldError('scheduledDate', `Please enter a day from ${FIRST_JOB_DAY} to five years ahead.`);
  return start;
}
