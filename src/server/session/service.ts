import { and, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { CLEAN_UP_ROWS, cleanUp } from '../../../db/prepared';
import { loginAttempts, sessions, trustedDevices, users } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { ADMIN_SESSION_MINUTES, formatLock, LOCK_AFTER_FAILURES, LOCK_SECONDS } from '../../shared/session';
import { addMinutes } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx, RequestCtx } from '../context';
import { publishAfterCommit } from '../live';
import { hashPassword, verifyPassword } from './passwords';
import { cookieNames, findSession, hashToken, newToken, sessionCookie } from './tokens';

const DEVICE_DAYS = 180;
/**
 * Failures per hour of one name from unknown browsers. Further tries are slowed down rather than locked, so that strangers cannot lock
 * the owner out.
 */
const STRANGER_FAILURES_AN_HOUR = 30;
const STRANGER_DELAY_MS = 2000;

/** The key of a failure counter, and the device token if the browser has logged in under this name before. */
type Counter = { key: string; trustedToken: string | undefined };

/**
 * Returns the failure counter of an attempt. A browser that has logged in before has its own counter, so strangers who fail on purpose
 * never lock the owner out.
 */
function findCounter(ctx: RequestCtx, username: string): Counter {
  const name = username.trim().toLowerCase();
  const device = ctx.deviceToken && hashToken(ctx.deviceToken);
  const known = device
    ? ctx.db
        .select({ name: users.username })
        .from(trustedDevices)
        .innerJoin(users, eq(users.id, trustedDevices.subjectId))
        .where(
          and(eq(trustedDevices.idHash, device), eq(trustedDevices.kind, 'admin'), gt(trustedDevices.expiresAt, ctx.now().toISOString())),
        )
        .get()
    : undefined;
  if (known && known.name.toLowerCase() === name) return { key: `admin:device:${device}`, trustedToken: ctx.deviceToken };
  return { key: `${getCounterPrefix('admin', username)}:${ctx.clientKey}`, trustedToken: undefined };
}

type Kind = 'admin' | 'member';
/** Returns the prefix of a name's counters. Case is ignored and the name itself is not stored. */
export const getCounterPrefix = (kind: Kind, name: string): string => `${kind}:${hashToken(name.trim().toLowerCase()).slice(0, 22)}`;

/** Counts the attempt before its password is verified, so that parallel guesses cannot exceed the limit. Returns the number of failures. */
function reserveAttempt(ctx: Ctx, key: string, limit: number, lockSeconds: number): number {
  return inTransaction(ctx.db, () => {
    const now = ctx.now();
    const row = ctx.db.select().from(loginAttempts).where(eq(loginAttempts.key, key)).get();
    const lockedFor = row?.lockedUntil ? Math.ceil((Date.parse(row.lockedUntil) - now.getTime()) / 1000) : 0;
    if (lockedFor > 0 && lockedFor <= lockSeconds)
      throw new DomainError('TOO_MANY', formatLock(lockedFor), { retryAfterSeconds: lockedFor });
    const failures = row?.lockedUntil || !row ? 1 : row.failures + 1;
    const values = { failures, lockedUntil: failures >= limit ? addMinutes(now, lockSeconds / 60) : null, lastAt: now.toISOString() };
    ctx.db
      .insert(loginAttempts)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: loginAttempts.key, set: values })
      .run();
    return failures;
  });
}

/** Makes the lock of the last failure final after its password proved wrong. Logs it without name and address. */
function confirmLock(ctx: Ctx, key: string): void {
  inTransaction(ctx.db, () => {
    const lockedUntil = addMinutes(ctx.now(), LOCK_SECONDS / 60);
    const locked = ctx.db.update(loginAttempts).set({ lockedUntil }).where(eq(loginAttempts.key, key)).run().changes;
    if (locked > 0) recordActivity(ctx, { verb: 'session.locked', entityType: 'login', entityId: hashToken(key).slice(0, 22) });
  });
}

/** Slows unknown browsers down after too many failures of one name in an hour, from any address. */
async function slowDownStrangers(ctx: Ctx, attemptedName: string): Promise<void> {
  const name = `${attemptedName}:`;
  const since = addMinutes(ctx.now(), -60);
  const rows = ctx.db
    .select({ failures: loginAttempts.failures })
    .from(loginAttempts)
    .where(and(gt(loginAttempts.key, name), lt(loginAttempts.key, `${name}\u{10ffff}`), gt(loginAttempts.lastAt, since)))
    .limit(STRANGER_FAILURES_AN_HOUR)
    .all();
  const failures = rows.reduce((sum, row) => sum + row.failures, 0);
  if (failures >= STRANGER_FAILURES_AN_HOUR) await new Promise((done) => setTimeout(done, STRANGER_DELAY_MS));
}

function refuse(failures: number): never {
  if (failures >= LOCK_AFTER_FAILURES)
    throw new DomainError('TOO_MANY', 'Too many failed attempts. Account locked for 5 minutes.', { retryAfterSeconds: LOCK_SECONDS });
  throw new DomainError('UNAUTHORIZED', `Invalid credentials. ${LOCK_AFTER_FAILURES - failures} attempts remaining.`);
}

/** The counter of an attempt, the failures that lock it, and the name whose unknown browsers are slowed down. */
type Attempt = { key: string; limit: number; slowedName: string | undefined };

/**
 * Verifies a password under a counter that is reserved first, so that parallel guesses cannot exceed the limit. Returns 0 for the right
 * password, otherwise the failures in a row; the last of them locks. Throws TOO_MANY while locked and when too many try at once.
 */
export async function tryPassword(ctx: Ctx, attempt: Attempt, verify: () => Promise<boolean>): Promise<number> {
  const { key, limit, slowedName } = attempt;
  const failures = reserveAttempt(ctx, key, limit, LOCK_SECONDS);
  if (slowedName !== undefined) await slowDownStrangers(ctx, slowedName);
  const matches = await verify().catch((error: unknown) => {
    releaseAttempt(ctx, key);
    throw error;
  });
  if (matches) return 0;
  if (failures >= limit) confirmLock(ctx, key);
  return failures;
}

/** Clears a counter after the right password. Call it inside a transaction. */
export const forgetFailures = (ctx: Ctx, key: string): void => {
  ctx.db.delete(loginAttempts).where(eq(loginAttempts.key, key)).run();
};

/**
 * Checks an admin's name and password and opens a session of 30 minutes. The token is returned once, stored as a hash and set as a
 * cookie. Throws UNAUTHORIZED with the attempts left, or TOO_MANY with the seconds to wait.
 */
export async function logInAdmin(
  ctx: RequestCtx,
  input: { username: string; password: string },
): Promise<{ success: true; token: string }> {
  const counter = findCounter(ctx, input.username);
  const user = ctx.db.select().from(users).where(eq(users.username, input.username.trim())).get();
  const slowedName = counter.trustedToken === undefined ? getCounterPrefix('admin', input.username) : undefined;
  const failures = await tryPassword(ctx, { key: counter.key, limit: LOCK_AFTER_FAILURES, slowedName }, () =>
    verifyPassword(user?.passwordHash, input.password),
  );
  // Stryker disable next-line GuardOperand: no password is right for an unknown name.
  if (!user || failures > 0) refuse(failures);
  const { token, deviceToken } = inTransaction(ctx.db, () => {
    const stored = ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id)).get();
    // The password may have been reset while the old one was verified.
    if (stored?.passwordHash !== user.passwordHash) throw new DomainError('UNAUTHORIZED', CHANGED_MEANWHILE);
    return openAdminSession(ctx, user.id, counter);
  });
  const names = cookieNames(ctx.origin);
  ctx.responseHeaders.append('set-cookie', sessionCookie(ctx.origin, names.admin, token, ADMIN_SESSION_MINUTES * 60));
  ctx.responseHeaders.append('set-cookie', sessionCookie(ctx.origin, names.device, deviceToken, DEVICE_DAYS * 86_400));
  return { success: true, token };
}

/** Gives back an attempt whose password was never verified. */
function releaseAttempt(ctx: Ctx, key: string): void {
  inTransaction(ctx.db, () =>
    ctx.db
      .update(loginAttempts)
      .set({ failures: sql`max(0, ${loginAttempts.failures} - 1)`, lockedUntil: null })
      .where(eq(loginAttempts.key, key))
      .run(),
  );
}

/** Opens a session and returns its token; only the hash is stored. Call it inside a transaction. */
export function openSession(ctx: Ctx, kind: Kind | 'client', subjectId: number, minutes: number, linkId: number | null = null): string {
  const token = newToken();
  const now = ctx.now();
  ctx.db
    .insert(sessions)
    .values({ idHash: hashToken(token), kind, subjectId, linkId, createdAt: now.toISOString(), expiresAt: addMinutes(now, minutes) })
    .run();
  return token;
}

/** Ends a person's sessions except the one of the token `except`. Returns their number. Call it inside a transaction. */
export function endSessions(ctx: Ctx, kind: Kind | 'client', subjectId: number, except?: string): number {
  const isTheirs = and(eq(sessions.kind, kind), eq(sessions.subjectId, subjectId), isNull(sessions.revokedAt));
  return ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now().toISOString() })
    .where(except === undefined ? isTheirs : and(isTheirs, ne(sessions.idHash, hashToken(except))))
    .run().changes;
}

/** Ends a live session; returns false if it had already ended. Call it inside a transaction. */
export function endSession(ctx: Ctx, token: string): boolean {
  return (
    ctx.db
      .update(sessions)
      .set({ revokedAt: ctx.now().toISOString() })
      .where(and(eq(sessions.idHash, hashToken(token)), isNull(sessions.revokedAt)))
      .run().changes > 0
  );
}

/** Opens a session and trusts the browser. A device token that we did not issue is replaced. */
export function openAdminSession(ctx: RequestCtx, userId: number, counter: Counter): { token: string; deviceToken: string } {
  const now = ctx.now();
  const deviceToken = counter.trustedToken ?? newToken();
  forgetFailures(ctx, counter.key);
  const token = openSession(ctx, 'admin', userId, ADMIN_SESSION_MINUTES);
  const device = { subjectId: userId, createdAt: now.toISOString(), expiresAt: addMinutes(now, DEVICE_DAYS * 1440) };
  ctx.db
    .insert(trustedDevices)
    .values({ idHash: hashToken(deviceToken), kind: 'admin', ...device })
    .onConflictDoUpdate({ target: trustedDevices.idHash, set: device })
    .run();
  recordActivity(
    { ...ctx, actor: { kind: 'admin', id: userId, name: '' } },
    { verb: 'session.opened', entityType: 'user', entityId: userId },
  );
  return { token, deviceToken };
}

/** Shown when a password was replaced while another call verified the old one. */
export const CHANGED_MEANWHILE = 'The password was changed meanwhile. Please try again.';

/** Throws UNAUTHORIZED when the calling session ended since the request began. Call it inside the transaction of a change. */
export function assertSignedIn({ db, now, actor, sessionToken }: Ctx & { sessionToken?: string | undefined }): void {
  if (sessionToken === undefined) return;
  if (!findSession(db, actor.kind === 'member' ? 'member' : 'admin', sessionToken, now()))
    throw new DomainError('UNAUTHORIZED', 'Please log in.');
}

/** Returns who is signed in and until when. Throws UNAUTHORIZED. */
export function getSession(ctx: RequestCtx) {
  const found = findSession(ctx.db, ctx.actor.kind === 'member' ? 'member' : 'admin', ctx.sessionToken, ctx.now());
  if (!found) throw new DomainError('UNAUTHORIZED', 'Please log in.');
  return { kind: found.actor.kind, name: found.actor.name, expiresAt: found.expiresAt };
}

export function logOut(ctx: RequestCtx): null {
  const { sessionToken } = ctx;
  if (!sessionToken) return null;
  const isMember = ctx.actor.kind === 'member';
  inTransaction(ctx.db, () => {
    if (endSession(ctx, sessionToken))
      recordActivity(ctx, {
        verb: 'session.closed',
        entityType: isMember ? 'teamMember' : 'user',
        entityId: 'id' in ctx.actor ? ctx.actor.id : 0,
      });
    publishAfterCommit(ctx, 'session');
  });
  ctx.responseHeaders.append('set-cookie', sessionCookie(ctx.origin, cookieNames(ctx.origin)[isMember ? 'member' : 'admin'], '', 0));
  return null;
}

/** The id of the newest entry of the activity log, so that a new admin starts with nothing unread. */
export const newestActivity = sql`(select coalesce(max(id), 0) from activity)`;

/**
 * Creates the first admin, or replaces an admin's password, ends its sessions and distrusts its browsers. Lifts every login lock. The
 * caller has checked the password against `newPassword`.
 */
export async function setAdminPassword(ctx: Ctx, username: string, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  const at = ctx.now().toISOString();
  inTransaction(ctx.db, () => {
    const { id } = ctx.db
      .insert(users)
      .values({ username, passwordHash, createdAt: at, seenActivityId: newestActivity })
      .onConflictDoUpdate({ target: users.username, set: { passwordHash } })
      .returning({ id: users.id })
      .get();
    endSessions(ctx, 'admin', id);
    ctx.db
      .delete(trustedDevices)
      .where(and(eq(trustedDevices.kind, 'admin'), eq(trustedDevices.subjectId, id)))
      .run();
    clearLoginLocks(ctx);
    recordActivity(ctx, { verb: 'user.passwordSet', entityType: 'user', entityId: id });
  });
}

/** Deletes all counters of wrong passwords with their locks, those of members too, and returns their number. */
export function clearLoginLocks(ctx: Ctx): number {
  return inTransaction(ctx.db, () => {
    const locks = ctx.db.delete(loginAttempts).run().changes;
    if (locks > 0) recordActivity(ctx, { verb: 'session.unlocked', entityType: 'login', entityId: 'all', data: { locks } });
    return locks;
  });
}

export const hasAdmin = (ctx: Ctx): boolean => ctx.db.select({ id: users.id }).from(users).limit(1).get() !== undefined;

/** Deletes expired sessions and devices, and counters that were not used for a day. Returns true if there may be more. */
export function dropExpiredSessions(ctx: Ctx): boolean {
  const now = ctx.now().toISOString();
  const dayAgo = addMinutes(ctx.now(), -1440);
  return inTransaction(ctx.db, () => {
    const dropped = {
      sessions: cleanUp(ctx.db, sessions, or(lt(sessions.expiresAt, dayAgo), lt(sessions.revokedAt, dayAgo))),
      devices: cleanUp(ctx.db, trustedDevices, lt(trustedDevices.expiresAt, now)),
      attempts: cleanUp(ctx.db, loginAttempts, lt(loginAttempts.lastAt, dayAgo)),
    };
    if (dropped.sessions + dropped.devices + dropped.attempts > 0)
      recordActivity(ctx, { verb: 'session.expired', entityType: 'login', entityId: 'all', data: dropped });
    return Object.values(dropped).includes(CLEAN_UP_ROWS);
  });
}
