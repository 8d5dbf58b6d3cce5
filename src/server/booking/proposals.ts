import { eq } from 'drizzle-orm';
import { appointmentBookings, type BookedAppointment } from '../../../db/schema';
import { DEFAULT_BOOKING_MINUTES, getStartTime } from '../../shared/booking';
import { MAX_CENTS } from '../../shared/money';
import { toRule } from '../../shared/plans';
import { sumPrices } from '../../shared/pricing';
import type { Ctx } from '../context';
import { createPlan } from '../plans/service';
import { readSentEstimate } from '../pricing/sent-estimates';
import { findPrices } from '../pricing/service';
import { getSettings } from '../settings/service';
import { findBookedClient } from './booked-client';

/** Returns the price of a visit before the discount by the price book, if the visitor saw an estimate. */
function getEstimatedPrice(ctx: Ctx, { estimate, serviceType }: BookedAppointment): number | null {
  const sent = readSentEstimate(estimate);
  if (sent === null) return null;
  const { bedrooms, bathrooms, squareFeet, hours, extras } = sent;
  const work = { serviceType, bedrooms, bathrooms, squareFeet, hours, extras };
  const cents = sumPrices(findPrices(ctx, { ...work, frequency: 'once' }).lines);
  return cents > 0 && cents <= MAX_CENTS ? cents : null;
}

/**
 * Proposes a plan to the office if the visitor wants to be served regularly. It has the booking's weekday and time, and the discount of
 * its frequency. Call it inside the transaction of the booking, after its job is linked.
 */
export function proposePlan(ctx: Ctx, row: BookedAppointment): void {
  const { frequency, date, serviceType, specialRequests } = row;
  if (frequency === 'once') return;
  const { addressNote, ...place } = findBookedClient(ctx, row);
  const plan = createPlan(
    ctx,
    {
      ...place,
      serviceType,
      rrule: toRule(frequency, date),
      startDate: date,
      startTime: getStartTime(row.timeSlot),
      minutes: row.estimatedDuration || DEFAULT_BOOKING_MINUTES,
      crewSize: 1,
      price: getEstimatedPrice(ctx, row),
      discountPercent: getSettings(ctx).planDiscounts[frequency],
      notes: [specialRequests, addressNote].filter(Boolean).join('\n') || null,
      checklist: [],
      holidayRule: 'skip',
      billing: 'visit',
    },
    { isProposed: true },
  );
  ctx.db.update(appointmentBookings).set({ planId: plan.id }).where(eq(appointmentBookings.id, row.id)).run();
}
