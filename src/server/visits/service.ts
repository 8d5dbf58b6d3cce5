import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { workOrders } from '../../../db/schema';
import { getPhase } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import { businessDay } from '../../shared/time';
import { type byVisitToken, VISIT_TOKEN, type Visit, type visitConfirmation, type visitConfirmed } from '../../shared/visits';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { getManageUrl } from '../mail/messages/calendar-entry';
import { findVisitByToken, getStreet, getVisitBounds, listCrewNames, type VisitRow } from './visit';

/** Returns the visit of a link. Throws NOT_FOUND. */
function getRow(ctx: Ctx, token: string): VisitRow {
  const row = VISIT_TOKEN.test(token) ? findVisitByToken(ctx, token) : undefined;
  if (!row) throw new DomainError('NOT_FOUND', 'This visit link is not valid.');
  return row;
}

function getState(ctx: Ctx, { status, scheduledDate }: VisitRow): Visit['state'] {
  const phase = getPhase(status);
  if (phase === 'cancelled') return 'cancelled';
  return phase === 'active' || phase === 'done' || scheduledDate <= ctx.now().toISOString() ? 'past' : 'upcoming';
}

/** Returns the visit of a link as its page shows it. Throws NOT_FOUND. */
export function getVisit(ctx: Ctx, { token }: z.output<typeof byVisitToken>): Visit {
  const row = getRow(ctx, token);
  const [startsAt, endsAt] = getVisitBounds(row);
  return {
    state: getState(ctx, row),
    date: businessDay(startsAt),
    startsAt,
    endsAt,
    street: getStreet(row.address),
    crew: listCrewNames(ctx, row.id),
    confirmedAt: row.confirmedAt,
    manageUrl: row.booking?.manageToken ? getManageUrl(ctx.origin, row.booking) : null,
  };
}

/** Stores that the client confirmed the visit of a link; repeating it changes nothing. Throws NOT_FOUND, CONFLICT. */
export function confirmVisit(ctx: Ctx, { token, startsAt }: z.output<typeof visitConfirmation>): z.output<typeof visitConfirmed> {
  return inTransaction(ctx.db, () => confirmRow(ctx, getRow(ctx, token), startsAt));
}

/**
 * Stores that the client confirmed a visit; repeating it changes nothing. `startsAt` is the time that the client saw. Call it inside a
 * transaction. Throws CONFLICT.
 */
export function confirmRow(ctx: Ctx, row: VisitRow, startsAt: string | undefined): z.output<typeof visitConfirmed> {
  const state = getState(ctx, row);
  if (state === 'cancelled') throw new DomainError('CONFLICT', 'This visit is cancelled.');
  if (state === 'past') throw new DomainError('CONFLICT', 'This visit has begun already or is over.');
  const [begins] = getVisitBounds(row);
  if (startsAt !== undefined && startsAt !== begins) throw new DomainError('CONFLICT', 'The visit was moved. Please look at the new time.');
  if (row.confirmedAt !== null) return { confirmedAt: row.confirmedAt };
  const confirmedAt = ctx.now().toISOString();
  ctx.db.update(workOrders).set({ confirmedAt, updatedAt: confirmedAt }).where(eq(workOrders.id, row.id)).run();
  recordActivity(ctx, { verb: 'workOrder.confirmed', entityType: 'workOrder', entityId: row.id });
  publishAfterCommit(ctx, 'dispatch');
  return { confirmedAt };
}
