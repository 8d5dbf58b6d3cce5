import { randomBytes } from 'node:crypto';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { countRows, prepared } from '../../../db/prepared';
import { activity, loginAttempts, trustedDevices, users } from '../../../db/schema';
import { type Admin, type adminReset, type adminWithPassword, MAX_ADMINS, type newAdmin } from '../../shared/admins';
import { DomainError, fieldError } from '../../shared/errors';
import { LOCK_AFTER_FAILURES } from '../../shared/session';
import { recordActivity } from '../activity';
import type { Ctx, RequestCtx } from '../context';
import { publishAfterCommit } from '../live';
import { hashPassword, verifyPassword } from './passwords';
import { assertSignedIn, CHANGED_MEANWHILE, endSessions, forgetFailures, getCounterPrefix, newestActivity, tryPassword } from './service';

type User = Omit<typeof users.$inferSelect, 'passwordHash'>;
const { passwordHash: _hash, ...publicColumns } = getTableColumns(users);

/** Hashes the typed password, or a generated one of 96 random bits that is returned once. */
async function hashOrGenerate(typed: string | null | undefined): Promise<{ passwordHash: string; madePassword: string | null }> {
  if (typed) return { passwordHash: await hashPassword(typed), madePassword: null };
  const madePassword = randomBytes(12).toString('base64url');
  return { passwordHash: await hashPassword(madePassword), madePassword };
}

const lastSession = prepared((db) =>
  db
    .select({ at: activity.at })
    .from(activity)
    .where(and(eq(activity.entityType, 'user'), eq(activity.entityId, sql.placeholder('id')), sql`+${activity.verb} = ${'session.opened'}`))
    .orderBy(desc(activity.id))
    .limit(1),
);

/**
 * Matches the counters of wrong passwords of an admin: those of the name from any address, and those of the browsers that the admin has
 * used.
 */
function matchCounters(ctx: Ctx, { id, username }: User) {
  const name = `${getCounterPrefix('admin', username)}:`;
  const devices = ctx.db
    .select({ key: sql<string>`'admin:device:' || ${trustedDevices.idHash}` })
    .from(trustedDevices)
    .where(and(eq(trustedDevices.kind, 'admin'), eq(trustedDevices.subjectId, id)));
  const ofName = and(gt(loginAttempts.key, name), lt(loginAttempts.key, `${name}\u{10ffff}`));
  return or(ofName, inArray(loginAttempts.key, devices));
}

const isLocked = (ctx: Ctx, user: User): boolean =>
  countRows(ctx.db, loginAttempts, and(matchCounters(ctx, user), gt(loginAttempts.lockedUntil, ctx.now().toISOString()))) > 0;

export function listAdmins(ctx: Ctx): { rows: Admin[] } {
  const rows = ctx.db
    .select(publicColumns)
    .from(users)
    .orderBy(asc(sql`lower(${users.username})`))
    .limit(MAX_ADMINS)
    .all();
  return {
    rows: rows.map((user) => ({
      ...user,
      lastSessionAt: lastSession(ctx.db).get({ id: String(user.id) })?.at ?? null,
      isLocked: isLocked(ctx, user),
      isYou: isCaller(ctx, user.id),
    })),
  };
}

const isCaller = ({ actor }: Ctx, id: number): boolean => actor.kind === 'admin' && actor.id === id;

function getAdmin(ctx: Ctx, id: number): typeof users.$inferSelect {
  const user = ctx.db.select().from(users).where(eq(users.id, id)).get();
  if (!user) throw new DomainError('NOT_FOUND', 'This admin does not exist.');
  return user;
}

/** Throws CONFLICT when the name is taken in any case, since login locks ignore case. */
function assertFree(ctx: Ctx, username: string): void {
  if (countRows(ctx.db, users, sql`lower(${users.username}) = lower(${username})`) > 0)
    throw new DomainError('CONFLICT', `There is an admin ${username} already.`);
  if (countRows(ctx.db, users, undefined) >= MAX_ADMINS) throw new DomainError('CONFLICT', `There can be at most ${MAX_ADMINS} admins.`);
}

type WithPassword = z.output<typeof adminWithPassword>;

/** Adds an admin with the typed password, or a generated one that is returned once. Throws CONFLICT. */
export async function addAdmin(ctx: Ctx, { username, password }: z.output<typeof newAdmin>): Promise<WithPassword> {
  // Stryker disable next-line GuardCall: the transaction checks again; this saves the hashing.
  assertFree(ctx, username);
  const { passwordHash, madePassword } = await hashOrGenerate(password);
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    assertFree(ctx, username);
    const createdAt = ctx.now().toISOString();
    const { id } = ctx.db
      .insert(users)
      .values({ username, passwordHash, createdAt, seenActivityId: newestActivity })
      .returning({ id: users.id })
      .get();
    recordActivity(ctx, { verb: 'user.added', entityType: 'user', entityId: id });
    publishAfterCommit(ctx, 'session');
    return { id, username, madePassword };
  });
}

/** Ends an admin's sessions, distrusts its browsers and clears its counters of wrong passwords. Call it inside the transaction. */
function revokeAccess(ctx: Ctx, user: User, except?: string): void {
  endSessions(ctx, 'admin', user.id, except);
  ctx.db.delete(loginAttempts).where(matchCounters(ctx, user)).run();
  ctx.db
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.kind, 'admin'), eq(trustedDevices.subjectId, user.id)))
    .run();
  publishAfterCommit(ctx, 'session');
}

/** Throws BAD_REQUEST at the field unless it is the caller's current password, and TOO_MANY after several wrong ones. */
async function assertCurrentPassword(ctx: Ctx, id: number, storedHash: string, currentPassword: string | null | undefined): Promise<void> {
  const refuse = (message: string): never => {
    throw fieldError('currentPassword', message);
  };
  if (!currentPassword) return refuse('Please enter your current password.');
  const attempt = { key: ownPasswordKey(id), limit: LOCK_AFTER_FAILURES, slowedName: undefined };
  if ((await tryPassword(ctx, attempt, () => verifyPassword(storedHash, currentPassword))) > 0)
    refuse('This is not your current password.');
}

const ownPasswordKey = (id: number): string => `admin:password:${id}`;

/**
 * Stores the typed password of an admin, or a generated one that is returned once. Ends the admin's sessions except the calling one and
 * lifts its locks. One's own password needs `currentPassword`. Throws NOT_FOUND, BAD_REQUEST, UNAUTHORIZED when the caller's session
 * ended meanwhile, and CONFLICT when the password was changed meanwhile.
 */
export async function resetAdminPassword(
  ctx: RequestCtx,
  { id, password, currentPassword }: z.output<typeof adminReset>,
): Promise<WithPassword> {
  const { passwordHash: storedHash } = getAdmin(ctx, id);
  if (isCaller(ctx, id)) await assertCurrentPassword(ctx, id, storedHash, currentPassword);
  const { passwordHash, madePassword } = await hashOrGenerate(password);
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const user = getAdmin(ctx, id);
    const isStored = and(eq(users.id, id), eq(users.passwordHash, storedHash));
    if (ctx.db.update(users).set({ passwordHash }).where(isStored).run().changes === 0)
      throw new DomainError('CONFLICT', CHANGED_MEANWHILE);
    if (isCaller(ctx, id)) forgetFailures(ctx, ownPasswordKey(id));
    revokeAccess(ctx, user, isCaller(ctx, id) ? ctx.sessionToken : undefined);
    recordActivity(ctx, { verb: 'user.passwordSet', entityType: 'user', entityId: id });
    return { id, username: user.username, madePassword };
  });
}

/** Removes an admin and all its sessions. Throws NOT_FOUND, and CONFLICT for oneself and for the last admin. */
export function removeAdmin(ctx: Ctx, id: number): null {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const user = getAdmin(ctx, id);
    if (isCaller(ctx, id)) throw new DomainError('CONFLICT', 'You cannot remove yourself. Another admin can.');
    if (countRows(ctx.db, users, ne(users.id, id)) === 0)
      throw new DomainError('CONFLICT', 'This is the last admin. Please add another one first.');
    revokeAccess(ctx, user);
    ctx.db.delete(users).where(eq(users.id, id)).run();
    recordActivity(ctx, { verb: 'user.removed', entityType: 'user', entityId: id });
    return null;
  });
}

/** Lifts every login lock of an admin and returns how many counters there were. Throws NOT_FOUND. */
export function releaseLocks(ctx: Ctx, id: number): { released: number } {
  return inTransaction(ctx.db, () => {
    assertSignedIn(ctx);
    const released = ctx.db
      .delete(loginAttempts)
      .where(matchCounters(ctx, getAdmin(ctx, id)))
      .run().changes;
    if (released > 0) recordActivity(ctx, { verb: 'session.unlocked', entityType: 'user', entityId: id, data: { locks: released } });
    return { released };
  });
}
