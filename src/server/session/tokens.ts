import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { parse, serialize } from 'hono/utils/cookie';
import type { Db } from '../../../db/client';
import { prepared } from '../../../db/prepared';
import { clients, memberName, sessions, teamMembers, users } from '../../../db/schema';
import type { Actor } from '../context';

/** Returns 256 random bits for a session or device, as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** Returns the SHA-256 under which a token is stored, so that a copy of the database opens no session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A session that begins further in the future than clocks differ is rejected. */
const CLOCK_SLACK_MS = 60_000;

/** Returns the names of the cookies. Over https the `__Host-` prefix ties them to this host. */
export function cookieNames(origin: string) {
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  return {
    admin: `${prefix}tidyline-admin`,
    member: `${prefix}tidyline-member`,
    client: `${prefix}tidyline-client`,
    device: `${prefix}tidyline-device`,
  };
}

/**
 * Returns a cookie that scripts cannot read and other sites cannot send; a `Lax` one is sent when a link of another site or of a mail opens
 * a page. `maxAge` is in seconds; 0 deletes the cookie.
 */
export const sessionCookie = (origin: string, name: string, value: string, maxAge: number, sameSite: 'Strict' | 'Lax' = 'Strict'): string =>
  serialize(name, value, { httpOnly: true, secure: origin.startsWith('https:'), sameSite, path: '/', maxAge });

type PresentedTokens = Record<'session' | 'member' | 'client' | 'device', string | undefined>;

/**
 * Returns the tokens of a request. A bearer header replaces the admin's cookie; members and clients use cookies only. With `isBound` the
 * header counts only beside the cookie of the same session, so that a stolen token alone is useless.
 */
export function presentedTokens(headers: Pick<Headers, 'get' | 'has'>, origin: string, isBound: boolean | undefined): PresentedTokens {
  const cookies = parse(headers.get('cookie') ?? '');
  const names = cookieNames(origin);
  const bearer = /^Bearer ([\w-]{20,100})$/.exec(headers.get('authorization') ?? '')?.[1];
  const hasBearer = headers.has('authorization');
  const isElsewhere = isBound && bearer !== cookies[names.admin];
  return {
    session: hasBearer ? (isElsewhere ? undefined : bearer) : cookies[names.admin],
    member: hasBearer ? undefined : cookies[names.member],
    client: hasBearer ? undefined : cookies[names.client],
    device: cookies[names.device],
  };
}

type SessionKind = 'admin' | 'member' | 'client';
const isLive = (kind: SessionKind) =>
  and(
    eq(sessions.idHash, sql.placeholder('idHash')),
    eq(sessions.kind, kind),
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, sql.placeholder('now')),
  );
const session = { subjectId: sessions.subjectId, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt };
const lookups = {
  admin: prepared((db) =>
    db
      .select({ ...session, name: users.username })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.subjectId))
      .where(isLive('admin')),
  ),
  member: prepared((db) =>
    db
      .select({ ...session, name: memberName })
      .from(sessions)
      .innerJoin(teamMembers, and(eq(teamMembers.id, sessions.subjectId), eq(teamMembers.isActive, true)))
      .where(isLive('member')),
  ),
  client: prepared((db) =>
    db
      .select({ ...session, name: clients.name })
      .from(sessions)
      .innerJoin(clients, eq(clients.id, sessions.subjectId))
      .where(isLive('client')),
  ),
};

export type Session<Kind extends SessionKind = SessionKind> = {
  actor: Extract<Actor, { kind: Kind }>;
  token: string;
  expiresAt: string;
};

/**
 * Returns the live session of a token; undefined when it is missing, unknown, ended or expired, when the member has left, or while none of
 * several clients is chosen.
 */
export function findSession<Kind extends SessionKind>(db: Db, kind: Kind, token: string | undefined, now: Date): Session<Kind> | undefined {
  if (!token) return undefined;
  const row = lookups[kind](db).get({ idHash: hashToken(token), now: now.toISOString() });
  if (!row || Date.parse(row.createdAt) > now.getTime() + CLOCK_SLACK_MS) return undefined;
  return { actor: { kind, id: row.subjectId, name: row.name } as Session<Kind>['actor'], token, expiresAt: row.expiresAt };
}
