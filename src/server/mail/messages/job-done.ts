import { sql } from 'drizzle-orm';
import { prepared } from '../../../../db/prepared';
import type { WorkOrder } from '../../../shared/dispatch';
import type { Ctx } from '../../context';
import { deleteUnsent } from '../outbox';

const KEY = 'job-done:';
export const jobDoneKey = ({ id }: WorkOrder): string => `${KEY}${id}`;

/** Returns the e-mail address given in the job's booking, otherwise the client's own, or null. */
export const chooseAddress = (booked: string | null | undefined, { client }: WorkOrder): string | null => booked ?? client.email;

const listFacts = prepared((db) =>
  db
    .select({
      id: sql<number>`json_each.value`,
      booked: sql<string | null>`(select client_email from appointment_bookings where work_order_id = json_each.value)`,
      isWritten: sql<number>`exists (select 1 from outbox where dedupe_key = ${KEY} || json_each.value)`,
    })
    .from(sql`json_each(${sql.placeholder('ids')})`),
);

/** Returns the ids of the jobs whose completion mails their client: they have an address, and no such mail of the job has left. */
export function findMailedJobs(ctx: Ctx, orders: readonly WorkOrder[]): Set<number> {
  const facts = new Map(
    listFacts(ctx.db)
      .all({ ids: JSON.stringify(orders.map(({ id }) => id)) })
      .map((row) => [row.id, row]),
  );
  const isMailed = (order: WorkOrder) => Boolean(chooseAddress(facts.get(order.id)?.booked, order)) && !facts.get(order.id)?.isWritten;
  return new Set(orders.filter(isMailed).map(({ id }) => id));
}
export const canSendJobDone = (ctx: Ctx, order: WorkOrder): boolean => findMailedJobs(ctx, [order]).has(order.id);

/** Deletes "Your cleaning is done" unless it has left. Returns whether it is gone. Call it inside a transaction. */
export const deleteJobDone = (ctx: Ctx, order: WorkOrder): boolean => deleteUnsent(ctx, jobDoneKey(order));
