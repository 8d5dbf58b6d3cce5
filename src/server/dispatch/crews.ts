import { and, type Column, eq, type SQL, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { workOrderAssignments, workOrders } from '../../../db/schema';
import { quoteWords } from '../../../db/schema/checks';
import { LIVE_ASSIGNMENTS, type WorkOrder, type WorkOrderStatus } from '../../shared/dispatch';
import type { Ctx } from '../context';
import { recordOrder } from './work-orders';

export type AssignmentRow = typeof workOrderAssignments.$inferSelect;

export const IS_LIVE = sql.raw(`work_order_assignments.status in (${quoteWords(LIVE_ASSIGNMENTS)})`);

export const isLive = ({ status }: AssignmentRow): boolean => LIVE_ASSIGNMENTS.some((live) => live === status);

/** Matches the assignments of members who work or worked at a job. */
export const IS_WORK = sql.raw(`work_order_assignments.status in (${quoteWords([...LIVE_ASSIGNMENTS, 'completed'])})`);
/** Matches those of members who do not lead the job. */
export const IS_HELP = sql`work_order_assignments.is_lead = 0 and ${IS_WORK}`;
/** Matches the jobs that a member leads, led to the end, or helps at. */
export const isJobOf = (memberId: number | SQL): SQL => sql`(${workOrders.assignedTeamMemberId} = ${memberId}
  or exists (select 1 from work_order_assignments where work_order_id = ${workOrders.id} and team_member_id = ${memberId} and ${IS_HELP}))`;
/** Matches the members of the crew of a job, as {@link isJobOf} does, but reads the crew first. For a join of members to jobs. */
export const isInCrew = (memberId: Column): SQL => sql`(${memberId} = ${workOrders.assignedTeamMemberId}
  or ${memberId} in (select team_member_id from work_order_assignments where work_order_id = ${workOrders.id} and ${IS_HELP}))`;

const liveCrew = prepared((db) =>
  db
    .select()
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.workOrderId, sql.placeholder('id')), IS_LIVE)),
);
type InCrew = Pick<AssignmentRow, 'isLead' | 'assignedAt' | 'id'>;
/** Sorts a crew: its lead first, then the longest-assigned. */
export const byRank = (one: InCrew, other: InCrew): number =>
  Number(other.isLead) - Number(one.isLead) || one.assignedAt.localeCompare(other.assignedAt) || one.id - other.id;

/** Returns the live assignments of a job: its lead's, then those of the others, the longest-assigned first. */
export const listCrew = ({ db }: Ctx, workOrderId: number): AssignmentRow[] => liveCrew(db).all({ id: workOrderId }).sort(byRank);

/** Returns the live assignment of the member who leads a job, if it has members. */
export const findLead = (ctx: Ctx, workOrderId: number): AssignmentRow | undefined => listCrew(ctx, workOrderId)[0];

/** The statuses of a job that follow its lead; the others are set by the office or end the job. */
const LED_STATUSES: readonly WorkOrderStatus[] = ['scheduled', 'assigned', 'enroute', 'onsite'];

function getLedStatus({ status }: WorkOrder, lead: AssignmentRow | undefined): WorkOrderStatus {
  if (!LED_STATUSES.includes(status)) return status;
  if (lead?.arrivedAt && status === 'onsite') return status;
  return lead?.acceptedAt ? 'assigned' : 'scheduled';
}

/**
 * Gives a job to the member who leads it now, or to none. The job follows them: it is assigned if they have accepted it, and still onsite
 * if they are there. Call it inside a transaction.
 */
export function followLead(ctx: Ctx, order: WorkOrder, lead: AssignmentRow | undefined): void {
  const status = getLedStatus(order, lead);
  ctx.db
    .update(workOrders)
    .set({
      assignedTeamMemberId: lead?.teamMemberId ?? null,
      status,
      updatedAt: ctx.now().toISOString(),
      ...(status !== order.status && { processedDate: null }),
    })
    .where(eq(workOrders.id, order.id))
    .run();
}

/** The log of a change of the lead that the office can undo. */
export type BeforeLead = Pick<WorkOrder, 'status' | 'processedDate'> & { leadId: number };

/** Makes a member of the crew its lead, in the place of `former` if they are still in the crew. Call it inside a transaction. */
export function makeLead(ctx: Ctx, order: WorkOrder, row: AssignmentRow, former?: AssignmentRow, before?: BeforeLead): void {
  const set = (id: number, isLead: boolean) =>
    ctx.db.update(workOrderAssignments).set({ isLead }).where(eq(workOrderAssignments.id, id)).run();
  if (former) set(former.id, false);
  set(row.id, true);
  followLead(ctx, order, row);
  recordOrder(ctx, 'assignment.led', order.id, { assignmentId: row.id, teamMemberId: row.teamMemberId, ...(before && { before }) });
}
