import { desc, eq } from 'drizzle-orm';
import { jobComponents, workOrderAssignments, workOrders } from '../../../db/schema';
import { isWorkOrderText } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { idSchema } from '../../shared/text';
import type { Ctx } from '../context';

/** Uses the same words for another member's job and for a missing one, so that a caller cannot learn which jobs exist. */
const refuse = (): never => {
  throw new DomainError('FORBIDDEN', 'This job is not yours.');
};

const getCallerId = ({ actor }: Ctx): number => (actor.kind === 'member' ? actor.id : refuse());

function findOrder(ctx: Ctx, ref: unknown) {
  const number = idSchema.safeParse(ref);
  const isText = typeof ref === 'string' && isWorkOrderText(ref);
  if (!number.success && !isText) return undefined;
  return ctx.db
    .select({ id: workOrders.id, memberId: workOrders.assignedTeamMemberId })
    .from(workOrders)
    .where(number.success ? eq(workOrders.id, number.data) : eq(workOrders.workOrderId, String(ref)))
    .get();
}

/** Throws FORBIDDEN unless the caller is the member whose work order this is. */
export function assertOwnJob(ctx: Ctx, ref: unknown): void {
  const memberId = getCallerId(ctx);
  if (findOrder(ctx, ref)?.memberId !== memberId) refuse();
}

/** Throws FORBIDDEN unless the caller is the member whose work order this is, or the last one to decline it while it is unassigned. */
export function assertAskedForJob(ctx: Ctx, ref: unknown): void {
  const memberId = getCallerId(ctx);
  const order = findOrder(ctx, ref);
  if (order?.memberId === memberId) return;
  const last = ctx.db
    .select({ status: workOrderAssignments.status, memberId: workOrderAssignments.teamMemberId })
    .from(workOrderAssignments)
    .where(eq(workOrderAssignments.workOrderId, order?.id ?? 0))
    .orderBy(desc(workOrderAssignments.id))
    .limit(1)
    .get();
  if (order?.memberId !== null || last?.memberId !== memberId || last.status !== 'declined') refuse();
}

/** Throws FORBIDDEN unless the caller is the office, or the member whose work order the component is part of. */
export function assertOwnComponent(ctx: Ctx, id: unknown): void {
  if (ctx.actor.kind === 'admin') return;
  const memberId = getCallerId(ctx);
  const number = idSchema.safeParse(id);
  const row = number.success
    ? ctx.db
        .select({ memberId: workOrders.assignedTeamMemberId })
        .from(jobComponents)
        .innerJoin(workOrders, eq(workOrders.id, jobComponents.workOrderId))
        .where(eq(jobComponents.id, number.data))
        .get()
    : undefined;
  if (row?.memberId !== memberId) refuse();
}

/** Throws FORBIDDEN unless the caller is the office or this member. */
export function assertSelf(ctx: Ctx, id: unknown): void {
  const number = idSchema.safeParse(id);
  if (ctx.actor.kind !== 'admin' && !(number.success && number.data === getCallerId(ctx))) refuse();
}
