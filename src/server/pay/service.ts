import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { invoiceItems, invoices } from '../../../db/schema';
import { DomainError, fieldError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import { type byPayToken, type cardPayment, type checkoutSchema, PAY_TOKEN, type Payable } from '../../shared/pay';
import { formatMoney } from '../../shared/store-sums';
import { listTaxLines } from '../../shared/taxes';
import type { Ctx } from '../context';
import { isDepositInvoice } from '../invoices/agreed/job-deposits';
import { getPayUrl } from '../invoices/payments/pay-link';
import { formatSums, getBalance, type InvoiceRow, isCredited, isVoided } from '../invoices/reading';
import { hasSeveralJobs } from '../invoices/visits/jobs';
import { AmountRefusal } from '../providers/card-gateway';
import { getSettings } from '../settings/service';
import { listWaysToPay } from '../settings/ways-to-pay';

/** Returns the issued invoice of a payment link, voided ones too. Throws NOT_FOUND. */
function getPayableRow(ctx: Ctx, token: string): InvoiceRow {
  const row = PAY_TOKEN.test(token) ? ctx.db.select().from(invoices).where(eq(invoices.payToken, token)).get() : undefined;
  if (!row || row.status === 'draft') throw new DomainError('NOT_FOUND', 'This payment link is not valid.');
  return row;
}

function getState(row: InvoiceRow): Payable['state'] {
  if (isVoided(row)) return 'voided';
  return row.status === 'paid' || isCredited(row) || getBalance(row) === 0 ? 'paid' : 'open';
}

/** Returns an invoice as its payment page shows it. Throws NOT_FOUND. */
export function getPayable(ctx: Ctx, { token }: z.output<typeof byPayToken>): Payable {
  const row = getPayableRow(ctx, token);
  const settings = getSettings(ctx);
  const sums = formatSums(row);
  const items = ctx.db.select().from(invoiceItems).where(eq(invoiceItems.invoiceId, row.id)).orderBy(asc(invoiceItems.id)).all();
  return {
    state: getState(row),
    invoiceNumber: row.invoiceNumber,
    isDeposit: isDepositInvoice(ctx, row),
    isMonthly: hasSeveralJobs(ctx, row.id),
    serviceType: row.serviceType,
    serviceDate: row.serviceDate,
    lines: items.map(({ description, quantity, priceCents }) => ({ description, quantity, price: formatCents(priceCents) })),
    subtotal: sums.subtotal,
    taxes: listTaxLines({ ...row, ...sums }),
    total: formatCents(row.totalCents),
    credited: formatCents(row.creditedCents),
    amountPaid: formatCents(row.amountPaidCents),
    balance: formatCents(getBalance(row)),
    dueDate: row.dueDate,
    paidDate: row.paidDate,
    takesCards: ctx.cards !== undefined,
    allowsPartial: settings.allowPartialOnline,
    allowsTips: settings.allowTips,
    instructions: listWaysToPay(ctx, row.invoiceNumber),
  };
}

/** The least that Stripe charges in Canadian dollars. */
const LEAST_CENTS = 50;
const TOO_SMALL = `The smallest card payment is ${formatMoney(LEAST_CENTS)}. Please pay a smaller amount in another way.`;

type Amounts = Pick<z.output<typeof cardPayment>, 'amount' | 'tip'>;
/**
 * Returns the cents to charge. Throws BAD_REQUEST for a part that is not allowed or above the balance, for a tip that is not allowed, and
 * for less than Stripe charges.
 */
function getCharge(ctx: Ctx, row: InvoiceRow, { amount, tip = 0 }: Amounts): { cents: number; tipCents: number } {
  const { allowPartialOnline, allowTips } = getSettings(ctx);
  const balance = getBalance(row);
  if (amount !== undefined && !allowPartialOnline) throw fieldError('amount', `Please pay the whole balance of ${formatMoney(balance)}.`);
  if (amount !== undefined && amount > balance) throw fieldError('amount', `Please enter at most the balance of ${formatMoney(balance)}.`);
  if (tip > 0 && !allowTips) throw fieldError('tip', 'Tips cannot be paid here.');
  const cents = amount ?? balance;
  if (cents + tip < LEAST_CENTS) throw fieldError('amount', TOO_SMALL);
  return { cents, tipCents: tip };
}

/**
 * Opens a payment page at Stripe for the balance of an invoice or a part of it, with a tip beside it, and returns its address. Stores
 * nothing: the payment is recorded by the event that Stripe sends. Throws NOT_FOUND, BAD_REQUEST, CONFLICT if nothing is owed or no
 * cards are taken, and UNAVAILABLE if Stripe cannot be reached.
 */
export async function startCheckout(ctx: Ctx, input: z.output<typeof cardPayment>): Promise<z.output<typeof checkoutSchema>> {
  const row = getPayableRow(ctx, input.token);
  const state = getState(row);
  if (state === 'voided') throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} was voided. Nothing is owed on it.`);
  if (state === 'paid') throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is paid already. Thank you!`);
  if (!ctx.cards) throw new DomainError('CONFLICT', 'We do not take cards online. Please pay in another way.');
  const { cents, tipCents } = getCharge(ctx, row, input);
  const page = getPayUrl(ctx, input.token);
  const tip = tipCents > 0 ? [{ name: 'Tip', cents: tipCents }] : [];
  try {
    const url = await ctx.cards.createCheckout({
      lines: [{ name: `Invoice ${row.invoiceNumber}`, cents }, ...tip],
      email: row.customerEmail,
      successUrl: `${page}/thanks`,
      cancelUrl: `${page}/cancelled`,
      metadata: { invoiceId: String(row.id), invoiceNumber: row.invoiceNumber, tipCents: String(tipCents), payToken: input.token },
    });
    return { url };
  } catch (error) {
    if (error instanceof AmountRefusal)
      throw fieldError('amount', 'The card company does not accept this amount. Please enter another amount, or pay in another way.');
    ctx.log.warn({ evt: 'cards.failed', fault: error instanceof Error ? error.name : 'unknown' }, 'a payment page could not be opened');
    throw new DomainError('UNAVAILABLE', 'Card payments are not available right now. Please try again in a minute.');
  }
}
