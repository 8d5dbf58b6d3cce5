import type { z } from 'zod';
import { laterDay } from '../../shared/calendar-day';
import { formatRule, PREVIEWED_DAYS } from '../../shared/plans';
import type { planPreview, planPreviewInput } from '../../shared/plans-schemas';
import { businessDay, businessInstant } from '../../shared/time';
import { isOverbooked } from '../calendar/capacity';
import { readClosedDays } from '../calendar/closed-days';
import type { Ctx } from '../context';
import { assertPlannable } from './service';
import { findHeldDay } from './visits/days';
import { listRuleDays } from './visits/recurrence';

/** Returns the rule of a plan in words and its next ten days, each with its conflicts. Throws BAD_REQUEST, NOT_FOUND. */
export function previewPlan(ctx: Ctx, input: z.output<typeof planPreviewInput>): z.output<typeof planPreview> {
  assertPlannable(ctx, input);
  const { startDate, startTime, minutes, crewSize: people, until = null, count = null } = input;
  const today = businessDay(ctx.now());
  const closed = readClosedDays(ctx, today);
  const days = listRuleDays({ ...input, until, count }, laterDay(startDate, today), '9999-12-31', PREVIEWED_DAYS);
  return {
    words: formatRule(input.rrule, startTime),
    dates: days.map((date) => {
      const on = findHeldDay({ ...input, until }, closed, date);
      const conflicts = closed.has(date) ? [`Closed: ${closed.get(date) ?? 'no reason given'}`] : [];
      if (on !== null && isOverbooked(ctx, { begins: businessInstant(on, startTime), minutes, people }))
        conflicts.push('Too few people are free at this time.');
      return { date, on, conflicts };
    }),
  };
}
