import { and, asc, desc, eq, gte, lte, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { countRows, isAmong, prepared, readPage } from '../../../db/prepared';
import { memberName, teamMemberLogs, teamMembers, timeOff, workOrderAssignments, workOrderPhotos, workOrders } from '../../../db/schema';
import { quoteWords } from '../../../db/schema/checks';
import { PRIORITY_RANK } from '../../../db/schema/dispatch';
import type { BoardJob, DayPlan, PlanEntry } from '../../shared/assignments';
import { type byWorkOrder, LIVE_ASSIGNMENTS, OPEN_STATUSES, type workOrderHistory } from '../../shared/dispatch';
import { groupBy } from '../../shared/statistics';
import type { pageInput } from '../../shared/text';
import type { Ctx } from '../context';
import { blockedMinutes, toAssignedMember, toAssignments } from './assignments';
import { IS_WORK, isLive, listCrew } from './crews';
import { getWorkOrder, getWorkOrderDetails, getWorkOrders, isJobOnDay, toIds, toPhoto } from './work-orders';

const isOpen = sql.raw(`work_orders.status in (${quoteWords(OPEN_STATUSES)})`);

const isUnassigned = sql`${isOpen} and not exists (select 1 from work_order_assignments a
  where a.work_order_id = ${workOrders.id} and a.status in (${sql.raw(quoteWords(LIVE_ASSIGNMENTS))}))`;
// Names the index, since SQLite's planner would sort all open orders instead.
const openOrders = sql`work_orders indexed by work_orders_open`;

export const countUnassigned = (ctx: Ctx): number => countRows(ctx.db, openOrders, isUnassigned);

const unassignedAmong = prepared((db) =>
  db
    .select({ id: sql<number>`work_orders.id` })
    // Without an index: the planner would read all open orders instead of these few.
    .from(sql`work_orders not indexed`)
    .where(and(isAmong(workOrders.id), isUnassigned)),
);
/** Returns which of some work orders are open and have no live assignment. */
export const findUnassigned = ({ db }: Ctx, ids: readonly number[]): Set<number> =>
  new Set(
    unassignedAmong(db)
      .all({ ids: JSON.stringify(ids) })
      .map(({ id }) => id),
  );

/** Returns the open orders that are unassigned: urgent ones first, then by date. */
export function listUnassigned(ctx: Ctx, input: z.output<typeof pageInput>) {
  const place = sql`(${PRIORITY_RANK}, ${workOrders.scheduledDate}, ${workOrders.id})`;
  const after = input.cursor && sql`${place} > (select ${PRIORITY_RANK}, scheduled_date, id from work_orders where id = ${input.cursor})`;
  return readPage(
    ctx.db
      .select({ id: sql<number>`work_orders.id` })
      .from(openOrders)
      .where(and(isUnassigned, after || undefined))
      .orderBy(PRIORITY_RANK, asc(workOrders.scheduledDate), asc(workOrders.id)),
    input.limit,
    ({ id }) => id,
    (rows) => getWorkOrders(ctx, toIds(rows)),
  );
}

/** Returns a job with the assignments of its crew. Throws NOT_FOUND. */
export function getBoardJob(ctx: Ctx, { id }: z.output<typeof byWorkOrder>): BoardJob {
  const order = getWorkOrderDetails(ctx, id);
  const crew = toAssignments(ctx, listCrew(ctx, order.id));
  return { order, assignment: crew[0] ?? null, crew };
}

/** Upper limits, far above the members of a small company and their jobs of a day. */
const MEMBERS = 200;
const JOBS = 1000;

const workAmong = prepared((db) =>
  db
    .select()
    .from(workOrderAssignments)
    .where(and(isAmong(workOrderAssignments.workOrderId), IS_WORK)),
);
const membersOfDay = prepared((db) =>
  db
    .select()
    .from(teamMembers)
    .where(or(eq(teamMembers.isActive, true), isAmong(teamMembers.id)))
    .orderBy(asc(teamMembers.firstName), asc(teamMembers.id))
    .limit(MEMBERS),
);

/** Returns the jobs of a day by active member, in the order of their times, with the minutes planned. */
export function planDay(ctx: Ctx, { day }: { day: string }): DayPlan {
  const orderRows = ctx.db
    .select({ id: workOrders.id, memberId: workOrders.assignedTeamMemberId })
    .from(workOrders)
    .where(isJobOnDay(day))
    .orderBy(asc(workOrders.scheduledDate))
    .limit(JOBS)
    .all();
  const ids = toIds(orderRows);
  const working = workAmong(ctx.db).all({ ids: JSON.stringify(ids) });
  const memberIds = [...orderRows.flatMap(({ memberId }) => memberId ?? []), ...working.map(({ teamMemberId }) => teamMemberId)];
  const members = membersOfDay(ctx.db).all({ ids: JSON.stringify(memberIds) });
  const orders = new Map(getWorkOrders(ctx, ids).map((order) => [order.id, order]));
  const workByMember = groupBy(working, ({ teamMemberId }) => teamMemberId);
  const off = ctx.db
    .select()
    .from(timeOff)
    .where(and(eq(timeOff.status, 'approved'), gte(timeOff.endDate, day), lte(timeOff.startDate, day)))
    .all();
  return {
    day,
    members: members.map((row) => {
      const ownParts = new Map((workByMember.get(row.id) ?? []).reverse().map((part) => [part.workOrderId, part]));
      const jobs = orderRows.flatMap(({ id, memberId }): PlanEntry[] => {
        const [order, own] = [orders.get(id), ownParts.get(id)];
        const isLead = memberId === row.id;
        if (!order || (!own && !isLead)) return [];
        const live = own && isLive(own) ? own : undefined;
        return [{ order, assignmentId: live?.id ?? null, assignmentStatus: live?.status ?? null, isLead }];
      });
      const dayOff = off.find(({ teamMemberId }) => teamMemberId === row.id);
      return {
        member: { ...toAssignedMember(row), specializations: row.specializations },
        plannedMinutes: jobs.reduce((sum, { order }) => sum + blockedMinutes(order), 0),
        timeOff: dayOff ? (dayOff.reason ?? '') : null,
        jobs,
      };
    }),
  };
}

const HISTORY = 100;
/** Returns the members' actions on a work order, newest first, with its pictures. Throws NOT_FOUND. */
export function listWorkOrderHistory(ctx: Ctx, ref: number | string): z.output<typeof workOrderHistory> {
  const order = getWorkOrder(ctx, ref);
  const entries = ctx.db
    .select({
      id: teamMemberLogs.id,
      at: teamMemberLogs.timestamp,
      memberName: sql<string>`${memberName}`,
      action: teamMemberLogs.action,
      details: teamMemberLogs.details,
    })
    .from(teamMemberLogs)
    .innerJoin(teamMembers, eq(teamMembers.id, teamMemberLogs.teamMemberId))
    .where(eq(teamMemberLogs.workOrderId, order.id))
    .orderBy(desc(teamMemberLogs.id))
    .limit(HISTORY)
    .all();
  const photos = ctx.db
    .select()
    .from(workOrderPhotos)
    .where(eq(workOrderPhotos.workOrderId, order.id))
    .orderBy(asc(workOrderPhotos.id))
    .all();
  return { entries, photos: photos.map(toPhoto) };
}
