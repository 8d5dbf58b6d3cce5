import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { changeRows } from '../../../db/row-changes';
import { workOrderAssignments, workOrders } from '../../../db/schema';
import type { Assignment, AssignmentStatus, assignmentUndo, bulkUndo } from '../../shared/assignments';
import type { RowResults } from '../../shared/bulk';
import type { WorkOrder, WorkOrderStatus } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { findUndoable } from '../activity';
import type { Ctx } from '../context';
import { deleteAssignmentMail, deleteReleaseMail } from '../mail/messages/job';
import { type BeforeAssignment, type BeforeRelease, getAssignmentRow, getMember, toAssignment } from './assignments';
import { type AssignmentRow, type BeforeLead, findLead, makeLead } from './crews';
import { type BeforeStart, moveOrderTo } from './transitions';
import { getWorkOrder, recordOrder } from './work-orders';

/** Log of a step: a new assignment and a new lead have `before`, a status the other two, a job that was taken back all of them. */
type Step = {
  assignmentId: number;
  before: BeforeAssignment & BeforeRelease & BeforeLead;
  from: AssignmentStatus;
  estimatedArrival: string | null;
};
const PAST = 'This can no longer be undone.';
const refuse = () => new DomainError('CONFLICT', PAST);

/** Returns the log of an assignment's step if the office made it within seconds and nothing has happened to the job since. */
function getLastStep(ctx: Ctx, { id, workOrderId }: AssignmentRow, verb: string): Step {
  const last = findUndoable(ctx, { verb, entityType: 'workOrder', entityId: workOrderId });
  const step: Step = JSON.parse(last?.data ?? '{}');
  if (last?.actorKind !== 'admin' || step.assignmentId !== id) throw refuse();
  return step;
}

function setAssignment(ctx: Ctx, row: AssignmentRow, change: Partial<AssignmentRow>): void {
  ctx.db.update(workOrderAssignments).set(change).where(eq(workOrderAssignments.id, row.id)).run();
  const { id: assignmentId, teamMemberId, status: from } = row;
  recordOrder(ctx, 'assignment.undone', row.workOrderId, { assignmentId, teamMemberId, from, to: change.status });
}

const setOrder = (ctx: Ctx, id: number, change: Partial<typeof workOrders.$inferInsert>) =>
  ctx.db
    .update(workOrders)
    .set({ ...change, updatedAt: ctx.now().toISOString() })
    .where(eq(workOrders.id, id))
    .run();

/** Takes a new assignment back with its mails; a moved job returns to the member who had it, who leads it again if they did. */
function undoAssigning(ctx: Ctx, row: AssignmentRow, { status, processedDate, moved }: BeforeAssignment): void {
  if (!deleteAssignmentMail(ctx, { row, movedFrom: moved?.id ?? null })) throw refuse();
  setAssignment(ctx, row, { status: 'released', notes: 'Undone.', isLead: false });
  if (moved) {
    const held = getAssignmentRow(ctx, moved.id);
    const lead = findLead(ctx, row.workOrderId);
    setAssignment(ctx, held, { status: held.acceptedAt === null ? 'assigned' : 'accepted', notes: null });
    if (moved.wasLead) makeLead(ctx, getWorkOrder(ctx, row.workOrderId), held, lead);
  } else if (row.isLead) setOrder(ctx, row.workOrderId, { assignedTeamMemberId: null, status, processedDate });
}

type Release = Pick<Step, 'from'> & { before?: BeforeRelease };
/** Gives a job that was taken back to its member again, as its lead if they led it. Other endings of an assignment stay. */
function undoRelease(ctx: Ctx, row: AssignmentRow, { before, from }: Release): void {
  if (!before || !getMember(ctx, row.teamMemberId).isActive || !deleteReleaseMail(ctx, row.id)) throw refuse();
  const lead = findLead(ctx, row.workOrderId);
  setAssignment(ctx, row, { status: from, notes: before.notes, leftAt: null });
  if (!before.isLead) return;
  makeLead(ctx, getWorkOrder(ctx, row.workOrderId), row, lead);
  setOrder(ctx, row.workOrderId, { status: before.status, processedDate: before.processedDate });
}

/** Gives the lead back to the member who had it, and the job the state it had. A lead who took over from one who left stays. */
function undoLead(ctx: Ctx, row: AssignmentRow, before: BeforeLead | undefined): void {
  if (!before) throw refuse();
  setAssignment(ctx, row, { isLead: false });
  makeLead(ctx, getWorkOrder(ctx, row.workOrderId), getAssignmentRow(ctx, before.leadId));
  setOrder(ctx, row.workOrderId, { status: before.status, processedDate: before.processedDate });
}

const STAMPS = { accepted: { acceptedAt: null }, dispatched: { dispatchedAt: null }, arrived: { arrivedAt: null, actualArrival: null } };

/**
 * Undoes the office's last step of an assignment within seconds, before any mail about it leaves. Returns the assignment. Throws NOT_FOUND,
 * and CONFLICT for a step that the office did not make, that is too old, or that another step followed.
 */
export function undoStep(ctx: Ctx, { id, status }: z.output<typeof assignmentUndo>): Assignment {
  return inTransaction(ctx.db, () => {
    const row = getAssignmentRow(ctx, id);
    const step = getLastStep(ctx, row, `assignment.${status === 'assigned' ? 'created' : status}`);
    if (status === 'released') undoRelease(ctx, row, step);
    else if (status === 'led') undoLead(ctx, row, step.before);
    else if (status === 'assigned') undoAssigning(ctx, row, step.before);
    else {
      setAssignment(ctx, row, { status: step.from, estimatedArrival: step.estimatedArrival, ...STAMPS[status] });
      if (status === 'accepted' && getWorkOrder(ctx, row.workOrderId).status === 'assigned')
        setOrder(ctx, row.workOrderId, { status: 'scheduled' });
    }
    return toAssignment(ctx, getAssignmentRow(ctx, id));
  });
}

/**
 * Undoes the office's start of a job within seconds. Returns the job. Throws NOT_FOUND, and CONFLICT for a start that the office did not make,
 * that is too old, or that another step followed.
 */
export function undoStart(ctx: Ctx, id: number | string): WorkOrder {
  return inTransaction(ctx.db, () => {
    const order = getWorkOrder(ctx, id);
    const last = findUndoable(ctx, { verb: 'workOrder.in-progress', entityType: 'workOrder', entityId: order.id });
    if (last?.actorKind !== 'admin') throw refuse();
    const { from, ...before }: BeforeStart & { from: WorkOrderStatus } = JSON.parse(last.data);
    moveOrderTo(ctx, order, from, before);
    return getWorkOrder(ctx, order.id);
  });
}

/** Takes back the new assignments of several jobs, as {@link undoStep} does. Throws the reason of the first one if none can be. */
export const undoInBulk = (ctx: Ctx, { ids }: z.output<typeof bulkUndo>): RowResults =>
  changeRows(
    ctx.db,
    ids,
    (id) => id,
    (id) => undoStep(ctx, { id, status: 'assigned' }),
  );
