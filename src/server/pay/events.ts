import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction } from '../../../db/client';
import { invoices, providerEvents, receipts, tips } from '../../../db/schema';
import { DomainError } from '../../shared/errors';
import { PAY_TOKEN } from '../../shared/pay';
import { formatMoney } from '../../shared/store-sums';
import type { Ctx } from '../context';
import { takeCardPayment } from '../invoices/payments/payments';
import { getRefundPath, getRefundText } from '../invoices/payments/refund-todos';
import { getBalance, type InvoiceRow, isCredited } from '../invoices/reading';
import { addTodo, finishTodoByKey, wasAdded } from '../todos/service';

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
const expandableId = z.union([text, z.object({ id: text }).transform(({ id }) => id)]);
const metadata = z.object({
  invoiceId: z.coerce.number().int().positive(),
  tipCents: z.coerce.number().int().min(0).catch(0),
  /** Marks the payments of our own pages. */
  payToken: z.string().regex(PAY_TOKEN).optional().catch(undefined),
});
const payment = z.object({ currency: z.string().regex(/^[a-z]{3}$/), metadata });
const session = payment.extend({ payment_intent: expandableId, payment_status: z.literal('paid'), amount_total: z.int().positive() });
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

const getForeignKey = (paymentIntent: string): string => `stripe-currency:${paymentIntent}`;

/** Formats an amount of another currency, whose smallest unit is Stripe's: 11900 is "119.00 USD", 1500 yen are "1500 JPY". */
function formatForeign(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en-CA', { style: 'currency', currency }).resolvedOptions();
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency.toUpperCase()}`;
}

/** Asks the office to look at a payment that no invoice can take. */
function askToCheck(ctx: Ctx, { paymentIntent, cents, currency }: CardPayment, row: InvoiceRow | undefined): void {
  const isForeign = currency !== 'cad';
  const amount = isForeign ? formatForeign(cents, currency) : formatMoney(cents);
  const why = row ? `it is for invoice ${row.invoiceNumber} of ${row.customerName}, in another currency` : 'its invoice does not exist';
  addTodo(ctx, {
    kind: 'money-in',
    text: `Check the card payment of ${amount} at Stripe (${paymentIntent}): ${why}`,
    path: row ? getRefundPath(row.id) : '/invoices',
    dedupeKey: isForeign ? getForeignKey(paymentIntent) : `stripe:${paymentIntent}`,
  });
}

/**
 * Records what fits the balance as a payment, and the rest as something to refund. One of our payments without its invoice, and one in
 * another currency, is something to check; if another event says what it came to in Canadian dollars, that is recorded in its place. A
 * payment without an invoice and without our mark belongs to another shop of the same Stripe account, and changes nothing.
 */
function recordPayment(ctx: Ctx, sent: CardPayment): void {
  const {
    paymentIntent,
    cents,
    currency,
    metadata: { invoiceId, tipCents, payToken },
  } = sent;
  const key = `stripe:${paymentIntent}`;
  if (isRecorded(ctx, paymentIntent, key)) return;
  const row = ctx.db.select().from(invoices).where(eq(invoices.id, invoiceId)).get();
  if (!row && payToken === undefined) return;
  if (!row || currency !== 'cad') return void askToCheck(ctx, sent, row);
  finishTodoByKey(ctx, getForeignKey(paymentIntent));
  const tip = Math.min(tipCents, cents);
  const paid = cents - tip;
  const fitting = isOpen(row) ? Math.min(paid, getBalance(row)) : 0;
  if (fitting > 0) takeCardPayment(ctx, row, { amountCents: fitting, paymentIntent, idempotencyKey: key });
  if (tip > 0) ctx.db.insert(tips).values({ invoiceId, amountCents: tip, paymentIntent, createdAt: ctx.now().toISOString() }).run();
  if (paid > fitting)
    addTodo(ctx, {
      kind: 'refund',
      text: getRefundText(paid - fitting, row.customerName),
      path: getRefundPath(row.id),
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
  if (!known || !paid) return { received: true };
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
