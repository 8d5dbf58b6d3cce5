import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../../db/client';
import { providerEvents, receipts } from '../../../../db/schema';
import { DomainError } from '../../../shared/errors';
import type { Receipt, receiptInput } from '../../../shared/invoices-schemas';
import type { Ctx } from '../../context';
import { CardRefusal } from '../../providers/card-gateway';
import { voidRow } from '../voiding';
import { createReceipt } from './payments';
import { getReceipt, getReceiptRow } from './receipts';

// The receipt of a refund is stored first, and then Stripe is asked with a key that belongs to the receipt. Once Stripe agreed, a row in
// `provider_events` says so. A crash between the steps loses nothing: a background job asks again for each refund without that row, and
// Stripe refunds only once for a key. Asking Stripe first could leave a refund that no receipt shows.

const getKey = (receiptId: number): string => `refund:${receiptId}`;

/** Days in which a refund is repeated. Stripe forgets keys after some time, so an older one needs a person. */
const REPEAT_DAYS = 1;

type Unsent = { id: number; cents: number; paymentIntent: string };
/** Lists the refunds of card payments that Stripe has not confirmed; of one receipt if it is named. */
const listUnsent = (ctx: Ctx, receiptId?: number): Unsent[] =>
  ctx.db.all<Unsent>(sql`
    select r.id, r.amount_paid_cents as cents, p.payment_intent as "paymentIntent"
    from receipts r indexed by receipts_refunds cross join receipts p on p.id = r.refund_of_id and p.payment_intent is not null
    where r.is_refund = 1 and r.voided_at is null and ${
      receiptId === undefined
        ? sql`r.id > coalesce((select max(id) from receipts), 0) - 10000
          and r.created_at > ${new Date(ctx.now().getTime() - REPEAT_DAYS * 86_400_000).toISOString()}`
        : sql`r.id = ${receiptId}`
    } and not exists (select 1 from provider_events e where e.event_id = 'refund:' || r.id)`);

/** Sends one refund to Stripe and notes that it was sent. Throws what Stripe's client throws. */
async function sendRefund(ctx: Ctx, { id, cents, paymentIntent }: Unsent): Promise<void> {
  if (!ctx.cards) return;
  await ctx.cards.refund({ paymentIntent, cents, key: getKey(id) });
  inTransaction(ctx.db, () =>
    ctx.db
      .insert(providerEvents)
      .values({ eventId: getKey(id), provider: 'stripe', type: 'refund', receivedAt: ctx.now().toISOString() })
      .onConflictDoNothing({ target: providerEvents.eventId })
      .run(),
  );
}

const logFailure = (ctx: Ctx, error: unknown): void =>
  ctx.log.warn({ evt: 'refund.failed', fault: error instanceof Error ? error.name : 'unknown' }, 'a card refund could not be sent');

/** Returns whether a refund pays back a card payment at Stripe. */
const isCardRefund = (ctx: Ctx, { refundOfId }: Pick<Receipt, 'refundOfId'>): boolean =>
  refundOfId !== null && getReceiptRow(ctx, refundOfId).paymentIntent !== null;

/**
 * Makes a receipt, see {@link createReceipt}, and sends the refund of a card payment to Stripe. A refund that Stripe refuses is voided;
 * one that cannot be sent now is sent later. Throws also CONFLICT if Stripe refuses it or no key of Stripe is configured.
 */
export async function createReceiptWithRefund(ctx: Ctx, input: z.output<typeof receiptInput>): Promise<Receipt> {
  const receipt = inTransaction(ctx.db, () => {
    const made = createReceipt(ctx, input);
    if (made.isRefund && isCardRefund(ctx, made)) {
      if (!ctx.cards)
        throw new DomainError(
          'CONFLICT',
          'This payment came by card. Please configure the key of Stripe to refund it, or refund it there.',
        );
      // The money goes back to the card, whatever was chosen.
      ctx.db.update(receipts).set({ paymentMethod: 'card' }).where(eq(receipts.id, made.id)).run();
    }
    return made;
  });
  for (const unsent of receipt.isRefund ? listUnsent(ctx, receipt.id) : [])
    try {
      await sendRefund(ctx, unsent);
    } catch (error) {
      if (!(error instanceof CardRefusal)) logFailure(ctx, error);
      else {
        inTransaction(ctx.db, () => voidRow(ctx, getReceiptRow(ctx, receipt.id)));
        throw new DomainError('CONFLICT', 'Stripe refused this refund, so it was not recorded. Please look at the payment in Stripe.');
      }
    }
  return getReceipt(ctx, receipt.id);
}

/** Sends the refunds of card payments that a crash or an outage kept from Stripe. */
export async function sendUnsentRefunds(ctx: Ctx): Promise<void> {
  for (const unsent of ctx.cards ? listUnsent(ctx) : []) await sendRefund(ctx, unsent).catch((error: unknown) => logFailure(ctx, error));
}
