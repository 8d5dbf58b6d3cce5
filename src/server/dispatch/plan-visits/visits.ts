import { eq, sql } from 'drizzle-orm';
import { placeholders, prepared } from '../../../../db/prepared';
import { workOrders } from '../../../../db/schema';
import { defaultComponents } from '../../../shared/job-components';
import type { Checklist } from '../../../shared/plans-schemas';
import { isOverbooked } from '../../calendar/capacity';
import type { Ctx } from '../../context';
import { newVisitToken, scheduleReminders } from '../../visits/reminders';
import { insertJobComponent, newWorkOrderId } from '../service';
import { recordOrder } from '../work-orders';

/** A visit of a plan that is to become a job; `totalAmountCents` is before the plan's discount. */
export type NewVisit = {
  planId: number;
  planDate: string;
  clientId: number;
  addressId: number | null;
  serviceType: string;
  scheduledDate: string;
  estimatedDuration: number;
  totalAmountCents: number | null;
  crewSize: number;
  notes: string | null;
};

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

/** Returns the components of a visit: the plan's checklist, or those of the service if it is empty. */
const toComponents = (checklist: Checklist, serviceType: string): Checklist =>
  checklist.length > 0 ? checklist : [...defaultComponents(serviceType)];

/**
 * Creates the job of a visit with its components and reminders, and marks it if too few people are free. Returns its id, or undefined if
 * the day of the plan has a job already. Call it inside a transaction.
 */
export function insertVisit(ctx: Ctx, visit: NewVisit, checklist: Checklist): number | undefined {
  const at = ctx.now().toISOString();
  const { scheduledDate: begins, estimatedDuration: minutes, crewSize: people } = visit;
  const row = visitInsert(ctx.db).get({
    ...visit,
    workOrderId: newVisitId(ctx),
    overbooked: Number(isOverbooked(ctx, { begins, minutes, people })),
    visitToken: newVisitToken(),
    createdAt: at,
    updatedAt: at,
  }) as { id: number } | undefined;
  if (!row) return undefined;
  recordOrder(ctx, 'workOrder.created', row.id, { serviceType: visit.serviceType, planId: visit.planId });
  for (const { component, description = null, estimatedTime = null } of toComponents(checklist, visit.serviceType))
    insertJobComponent(ctx, { workOrderId: row.id, component, description, estimatedTime });
  scheduleReminders(ctx, row.id);
  return row.id;
}
