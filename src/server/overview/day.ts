import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { prepared } from '../../../db/prepared';
import { clients, memberName, teamMembers, workOrders } from '../../../db/schema';
import { getPhase } from '../../shared/dispatch';
import type { daySchema, LaneJob } from '../../shared/overview';
import { businessDay, businessDayBounds } from '../../shared/time';
import { listNextBookings } from '../calendar/booking-lists';
import type { Ctx } from '../context';
import { IS_HELP } from '../dispatch/crews';

/** Upper limits, above the members of a small company and their jobs of a day. */
const MEMBERS = 50;
const JOBS = 300;
const NEXT_BOOKINGS = 4;

const [from, to, day] = [sql.placeholder('from'), sql.placeholder('to'), sql.placeholder('day')];
const jobsOfDay = prepared((db) =>
  db
    .select({
      id: workOrders.id,
      workOrderId: workOrders.workOrderId,
      clientName: clients.name,
      scheduledDate: workOrders.scheduledDate,
      status: workOrders.status,
      confirmedAt: workOrders.confirmedAt,
      overbooked: workOrders.overbooked,
      memberId: workOrders.assignedTeamMemberId,
      /** The ids of the members who help, as a JSON array. */
      helpers: sql<string>`(select json_group_array(team_member_id) from work_order_assignments
        where work_order_id = ${workOrders.id} and ${IS_HELP})`,
    })
    .from(workOrders)
    .innerJoin(clients, eq(clients.id, workOrders.clientId))
    .where(and(sql`${workOrders.scheduledDate} >= ${from} and ${workOrders.scheduledDate} < ${to}`, ne(workOrders.status, 'cancelled')))
    .orderBy(asc(workOrders.scheduledDate), asc(workOrders.id))
    .limit(JOBS),
);
const membersOfDay = prepared((db) =>
  db
    .select({
      memberId: teamMembers.id,
      name: sql<string>`${memberName}`,
      timeOff: sql<string | null>`(select coalesce(reason, '') from time_off
      where team_member_id = team_members.id and status = 'approved' and start_date <= ${day} and end_date >= ${day} limit 1)`,
    })
    .from(teamMembers)
    .where(sql`${teamMembers.isActive} = 1 or ${teamMembers.id} in (select value from json_each(${sql.placeholder('busy')}))`)
    .orderBy(asc(teamMembers.firstName), asc(teamMembers.id))
    .limit(MEMBERS),
);

/** Returns today's jobs by member, in the order of their times, the unassigned ones, and the next bookings. */
export function getDay(ctx: Ctx): z.output<typeof daySchema> {
  const today = businessDay(ctx.now());
  const [first, next] = businessDayBounds(today);
  const jobs = jobsOfDay(ctx.db).all({ from: first, to: next });
  const crewed = jobs.map(({ helpers, memberId, ...job }) => ({ job, members: [memberId, ...(JSON.parse(helpers) as number[])] }));
  const ofMember = (id: number | null): LaneJob[] => crewed.filter(({ members }) => members.includes(id)).map(({ job }) => job);
  const busy = JSON.stringify(crewed.flatMap(({ members }) => members.filter((id) => id !== null)));
  return {
    day: today,
    lanes: membersOfDay(ctx.db)
      .all({ day: today, busy })
      .map((member) => ({ ...member, jobs: ofMember(member.memberId) })),
    unassigned: ofMember(null).filter(({ status }) => getPhase(status) !== 'done'),
    bookings: listNextBookings(ctx, NEXT_BOOKINGS),
  };
}
