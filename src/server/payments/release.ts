import { eq } from 'drizzle-orm';
import { moneyIn } from '../../../db/schema';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';

/**
 * Lets the office book an e-Transfer again, since its receipt is voided. Returns whether the receipt was of an e-Transfer. Call it inside
 * a transaction.
 */
export function releaseTransfer(ctx: Ctx, { id: receiptId, receiptNumber }: { id: number; receiptNumber: string }): boolean {
  const released = ctx.db
    .update(moneyIn)
    .set({
      status: 'suggested',
      reason: `Receipt ${receiptNumber} was deleted.`,
      invoiceId: null,
      receiptId: null,
      updatedAt: ctx.now().toISOString(),
    })
    .where(eq(moneyIn.receiptId, receiptId))
    .returning({ id: moneyIn.id })
    .get();
  if (released) recordActivity(ctx, { verb: 'money-in.released', entityType: 'money-in', entityId: released.id, data: { receiptId } });
  return released !== undefined;
}
