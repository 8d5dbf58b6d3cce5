import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { countRows, hasRows } from '../../../db/prepared';
import { clientLinks, clients, sessions } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { endSessions } from './service';
import { hashToken } from './tokens';

/**
 * Voids the open sign-in links to the mailboxes of a client and of those merged into them, and ends the sessions of such links in which no
 * client has been chosen yet.
 */
function voidLinks(ctx: Ctx, id: number): void {
  const now = ctx.now().toISOString();
  const mailboxes = sql`(select lower(trim(email)) from clients where (id = ${id} or merged_into_id = ${id}) and email is not null)`;
  const isTheirs = sql`lower(${clientLinks.email}) in ${mailboxes}`;
  const links = ctx.db.select({ id: clientLinks.id }).from(clientLinks).where(isTheirs);
  ctx.db
    .update(clientLinks)
    .set({ usedAt: now })
    .where(and(isTheirs, isNull(clientLinks.usedAt)))
    .run();
  ctx.db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(inArray(sessions.linkId, links), eq(sessions.kind, 'client'), eq(sessions.subjectId, 0), isNull(sessions.revokedAt)))
    .run();
}

/** Ends all sessions of a client, voids their open sign-in links, and returns the number of the sessions. Throws NOT_FOUND. */
export function endPortalSessions(ctx: Ctx, { id }: { id: number }): { ended: number } {
  return inTransaction(ctx.db, () => {
    if (!hasRows(ctx.db, clients, eq(clients.id, id))) throw new DomainError('NOT_FOUND', 'This client does not exist.');
    const now = ctx.now().toISOString();
    const open = and(eq(sessions.kind, 'client'), eq(sessions.subjectId, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
    const ended = countRows(ctx.db, sessions, open);
    endSessions(ctx, 'client', id);
    voidLinks(ctx, id);
    if (ended > 0) recordActivity(ctx, { verb: 'session.closed', entityType: 'client', entityId: id, data: { sessions: ended } });
    return { ended };
  });
}

/** Ends a client's session; returns false if it had already ended. Call it inside a transaction. */
export function endClientSession(ctx: Ctx, token: string): boolean {
  const ended = ctx.db
    .update(sessions)
    .set({ revokedAt: ctx.now().toISOString() })
    .where(and(eq(sessions.idHash, hashToken(token)), eq(sessions.kind, 'client'), isNull(sessions.revokedAt)))
    .returning({ id: sessions.subjectId })
    .get();
  if (ended === undefined) return false;
  const asClient: Ctx = { ...ctx, actor: { kind: 'client', id: ended.id, name: '' } };
  if (ended.id !== 0) recordActivity(asClient, { verb: 'session.closed', entityType: 'client', entityId: ended.id });
  return true;
}
