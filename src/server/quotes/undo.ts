import { eq } from 'drizzle-orm';
import { inTransaction } from '../../../db/client';
import { contactInquiries } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import type { Inquiry } from '../../shared/quotes-schemas';
import { findUndoable, recordActivity } from '../activity';
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
    const last = findUndoable(ctx, { verb: `quote.${row.status}`, entityType: 'quote', entityId: id });
    if (!last) throw tooLate();
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
