import { and, eq, inArray } from 'drizzle-orm';
import { hasRows, prepared, preparedRows } from '../../../../db/prepared';
import { jobComponents, outbox, workOrders } from '../../../../db/schema';
import type { WorkOrder } from '../../../shared/dispatch';
import { defaultComponents } from '../../../shared/job-components';
import { RECEIVED_STATUSES } from '../../../shared/message-statuses';
import type { Checklist } from '../../../shared/plans-schemas';
import { businessDay } from '../../../shared/time';
import { recordActivities } from '../../activity';
import { cancelBookingOnly, findOpenLinkedBooking } from '../../calendar/bookings';
import { type CapacityCheck, toCapacityCheck } from '../../calendar/capacity';
import { offerFreePlaces } from '../../calendar/waitlist';
import type { Ctx } from '../../context';
import { publishAfterCommit } from '../../live';
import { queueJobCancelled } from '../../mail/messages/job';
import { cancelReminders, newVisitTokens, REMINDER, rescheduled, scheduleReminders, writeFirstReminders } from '../../visits/reminders';
import { notifyOfMove, releaseOrder } from '../assignment-steps';
import { createAssignment, getMember, listWarnings } from '../assignments';
import { listCrew } from '../crews';
import { assertCrewFits, type CancelSteps } from '../service';
import { getWorkOrder, newWorkOrderIds, recordOrder } from '../work-orders';
import { lacksPeople } from './detaching';

/** The values of a visit's job; `totalAmountCents` is before the plan's discount. */
type VisitValues = {
  clientId: number;
  addressId: number | null;
  serviceType: string;
  scheduledDate: string;
  estimatedDuration: number;
  totalAmountCents: number | null;
  discountPercent: number;
  crewSize: number;
  notes: string | null;
};
/** A day of a plan's rule, which has at most one job. */
type PlanDay = { planId: number; planDate: string };
/**
 * Visits of a plan that share their values. An empty checklist stands for the components of the service; the preferred member gets the jobs
 * for which they are free.
 */
export type VisitSeries = Omit<VisitValues, 'scheduledDate'> & {
  planId: number;
  days: readonly { planDate: string; scheduledDate: string }[];
  checklist: Checklist;
  preferredMemberId: number | null;
};

const visitsInsert = preparedRows<{ id: number; planId: number }>(
  'work_orders',
  [
    ...['plan_id', 'plan_date', 'work_order_id', 'client_id', 'address_id', 'service_type', 'scheduled_date', 'estimated_duration'],
    ...['total_amount_cents', 'discount_percent', 'crew_size', 'notes', 'overbooked', 'visit_token', 'created_at', 'updated_at'],
  ],
  'on conflict (plan_id, plan_date) where plan_id is not null do nothing returning id, plan_id as planId',
);
const takenIds = prepared((db) => ({
  prepare: () =>
    db.$client.prepare<[string]>('select work_order_id from work_orders where work_order_id in (select value from json_each(?)) limit 1'),
}));

/** Returns new ids of work orders. Many visits are generated in one millisecond, so taken ids are replaced. */
function newVisitIds(ctx: Ctx, count: number): string[] {
  const ids = newWorkOrderIds(ctx, count);
  const areFree = new Set(ids).size === count && takenIds(ctx.db).get(JSON.stringify(ids)) === undefined;
  return areFree ? ids : newVisitIds(ctx, count);
}

const componentsInsert = prepared((db) => ({
  prepare: () =>
    db.$client.prepare<[string, string]>(`insert into job_components (work_order_id, component, description, estimated_time)
      select job.value, part.value ->> 'component', part.value ->> 'description', part.value ->> 'estimatedTime'
      from json_each(?) job cross join json_each(?) part`),
}));
/** Gives jobs the components of their plan, or those of the service if the checklist is empty. */
const insertComponents = (ctx: Ctx, ids: readonly number[], checklist: Checklist, serviceType: string): unknown =>
  componentsInsert(ctx.db).run(JSON.stringify(ids), JSON.stringify(checklist.length > 0 ? checklist : defaultComponents(serviceType)));

/** Returns the values of the jobs of a series. `isFull` returns whether too few people are free for one. */
function toRows({ planId, days, ...shared }: VisitSeries, at: string, isFull: CapacityCheck) {
  const { estimatedDuration: minutes, crewSize: people } = shared;
  return days.map(({ planDate, scheduledDate }) => ({
    ...{ plan_id: planId, plan_date: planDate, scheduled_date: scheduledDate },
    ...{ client_id: shared.clientId, address_id: shared.addressId, service_type: shared.serviceType, estimated_duration: minutes },
    ...{ total_amount_cents: shared.totalAmountCents, discount_percent: shared.discountPercent, crew_size: people, notes: shared.notes },
    ...{ overbooked: isFull({ begins: scheduledDate, minutes, people }), created_at: at, updated_at: at },
  }));
}

/**
 * Creates the jobs of visits with their components and reminders, and marks those for which too few people are free. Leaves out the days
 * of a plan that have a job already. Returns the ids of the new jobs. Call it inside a transaction.
 */
export function insertVisits(ctx: Ctx, series: readonly VisitSeries[]): number[] {
  const at = ctx.now().toISOString();
  const isFull = toCapacityCheck(ctx);
  const rows = series.flatMap((visits) => toRows(visits, at, isFull));
  if (rows.length === 0) return [];
  const [workOrderIds, tokens] = [newVisitIds(ctx, rows.length), newVisitTokens(rows.length)];
  const created = visitsInsert(
    ctx.db,
    rows.map((row, index) => ({ ...row, work_order_id: workOrderIds[index], visit_token: tokens[index] })),
  );
  const idsByPlan = new Map<number, number[]>(series.map(({ planId }) => [planId, []]));
  for (const { id, planId } of created) idsByPlan.get(planId)?.push(id);
  recordActivities(
    ctx,
    series.flatMap(({ planId, serviceType }) =>
      (idsByPlan.get(planId) ?? []).map((id) => ({
        ...{ verb: 'workOrder.created', entityType: 'workOrder', entityId: id, data: { serviceType, planId } },
      })),
    ),
  );
  publishAfterCommit(ctx, 'dispatch');
  for (const { planId, checklist, serviceType } of series) insertComponents(ctx, idsByPlan.get(planId) ?? [], checklist, serviceType);
  const ids = created.map(({ id }) => id);
  writeFirstReminders(ctx, ids);
  for (const { planId, preferredMemberId } of series)
    if (preferredMemberId !== null) for (const id of idsByPlan.get(planId) ?? []) assignIfFree(ctx, id, preferredMemberId);
  return ids;
}

/** Gives a job to a member who is active, at work and has no other job then. The client gets no mail: reminders name the date. */
function assignIfFree(ctx: Ctx, workOrderId: number, teamMemberId: number): void {
  const member = getMember(ctx, teamMemberId);
  const order = getWorkOrder(ctx, workOrderId);
  const isTaken = listWarnings(ctx, order, member).some((warning) => /^(Overlap|Time off|Do not service):/.test(warning));
  if (member.isActive && !isTaken) createAssignment(ctx, { workOrderId, teamMemberId, notifyClient: false, confirm: false });
}

/** Returns whether the client knows the date of a job: by a mail, a reminder or their own confirmation. */
const isDateKnown = ({ db }: Ctx, { id, sentDate, confirmedAt, isBooked }: WorkOrder): boolean =>
  isBooked ||
  sentDate !== null ||
  confirmedAt !== null ||
  hasRows(
    db,
    outbox,
    and(
      eq(outbox.relatedType, 'workOrder'),
      eq(outbox.relatedId, id),
      eq(outbox.purpose, REMINDER),
      inArray(outbox.status, RECEIVED_STATUSES),
    ),
  );

/** Changes of a visit; `preferredMemberId` is the earlier preference and the new one. */
export type VisitChange = Partial<VisitValues> & {
  checklist?: Checklist;
  preferredMemberId?: { before: number | null; now: number | null };
};
/**
 * Changes the job of a visit as its plan does. A new time is mailed to its crew and to a client who knows its date, and an open booking
 * moves along. Call it inside a transaction. Throws CONFLICT if more members are assigned than the new crew has places.
 */
export function changeVisit(ctx: Ctx, id: number, { checklist, preferredMemberId, ...values }: VisitChange): void {
  const order = getWorkOrder(ctx, id);
  if (values.crewSize !== undefined) assertCrewFits(ctx, order, values.crewSize);
  const isMoved = values.scheduledDate !== undefined && values.scheduledDate !== order.scheduledDate;
  ctx.db
    .update(workOrders)
    .set({ ...values, ...(isMoved && rescheduled()), updatedAt: ctx.now().toISOString() })
    .where(eq(workOrders.id, id))
    .run();
  if (checklist !== undefined) {
    ctx.db.delete(jobComponents).where(eq(jobComponents.workOrderId, id)).run();
    insertComponents(ctx, [id], checklist, values.serviceType ?? order.serviceType);
  }
  recordOrder(ctx, 'workOrder.changed', id, { ...values, ...(checklist && { checklist: checklist.length }), planId: order.planId });
  const moved = getWorkOrder(ctx, id);
  if (isMoved) {
    notifyOfMove(ctx, { order, moved }, { notifyClient: isDateKnown(ctx, order), confirm: true, isTyped: true });
    scheduleReminders(ctx, id);
  }
  const overbooked = lacksPeople(ctx, moved);
  if (overbooked !== moved.overbooked) ctx.db.update(workOrders).set({ overbooked }).where(eq(workOrders.id, id)).run();
  if (preferredMemberId) changePreferred(ctx, id, preferredMemberId);
  offerFreePlaces(ctx, businessDay(order.scheduledDate));
}

/** Gives a job to another preferred member, unless the office gave it to someone else. */
function changePreferred(ctx: Ctx, id: number, { before, now }: { before: number | null; now: number | null }): void {
  const crew = listCrew(ctx, id);
  if (crew.some(({ teamMemberId }) => teamMemberId !== before)) return;
  releaseOrder(ctx, id, 'The plan has another preferred member.');
  if (now !== null) assignIfFree(ctx, id, now);
}

/**
 * Removes the job of a visit that its plan no longer serves. Notifies its crew and a client who knows its date, and cancels an open
 * booking, whose deposit `endDeposit` ends. The job is deleted, so that the day of the plan can get another one. Call it inside a
 * transaction.
 */
export function removeVisit(ctx: Ctx, id: number, reason: string, endDeposit: CancelSteps['endDeposit']): void {
  const order = getWorkOrder(ctx, id);
  const booking = findOpenLinkedBooking(ctx, id);
  releaseOrder(ctx, id, reason);
  if (booking) {
    cancelBookingOnly(ctx, booking, { reason, by: 'office' });
    endDeposit(ctx, booking.id);
  } else if (isDateKnown(ctx, order)) queueJobCancelled(ctx, order, reason);
  cancelReminders(ctx, id);
  ctx.db.delete(workOrders).where(eq(workOrders.id, id)).run();
  recordOrder(ctx, 'workOrder.removed', id, { planId: order.planId, planDate: order.planDate });
  offerFreePlaces(ctx, booking?.date ?? businessDay(order.scheduledDate));
}

/** Makes a job the visit of a plan, such as the booking from which the plan came. Call it inside a transaction. */
export function adoptVisit(ctx: Ctx, id: number, day: PlanDay): void {
  ctx.db
    .update(workOrders)
    .set({ ...day, updatedAt: ctx.now().toISOString() })
    .where(eq(workOrders.id, id))
    .run();
  recordOrder(ctx, 'workOrder.adopted', id, { planId: day.planId });
}
