import { parseCents } from '../../shared/money';
import { groupBy } from '../../shared/statistics';
import { addMinutes, businessDay } from '../../shared/time';
import type { Ctx } from '../context';
import { getJobInvoice } from '../invoices/billing';
import { getInvoice } from '../invoices/details';
import { createReceipt, recordPayment } from '../invoices/payments/payments';
import { getRow } from '../invoices/reading';
import { createInvoice, updateInvoice } from '../invoices/service';
import { listOpen } from '../payments/candidates';
import { takeArrival } from '../payments/receiving';
import { DAY, setClock } from './clock';
import type { Done } from './jobs';

const METHODS = ['e-transfer', 'cash', 'e-transfer', 'cheque', 'direct-deposit'] as const;
/** Positions among the unpaid done jobs of those that are not billed yet, and of those that are partly paid. */
const UNBILLED = [2, 6, 10];
const PART_PAID = [4, 8];
/** Position among the paid jobs of the one with a refund. */
const REFUNDED = 4;

/** Bills a done job on the next day, at the agreed price when the work order has no price. */
function billJob(ctx: Ctx, { id, start, priceCents }: Done): number {
  const on = setClock(ctx, start, DAY);
  const { invoiceId: _known, ...facts } = getJobInvoice(on, { workOrderId: id });
  const subtotal = parseCents(facts.subtotal) ?? priceCents ?? 0;
  return createInvoice(on, { ...facts, subtotal, status: 'pending', confirm: false }).id;
}

function refundSome(ctx: Ctx, invoiceId: number): void {
  const { invoiceNumber, customerName, customerEmail, receipts } = getInvoice(ctx, invoiceId);
  const [paid] = receipts;
  if (!paid) throw new Error(`Invoice ${invoiceNumber} has no receipt.`);
  createReceipt(ctx, {
    confirm: false,
    customerName,
    customerEmail,
    paymentMethod: paid.paymentMethod,
    amountPaid: 3500,
    paymentDate: businessDay(ctx.now()),
    description: `Refund for invoice ${invoiceNumber}: one room was left out`,
    isRefund: true,
    includesTax: false,
    refundOfId: paid.id,
  });
}

/** Bills done jobs in the order of their days. Most are paid, which finalizes them; the others are open, partly paid or not billed yet. */
export function billJobs(ctx: Ctx, done: readonly Done[]): void {
  const counted = { paid: 0, open: 0 };
  for (const [place, job] of done.toSorted((a, b) => a.start.localeCompare(b.start)).entries()) {
    const on = (days: number): Ctx => setClock(ctx, job.start, days * DAY);
    const paymentMethod = METHODS[place % METHODS.length] ?? 'cash';
    const nth = job.isPaid ? counted.paid++ : counted.open++;
    if (!job.isPaid && UNBILLED.includes(nth)) continue;
    const id = billJob(ctx, job);
    if (job.isPaid) {
      updateInvoice(on(2 + (place % 9)), { id, status: 'paid', paymentMethod, confirm: true });
      if (nth === REFUNDED) refundSome(on(14), id);
    } else if (PART_PAID.includes(nth)) {
      recordPayment(on(3), { id, amount: 5000, paymentMethod, paymentDate: businessDay(on(3).now()), confirm: true });
    }
  }
}

/**
 * Receives two e-Transfers for open invoices, of one client if that has two: one names its invoice and pays it, the other has no message
 * and waits for the office.
 */
export function receiveTransfers(ctx: Ctx): void {
  const since = (minutes: number) => addMinutes(ctx.now(), -minutes);
  const open = listOpen(ctx).filter(({ id }) => {
    const { createdAt, bookingId, amountPaidCents } = getRow(ctx, id);
    return createdAt < since(DAY) && bookingId === null && amountPaidCents === 0;
  });
  const byCustomer = [...groupBy(open, ({ customerName }) => customerName).values()];
  const [named, unnamed] = byCustomer.find((invoices) => invoices.length > 1) ?? open;
  if (!named || !unnamed) throw new Error('The demo company has too few open invoices.');
  const shared = { source: 'mail', doubt: null } as const;
  const of = ({ customerName: sender, balanceCents: amountCents }: typeof named) => ({ ...shared, sender, amountCents });
  takeArrival(ctx, { ...of(named), reference: 'CADEMO0001', memo: `Thanks! ${named.invoiceNumber}`, receivedAt: since(180) });
  takeArrival(ctx, { ...of(unnamed), reference: 'CADEMO0002', memo: null, receivedAt: since(35) });
}
