import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, memberHours, teamMembers, timeOff, waitlistEntries } from '../../../db/schema';
import { DEFAULT_BOOKING_MINUTES, type TimeWindow } from '../../shared/booking';
import { windowBounds } from '../../shared/booking-times';
import { addDays, getWeekday } from '../../shared/calendar-day';
import { getPostedHours } from '../../shared/company-facts';
import { DEFAULT_DURATION_MINUTES, LIVE_ASSIGNMENTS, OPEN_STATUSES } from '../../shared/dispatch';
import { addMinutes, businessDay, businessInstant } from '../../shared/time';
import type { Ctx } from '../context';
import { getSettings } from '../settings/service';

/** Work that needs people from `from` to `to`, in milliseconds; `members` are those at work that day who are assigned to it. */
type Need = { from: number; to: number; people: number; members: number[] };
/** Hours in which a member works on a day, in milliseconds. */
type WorkingMember = { id: number; spans: { opens: number; closes: number }[] };
type Day = { members: WorkingMember[]; needs: Need[]; bufferMs: number };

/** Start of a job and its length. */
type Span = { begins: string; minutes: number };
/** Work that a job replaces, so that it does not count twice, and the slot whose place it gives up. */
type Replaced = { bookingId?: number | null; workOrderId?: number | null; slotId?: number | null };
/** A job that is to take place, and how many people it needs. */
export type Job = Span & { people: number; replaces?: Replaced };

const [day, weekday, from, until] = ['day', 'weekday', 'from', 'until'].map((name) => sql.placeholder(name));
const [dayBefore, early, except] = ['dayBefore', 'early', 'except'].map((name) => sql.placeholder(name));

const hoursOfDay = prepared((db) =>
  db
    .select({
      id: teamMembers.id,
      opens: memberHours.opens,
      closes: memberHours.closes,
      hasHours: sql`${memberHours.id} is not null
        or exists (select 1 from member_hours where team_member_id = ${teamMembers.id})`.mapWith(Boolean),
    })
    .from(teamMembers)
    .leftJoin(memberHours, and(eq(memberHours.teamMemberId, teamMembers.id), sql`${memberHours.weekday} = ${weekday}`))
    .where(eq(teamMembers.isActive, true))
    .orderBy(teamMembers.id, memberHours.opens),
);

const offOfDay = prepared((db) =>
  db
    .select({ id: timeOff.teamMemberId })
    .from(timeOff)
    .where(and(eq(timeOff.status, 'approved'), sql`${timeOff.startDate} <= ${day}`, sql`${timeOff.endDate} >= ${day}`)),
);

/**
 * Minutes by which work of an earlier day must last past midnight to matter: no window begins before 8 and no buffer is longer than 4
 * hours.
 */
const NIGHT_MINUTES = 4 * 60;
/** Days back in which a job that still goes on may have begun. */
const DAYS_BACK = 2;
const asWords = (statuses: readonly string[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '));
/** Open jobs around a day, added up by start and length. */
const jobsOfDay = prepared((db) =>
  db
    .select({
      begins: sql<string>`scheduled_date`,
      minutes: sql<number | null>`estimated_duration`,
      people: sql<number>`sum(crew_size)`,
      members: sql<string | null>`group_concat(case when crew_size > 1 then
        (select group_concat(team_member_id) from work_order_assignments
          where work_order_id = work_orders.id and status in (${asWords(LIVE_ASSIGNMENTS)}))
        else assigned_team_member_id end)`,
    })
    .from(sql`work_orders indexed by work_orders_need`)
    .where(
      sql`status in (${asWords(OPEN_STATUSES)}) and scheduled_date >= ${early} and scheduled_date < ${until}
        and (scheduled_date >= ${from} or estimated_duration > ${sql.raw(String(NIGHT_MINUTES))}) and id is not ${except}`,
    )
    .groupBy(sql`scheduled_date, estimated_duration`),
);
const window = { date: appointmentSlots.date, timeSlot: appointmentSlots.timeSlot };
/** Confirmed bookings without a job, whose minutes count, and the places held for people of the waitlist. */
const bookingsOfDay = prepared((db) =>
  db
    .select({ ...window, minutes: appointmentBookings.estimatedDuration })
    .from(appointmentSlots)
    .crossJoin(appointmentBookings)
    .where(
      and(
        eq(appointmentBookings.slotId, appointmentSlots.id),
        sql`${appointmentSlots.date} between ${dayBefore} and ${day}`,
        sql`${appointmentSlots.currentBookings} > 0`,
        // The plus keeps SQLite from walking all bookings without a job.
        sql`+${appointmentBookings.workOrderId} is null and ${appointmentBookings.id} is not ${except}`,
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

/** Adds hours to a list in their order; two spans without a break between them become one. */
function addSpan(spans: WorkingMember['spans'], opens: number, closes: number): void {
  const last = spans.at(-1);
  if (last && last.closes === opens) last.closes = closes;
  else spans.push({ opens, closes });
}

/** Returns the active members who are not off, with the hours they work on a day; undefined if the company has no active member. */
function readMembers(ctx: Ctx, date: string): WorkingMember[] | undefined {
  const rows = hoursOfDay(ctx.db).all({ weekday: getWeekday(date) });
  if (rows.length === 0) return undefined;
  const off = new Set(
    offOfDay(ctx.db)
      .all({ day: date })
      .map(({ id }) => id),
  );
  const posted = getPostedHours(getWeekday(date), getSettings(ctx).company.hours);
  const instants = new Map<string, number>();
  const instant = (time: string) => {
    const known = instants.get(time) ?? Date.parse(businessInstant(date, time));
    instants.set(time, known);
    return known;
  };
  const members = new Map<number, WorkingMember>();
  for (const { id, opens, closes, hasHours } of rows) {
    if (off.has(id)) continue;
    const span = hasHours ? { opens, closes } : posted;
    const spans: WorkingMember['spans'] = members.get(id)?.spans ?? [];
    if (span.opens && span.closes) addSpan(spans, instant(span.opens), instant(span.closes));
    members.set(id, { id, spans });
  }
  return [...members.values()].filter(({ spans }) => spans.length > 0);
}

function need(begins: string, minutes: number, people = 1, members: number[] = []): Need {
  const from = Date.parse(begins);
  return { from, to: from + minutes * 60_000, people, members };
}
const getStart = (slot: { date: string; timeSlot: TimeWindow }) => windowBounds(slot)[0];

const DAY_MS = 86_400_000;
/** Returns whether a job is among those that {@link readNeeds} returns for the day that begins at an instant. */
function isAround({ from, to }: Need, dayBegins: number): boolean {
  const nightMs = NIGHT_MINUTES * 60_000;
  if (from >= dayBegins + DAY_MS + nightMs) return false;
  return from >= dayBegins || (to - from > nightMs && from >= dayBegins - DAYS_BACK * DAY_MS);
}

function readNeeds(ctx: Ctx, date: string, { bookingId = null, workOrderId = null }: Replaced): Need[] {
  const [dayBegins, dayEnds] = [businessInstant(date, '00:00'), businessInstant(addDays(date, 1), '00:00')];
  const jobs = jobsOfDay(ctx.db)
    .all({
      early: businessInstant(addDays(date, -DAYS_BACK), '00:00'),
      from: dayBegins,
      until: addMinutes(new Date(dayEnds), NIGHT_MINUTES),
      except: workOrderId,
    })
    .map(({ begins, minutes, people, members }) =>
      need(begins, minutes || DEFAULT_DURATION_MINUTES, people, members?.split(',').map(Number)),
    );
  const bookings = bookingsOfDay(ctx.db)
    .all({ day: date, dayBefore: addDays(date, -1), except: bookingId })
    .map(({ minutes, ...slot }) => need(getStart(slot), minutes || DEFAULT_BOOKING_MINUTES));
  const held = heldOfDay(ctx.db)
    .all({ day: date })
    .map((slot) => need(getStart(slot), DEFAULT_BOOKING_MINUTES));
  return [...jobs, ...bookings, ...held];
}

/** Counts the members who work on a day; undefined if the company has no active member. */
export const countWorking = (ctx: Ctx, date: string): number | undefined => readMembers(ctx, date)?.length;

/** Counts the people of a day who are free for a whole job. */
function countFree({ members, needs, bufferMs }: Day, { begins, minutes }: Span): number {
  const [from, to] = [Date.parse(begins), Date.parse(begins) + minutes * 60_000];
  const able = new Set<number>();
  for (const { id, spans } of members) if (spans.some((span) => span.opens <= from && to <= span.closes)) able.add(id);
  let unassigned = 0;
  for (const other of needs) {
    if (other.from >= to + bufferMs || from >= other.to + bufferMs) continue;
    for (const member of other.members) able.delete(member);
    unassigned += other.people - other.members.length;
  }
  return Math.max(0, able.size - unassigned);
}

function readDay(ctx: Ctx, date: string, replaced: Replaced = {}): Day | undefined {
  const { capacityFrom, travelBufferMinutes } = getSettings(ctx);
  const members = capacityFrom === 'crew' ? readMembers(ctx, date) : undefined;
  if (!members) return undefined;
  const atWork = new Set(members.map(({ id }) => id));
  const needs = readNeeds(ctx, date, replaced);
  // A member who is off needs a replacement.
  for (const job of needs) job.members = job.members.filter((id) => atWork.has(id));
  return { members, needs, bufferMs: travelBufferMinutes * 60_000 };
}

/**
 * Returns how to count the people of a day who are free for a whole job there, or undefined if people do not limit bookings: the settings
 * count slots only, or no member is active. Free is an active member who is not off, works at all of these hours, and is not needed by
 * another job, booking or held place; travel lies between any two of them.
 */
export function readFreePeople(ctx: Ctx, date: string, replaced: Replaced = {}): ((span: Span) => number) | undefined {
  const day = readDay(ctx, date, replaced);
  return day && ((span) => countFree(day, span));
}

export type CapacityCheck = (job: Omit<Job, 'replaces'>) => boolean;
/**
 * Returns {@link isOverbooked} for jobs that are created together by one statement, which counts each job for the jobs after it. Reads the
 * settings and each day once. Do not use it after the write: the database has the jobs from then on, so they would count twice.
 */
export function toCapacityCheck(ctx: Ctx): CapacityCheck {
  if (getSettings(ctx).capacityFrom !== 'crew') return () => false;
  const days: { date: string; begins: number; day: Day | undefined }[] = [];
  const jobs: Need[] = [];
  const readOnce = (date: string) => {
    const known = days.find((read) => read.date === date);
    if (known) return known.day;
    const begins = Date.parse(businessInstant(date, '00:00'));
    const day = readDay(ctx, date);
    day?.needs.push(...jobs.filter((job) => isAround(job, begins)));
    days.push({ date, begins, day });
    return day;
  };
  return ({ people, ...span }) => {
    const day = readOnce(businessDay(span.begins));
    if (!day) return false;
    const isFull = countFree(day, span) < people;
    const job = need(span.begins, span.minutes, people);
    jobs.push(job);
    for (const { begins, day: other } of days) if (isAround(job, begins)) other?.needs.push(job);
    return isFull;
  };
}

/** Returns whether a job would need more people than are free, if the settings count people. */
export function isOverbooked(ctx: Ctx, { people, replaces, ...span }: Job): boolean {
  const count = readFreePeople(ctx, businessDay(span.begins), replaces);
  return count !== undefined && count(span) < people;
}
