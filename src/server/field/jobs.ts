import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../../db/client';
import { countKept } from '../../../db/kept-counts';
import { countRows, cutPage, isAmong, isBefore, prepared } from '../../../db/prepared';
import {
  clientAddresses,
  clients,
  teamMemberLogs,
  teamMembers,
  workOrderAssignments,
  workOrderPhotos,
  workOrders,
} from '../../../db/schema';
import type { AssignmentStatus } from '../../shared/assignments';
import { canSeeAccessNotes } from '../../shared/clients';
import { ACTIVE_STATUSES, DONE_STATUSES, LIVE_ASSIGNMENTS, OPEN_STATUSES, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { type assignedInput, type FieldDashboard, getMemberStatus, type Job } from '../../shared/field';
import { groupBy } from '../../shared/statistics';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';
import { byRank, IS_HELP, IS_LIVE, isJobOf } from '../dispatch/crews';
import { getWorkOrder, getWorkOrders, toIds, toPhoto } from '../dispatch/work-orders';
import { findMailedJobs } from '../mail/messages/job-done';

/** Newest remarks of a job that its member sees. */
const REMARKS = 20;
/** Jobs on the phone: open ones, and the last finished ones. */
const OPEN_JOBS = 100;
const DONE_JOBS = 20;

const listPlaces = prepared((db) =>
  db
    .select({
      id: workOrders.id,
      own: clients,
      other: clientAddresses,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .where(and(isAmong(workOrders.id), isJobOf(sql`${sql.placeholder('memberId')}`))),
);
const listCrews = prepared((db) =>
  db
    .select({
      id: workOrderAssignments.id,
      workOrderId: workOrderAssignments.workOrderId,
      status: workOrderAssignments.status,
      estimatedArrival: workOrderAssignments.estimatedArrival,
      isLead: workOrderAssignments.isLead,
      assignedAt: workOrderAssignments.assignedAt,
      member: { id: teamMembers.id, firstName: teamMembers.firstName, phone: teamMembers.phone },
    })
    .from(workOrderAssignments)
    .innerJoin(teamMembers, eq(teamMembers.id, workOrderAssignments.teamMemberId))
    .where(and(isAmong(workOrderAssignments.workOrderId), IS_LIVE)),
);

/** Returns the access notes of jobs, only for the members of the job and around its day. */
function findAccessNotes(ctx: Ctx, orders: readonly WorkOrder[]): Map<number, Job['accessNotes']> {
  const today = businessDay(ctx.now());
  const near = orders.filter(({ scheduledDate }) => canSeeAccessNotes(businessDay(scheduledDate), today));
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.id : 0;
  const rows = listPlaces(ctx.db).all({ ids: JSON.stringify(toIds(near)), memberId });
  return new Map(
    rows.map(({ id, own, other }) => {
      const { accessGate: gate, accessAlarm: alarm, accessPets: pets, accessKey: key } = other ?? own;
      return [id, { gate, alarm, pets, key }];
    }),
  );
}

// Leaves out the reasons of members who declined: those are for the office alone.
const listRemarks = prepared((db) =>
  db
    .select({
      workOrderId: teamMemberLogs.workOrderId,
      remark: { id: teamMemberLogs.id, at: teamMemberLogs.timestamp, action: teamMemberLogs.action, details: sql<string>`details` },
    })
    .from(sql`json_each(${sql.placeholder('ids')}) jobs`)
    .innerJoin(
      teamMemberLogs,
      sql`${teamMemberLogs.id} in (select id from team_member_logs where work_order_id = jobs.value and details is not null
        and action <> 'declined' order by id desc limit ${sql.raw(String(REMARKS))})`,
    )
    .orderBy(desc(teamMemberLogs.id)),
);

const listPhotos = prepared((db) =>
  db
    .select()
    .from(workOrderPhotos)
    .where(isAmong(workOrderPhotos.workOrderId))
    .orderBy(asc(workOrderPhotos.workOrderId), asc(workOrderPhotos.id)),
);

/**
 * Completes work orders to jobs as a member of theirs sees them; `memberId` is the member, or undefined for the office. The schema of the
 * answer leaves out what the member does not see.
 */
function toJobs(ctx: Ctx, orders: WorkOrder[], memberId?: number): Job[] {
  if (orders.length === 0) return [];
  const ids = JSON.stringify(toIds(orders));
  const notes = findAccessNotes(ctx, orders);
  const mailed = findMailedJobs(ctx, orders);
  const crews = groupBy(listCrews(ctx.db).all({ ids }), ({ workOrderId }) => workOrderId);
  const remarks = groupBy(listRemarks(ctx.db).all({ ids }), ({ workOrderId }) => workOrderId);
  const photos = groupBy(listPhotos(ctx.db).all({ ids }), ({ workOrderId }) => workOrderId);
  return orders.map((order) => {
    const crew = (crews.get(order.id) ?? []).sort(byRank);
    const own = crew.find(({ member }) => member.id === (memberId ?? crew[0]?.member.id));
    return Object.assign(order, {
      assignment: own ? { id: own.id, status: own.status, estimatedArrival: own.estimatedArrival, isLead: own.isLead } : null,
      memberStatus: getMemberStatus(order, own),
      mailsClient: mailed.has(order.id),
      crew: crew.map(({ member, isLead }) => ({ ...member, isLead })),
      accessNotes: notes.get(order.id) ?? null,
      remarks: (remarks.get(order.id) ?? []).map(({ remark }) => remark),
      photos: (photos.get(order.id) ?? []).map(toPhoto),
    });
  });
}

/** Returns one work order as its member sees it. Throws NOT_FOUND. */
export const toJob = (ctx: Ctx, id: number): Job => {
  const [job] = toJobs(ctx, [getWorkOrder(ctx, id)], ctx.actor.kind === 'member' ? ctx.actor.id : undefined);
  if (!job) throw new DomainError('NOT_FOUND', 'This work order does not exist.');
  return job;
};

function assertMember(ctx: Ctx, id: number): void {
  if (!ctx.db.select({ id: teamMembers.id }).from(teamMembers).where(eq(teamMembers.id, id)).get())
    throw new DomainError('NOT_FOUND', 'This team member does not exist.');
}

/** Returns the work orders assigned to a member, newest first. Throws NOT_FOUND for the member. */
export function listAssigned(ctx: Ctx, { id, limit, cursor }: z.output<typeof assignedInput>) {
  assertMember(ctx, id);
  const led = ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.assignedTeamMemberId, id), isBefore(workOrders.id, cursor)))
    .orderBy(desc(workOrders.id))
    .limit(limit + 1)
    .all();
  const helped = ctx.db
    .selectDistinct({ id: workOrderAssignments.workOrderId })
    .from(workOrderAssignments)
    .where(and(eq(workOrderAssignments.teamMemberId, id), IS_HELP, isBefore(workOrderAssignments.workOrderId, cursor)))
    .orderBy(desc(workOrderAssignments.workOrderId))
    .limit(limit + 1)
    .all();
  const ids = [...new Set([...led, ...helped].map((row) => row.id))].sort((one, other) => other - one);
  const page = cutPage(ids, limit, (row) => row);
  return { ...page, rows: toJobs(ctx, getWorkOrders(ctx, page.rows), id) };
}

type JobDate = { id: number; date: string; status: WorkOrder['status'] };
const byDate = (one: JobDate, other: JobDate) => one.date.localeCompare(other.date);

const helpedJobs = (db: Db, statuses: readonly AssignmentStatus[]) =>
  db
    .select({ id: workOrders.id, date: workOrders.scheduledDate, status: workOrders.status })
    .from(workOrderAssignments)
    .innerJoin(workOrders, eq(workOrders.id, workOrderAssignments.workOrderId))
    .where(and(eq(workOrderAssignments.teamMemberId, sql.placeholder('id')), IS_HELP, inArray(workOrderAssignments.status, [...statuses])))
    .orderBy(desc(workOrderAssignments.workOrderId))
    .limit(sql.placeholder('limit'));
const openHelp = prepared((db) => helpedJobs(db, LIVE_ASSIGNMENTS));
const doneHelp = prepared((db) => helpedJobs(db, ['completed']));

/** Returns the four figures and the jobs of a member's phone. Throws NOT_FOUND. */
export function getDashboard(ctx: Ctx, { id }: { id: number }): FieldDashboard {
  assertMember(ctx, id);
  const [from, to] = businessDayBounds(businessDay(ctx.now()));
  const isTheirs = eq(workOrders.assignedTeamMemberId, id);
  const open = and(isTheirs, inArray(workOrders.status, OPEN_STATUSES));
  const countJobs = (...statuses: WorkOrder['status'][]) =>
    countKept(
      ctx,
      'jobs',
      statuses.map((status) => `${id} ${status}`),
    );
  const pick = () =>
    ctx.db.select({ id: workOrders.id, date: workOrders.scheduledDate, status: workOrders.status }).from(workOrders).$dynamic();
  // Reads the newest of each status from the index; all statuses together would have to be sorted.
  const done = DONE_STATUSES.flatMap((status) =>
    pick()
      .where(and(isTheirs, eq(workOrders.status, status)))
      .orderBy(desc(workOrders.scheduledDate))
      .limit(DONE_JOBS)
      .all(),
  );
  const newestDone = [...done, ...doneHelp(ctx.db).all({ id, limit: DONE_JOBS })].sort(byDate).reverse().slice(0, DONE_JOBS);
  const helped: JobDate[] = openHelp(ctx.db).all({ id, limit: OPEN_JOBS });
  const led = pick().where(open).orderBy(asc(workOrders.scheduledDate)).limit(OPEN_JOBS).all();
  const ids = [...[...led, ...helped].sort(byDate).slice(0, OPEN_JOBS), ...newestDone].map((row) => row.id);
  const countHelped = (...statuses: WorkOrder['status'][]) => helped.filter(({ status }) => statuses.includes(status)).length;
  const ledToday = countRows(ctx.db, workOrders, and(open, gte(workOrders.scheduledDate, from), lt(workOrders.scheduledDate, to)));
  return {
    counters: {
      assignedToday: ledToday + helped.filter(({ date }) => date >= from && date < to).length,
      completed: countJobs(...DONE_STATUSES) + countKept(ctx, 'helped', [String(id)]),
      inProgress: countJobs(...ACTIVE_STATUSES) + countHelped(...ACTIVE_STATUSES),
      issues: countJobs('incomplete') + countHelped('incomplete'),
    },
    jobs: toJobs(ctx, getWorkOrders(ctx, ids), id),
  };
}
