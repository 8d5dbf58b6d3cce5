import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { placeholders, prepared, preparedRows } from '../../../db/prepared';
import { jobComponents, workOrders } from '../../../db/schema';
import {
  type byWorkOrder,
  DEFAULT_DURATION_MINUTES,
  DEFAULT_LEAD_MINUTES,
  type EditedWorkOrder,
  getPhase,
  isWorkOrderText,
  type JobComponent,
  type jobComponentChange,
  type jobComponentInput,
  OPEN_STATUSES,
  STAFF_TRANSITIONS,
  type WorkOrder,
  type WorkOrderStatus,
  type workOrderEdit,
  type workOrderInput,
  type workOrderStatusChange,
} from '../../shared/dispatch';
import { DomainError, fieldError } from '../../shared/errors';
import { defaultComponents } from '../../shared/job-components';
import { parseCents } from '../../shared/money';
import { addMinutes, businessDay } from '../../shared/time';
import { recordActivities } from '../activity';
import { cancelBookingOnly, findOpenLinkedBooking } from '../calendar/bookings';
import { offerFreePlaces } from '../calendar/waitlist';
import { findJobPlace } from '../clients/service';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueJobCancelled } from '../mail/messages/job';
import { newVisitToken, rescheduled, scheduleReminders, writeFirstReminders } from '../visits/reminders';
import { notifyOfMove, releaseOrder } from './assignment-steps';
import { listCrew } from './crews';
import { detachVisit } from './plan-visits/detaching';
import { completeWorkOrder, earlier, getBeforeStart, moveOrderTo, trustedTime } from './transitions';
import { getJobComponent, getJobStart, getWorkOrder, newWorkOrderIds, recordOrder } from './work-orders';

type NewWorkOrder = z.output<typeof workOrderInput> & { inquiryId?: number };
type PlannedOrder = Pick<NewWorkOrder, 'clientId' | 'serviceType' | 'description' | 'notes' | 'inquiryId'> &
  Partial<Pick<NewWorkOrder, 'scheduledDate' | 'estimatedDuration' | 'totalAmount' | 'addressId' | 'crewSize'>>;

/**
 * Creates a scheduled work order without components; `totalAmount` in cents. Replaces a `workOrderId` that is taken or malformed. Throws
 * NOT_FOUND for the client.
 */
export function createWorkOrder(ctx: Ctx, input: NewWorkOrder): WorkOrder {
  return inTransaction(ctx.db, () => {
    const id = insertWorkOrder(ctx, input);
    writeFirstReminders(ctx, [id]);
    return getWorkOrder(ctx, id);
  });
}

const workOrderInsert = prepared((db) =>
  db
    .insert(workOrders)
    .values({
      ...placeholders('workOrderId', 'clientId', 'addressId', 'serviceType', 'description', 'scheduledDate', 'status', 'priority'),
      ...placeholders('estimatedDuration', 'totalAmountCents', 'crewSize', 'notes', 'inquiryId', 'visitToken', 'createdAt', 'updatedAt'),
    })
    .returning({ id: workOrders.id }),
);

function insertWorkOrder(ctx: Ctx, input: NewWorkOrder): number {
  const place = findJobPlace(ctx, input);
  const { totalAmount = null, workOrderId, estimatedDuration = null, inquiryId = null, ...given } = input;
  const isFree = (text: string) =>
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(eq(workOrders.workOrderId, text)).get() === undefined;
  const isUsable = workOrderId && isWorkOrderText(workOrderId) && isFree(workOrderId);
  const at = ctx.now().toISOString();
  const row = workOrderInsert(ctx.db).get({
    ...given,
    ...place,
    scheduledDate: getJobStart(ctx, given.scheduledDate),
    workOrderId: isUsable ? workOrderId : newWorkOrderIds(ctx, 1).join(),
    estimatedDuration,
    totalAmountCents: totalAmount,
    inquiryId,
    visitToken: newVisitToken(),
    createdAt: at,
    updatedAt: at,
  });
  recordOrder(ctx, 'workOrder.created', row.id, { serviceType: input.serviceType });
  return row.id;
}

/**
 * Creates a work order with the company's defaults and returns its id: medium priority and the given components or those of its service.
 * Without a date or duration it starts 24 hours from now and takes 120 minutes. Call it inside a transaction, and write the reminders.
 */
export function insertPlannedOrder(ctx: Ctx, input: PlannedOrder, components?: readonly NewComponent[]): number {
  const id = insertWorkOrder(ctx, {
    scheduledDate: addMinutes(ctx.now(), DEFAULT_LEAD_MINUTES),
    estimatedDuration: DEFAULT_DURATION_MINUTES,
    crewSize: 1,
    ...input,
    status: 'scheduled',
    priority: 'medium',
  });
  insertJobComponents(ctx, id, components ?? defaultComponents(input.serviceType));
  return id;
}

/** Creates a work order like {@link insertPlannedOrder}, with its reminders. */
export function planWorkOrder(ctx: Ctx, input: PlannedOrder, components?: readonly NewComponent[]): WorkOrder {
  return inTransaction(ctx.db, () => {
    const id = insertPlannedOrder(ctx, input, components);
    writeFirstReminders(ctx, [id]);
    return getWorkOrder(ctx, id);
  });
}

/** Adds a component to a work order; `estimatedTime` in minutes. Throws NOT_FOUND. */
export function createJobComponent(ctx: Ctx, { workOrderId, ...component }: z.output<typeof jobComponentInput>): JobComponent {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, workOrderId);
    detachVisit(ctx, order.id);
    const [id = 0] = insertJobComponents(ctx, order.id, [component]);
    return getJobComponent(ctx, id);
  });
}

const COLUMNS = ['work_order_id', 'component', 'description', 'estimated_time'];
const insertComponents = preparedRows<{ id: number }>('job_components', COLUMNS, 'returning id');
type NewComponent = { component: string; description?: string | null; estimatedTime?: number | null };
/** Adds components to a work order and returns their ids. Call it inside a transaction. */
export function insertJobComponents(ctx: Ctx, workOrderId: number, components: readonly NewComponent[]): number[] {
  const rows = components.map(({ estimatedTime, ...texts }) => ({ ...texts, work_order_id: workOrderId, estimated_time: estimatedTime }));
  const ids = insertComponents(ctx.db, rows).map(({ id }) => id);
  const entry = { verb: 'jobComponent.created', entityType: 'workOrder', entityId: workOrderId };
  recordActivities(
    ctx,
    ids.map((jobComponentId) => ({ ...entry, data: { jobComponentId } })),
  );
  publishAfterCommit(ctx, 'dispatch');
  return ids;
}

/** Returns the columns that a status sets when the order reaches it. */
function getStamps(order: WorkOrder, status: WorkOrderStatus, at: string, reason: string | null) {
  if (status === 'in-progress') return { processedDate: at, isStartKnown: true };
  // A cancelled job keeps its start, which releasing the job from its member has cleared.
  if (status === 'cancelled') return { cancelReason: reason, processedDate: order.processedDate };
  // A job that is scheduled again starts anew.
  return { processedDate: null, assignedTeamMemberId: null };
}

/** Asks about the money of a job that the office cancels, and ends the deposit of its booking. Passed in: `invoices` imports `dispatch`. */
export type CancelSteps = {
  askToCancel: (ctx: Ctx, order: WorkOrder, confirm: boolean) => void;
  endDeposit: (ctx: Ctx, bookingId: number) => void;
};

/**
 * Starts, completes or cancels a work order, or schedules an incomplete one again. An open booking is completed and cancelled with it; the
 * client gets a mail unless `notifyClient` is false. The same status again changes nothing. Throws
 * NOT_FOUND, CONFLICT, BAD_REQUEST for a cancellation without a reason, and CONFIRMATION_NEEDED before it completes a job without a
 * ticked component. If `confirm` is false, `steps` also ask about the money of a job to cancel.
 */
export function setWorkOrderStatus(ctx: Ctx, input: z.output<typeof workOrderStatusChange>, steps?: CancelSteps): WorkOrder {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, input.id);
    const { status, reason, confirm } = input;
    if (order.status === status) return order;
    if (!STAFF_TRANSITIONS[order.status].includes(status))
      throw new DomainError('CONFLICT', `A work order that is ${order.status} cannot become ${status}.`);
    if (status === 'cancelled' && !reason)
      throw fieldError('reason', 'Please give a reason.', 'Please give a reason for the cancellation.');
    if (status === 'cancelled') steps?.askToCancel(ctx, order, confirm ?? true);
    const at = ctx.now().toISOString();
    if (status === 'completed') {
      completeWorkOrder(ctx, order, { confirm: confirm ?? false });
      return getWorkOrder(ctx, order.id);
    }
    if (status !== 'in-progress') releaseOrder(ctx, order.id, reason);
    moveOrderTo(ctx, order, status, getStamps(order, status, at, reason), status === 'in-progress' ? getBeforeStart(ctx, order) : {});
    if (status === 'cancelled') cancelLinkedBooking(ctx, order, input, steps);
    return getWorkOrder(ctx, order.id);
  });
}

/** Cancels the open booking of a job that the office cancels. A client who did not book but got a date by mail gets a cancellation. */
function cancelLinkedBooking(
  ctx: Ctx,
  order: WorkOrder,
  { reason, notifyClient }: { reason: string | null; notifyClient?: boolean | undefined },
  steps: CancelSteps | undefined,
) {
  const booking = findOpenLinkedBooking(ctx, order.id);
  if (booking) {
    cancelBookingOnly(ctx, booking, { reason, by: 'office', notifyClient });
    steps?.endDeposit(ctx, booking.id);
  } else if (notifyClient !== false && order.sentDate !== null && !order.isBooked) queueJobCancelled(ctx, order, reason ?? '');
  offerFreePlaces(ctx, booking?.date ?? businessDay(order.scheduledDate));
}

/**
 * Changes the date, priority, planned minutes, price, crew size or notes of an open work order; missing fields stay. An open booking moves
 * along with a new time, and its client gets a mail if `decideDate` allows it. Throws NOT_FOUND, CONFLICT for an order that is not open or
 * has more members than its new crew, and CONFIRMATION_NEEDED before it mails a time outside business hours at the caller's request. A
 * time that has passed is never mailed.
 */
export function updateWorkOrder(ctx: Ctx, { id, notifyClient, confirm, ...given }: z.output<typeof workOrderEdit>): EditedWorkOrder {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, id);
    const { scheduledDate, totalAmount: totalAmountCents, ...plain } = given;
    const changes = {
      ...plain,
      totalAmountCents,
      ...(scheduledDate !== undefined && { scheduledDate: getJobStart(ctx, scheduledDate, order.scheduledDate) }),
    };
    const current: Record<string, unknown> = {
      ...order,
      totalAmountCents: order.totalAmount === null ? null : parseCents(order.totalAmount),
    };
    const changed = Object.entries(changes).filter(([key, value]) => value !== undefined && current[key] !== value);
    if (changed.length === 0) return { ...order, warnings: [] };
    if (!OPEN_STATUSES.includes(order.status)) throw new DomainError('CONFLICT', `A work order that is ${order.status} cannot be changed.`);
    if (given.crewSize !== undefined) assertCrewFits(ctx, order, given.crewSize);
    const updatedAt = ctx.now().toISOString();
    const isMoved = changed.some(([key]) => key === 'scheduledDate');
    ctx.db
      .update(workOrders)
      .set({ ...Object.fromEntries(changed), ...(isMoved && rescheduled()), updatedAt })
      .where(eq(workOrders.id, order.id))
      .run();
    recordOrder(ctx, 'workOrder.changed', order.id, Object.fromEntries(changed));
    detachVisit(ctx, order.id);
    const moved = getWorkOrder(ctx, order.id);
    const warnings = isMoved ? notifyOfMove(ctx, { order, moved }, { notifyClient, confirm, isTyped: true }) : [];
    if (isMoved) scheduleReminders(ctx, order.id);
    // It may need fewer people on its old day.
    offerFreePlaces(ctx, businessDay(order.scheduledDate));
    return { ...moved, warnings };
  });
}

/** Throws CONFLICT if a job has more members than its new crew. */
export function assertCrewFits(ctx: Ctx, { id }: WorkOrder, crewSize: number): void {
  const members = listCrew(ctx, id).length;
  if (members > crewSize)
    throw new DomainError('CONFLICT', `${members} members are assigned to this job. Take some off it before you make its crew smaller.`);
}

/**
 * Stamps a done work order as finalized, because staff finalize it or its invoice is paid; a finalized one stays as it is. Throws
 * NOT_FOUND, and CONFLICT for a work order that is not done.
 */
export function finalizeWorkOrder(ctx: Ctx, { id, invoiceId }: z.output<typeof byWorkOrder> & { invoiceId?: number }): WorkOrder {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, id);
    if (order.finalizedDate !== null) return order;
    if (getPhase(order.status) !== 'done')
      throw new DomainError('CONFLICT', `A work order that is ${order.status} cannot be finalized; complete it first.`);
    const at = ctx.now().toISOString();
    ctx.db.update(workOrders).set({ finalizedDate: at, updatedAt: at }).where(eq(workOrders.id, order.id)).run();
    const data = invoiceId === undefined ? {} : { invoiceId };
    recordOrder(ctx, 'workOrder.finalized', order.id, data);
    return getWorkOrder(ctx, order.id);
  });
}

/**
 * Ticks a component off or clears the tick. Of two changes the later one counts, even if it arrives first. Throws NOT_FOUND, and CONFLICT
 * on a cancelled order.
 */
export function setJobComponent(ctx: Ctx, input: z.output<typeof jobComponentChange>): JobComponent {
  return inTransaction(ctx.db, () => {
    const row = getJobComponent(ctx, input.id);
    if (getPhase(getWorkOrder(ctx, row.workOrderId).status) === 'cancelled')
      throw new DomainError('CONFLICT', 'The work order of this component is cancelled.');
    const sent = input.completedAt ?? input.at;
    const at = trustedTime(ctx, sent);
    // A time too old to be trusted is still compared, so that newer changes win.
    const changedAt = earlier(sent ?? at, ctx.now().toISOString());
    const lastAt = row.changedAt ?? row.completedAt;
    if (lastAt !== null && changedAt < lastAt) return row;
    const completedAt = input.isCompleted ? (sent ? at : (row.completedAt ?? at)) : null;
    if (row.isCompleted === input.isCompleted && row.completedAt === completedAt) {
      if (row.changedAt !== changedAt) ctx.db.update(jobComponents).set({ changedAt }).where(eq(jobComponents.id, row.id)).run();
      return row;
    }
    const changed = ctx.db
      .update(jobComponents)
      .set({ isCompleted: input.isCompleted, completedAt, changedAt })
      .where(eq(jobComponents.id, row.id))
      .returning()
      .get();
    recordOrder(ctx, input.isCompleted ? 'jobComponent.completed' : 'jobComponent.reopened', row.workOrderId, { jobComponentId: row.id });
    return changed;
  });
}
