import { and, eq, gt, isNull } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { countRows, hasRows } from '../../../db/prepared';
import { clients, sessions } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { endSessions } from './service';

/** Ends all sessions of a client and returns their number. Throws NOT_FOUND. */
export function endPortalSessions(ctx: Ctx, { id }: { id: number }): { ended: number } {
  return inTransaction(ctx.db, () => {
    if (!hasRows(ctx.db, clients, eq(clients.id, id))) throw new DomainError('NOT_FOUND', 'This client does not exist.');
    const now = ctx.now().toISOString();
    const open = and(eq(sessions.kind, 'client'), eq(sessions.subjectId, id), isNull(sessions.revokedAt), gt(sessions.expiresAt, now));
    const ended = countRows(ctx.db, sessions, open);
    endSessions(ctx, 'client', id);
    if (ended > 0) recordActivity(ctx, { verb: 'session.closed', entityType: 'client', entityId: id, data: { sessions: ended } });
    return { ended };
  });
}
