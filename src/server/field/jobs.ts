import { and, asc, desc, eq, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import { countKept } from '../../../db/kept-counts';
import { countRows, cutPage, isBefore, prepared } from '../../../db/prepared';
import {
  clientAddresses,
  clients,
  teamMemberLogs,
  teamMembers,
  workOrderAssignments,
  workOrderPhotos,
  workOrders,
} from '../../../db/schema';
import { canSeeAccessNotes } from '../../shared/clients';
import { DONE_STATUSES, OPEN_STATUSES, type WorkOrder } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { assignedInput, FieldDashboard, Job } from '../../shared/field';
import { businessDay, businessDayBounds } from '../../shared/time';
import type { Ctx } from '../context';
import { IS_LIVE } from '../dispatch/assignments';
import { getWorkOrder, getWorkOrders, toPhoto } from '../dispatch/work-orders';

/** Newest remarks of a job that its member sees. */
const REMARKS = 20;
/** Jobs on the phone: open ones, and the last finished ones. */
const OPEN_JOBS = 100;
const DONE_JOBS = 20;

const isOfIds = (column: SQLiteColumn) => sql`${column} in (select value from json_each(${sql.placeholder('ids')}))`;
const listPlaces = prepared((db) =>
  db
    .select({
      id: workOrders.id,
      memberId: workOrders.assignedTeamMemberId,
      date: workOrders.scheduledDate,
      own: clients,
      other: clientAddresses,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .leftJoin(clientAddresses, eq(clientAddresses.id, workOrders.addressId))
    .where(isOfIds(workOrders.id)),
);
const listLiveAssignments = prepared((db) =>
  db
    .select()
    .from(workOrderAssignments)
    .where(and(isOfIds(workOrderAssignments.workOrderId), IS_LIVE)),
);

/** Returns the access notes of jobs, only for their own member and around the day of the job. `ids` is a JSON array. */
function findAccessNotes(ctx: Ctx, ids: string): Map<number, Job['accessNotes']> {
  const today = businessDay(ctx.now());
  const rows = listPlaces(ctx.db).all({ ids });
  return new Map(
    rows.map(({ id, memberId, date, own, other }) => {
      const isTheirs = ctx.actor.kind === 'member' && ctx.actor.id === memberId;
      const { accessGate: gate, accessAlarm: alarm, accessPets: pets, accessKey: key } = other ?? own;
      return [id, isTheirs && canSeeAccessNotes(businessDay(date), today) ? { gate, alarm, pets, key } : null];
    }),
  );
}

// Leaves out the reasons of members who declined: those are for the office alone.
const listRemarks = prepared((db) =>
  db
    .select({ id: teamMemberLogs.id, at: teamMemberLogs.timestamp, action: teamMemberLogs.action, details: teamMemberLogs.details })
    .from(teamMemberLogs)
    .where(
      and(eq(teamMemberLogs.workOrderId, sql.placeholder('id')), isNotNull(teamMemberLogs.details), ne(teamMemberLogs.action, 'declined')),
    )
    .orderBy(desc(teamMemberLogs.id))
    .limit(REMARKS),
);

const listPhotos = prepared((db) =>
  db
    .select()
    .from(workOrderPhotos)
    .where(eq(workOrderPhotos.workOrderId, sql.placeholder('id')))
    .orderBy(asc(workOrderPhotos.id)),
);

/** Formats work orders as their member sees them. */
function toJobs(ctx: Ctx, orders: WorkOrder[]): Job[] {
  if (orders.length === 0) return [];
  const ids = JSON.stringify(orders.map(({ id }) => id));
  const notes = findAccessNotes(ctx, ids);
  const live = listLiveAssignments(ctx.db).all({ ids });
  return orders.map(({ totalAmount: _, cancelReason: _reason, client, ...order }) => {
    const assignment = live.find(({ workOrderId }) => workOrderId === order.id);
    return {
      ...order,
      client: { id: client.id, name: client.name, email: client.email, phone: client.phone, address: client.address },
      assignment: assignment ? { id: assignment.id, status: assignment.status, estimatedArrival: assignment.estimatedArrival } : null,
      accessNotes: notes.get(order.id) ?? null,
      remarks: listRemarks(ctx.db)
        .all({ id: order.id })
        .map(({ details, ...remark }) => ({ ...remark, details: details ?? '' })),
      photos: listPhotos(ctx.db).all({ id: order.id }).map(toPhoto),
    };
  });
}

/** Returns one work order as its member sees it. Throws NOT_FOUND. */
export const toJob = (ctx: Ctx, id: number): Job => {
  const [job] = toJobs(ctx, [getWorkOrder(ctx, id)]);
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
  const rows = ctx.db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.assignedTeamMemberId, id), isBefore(workOrders.id, cursor)))
    .orderBy(desc(workOrders.id))
    .limit(limit + 1)
    .all();
  const page = cutPage(rows, limit, (row) => row.id);
  const orders = getWorkOrders(
    ctx,
    page.rows.map((row) => row.id),
  );
  return { ...page, rows: toJobs(ctx, orders) };
}

/** Returns the four figures and the jobs of a member's phone. Throws NOT_FOUND. */
export function getDashboard(ctx: Ctx, { id }: { id: number }): FieldDashboard {
  assertMember(ctx, id);
  const [from, to] = businessDayBounds(businessDay(ctx.now()));
  const isTheirs = eq(workOrders.assignedTeamMemberId, id);
  const open = and(isTheirs, inArray(workOrders.status, OPEN_STATUSES));
  const countOf = (...statuses: WorkOrder['status'][]) =>
    countKept(
      ctx,
      'jobs',
      statuses.map((status) => `${id} ${status}`),
    );
  const pick = () => ctx.db.select({ id: workOrders.id, date: workOrders.scheduledDate }).from(workOrders).$dynamic();
  // Reads the newest of each status from the index; all statuses together would have to be sorted.
  const done = DONE_STATUSES.flatMap((status) =>
    pick()
      .where(and(isTheirs, eq(workOrders.status, status)))
      .orderBy(desc(workOrders.scheduledDate))
      .limit(DONE_JOBS)
      .all(),
  );
  const newestDone = done.sort((one, other) => other.date.localeCompare(one.date)).slice(0, DONE_JOBS);
  const ids = [...pick().where(open).orderBy(asc(workOrders.scheduledDate)).limit(OPEN_JOBS).all(), ...newestDone].map((row) => row.id);
  return {
    counters: {
      assignedToday: countRows(ctx.db, workOrders, and(open, gte(workOrders.scheduledDate, from), lt(workOrders.scheduledDate, to))),
      completed: countOf(...DONE_STATUSES),
      inProgress: countOf('enroute', 'onsite', 'in-progress'),
      issues: countOf('incomplete'),
    },
    jobs: toJobs(ctx, getWorkOrders(ctx, ids)),
  };
}
