import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { teamMembers } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { LOCK_SECONDS } from '../../shared/session';
import {
  type changedMember,
  getFullName,
  MEMBER_SESSION_HOURS,
  type memberChange,
  type memberInput,
  type memberLogin,
  type memberLoginAnswer,
  type newMember,
  type ownMember,
  type passwordChange,
  TEMPORARY_PASSWORD_HOURS,
  type temporaryPassword,
} from '../../shared/team';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx, RequestCtx } from '../context';
import { logMember } from '../dispatch/assignment-steps';
import { publishAfterCommit } from '../live';
import { hashPassword, verifyPassword } from '../session/passwords';
import { endSession, endSessions, forgetFailures, getCounterPrefix, logOut, openSession, tryPassword } from '../session/service';
import { cookieNames, sessionCookie } from '../session/tokens';
import { addMember, assertUnchanged, type Credentials, changeMember, getMemberRow, type MemberRow } from './service';

/** Wrong passwords in a row before a member's login is locked for an address. */
const LOCK_AFTER_FAILURES = 10;
/** Letters and digits that are not mistaken for one another when they are read from a note. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Three groups of four, about 59 bits. */
const makeTemporaryPassword = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-');

/** Hashes a password. A temporary one expires after 72 hours. */
async function makeCredentials(ctx: Ctx, password: string, isTemporary: boolean): Promise<Credentials> {
  return {
    passwordHash: await hashPassword(password),
    mustChangePassword: isTemporary,
    temporaryPasswordExpiresAt: isTemporary ? addMinutes(ctx.now(), TEMPORARY_PASSWORD_HOURS * 60) : null,
  };
}

/** Adds a member with the given password, or a temporary one that is returned once. Throws CONFLICT. */
export async function createMember(ctx: Ctx, { password, ...input }: z.output<typeof memberInput>): Promise<z.output<typeof newMember>> {
  if (password) return addMember(ctx, input, await makeCredentials(ctx, password, false));
  const made = makeTemporaryPassword();
  return { ...addMember(ctx, input, await makeCredentials(ctx, made, true)), temporaryPassword: made };
}

/** Changes the given fields of a member, including the password. Throws NOT_FOUND, CONFLICT. */
export async function updateMember(
  ctx: Ctx,
  { password, ...change }: z.output<typeof memberChange>,
): Promise<z.output<typeof changedMember>> {
  if (!password) return changeMember(ctx, change);
  const replacedHash = getMemberRow(ctx, change.id).passwordHash;
  return changeMember(ctx, change, { credentials: await makeCredentials(ctx, password, false), replacedHash });
}

/** Sets a temporary password, which is returned once, and ends the member's sessions. Throws NOT_FOUND. */
export async function resetPassword(ctx: RequestCtx, id: number): Promise<z.output<typeof temporaryPassword>> {
  const { passwordHash } = getMemberRow(ctx, id);
  const made = makeTemporaryPassword();
  const credentials = await makeCredentials(ctx, made, true);
  inTransaction(ctx.db, () => {
    assertUnchanged(ctx, id, passwordHash);
    storeCredentials(ctx, id, credentials, 'teamMember.passwordReset');
  });
  return { temporaryPassword: made };
}

function storeCredentials(ctx: Ctx, id: number, credentials: Credentials, verb: string, except?: string): void {
  ctx.db
    .update(teamMembers)
    .set({ ...credentials, updatedAt: ctx.now().toISOString() })
    .where(eq(teamMembers.id, id))
    .run();
  endSessions(ctx, 'member', id, except);
  recordActivity(ctx, { verb, entityType: 'teamMember', entityId: id });
  publishAfterCommit(ctx, 'team');
}

const byEmployeeId = prepared((db) =>
  db
    .select()
    .from(teamMembers)
    .where(sql`lower(employee_id) = lower(${sql.placeholder('employeeId')})`),
);

/** Returns true for members who work here and whose temporary password, if any, has not expired. */
const canLogIn = (ctx: Ctx, { isActive, temporaryPasswordExpiresAt }: MemberRow): boolean =>
  isActive && (temporaryPasswordExpiresAt === null || temporaryPasswordExpiresAt > ctx.now().toISOString());

function refuse(failures: number): never {
  if (failures >= LOCK_AFTER_FAILURES)
    throw new DomainError('TOO_MANY', 'Too many failed attempts. Account locked for 5 minutes.', { retryAfterSeconds: LOCK_SECONDS });
  throw new DomainError('UNAUTHORIZED', 'Invalid credentials. Please try again.');
}

/**
 * Checks a member's employee id (case ignored) and password and opens a session of 12 hours, set as a cookie only. Throws UNAUTHORIZED
 * with the same words and after the same work for every mismatch, or TOO_MANY with the seconds to wait.
 */
export async function logInMember(
  ctx: RequestCtx,
  { employeeId, password }: z.output<typeof memberLogin>,
): Promise<z.output<typeof memberLoginAnswer>> {
  const slowedName = getCounterPrefix('member', employeeId);
  const key = `${slowedName}:${ctx.clientKey}`;
  const found = byEmployeeId(ctx.db).get({ employeeId: employeeId.trim() });
  const failures = await tryPassword(ctx, { key, limit: LOCK_AFTER_FAILURES, slowedName }, async () => {
    const matches = await verifyPassword(found?.passwordHash, password);
    return matches && found !== undefined && canLogIn(ctx, found);
  });
  if (!found || failures > 0) refuse(failures);
  const token = inTransaction(ctx.db, () => openMemberSession(ctx, found, key));
  const { member } = cookieNames(ctx.origin);
  ctx.responseHeaders.append('set-cookie', sessionCookie(ctx.origin, member, token, MEMBER_SESSION_HOURS * 3600));
  return { teamMember: { id: found.id, name: getFullName(found), role: found.role } };
}

/**
 * Opens the session of a member and stores the time. Throws UNAUTHORIZED when they left or their password changed since it was verified.
 */
function openMemberSession(ctx: RequestCtx, { id, passwordHash }: MemberRow, key: string): string {
  const row = getMemberRow(ctx, id);
  if (!canLogIn(ctx, row) || row.passwordHash !== passwordHash) refuse(0);
  // The member who was signed in on this phone before is signed out.
  if (ctx.memberSession) endSession(ctx, ctx.memberSession.token);
  forgetFailures(ctx, key);
  const token = openSession(ctx, 'member', id, MEMBER_SESSION_HOURS * 60);
  ctx.db.update(teamMembers).set({ lastLogin: ctx.now().toISOString() }).where(eq(teamMembers.id, id)).run();
  logMember(ctx, { teamMemberId: id, action: 'login' });
  const asMember: Ctx = { ...ctx, actor: { kind: 'member', id, name: '' } };
  recordActivity(asMember, { verb: 'session.opened', entityType: 'teamMember', entityId: id });
  publishAfterCommit(ctx, 'team');
  return token;
}

/** Returns the id of the calling member. Throws FORBIDDEN for the office. */
export function callingMember(ctx: Ctx): number {
  if (ctx.actor.kind !== 'member') throw new DomainError('FORBIDDEN', 'This is for team members only.');
  return ctx.actor.id;
}

export function logOutMember(ctx: RequestCtx): null {
  return inTransaction(ctx.db, () => {
    // An admin's own session is not ended here.
    if (ctx.actor.kind !== 'member') return null;
    logMember(ctx, { teamMemberId: ctx.actor.id, action: 'logout' });
    return logOut(ctx);
  });
}

/** Returns the signed-in member. Throws FORBIDDEN for the office. */
export function getOwnMember(ctx: Ctx): z.output<typeof ownMember> {
  const row = getMemberRow(ctx, callingMember(ctx));
  return { id: row.id, name: getFullName(row), role: row.role, employeeId: row.employeeId, mustChangePassword: row.mustChangePassword };
}

/**
 * Sets the calling member's password and ends its other sessions. Throws BAD_REQUEST at the field for a wrong current password, TOO_MANY
 * after many of them, and FORBIDDEN for the office.
 */
export async function setPassword(ctx: RequestCtx, input: z.output<typeof passwordChange>): Promise<null> {
  const id = callingMember(ctx);
  const { passwordHash } = getMemberRow(ctx, id);
  const key = `member:password:${id}`;
  const failures = await tryPassword(ctx, { key, limit: LOCK_AFTER_FAILURES, slowedName: undefined }, () =>
    verifyPassword(passwordHash, input.currentPassword),
  );
  if (failures > 0) throw fieldError('currentPassword', 'This is not your current password.');
  const credentials = await makeCredentials(ctx, input.newPassword, false);
  inTransaction(ctx.db, () => {
    assertUnchanged(ctx, id, passwordHash);
    forgetFailures(ctx, key);
    storeCredentials(ctx, id, credentials, 'teamMember.passwordChanged', ctx.sessionToken);
    logMember(ctx, { teamMemberId: id, action: 'password changed' });
  });
  return null;
}
