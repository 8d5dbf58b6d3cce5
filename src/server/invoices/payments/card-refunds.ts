import { eq, max, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../../../db/client';
import { providerEvents, receipts } from '../../../../db/schema';
import { DomainError } from '../../../shared/errors';
import type { Receipt, receiptInput } from '../../../shared/invoices-schemas';
import { parseCents } from '../../../shared/money';
import type { Ctx } from '../../context';
import { CardRefusal } from '../../providers/card-gateway';
import { addTodo, wasAdded } from '../../todos/service';
import { voidRow } from '../voiding';
import { createReceipt } from './payments';
import { getReceipt, getReceiptRow } from './receipts';
import { finishRefundTodos, getRefundPath, getRefundText } from './refund-todos';
import { isCardRefund } from './refunds';

// The receipt of a refund is stored first, and then Stripe is asked with a key that belongs to the receipt. Once Stripe agreed, a row in
// `provider_events` says so. A crash between the steps loses nothing: a background job asks again for each refund without that row, and
// Stripe refunds only once for a key. Asking Stripe first could leave a refund that no receipt shows.

const getKey = (receiptId: number): string => `refund:${receiptId}`;

/** Days in which a refund is repeated. Stripe forgets keys after some time, so an older one needs a person. */
const REPEAT_DAYS = 1;

type Unsent = { id: number; cents: number; paymentIntent: string; invoiceId: number | null; customerName: string; createdAt: string };
/** Lists the refunds of card payments that Stripe has not confirmed; of one receipt if it is named. */
const listUnsent = (ctx: Ctx, receiptId?: number): Unsent[] =>
  ctx.db.all<Unsent>(sql`
    select r.id, r.amount_paid_cents as cents, p.payment_intent as "paymentIntent", r.invoice_id as "invoiceId",
      r.customer_name as "customerName", r.created_at as "createdAt"
    from receipts r indexed by receipts_refunds cross join receipts p on p.id = r.refund_of_id and p.payment_intent is not null
    where r.is_refund = 1 and r.voided_at is null and ${
      receiptId === undefined ? sql`r.id > coalesce((select max(id) from receipts), 0) - 10000` : sql`r.id = ${receiptId}`
    } and not exists (select 1 from provider_events e where e.event_id = 'refund:' || r.id)`);

/** Sends one refund to Stripe and notes that it was sent. Throws what Stripe's client throws. */
async function sendRefund(ctx: Ctx, unsent: Unsent): Promise<void> {
  if (!ctx.cards) return;
  const { id, cents, paymentIntent } = unsent;
  await ctx.cards.refund({ paymentIntent, cents, key: getKey(id) });
  inTransaction(ctx.db, () => {
    const { changes } = ctx.db
      .insert(providerEvents)
      .values({ eventId: getKey(id), provider: 'stripe', type: 'refund', receivedAt: ctx.now().toISOString() })
      .onConflictDoNothing({ target: providerEvents.eventId })
      .run();
    if (changes > 0) finishRefundTodos(ctx, unsent);
  });
}

const logFailure = (ctx: Ctx, error: unknown): void =>
  ctx.log.warn({ evt: 'refund.failed', fault: error instanceof Error ? error.name : 'unknown' }, 'a card refund could not be sent');

const getNewestId = ({ db }: Ctx): number =>
  db
    .select({ id: max(receipts.id) })
    .from(receipts)
    .get()?.id ?? 0;

/**
 * Makes a receipt, see {@link createReceipt}, and sends the refund of a card payment to Stripe. A refund that Stripe refuses is voided;
 * one that cannot be sent now is sent later. Throws also CONFLICT if Stripe refuses it or no key of Stripe is configured.
 */
export async function createReceiptWithRefund(ctx: Ctx, input: z.output<typeof receiptInput>): Promise<Receipt> {
  const receipt = inTransaction(ctx.db, () => {
    const newest = getNewestId(ctx);
    const made = createReceipt(ctx, input);
    // The to-do of a card refund is done once Stripe took it.
    if (made.isRefund && made.id > newest && !isCardRefund(ctx, made))
      finishRefundTodos(ctx, { ...made, cents: parseCents(made.amountPaid) ?? 0 });
    if (isCardRefund(ctx, made)) {
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
        inTransaction(ctx.db, () => voidRow(ctx, getReceiptRow(ctx, receipt.id), { isRefused: true }));
        throw new DomainError('CONFLICT', 'Stripe refused this refund, so it was not recorded. Please look at the payment in Stripe.');
      }
    }
  return getReceipt(ctx, receipt.id);
}

/** Asks the office once to pay back a refund that Stripe did not take. */
function askForRefund(ctx: Ctx, { id, cents, invoiceId, customerName }: Unsent): void {
  const dedupeKey = getKey(id);
  if (wasAdded(ctx, dedupeKey)) return;
  const text = getRefundText(cents, customerName);
  inTransaction(ctx.db, () => addTodo(ctx, { kind: 'refund', text, path: getRefundPath(invoiceId), dedupeKey }));
}

/** Sends a refund again. The office is asked to pay back one that Stripe refuses, which is voided, and one that is too old to repeat. */
async function repeatRefund(ctx: Ctx, unsent: Unsent): Promise<void> {
  if (Date.parse(unsent.createdAt) <= ctx.now().getTime() - REPEAT_DAYS * 86_400_000) return askForRefund(ctx, unsent);
  try {
    await sendRefund(ctx, unsent);
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    inTransaction(ctx.db, () => {
      voidRow(ctx, getReceiptRow(ctx, unsent.id), { isRefused: true });
      askForRefund(ctx, unsent);
    });
  }
}

/** Sends the refunds of card payments that a crash or an outage kept from Stripe. */
export async function sendUnsentRefunds(ctx: Ctx): Promise<void> {
  for (const unsent of listUnsent(ctx)) await repeatRefund(ctx, unsent).catch((error: unknown) => logFailure(ctx, error));
}
