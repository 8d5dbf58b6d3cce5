import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import {
  appointmentBookings,
  appointmentSlots,
  memberHours,
  teamMembers,
  timeOff,
  waitlistEntries,
  workOrderAssignments,
  workOrders,
} from '../../../db/schema';
import { LIVE_ASSIGNMENTS } from '../../shared/assignments';
import { DEFAULT_BOOKING_MINUTES, type TimeWindow } from '../../shared/booking';
import { windowBounds } from '../../shared/booking-times';
import { addDays, getWeekday } from '../../shared/calendar-day';
import { getPostedHours } from '../../shared/company-facts';
import { DEFAULT_DURATION_MINUTES, OPEN_STATUSES } from '../../shared/dispatch';
import { addMinutes, businessDay, businessInstant, businessTime } from '../../shared/time';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** Work that needs people from `from` to `to`, in milliseconds; `members` are those who are assigned to it. */
type Need = { from: number; to: number; people: number; members: number[]; workOrderId?: number; bookingId?: number };
/** Hours in which a member works on a day, as times of day. */
type WorkingMember = { id: number; spans: { opens: string; closes: string }[] };
type Day = { members: WorkingMember[]; needs: Need[]; bufferMs: number };

/** A job that is to take place: its start, its length, how many people it needs, and the work that it replaces. */
export type Job = { begins: string; minutes: number; people: number; replaces?: { bookingId?: number; workOrderId?: number | null } };

const [day, weekday, from, until] = ['day', 'weekday', 'from', 'until'].map((name) => sql.placeholder(name));
const [dayBefore, early] = [sql.placeholder('dayBefore'), sql.placeholder('early')];

const hoursOfDay = prepared((db) =>
  db
    .select({
      id: teamMembers.id,
      opens: memberHours.opens,
      closes: memberHours.closes,
      hasHours: sql`exists (select 1 from member_hours where team_member_id = ${teamMembers.id})`.mapWith(Boolean),
      isOff: sql`exists (select 1 from ${timeOff} where team_member_id = ${teamMembers.id} and ${timeOff.status} = 'approved'
        and start_date <= ${day} and end_date >= ${day})`.mapWith(Boolean),
    })
    .from(teamMembers)
    .leftJoin(memberHours, and(eq(memberHours.teamMemberId, teamMembers.id), sql`${memberHours.weekday} = ${weekday}`))
    .where(eq(teamMembers.isActive, true))
    .orderBy(teamMembers.id, memberHours.opens),
);

/** Minutes by which work of an earlier day must last past midnight to matter: no window begins before 8 and no buffer is longer than 4 hours. */
const NIGHT_MINUTES = 4 * 60;
/** Days back in which a job that still goes on may have begun. */
const DAYS_BACK = 2;
const asWords = (statuses: readonly string[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '));
const workOrdersOfDay = prepared((db) =>
  db
    .select({
      id: workOrders.id,
      begins: workOrders.scheduledDate,
      minutes: workOrders.estimatedDuration,
      people: workOrders.crewSize,
      lead: workOrders.assignedTeamMemberId,
      crew: sql<string | null>`case when crew_size > 1 then
        (select group_concat(team_member_id) from ${workOrderAssignments} where work_order_id = work_orders.id and status in (${asWords(LIVE_ASSIGNMENTS)})) end`,
    })
    .from(workOrders)
    .where(
      sql`${workOrders.status} in (${asWords(OPEN_STATUSES)})
        and ${workOrders.scheduledDate} >= ${early} and ${workOrders.scheduledDate} < ${until}
        and (${workOrders.scheduledDate} >= ${from} or ${workOrders.estimatedDuration} > ${sql.raw(String(NIGHT_MINUTES))})`,
    ),
);
const window = { date: appointmentSlots.date, timeSlot: appointmentSlots.timeSlot };
/** Confirmed bookings without a job, whose minutes count, and the places held for people of the waitlist. */
const bookingsOfDay = prepared((db) =>
  db
    .select({ ...window, id: appointmentBookings.id, minutes: appointmentBookings.estimatedDuration })
    .from(appointmentSlots)
    .crossJoin(appointmentBookings)
    .where(
      and(
        eq(appointmentBookings.slotId, appointmentSlots.id),
        sql`${appointmentSlots.date} between ${dayBefore} and ${day}`,
        sql`${appointmentSlots.currentBookings} > 0`,
        sql`${appointmentBookings.workOrderId} is null`,
        eq(appointmentBookings.status, 'confirmed'),
      ),
    ),
);
const heldOfDay = prepared((db) =>
  db
    .select(window)
    .from(waitlistEntries)
    .innerJoin(appointmentSlots, eq(appointmentSlots.id, waitlistEntries.offeredSlotId))
    .where(and(sql`${waitlistEntries.status} = 'offered'`, sql`${appointmentSlots.date} = ${day}`)),
);

/** Returns the active members who are not off, with the hours they work on a day; undefined if the company has no active member. */
function readMembers(ctx: Ctx, date: string): WorkingMember[] | undefined {
  const rows = hoursOfDay(ctx.db).all({ day: date, weekday: getWeekday(date) });
  if (rows.length === 0) return undefined;
  const posted = getPostedHours(getWeekday(date), getSettings(ctx).company.hours);
  const members = new Map<number, WorkingMember>();
  for (const { id, opens, closes, hasHours, isOff } of rows) {
    if (isOff) continue;
    const span = hasHours ? { opens: opens ?? '', closes: closes ?? '' } : posted;
    const spans: WorkingMember['spans'] = members.get(id)?.spans ?? [];
    const last = spans.at(-1);
    // Two spans without a break between them are one.
    if (last && last.closes === span.opens) last.closes = span.closes;
    else if (span.closes) spans.push({ ...span });
    members.set(id, { id, spans });
  }
  return [...members.values()].filter(({ spans }) => spans.length > 0);
}

const need = (begins: string, minutes: number, rest: Omit<Need, 'from' | 'to'>): Need => {
  const start = Date.parse(begins);
  return { from: start, to: start + minutes * 60_000, ...rest };
};
const startOf = (slot: { date: string; timeSlot: TimeWindow }) => windowBounds(slot)[0];

function readNeeds(ctx: Ctx, date: string): Need[] {
  const [dayBegins, dayEnds] = [businessInstant(date, '00:00'), businessInstant(addDays(date, 1), '00:00')];
  const jobs = workOrdersOfDay(ctx.db)
    .all({
      early: businessInstant(addDays(date, -DAYS_BACK), '00:00'),
      from: dayBegins,
      until: addMinutes(new Date(dayEnds), NIGHT_MINUTES),
    })
    .map(({ id, begins, minutes, people, lead, crew }) => {
      const members = crew?.split(',').map(Number) ?? (lead === null ? [] : [lead]);
      return need(begins, minutes || DEFAULT_DURATION_MINUTES, { people, members, workOrderId: id });
    });
  const bookings = bookingsOfDay(ctx.db)
    .all({ day: date, dayBefore: addDays(date, -1) })
    .map(({ id, minutes, ...slot }) => need(startOf(slot), minutes || DEFAULT_BOOKING_MINUTES, { people: 1, members: [], bookingId: id }));
  const held = heldOfDay(ctx.db)
    .all({ day: date })
    .map((slot) => need(startOf(slot), DEFAULT_BOOKING_MINUTES, { people: 1, members: [] }));
  return [...jobs, ...bookings, ...held];
}

/** Counts the people of a day who are free for a whole job. */
function countFree({ members, needs, bufferMs }: Day, { begins, minutes, replaces = {} }: Omit<Job, 'people'>): number {
  const [from, to] = [Date.parse(begins), Date.parse(begins) + minutes * 60_000];
  const ends = new Date(to);
  const date = businessDay(begins);
  if (businessDay(ends) !== date) return 0;
  const [opens, closes] = [businessTime(begins), businessTime(ends)];
  const able = new Set<number>();
  for (const { id, spans } of members) if (spans.some((span) => span.opens <= opens && closes <= span.closes)) able.add(id);
  let unassigned = 0;
  for (const other of needs) {
    const isOverlapping = other.from < to + bufferMs && from < other.to + bufferMs;
    const isReplaced =
      (other.bookingId !== undefined && other.bookingId === replaces.bookingId) ||
      (other.workOrderId !== undefined && other.workOrderId === replaces.workOrderId);
    if (!isOverlapping || isReplaced) continue;
    for (const member of other.members) able.delete(member);
    unassigned += Math.max(0, other.people - other.members.length);
  }
  return Math.max(0, able.size - unassigned);
}

/**
 * Returns how to count the people of a day who are free for a whole job there, or undefined if people do not limit bookings: the
 * settings count slots only, or nobody is active. Free is an active member who is not off, works at all of these hours, and is not needed
 * by another job, booking or held place; travel lies between any two of them.
 */
export function readFreePeople(ctx: Ctx, date: string): ((job: Omit<Job, 'people'>) => number) | undefined {
  const { capacityFrom, travelBufferMinutes } = getSettings(ctx);
  const members = capacityFrom === 'crew' ? readMembers(ctx, date) : undefined;
  if (!members) return undefined;
  const people: Day = { members, needs: readNeeds(ctx, date), bufferMs: travelBufferMinutes * 60_000 };
  return (job) => countFree(people, job);
}

/** Returns whether a job would need more people than are free, where the settings count people. */
export function isOverbooked(ctx: Ctx, { people, ...job }: Job): boolean {
  const count = readFreePeople(ctx, businessDay(job.begins));
  return count !== undefined && count(job) < people;
}
