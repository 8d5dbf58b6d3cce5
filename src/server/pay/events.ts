import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoices, providerEvents, receipts, tips } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { formatMoney } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { takeCardPayment } from '../invoices/payments/payments';
import { getBalance, type InvoiceRow, isCredited } from '../invoices/reading';
import { addTodo, wasAdded } from '../todos/service';

/** Seconds by which the time of an event may differ from ours. */
const TOLERANCE_S = 300;

/**
 * Checks the signature of an event of Stripe: `t` and any `v1` that is the HMAC-SHA256 of "t.body". Throws BAD_REQUEST for a forged or
 * stale one, and for every event if no secret is configured.
 */
export function assertFromStripe(ctx: Pick<Ctx, 'cardEventSecret' | 'now'>, body: Uint8Array, header: string | undefined): void {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=') as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const isFresh = /^\d{1,12}$/.test(time) && Math.abs(ctx.now().getTime() / 1000 - Number(time)) <= TOLERANCE_S;
  const secret = ctx.cardEventSecret;
  const wanted = secret === undefined ? undefined : createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isSigned = parts.some(([name, value = '']) => {
    const sent = name === 'v1' && /^[\da-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : undefined;
    return sent !== undefined && wanted !== undefined && timingSafeEqual(sent, wanted);
  });
  if (!isSigned || !isFresh) throw new DomainError('BAD_REQUEST', 'The signature of this event is not valid.');
}

const text = z.string().max(255);
/** An id, or the object that has it. */
const idOf = z.union([text, z.object({ id: text }).transform(({ id }) => id)]);
const metadata = z.object({ invoiceId: z.coerce.number().int().positive(), tipCents: z.coerce.number().int().min(0).default(0) });
const payment = z.object({ currency: z.string(), metadata });
const session = payment.extend({ payment_intent: idOf, payment_status: z.literal('paid'), amount_total: z.int().positive() });
const intent = payment.extend({ id: text, status: z.literal('succeeded'), amount_received: z.int().positive() });

type CardPayment = { paymentIntent: string; cents: number; currency: string; metadata: z.output<typeof metadata> };
const toSession = session.transform(
  ({ payment_intent, amount_total, ...rest }): CardPayment => ({ ...rest, paymentIntent: payment_intent, cents: amount_total }),
);
const toIntent = intent.transform(
  ({ id, amount_received, ...rest }): CardPayment => ({ ...rest, paymentIntent: id, cents: amount_received }),
);
/** The events that record a payment, each with the reader of its object. All others are answered and ignored. */
const READERS: Record<string, z.ZodType<CardPayment>> = {
  'checkout.session.completed': toSession,
  'checkout.session.async_payment_succeeded': toSession,
  'payment_intent.succeeded': toIntent,
};
const event = z.object({ id: text, type: text, data: z.object({ object: z.unknown() }) });

/** Returns whether a payment was recorded before, as a receipt, a tip or something to refund, whichever event came first. */
function isRecorded(ctx: Ctx, paymentIntent: string, key: string): boolean {
  const known = or(eq(receipts.paymentIntent, paymentIntent), eq(receipts.idempotencyKey, key));
  const receipt = ctx.db.select({ id: receipts.id }).from(receipts).where(known).get();
  const tip = ctx.db.select({ id: tips.id }).from(tips).where(eq(tips.paymentIntent, paymentIntent)).get();
  return receipt !== undefined || tip !== undefined || wasAdded(ctx, key);
}

const isOpen = (row: InvoiceRow): boolean => row.deletedAt === null && row.status !== 'paid' && row.status !== 'draft' && !isCredited(row);

/** Records what fits the balance as a payment, and the rest as something to refund. */
function recordPayment(ctx: Ctx, { paymentIntent, cents, metadata: { invoiceId, tipCents } }: CardPayment): void {
  const key = `stripe:${paymentIntent}`;
  if (isRecorded(ctx, paymentIntent, key)) return;
  const row = ctx.db.select().from(invoices).where(eq(invoices.id, invoiceId)).get();
  if (!row) return;
  const tip = Math.min(tipCents, cents);
  const paid = cents - tip;
  const fitting = isOpen(row) ? Math.min(paid, getBalance(row)) : 0;
  if (fitting > 0) takeCardPayment(ctx, row, { amountCents: fitting, paymentIntent, idempotencyKey: key });
  if (tip > 0) ctx.db.insert(tips).values({ invoiceId, amountCents: tip, paymentIntent, createdAt: ctx.now().toISOString() }).run();
  if (paid > fitting)
    addTodo(ctx, {
      kind: 'refund',
      text: `Refund ${formatMoney(paid - fitting)} to ${row.customerName}`,
      path: `/invoices?invoice=${row.id}`,
      dedupeKey: key,
    });
}

/**
 * Records the payment of an event in one transaction with the event itself, so that a kill at any moment leaves both or neither. The
 * same event again, and other events of the same payment, change nothing.
 */
export function receiveEvent(ctx: Ctx, sent: unknown): { received: true } {
  const { data: known } = event.safeParse(sent);
  const { data: paid } = (known && READERS[known.type]?.safeParse(known.data.object)) ?? {};
  if (!known || !paid || paid.currency !== 'cad') return { received: true };
  inTransaction(ctx.db, () => {
    const { changes } = ctx.db
      .insert(providerEvents)
      .values({ eventId: known.id, provider: 'stripe', type: known.type, receivedAt: ctx.now().toISOString() })
      .onConflictDoNothing({ target: providerEvents.eventId })
      .run();
    if (changes > 0) recordPayment(ctx, paid);
  });
  return { received: true };
}
