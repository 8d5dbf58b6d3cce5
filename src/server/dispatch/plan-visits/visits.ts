import { and, eq, inArray, sql } from 'drizzle-orm';
import { hasRows, placeholders, prepared } from '../../../../db/prepared';
import { jobComponents, outbox, workOrders } from '../../../../db/schema';
import type { WorkOrder } from '../../../shared/dispatch';
import { defaultComponents } from '../../../shared/job-components';
import { RECEIVED_STATUSES } from '../../../shared/message-statuses';
import type { Checklist } from '../../../shared/plans-schemas';
import { businessDay } from '../../../shared/time';
import { cancelBookingOnly, findOpenLinkedBooking } from '../../calendar/bookings';
import { isOverbooked } from '../../calendar/capacity';
import { offerFreePlaces } from '../../calendar/waitlist';
import type { Ctx } from '../../context';
import { queueJobCancelled } from '../../mail/messages/job';
import { cancelReminders, newVisitToken, REMINDER, rescheduled, scheduleReminders, writeFirstReminders } from '../../visits/reminders';
import { notifyOfMove, releaseOrder } from '../assignment-steps';
import { createAssignment, getMember, listWarnings } from '../assignments';
import { listCrew } from '../crews';
import { assertCrewFits, newWorkOrderId } from '../service';
import { getWorkOrder, recordOrder } from '../work-orders';
import { lacksPeople } from './detaching';

/** The values of a visit's job; `totalAmountCents` is before the plan's discount. */
export type VisitValues = {
  clientId: number;
  addressId: number | null;
  serviceType: string;
  scheduledDate: string;
  estimatedDuration: number;
  totalAmountCents: number | null;
  crewSize: number;
  notes: string | null;
};
/** A day of a plan's rule, which has at most one job. */
type PlanDay = { planId: number; planDate: string };
/** An empty checklist stands for the components of the service; the preferred member gets the job if they are free. */
type More = { checklist: Checklist; preferredMemberId: number | null };

const visitInsert = prepared((db) =>
  db
    .insert(workOrders)
    .values({
      ...placeholders('planId', 'planDate', 'workOrderId', 'clientId', 'addressId', 'serviceType', 'scheduledDate'),
      ...placeholders('estimatedDuration', 'totalAmountCents', 'crewSize', 'notes', 'overbooked', 'visitToken', 'createdAt', 'updatedAt'),
    })
    .onConflictDoNothing()
    .returning({ id: workOrders.id }),
);
const orderByText = prepared((db) =>
  db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(eq(workOrders.workOrderId, sql.placeholder('workOrderId'))),
);

/**
 * Returns a new id of a work order. Many visits are generated in one millisecond, so a taken id is replaced: the insert would ignore the
 * visit.
 */
function newVisitId(ctx: Ctx): string {
  let workOrderId = newWorkOrderId(ctx);
  while (orderByText(ctx.db).get({ workOrderId })) workOrderId = newWorkOrderId(ctx);
  return workOrderId;
}

const componentsInsert = prepared((db) => ({
  prepare: () =>
    db.$client.prepare<[number, string]>(`insert into job_components (work_order_id, component, description, estimated_time)
      select ?, value ->> 'component', value ->> 'description', value ->> 'estimatedTime' from json_each(?)`),
}));
/** Inserts the components of a visit in one statement, since a plan creates many visits at once. */
const insertComponents = (ctx: Ctx, workOrderId: number, components: Checklist): unknown =>
  componentsInsert(ctx.db).run(workOrderId, JSON.stringify(components));

/** Returns the components of a visit: the plan's checklist, or those of the service if it is empty. */
const toComponents = (checklist: Checklist, serviceType: string): Checklist =>
  checklist.length > 0 ? checklist : [...defaultComponents(serviceType)];

/**
 * Creates the job of a visit with its components and reminders, and marks it if too few people are free. Returns its id, or undefined if
 * the day of the plan has a job already. Call it inside a transaction.
 */
export function insertVisit(ctx: Ctx, day: PlanDay, values: VisitValues, { checklist, preferredMemberId }: More): number | undefined {
  const at = ctx.now().toISOString();
  const { scheduledDate: begins, estimatedDuration: minutes, crewSize: people } = values;
  const row = visitInsert(ctx.db).get({
    ...day,
    ...values,
    workOrderId: newVisitId(ctx),
    overbooked: Number(isOverbooked(ctx, { begins, minutes, people })),
    visitToken: newVisitToken(),
    createdAt: at,
    updatedAt: at,
  }) as { id: number } | undefined;
  if (!row) return undefined;
  recordOrder(ctx, 'workOrder.created', row.id, { serviceType: values.serviceType, planId: day.planId });
  insertComponents(ctx, row.id, toComponents(checklist, values.serviceType));
  writeFirstReminders(ctx, row.id);
  if (preferredMemberId !== null) assignIfFree(ctx, row.id, preferredMemberId);
  return row.id;
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
 * Changes the job of a visit as its plan does. Notifies its crew and a client who knows its date of a new time; an open booking moves along. Call it inside a transaction. Throws CONFLICT if it has more members than its new crew.
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
    insertComponents(ctx, id, toComponents(checklist, values.serviceType ?? order.serviceType));
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
 * Removes the job of a visit that its plan no longer serves. Notifies its crew and a client who knows its date, and cancels an open booking.
 * The job is deleted, so that the day of the plan can get another one. Call it inside a transaction.
 */
export function removeVisit(ctx: Ctx, id: number, reason: string): void {
  const order = getWorkOrder(ctx, id);
  const booking = findOpenLinkedBooking(ctx, id);
  releaseOrder(ctx, id, reason);
  if (booking) cancelBookingOnly(ctx, booking, { reason, by: 'office' });
  else if (isDateKnown(ctx, order)) queueJobCancelled(ctx, order, reason);
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
