import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { appointmentBookings } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { toRule } from '../../shared/plans';
import type { Plan, planAcceptance } from '../../shared/plans-schemas';
import { businessDay, businessTime } from '../../shared/time';
import type { Ctx } from '../context';
import { listCrew } from '../dispatch/crews';
import { detachVisit } from '../dispatch/plan-visits/detaching';
import { adoptVisit, changeVisit } from '../dispatch/plan-visits/visits';
import { getWorkOrder } from '../dispatch/work-orders';
import { getOpenPlan, storePlan } from './changes';
import type { PlanRow } from './rows';
import { getPlan } from './service';
import { recordPlan } from './statuses';
import { listVisitJobs } from './visits/days';
import { fillVisits } from './visits/generation';
import { isRuleDay } from './visits/recurrence';
import { findKeptReason } from './visits/syncing';

/** Creates the job of a booking unless it has one. Passed in, because `booking` imports `plans`. */
export type LinkJob = (ctx: Ctx, bookingId: number) => { workOrderId: number | null };

/** Returns the job of the booking that proposed a plan, or null if the booking does not take place. */
function findFirstJob(ctx: Ctx, planId: number, linkJob: LinkJob) {
  const booking = ctx.db.select().from(appointmentBookings).where(eq(appointmentBookings.planId, planId)).get();
  const isOpen = booking?.status === 'confirmed';
  if (!booking || (!isOpen && booking.status !== 'completed')) return null;
  const { workOrderId } = isOpen ? linkJob(ctx, booking.id) : booking;
  return workOrderId === null ? null : { frequency: booking.frequency, order: getWorkOrder(ctx, workOrderId) };
}
type FirstJob = NonNullable<ReturnType<typeof findFirstJob>>;

/** Returns the day and time of a plan that begins with the booked visit, which may have been moved since it was booked. */
function alignWith(plan: PlanRow, { frequency, order }: FirstJob) {
  const [startDate, startTime] = [businessDay(order.scheduledDate), businessTime(order.scheduledDate)];
  // The office may have chosen another rule before it accepted the plan.
  const isAsBooked = frequency !== 'once' && plan.rrule === toRule(frequency, plan.startDate);
  return { startDate, ...(isAsBooked && { rrule: toRule(frequency, startDate), startTime }) };
}

/**
 * Accepts a proposed plan: the job of its booking becomes its first visit, with the price and crew of the plan, and the visits of the next
 * six weeks are generated. Without a crew size, the plan gets the crew of that job if it is larger. Throws NOT_FOUND, and CONFLICT for any
 * other plan.
 */
export function acceptPlan(ctx: Ctx, { id, price, crewSize }: z.output<typeof planAcceptance>, linkJob: LinkJob): Plan {
  return inTransaction(ctx.db, () => {
    const proposal = getOpenPlan(ctx, id);
    if (proposal.status !== 'proposed') throw new DomainError('CONFLICT', 'This plan was accepted already.');
    const first = findFirstJob(ctx, id, linkJob);
    const plan = storePlan(ctx, id, {
      status: 'active',
      ...(price !== undefined && { priceCents: price }),
      crewSize: crewSize ?? Math.max(proposal.crewSize, first ? listCrew(ctx, first.order.id).length : 0),
      ...(first && alignWith(proposal, first)),
    });
    recordPlan(ctx, 'accepted', id);
    if (first) adoptFirst(ctx, plan, first);
    fillVisits(ctx, plan);
    return getPlan(ctx, id);
  });
}

/** Makes the job of the booking the first visit of its plan. A job that is done or under way keeps its price and crew. */
function adoptFirst(ctx: Ctx, plan: PlanRow, { order }: FirstJob): void {
  const day = { planId: plan.id, planDate: businessDay(order.scheduledDate) };
  adoptVisit(ctx, order.id, day);
  const job = listVisitJobs(ctx, plan.id, day.planDate).find((visit) => visit.id === order.id);
  const price = plan.priceCents === null ? {} : { totalAmountCents: plan.priceCents };
  if (job && findKeptReason(ctx, job) === null)
    changeVisit(ctx, order.id, { ...price, discountPercent: plan.discountPercent, crewSize: plan.crewSize });
  // Later changes of the plan would remove a visit that is not on one of its days.
  if (!isRuleDay(plan, day.planDate)) detachVisit(ctx, order.id);
}
