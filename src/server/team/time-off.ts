import { and, asc, eq, gte, lte, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../../db/client';
import { readPage } from '../../../db/prepared';
import { memberName, teamMembers, timeOff } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import {
  TIME_OFF_TRANSITIONS,
  type TimeOff,
  type timeOffDecision,
  type timeOffEntry,
  type timeOffList,
  type timeOffListInput,
  type timeOffRequest,
} from '../../shared/team';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import { offerAllFreePlaces } from '../calendar/waitlist';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { assertSignedIn } from '../session/service';
import { callingMember } from './account';
import { getMemberRow } from './service';

const OWN_LIMIT = 200;

const withMember = (db: Db) =>
  db.select({ entry: timeOff, memberName }).from(timeOff).innerJoin(teamMembers, eq(teamMembers.id, timeOff.teamMemberId));
const toTimeOff = ({ entry, memberName }: { entry: typeof timeOff.$inferSelect; memberName: string }): TimeOff => ({
  ...entry,
  memberName,
});

function getTimeOff(ctx: Ctx, id: number): TimeOff {
  const row = withMember(ctx.db).where(eq(timeOff.id, id)).get();
  if (!row) throw new DomainError('NOT_FOUND', 'This time off does not exist.');
  return toTimeOff(row);
}

type Entry = Pick<TimeOff, 'teamMemberId' | 'startDate' | 'endDate' | 'reason' | 'status'>;

/** Throws CONFLICT when the member already has or requested one of these days. */
function assertNoOverlap(ctx: Ctx, { teamMemberId, startDate, endDate }: Entry): void {
  const other = ctx.db
    .select()
    .from(timeOff)
    .where(
      and(
        eq(timeOff.teamMemberId, teamMemberId),
        gte(timeOff.endDate, startDate),
        lte(timeOff.startDate, endDate),
        ne(timeOff.status, 'declined'),
      ),
    )
    .limit(1)
    .get();
  if (other)
    throw new DomainError(
      'CONFLICT',
      `Time off from ${other.startDate} to ${other.endDate} is already ${other.status} and overlaps these days.`,
    );
}

function recordTimeOff(ctx: Ctx, verb: string, id: number, data: Record<string, unknown>): void {
  recordActivity(ctx, { verb: `timeOff.${verb}`, entityType: 'timeOff', entityId: id, data });
  publishAfterCommit(ctx, 'team');
}

function insertTimeOff(ctx: Ctx, entry: Entry, decidedAt: string | null): TimeOff {
  assertNoOverlap(ctx, entry);
  const row = ctx.db
    .insert(timeOff)
    .values({ ...entry, createdAt: ctx.now().toISOString(), decidedAt })
    .returning({ id: timeOff.id })
    .get();
  recordTimeOff(ctx, entry.status, row.id, { teamMemberId: entry.teamMemberId, startDate: entry.startDate, endDate: entry.endDate });
  return getTimeOff(ctx, row.id);
}

/**
 * Requests days off for the calling member. Throws BAD_REQUEST for past days, CONFLICT for days already requested, FORBIDDEN for the
 * office.
 */
export function requestTimeOff(ctx: Ctx, input: z.output<typeof timeOffRequest>): TimeOff {
  const teamMemberId = callingMember(ctx);
  if (input.startDate < businessDay(ctx.now())) {
    throw fieldError('startDate', 'Please choose a day from today on.');
  }
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    return insertTimeOff(ctx, { ...input, teamMemberId, status: 'requested' }, null);
  });
}

/** Enters approved days off for a member. Throws NOT_FOUND, and CONFLICT for days already off or requested. */
export function addTimeOff(ctx: Ctx, input: z.output<typeof timeOffEntry>): TimeOff {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    getMemberRow(ctx, input.teamMemberId);
    return insertTimeOff(ctx, { ...input, status: 'approved' }, ctx.now().toISOString());
  });
}

/** Lists current and future days off of one status, of members who work here, earliest end first. */
export function listTimeOff(ctx: Ctx, { status, limit, cursor }: z.output<typeof timeOffListInput>): z.output<typeof timeOffList> {
  const after =
    cursor === undefined ? undefined : sql`(${timeOff.endDate}, ${timeOff.id}) > (select end_date, id from time_off where id = ${cursor})`;
  return readPage(
    withMember(ctx.db)
      .where(and(eq(timeOff.status, status), gte(timeOff.endDate, businessDay(ctx.now())), eq(teamMembers.isActive, true), after))
      .orderBy(asc(timeOff.endDate), asc(timeOff.id)),
    limit,
    ({ entry }) => entry.id,
    (rows) => rows.map(toTimeOff),
  );
}

/** Lists the calling member's current and future days off, including declined ones. Throws FORBIDDEN for the office. */
export function listOwnTimeOff(ctx: Ctx): { rows: TimeOff[] } {
  const rows = withMember(ctx.db)
    .where(and(eq(timeOff.teamMemberId, callingMember(ctx)), gte(timeOff.endDate, businessDay(ctx.now()))))
    .orderBy(asc(timeOff.endDate), asc(timeOff.id))
    .limit(OWN_LIMIT)
    .all();
  return { rows: rows.map(toTimeOff) };
}

/** Approves or declines requested days off. Repeating a decision changes nothing. Throws NOT_FOUND, CONFLICT. */
export function decideTimeOff(ctx: Ctx, { id, status }: z.output<typeof timeOffDecision>): TimeOff {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const before = getTimeOff(ctx, id);
    if (before.status === status) return before;
    if (!TIME_OFF_TRANSITIONS[before.status].includes(status))
      throw new DomainError('CONFLICT', `Time off that is ${before.status} cannot become ${status}.`);
    ctx.db.update(timeOff).set({ status, decidedAt: ctx.now().toISOString() }).where(eq(timeOff.id, id)).run();
    recordTimeOff(ctx, status, id, { teamMemberId: before.teamMemberId });
    return getTimeOff(ctx, id);
  });
}

/**
 * Removes days off, and offers the places that this frees to the waitlist: the office any, a member only its own undecided ones. Throws
 * NOT_FOUND, FORBIDDEN for another member's, and CONFLICT for a member's own that are decided.
 */
export function removeTimeOff(ctx: Ctx, id: number): null {
  inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const entry = getTimeOff(ctx, id);
    if (ctx.actor.kind === 'member') {
      if (entry.teamMemberId !== ctx.actor.id) throw new DomainError('FORBIDDEN', "This is another member's time off.");
      if (entry.status !== 'requested')
        throw new DomainError('CONFLICT', `This time off is already ${entry.status}. Please ask the office.`);
    }
    ctx.db.delete(timeOff).where(eq(timeOff.id, id)).run();
    recordTimeOff(ctx, 'removed', id, { teamMemberId: entry.teamMemberId, status: entry.status });
    if (entry.status === 'approved') offerAllFreePlaces(ctx);
  });
  return null;
}
