import { and, desc, eq, sql } from 'drizzle-orm';
import { jobComponents, workOrderAssignments, workOrders } from '../../../db/schema';
import { isWorkOrderText } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { idSchema } from '../../shared/text';
import type { Ctx } from '../context';
import { isJobOf } from './crews';

/** Uses the same words for another member's job and for a missing one, so that a caller cannot learn which jobs exist. */
const refuse = (): never => {
  throw new DomainError('FORBIDDEN', 'This job is not yours.');
};

const getCallerId = ({ actor }: Ctx): number => (actor.kind === 'member' ? actor.id : refuse());

function findOrder(ctx: Ctx, ref: unknown) {
  const number = idSchema.safeParse(ref);
  const isText = typeof ref === 'string' && isWorkOrderText(ref);
  if (!number.success && !isText) return undefined;
  const memberId = getCallerId(ctx);
  return ctx.db
    .select({
      id: workOrders.id,
      memberId: workOrders.assignedTeamMemberId,
      crewSize: workOrders.crewSize,
      isTheirs: sql`${isJobOf(memberId)}`.mapWith(Boolean),
    })
    .from(workOrders)
    .where(number.success ? eq(workOrders.id, number.data) : eq(workOrders.workOrderId, String(ref)))
    .get();
}

/** Throws FORBIDDEN unless the caller is a member of this job. */
export function assertOwnJob(ctx: Ctx, ref: unknown): void {
  if (!findOrder(ctx, ref)?.isTheirs) refuse();
}

/**
 * Throws FORBIDDEN unless the caller is a member of this job or declined it: a job for one member while it is unassigned and no other
 * member was asked since, a job for a crew if the caller was not asked again.
 */
export function assertAskedForJob(ctx: Ctx, ref: unknown): void {
  const memberId = getCallerId(ctx);
  const order = findOrder(ctx, ref);
  if (order?.isTheirs) return;
  const isOfOrder = eq(workOrderAssignments.workOrderId, order?.id ?? 0);
  const isTheirs = eq(workOrderAssignments.teamMemberId, memberId);
  const last = ctx.db
    .select({ status: workOrderAssignments.status, memberId: workOrderAssignments.teamMemberId })
    .from(workOrderAssignments)
    .where(order && order.crewSize > 1 ? and(isOfOrder, isTheirs) : isOfOrder)
    .orderBy(desc(workOrderAssignments.id))
    .limit(1)
    .get();
  const isOpen = order !== undefined && (order.crewSize > 1 || order.memberId === null);
  if (!isOpen || last?.memberId !== memberId || last.status !== 'declined') refuse();
}

/** Throws FORBIDDEN unless the caller is the office, or a member of the job that the component is part of. */
export function assertOwnComponent(ctx: Ctx, id: unknown): void {
  if (ctx.actor.kind === 'admin') return;
  const memberId = getCallerId(ctx);
  const number = idSchema.safeParse(id);
  const row = number.success
    ? ctx.db
        .select({ isTheirs: sql`${isJobOf(memberId)}`.mapWith(Boolean) })
        .from(jobComponents)
        .innerJoin(workOrders, eq(workOrders.id, jobComponents.workOrderId))
        .where(eq(jobComponents.id, number.data))
        .get()
    : undefined;
  if (!row?.isTheirs) refuse();
}

/** Throws FORBIDDEN unless the caller is the office or this member. */
export function assertSelf(ctx: Ctx, id: unknown): void {
  const number = idSchema.safeParse(id);
  if (ctx.actor.kind !== 'admin' && !(number.success && number.data === getCallerId(ctx))) refuse();
}
