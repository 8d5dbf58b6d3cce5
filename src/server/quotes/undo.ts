import { and, desc, eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { activity, contactInquiries } from '../../../db/schema';
import { UNDO_SECONDS } from '../../shared/dispatch';
import { DomainError } from '../../shared/errors';
import type { Inquiry } from '../../shared/quotes-schemas';
import { recordActivity } from '../activity';
import { removeUnusedAddress, removeUnusedClient } from '../clients/removal';
import type { Ctx } from '../context';
import { removeUntouchedOrder } from '../dispatch/transitions';
import { publishAfterCommit } from '../live';
import { getRow, type QuoteStep } from './service';

const tooLate = () => new DomainError('CONFLICT', 'This can no longer be undone.');

/**
 * Takes back the last status step of a request within seconds. Undoing a confirmation also removes the job that it created, and the client
 * and address unless something else uses them by now. Throws NOT_FOUND, and CONFLICT if the step is too old, another change followed, or
 * the job was changed since.
 */
export function undoQuoteStep(ctx: Ctx, id: number): Inquiry {
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, id);
    const last = ctx.db
      .select()
      .from(activity)
      .where(and(eq(activity.entityType, 'quote'), eq(activity.entityId, String(id))))
      .orderBy(desc(activity.id))
      .limit(1)
      .get();
    const seconds = last ? (ctx.now().getTime() - Date.parse(last.at)) / 1000 : Number.POSITIVE_INFINITY;
    // Allows twice the time, for a click just before the button disappears.
    if (last?.verb !== `quote.${row.status}` || seconds > 2 * UNDO_SECONDS) throw tooLate();
    const { from, confirmedAt, clientId, made }: Partial<QuoteStep> = JSON.parse(last.data);
    // A step that an earlier release logged has no such data.
    if (from === undefined || confirmedAt === undefined || clientId === undefined || made === undefined) throw tooLate();
    const before = { status: from, confirmedAt, clientId };
    ctx.db.update(contactInquiries).set(before).where(eq(contactInquiries.id, id)).run();
    if (made.workOrderId !== undefined) removeUntouchedOrder(ctx, made.workOrderId);
    if (made.addressId !== undefined) removeUnusedAddress(ctx, made.addressId);
    if (made.clientId !== undefined) removeUnusedClient(ctx, made.clientId);
    recordActivity(ctx, { verb: 'quote.undone', entityType: 'quote', entityId: id, data: { from: row.status, to: from } });
    publishAfterCommit(ctx, 'quotes');
    return getRow(ctx, id);
  });
}
