import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { parse, serialize } from 'hono/utils/cookie';
import type { Db } from '../../db/client';
import { sessions, users } from '../../db/schema';
import { prepared } from './prepared';
import type { Actor } from './trpc';

/** 256 random bits for a session or device, as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
/** What is stored of a token: its SHA-256, so that a copy of the database opens no session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Clocks that differ by more than this make a session that begins in the future suspect. */
const CLOCK_SLACK_MS = 60_000;

/** Names of the cookies; over https the `__Host-` prefix pins them to this very host. */
export function cookieNames(origin: string) {
  const prefix = origin.startsWith('https:') ? '__Host-' : '';
  return { admin: `${prefix}tidyline-admin`, device: `${prefix}tidyline-device` };
}

/** A cookie that scripts cannot read and other sites cannot send; `maxAge` in seconds, 0 takes it away. */
export const sessionCookie = (origin: string, name: string, value: string, maxAge: number): string =>
  serialize(name, value, { httpOnly: true, secure: origin.startsWith('https:'), sameSite: 'Strict', path: '/', maxAge });

/** The tokens a request presents. A bearer header, where there is one, decides alone. */
export function presentedTokens(headers: Headers, origin: string): { session: string | undefined; device: string | undefined } {
  const cookies = parse(headers.get('cookie') ?? '');
  const names = cookieNames(origin);
  const bearer = /^Bearer ([\w-]{20,100})$/.exec(headers.get('authorization') ?? '')?.[1];
  const session = headers.has('authorization') ? bearer : cookies[names.admin];
  return { session, device: cookies[names.device] };
}

const sessionLookup = prepared((db) =>
  db
    .select({ subjectId: sessions.subjectId, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt, name: users.username })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.subjectId))
    .where(
      and(
        eq(sessions.idHash, sql.placeholder('idHash')),
        eq(sessions.kind, 'admin'),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
);

/** Whose live session a token is; undefined for none, an unknown, an ended or an expired one. */
export function findSession(
  db: Db,
  token: string | undefined,
  now: Date,
): { actor: Extract<Actor, { id: number }>; expiresAt: string } | undefined {
  if (!token) return undefined;
  const row = sessionLookup(db).get({ idHash: hashToken(token), now: now.toISOString() });
  if (!row || Date.parse(row.createdAt) > now.getTime() + CLOCK_SLACK_MS) return undefined;
  return { actor: { kind: 'admin', id: row.subjectId, name: row.name }, expiresAt: row.expiresAt };
}
