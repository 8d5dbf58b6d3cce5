import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, isAmong, isBefore, prepared, readPage } from '../../../db/prepared';
import { teamMembers, workOrderAssignments } from '../../../db/schema';
import { inOrder, readSortedIds } from '../../../db/sorting';
import { LIVE_ASSIGNMENTS } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import type {
  allMembers,
  changedMember,
  deactivatedMember,
  MEMBER_ORDERS,
  Member,
  memberChange,
  memberInput,
  memberList,
  memberListInput,
  openJobs,
} from '../../shared/team';
import type { pageInput } from '../../shared/text';
import { recordActivity } from '../activity';
import { offerAllFreePlaces } from '../calendar/waitlist';
import type { Ctx } from '../context';
import { releaseMember } from '../dispatch/assignment-steps';
import { publishAfterCommit } from '../live';
import { assertSignedIn, CHANGED_MEANWHILE, endSessions } from '../session/service';

export type MemberRow = typeof teamMembers.$inferSelect;
export type Credentials = Pick<MemberRow, 'passwordHash' | 'mustChangePassword' | 'temporaryPasswordExpiresAt'>;

const byId = prepared((db) =>
  db
    .select()
    .from(teamMembers)
    .where(eq(teamMembers.id, sql.placeholder('id'))),
);

function toMember({ passwordHash: _hash, temporaryPasswordExpiresAt: _until, hourlyRateCents, ...row }: MemberRow): Member {
  return { ...row, hourlyRate: hourlyRateCents === null ? null : formatCents(hourlyRateCents) };
}

/** Returns the stored row of a member. Throws NOT_FOUND. */
export function getMemberRow(ctx: Ctx, id: number): MemberRow {
  const row = byId(ctx.db).get({ id });
  if (!row) throw new DomainError('NOT_FOUND', 'This team member does not exist.');
  return row;
}

export const getMember = (ctx: Ctx, id: number): Member => toMember(getMemberRow(ctx, id));

const byIds = prepared((db) => db.select().from(teamMembers).where(isAmong(teamMembers.id)));

const MEMBERS = {
  table: 'team_members',
  from: sql`team_members`,
  id: sql`team_members.id`,
  where: undefined,
  columns: { name: sql`lower(first_name || ' ' || last_name)`, employeeId: sql`lower(employee_id)` },
  getIndex: (key: (typeof MEMBER_ORDERS)[number]) => (key === 'employeeId' ? 'team_members_employee_id' : undefined),
};

/** Returns a page of all members including those who have left, newest first or sorted. */
export function listMembers(ctx: Ctx, page: z.output<typeof memberListInput>): z.output<typeof memberList> {
  const { rows: ids, nextCursor } = readSortedIds(ctx.db, MEMBERS, page);
  const rows = byIds(ctx.db).all({ ids: JSON.stringify(ids) });
  return { rows: inOrder(ids, rows).map(toMember), nextCursor };
}

function listWhere(ctx: Ctx, input: z.output<typeof pageInput>, isActive?: true): z.output<typeof allMembers> {
  const after = isBefore(teamMembers.id, input.cursor);
  return readPage(
    ctx.db
      .select()
      .from(teamMembers)
      .where(and(after, isActive && eq(teamMembers.isActive, true)))
      .orderBy(desc(teamMembers.id)),
    input.limit,
    ({ id }) => id,
    (rows) => rows.map(toMember),
  );
}

/** Lists all members including those who have left, newest first. */
export const listAllMembers = (ctx: Ctx, input: z.output<typeof pageInput>) => listWhere(ctx, input);
export const listActiveMembers = (ctx: Ctx, input: z.output<typeof pageInput>) => listWhere(ctx, input, true);

const hasLiveJobs = (id: number) => and(eq(workOrderAssignments.teamMemberId, id), inArray(workOrderAssignments.status, LIVE_ASSIGNMENTS));

/** Counts the jobs that would return to dispatch if a member left now. Throws NOT_FOUND. */
export function countOpenJobs(ctx: Ctx, id: number): z.output<typeof openJobs> {
  return { openJobs: countRows(ctx.db, workOrderAssignments, hasLiveJobs(getMemberRow(ctx, id).id)) };
}

/** Throws CONFLICT when another member has the employee id or the e-mail address, ignoring case. */
function assertFree(ctx: Ctx, { employeeId, email }: { employeeId?: string | undefined; email?: string | undefined }, id = 0): void {
  const isTaken = (same: SQL) =>
    ctx.db
      .select({ id: teamMembers.id })
      .from(teamMembers)
      .where(and(same, ne(teamMembers.id, id)))
      .get() !== undefined;
  if (employeeId !== undefined && isTaken(sql`lower(employee_id) = lower(${employeeId})`))
    throw new DomainError('CONFLICT', `Another team member has the employee ID ${employeeId}.`);
  if (email !== undefined && isTaken(sql`lower(email) = lower(${email})`))
    throw new DomainError('CONFLICT', `Another team member has the email ${email}.`);
}

function toColumns<Sent extends { hourlyRate?: number | null | undefined }>({ hourlyRate, ...fields }: Sent) {
  return { ...fields, ...(hourlyRate !== undefined && { hourlyRateCents: hourlyRate }) };
}

/**
 * Adds a member with these credentials, and offers the places that become free to the waitlist. Throws CONFLICT for an employee id or an
 * e-mail address that is taken.
 */
export function addMember(ctx: Ctx, input: Omit<z.output<typeof memberInput>, 'password'>, credentials: Credentials): Member {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    assertFree(ctx, input);
    const at = ctx.now().toISOString();
    const row = ctx.db
      .insert(teamMembers)
      .values({ ...toColumns(input), ...credentials, createdAt: at, updatedAt: at })
      .returning()
      .get();
    recordActivity(ctx, { verb: 'teamMember.created', entityType: 'teamMember', entityId: row.id, data: { role: row.role } });
    publishAfterCommit(ctx, 'team');
    offerAllFreePlaces(ctx);
    return toMember(row);
  });
}

const releasedWarnings = (released: readonly { workOrderId: string }[]): string[] =>
  released.length === 0
    ? []
    : [
        `${released.length === 1 ? '1 job went' : `${released.length} jobs went`} back to dispatch: ${released
          .map(({ workOrderId }) => workOrderId)
          .sort()
          .join(', ')}.`,
      ];

function endMembership(ctx: Ctx, id: number): string[] {
  endSessions(ctx, 'member', id);
  const released = releaseMember(ctx, id);
  recordActivity(ctx, { verb: 'teamMember.deactivated', entityType: 'teamMember', entityId: id, data: { released: released.length } });
  return releasedWarnings(released);
}

type Change = Omit<z.output<typeof memberChange>, 'password'>;
type PasswordReplacement = { credentials: Credentials; replacedHash: string };

/** Throws UNAUTHORIZED when the calling session ended meanwhile, and CONFLICT when the member's password was changed meanwhile. */
export function assertUnchanged(ctx: Ctx, id: number, passwordHash: string): void {
  assertSignedIn(ctx);
  if (getMemberRow(ctx, id).passwordHash !== passwordHash) throw new DomainError('CONFLICT', CHANGED_MEANWHILE);
}

/**
 * Changes the given fields of a member. A new password ends the member's sessions. Setting `isActive` to false works as {@link
 * deactivateMember} does. Throws NOT_FOUND, and CONFLICT for an employee id or an e-mail address that is taken or for a password that was
 * changed meanwhile.
 */
export function changeMember(ctx: Ctx, { id, ...sent }: Change, password?: PasswordReplacement): z.output<typeof changedMember> {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const before = getMemberRow(ctx, id);
    const credentials = password?.credentials;
    if (password) assertUnchanged(ctx, id, password.replacedHash);
    const fields = [...Object.keys(sent), ...(credentials ? ['password'] : [])];
    if (fields.length === 0) return toMember(before);
    assertFree(ctx, sent, id);
    const row = ctx.db
      .update(teamMembers)
      .set({ ...toColumns(sent), ...credentials, updatedAt: ctx.now().toISOString() })
      .where(eq(teamMembers.id, id))
      .returning()
      .get();
    recordActivity(ctx, { verb: 'teamMember.updated', entityType: 'teamMember', entityId: id, data: { fields } });
    if (credentials) endSessions(ctx, 'member', id);
    publishAfterCommit(ctx, 'team');
    if (row.isActive && !before.isActive) offerAllFreePlaces(ctx);
    return { ...toMember(row), ...(before.isActive && !row.isActive && { warnings: endMembership(ctx, id) }) };
  });
}

/**
 * Deactivates a member, ends its sessions and returns its open jobs to dispatch; the warnings name them. Changes nothing for a member who
 * has already left. Throws NOT_FOUND.
 */
export function deactivateMember(ctx: Ctx, id: number): z.output<typeof deactivatedMember> {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const row = getMemberRow(ctx, id);
    if (!row.isActive) return { ...toMember(row), warnings: [] };
    const left = ctx.db
      .update(teamMembers)
      .set({ isActive: false, updatedAt: ctx.now().toISOString() })
      .where(eq(teamMembers.id, id))
      .returning()
      .get();
    publishAfterCommit(ctx, 'team');
    return { ...toMember(left), warnings: endMembership(ctx, id) };
  });
}
