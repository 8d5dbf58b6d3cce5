import type { z } from 'zod';
import { inTransaction } from '../../../../db/client';
import { receipts } from '../../../../db/schema';
import { DomainError, fieldError } from '../../../shared/errors';
import { issueDay } from '../../../shared/invoices';
import type { InvoiceDetails, paymentInput, Receipt, receiptInput } from '../../../shared/invoices-schemas';
import type { PaymentMethod } from '../../../shared/store-options';
import { formatMoney } from '../../../shared/store-sums';
import { type TaxedSums, type TaxTerms, takeProportion } from '../../../shared/taxes';
import { businessDay } from '../../../shared/time';
import { recordActivity } from '../../activity';
import type { Ctx } from '../../context';
import { findRepeat, hashRequest } from '../../http/requests/repeats';
import { publishAfterCommit } from '../../live';
import { getInvoice } from '../details';
import { assertAmount, issueDraft } from '../issuing';
import { takeNumber } from '../numbers';
import { getBalance, getRow, type InvoiceRow, isCredited } from '../reading';
import { assertPaymentDay } from './payment-days';
import { getReceipt, type ReceiptRow } from './receipts';
import { clampTaxes, computeReceipt, sumCredited, sumInvoiceReceipts } from './refunds';
import { recountPaid, setPaid } from './settling';

type NewReceipt = Pick<
  typeof receipts.$inferInsert,
  | 'invoiceId'
  | 'orderNumber'
  | 'customerName'
  | 'customerEmail'
  | 'paymentMethod'
  | 'paymentDate'
  | 'description'
  | 'isRefund'
  | 'isAutomatic'
  | 'refundOfId'
  | 'paymentIntent'
  | 'idempotencyKey'
  | 'requestHash'
> & { requestedNumber?: string | null | undefined };

/** Writes a receipt with its number; call it inside a transaction. */
export function insertReceipt(ctx: Ctx, { requestedNumber, ...values }: NewReceipt, sums: TaxedSums, terms: TaxTerms): ReceiptRow {
  const { totalCents: amountPaidCents, ...parts } = sums;
  const number = takeNumber(ctx, 'receipt', requestedNumber);
  const row = ctx.db
    .insert(receipts)
    .values({
      ...values,
      ...terms,
      receiptNumber: number.text,
      numberValue: number.value,
      ...parts,
      amountPaidCents,
      createdAt: ctx.now().toISOString(),
    })
    .returning()
    .get();
  recordActivity(ctx, {
    verb: row.isRefund ? 'receipt.refunded' : 'receipt.created',
    entityType: 'receipt',
    entityId: row.id,
    data: { number: row.receiptNumber, amountCents: row.amountPaidCents, method: row.paymentMethod, invoiceId: row.invoiceId ?? null },
  });
  publishAfterCommit(ctx, 'money');
  return row;
}

/** Returns the sums of the next payment of an invoice: its share of the taxes that earlier receipts and credit notes left. */
function getNextShare(ctx: Ctx, row: InvoiceRow, amountCents: number): TaxedSums {
  const [received, credited] = [sumInvoiceReceipts(ctx, row.id), sumCredited(ctx, row.id)];
  const left = {
    hstCents: row.hstCents - received.hstCents - credited.hstCents,
    pstCents: row.pstCents - received.pstCents - credited.pstCents,
  };
  return takeProportion(clampTaxes({ ...left, totalCents: getBalance(row) }), amountCents);
}

type Payment = { amountCents: number; method: PaymentMethod; day: string; receipt: Partial<NewReceipt>; confirm: boolean };

/** Takes a payment of an invoice: issues a draft, makes the receipt, and marks the invoice as paid if it has no balance left. */
function takePayment(ctx: Ctx, found: InvoiceRow, { amountCents, method, day, receipt, confirm }: Payment): ReceiptRow {
  const row = issueDraft(ctx, found, confirm);
  const { id, invoiceNumber, customerName, customerEmail, serviceType, taxProfile, hstRate, pstRate } = row;
  const made = insertReceipt(
    ctx,
    {
      invoiceId: id,
      customerName,
      customerEmail,
      paymentMethod: method,
      paymentDate: day,
      description: `Payment for invoice ${invoiceNumber} – ${serviceType}`,
      ...receipt,
    },
    getNextShare(ctx, row, amountCents),
    { taxProfile, hstRate, pstRate },
  );
  setPaid(ctx, row, row.amountPaidCents + amountCents, { method, day, data: { amountCents, method, receiptId: made.id } });
  return made;
}

type CardPayment = { amountCents: number; paymentIntent: string; idempotencyKey: string };
/** Takes a card payment of at most the balance today, with its receipt. Call it inside a transaction. */
export const takeCardPayment = (ctx: Ctx, row: InvoiceRow, { amountCents, paymentIntent, idempotencyKey }: CardPayment): ReceiptRow =>
  takePayment(ctx, row, {
    amountCents,
    method: 'card',
    day: businessDay(ctx.now()),
    receipt: { paymentIntent, idempotencyKey, requestHash: hashRequest({ paymentIntent, amountCents }) },
    confirm: true,
  });

type Transfer = { amountCents: number; day: string; idempotencyKey: string };
/**
 * Takes an e-Transfer as a payment, with its receipt. Call it inside a transaction. Throws CONFLICT for a paid invoice or more than the
 * balance.
 */
export function takeTransfer(ctx: Ctx, row: InvoiceRow, { amountCents, day, idempotencyKey }: Transfer): ReceiptRow {
  assertOpen(row, amountCents, 'amount');
  const receipt = { idempotencyKey, requestHash: hashRequest({ idempotencyKey, amountCents }) };
  return takePayment(ctx, row, { amountCents, method: 'e-transfer', day, receipt, confirm: true });
}

/** Pays the balance of an invoice in full; a paid invoice stays as it is. Call it inside a transaction. */
export function payInFull(ctx: Ctx, row: InvoiceRow, method: PaymentMethod, confirm: boolean): void {
  if (row.status === 'paid') return;
  if (isCredited(row)) throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is credited in full; nothing is owed on it.`);
  assertAmount(ctx, row);
  // Counted from receipts, so that no invoice is paid without them.
  const amountPaidCents = sumInvoiceReceipts(ctx, row.id).totalCents;
  const [amountCents, day] = [row.totalCents - row.creditedCents - amountPaidCents, businessDay(ctx.now())];
  if (amountCents > 0) takePayment(ctx, { ...row, amountPaidCents }, { amountCents, method, day, receipt: { isAutomatic: true }, confirm });
  // No money came in, so there is no receipt.
  else setPaid(ctx, issueDraft(ctx, row, confirm), amountPaidCents, { method, day, data: { amountCents, method } });
}

/** Throws BAD_REQUEST for an amount of 0, and CONFLICT for a paid invoice or more than the balance. */
function assertOpen(row: InvoiceRow, amountCents: number, path: string): void {
  if (amountCents === 0) throw fieldError(path, 'Please enter an amount above 0.');
  if (row.status === 'paid') throw new DomainError('CONFLICT', `Invoice ${row.invoiceNumber} is paid already.`);
  const balance = getBalance(row);
  if (amountCents > balance)
    throw new DomainError(
      'CONFLICT',
      `The balance of invoice ${row.invoiceNumber} is ${formatMoney(balance)}, not ${formatMoney(amountCents)}.`,
    );
}

/**
 * Takes a payment of the balance or a part of it, with its own receipt. The same idempotency key takes no second payment. Throws
 * NOT_FOUND, BAD_REQUEST for an amount of 0 or a future day, CONFLICT for more than the balance, UNPROCESSABLE for a used key.
 */
export function recordPayment(ctx: Ctx, input: z.output<typeof paymentInput>): InvoiceDetails {
  const requestHash = hashRequest(input);
  return inTransaction(ctx.db, () => {
    const row = getRow(ctx, input.id);
    if (findRepeat(ctx, receipts, input.idempotencyKey, requestHash)) return getInvoice(ctx, input.id);
    assertPaymentDay(ctx, input.paymentDate, { billedOn: issueDay(row) });
    assertOpen(row, input.amount, 'amount');
    const key = input.idempotencyKey ? { idempotencyKey: input.idempotencyKey, requestHash } : {};
    const { confirm } = input;
    takePayment(ctx, row, { amountCents: input.amount, method: input.paymentMethod, day: input.paymentDate, receipt: key, confirm });
    return getInvoice(ctx, input.id);
  });
}

/**
 * Makes a receipt: of a payment without an invoice, of a payment of an invoice, or of a refund. Throws NOT_FOUND, BAD_REQUEST,
 * CONFLICT for more than the balance or more than can be refunded, and UNPROCESSABLE for a used key.
 */
export function createReceipt(ctx: Ctx, input: z.output<typeof receiptInput>): Receipt {
  const requestHash = hashRequest(input);
  return inTransaction(ctx.db, () => {
    const repeat = findRepeat(ctx, receipts, input.idempotencyKey, requestHash);
    if (repeat) return getReceipt(ctx, repeat.id);
    if (input.refundOfId && !input.isRefund) throw fieldError('isRefund', 'Please say that it is a refund.');
    const invoice = input.invoiceId ? getRow(ctx, input.invoiceId) : undefined;
    const { customerName, customerEmail, paymentMethod, paymentDate, description, isRefund, idempotencyKey } = input;
    const values = {
      customerName,
      customerEmail: customerEmail ?? null,
      paymentMethod,
      paymentDate,
      description,
      isRefund,
      requestedNumber: input.receiptNumber,
      ...(idempotencyKey && { idempotencyKey, requestHash }),
    };
    if (invoice && !isRefund) {
      assertPaymentDay(ctx, paymentDate, { billedOn: issueDay(invoice) });
      assertOpen(invoice, input.amountPaid, 'amountPaid');
      const { amountPaid: amountCents, confirm } = input;
      const payment = { amountCents, method: paymentMethod, day: paymentDate, receipt: values, confirm };
      return getReceipt(ctx, takePayment(ctx, invoice, payment).id);
    }
    assertPaymentDay(ctx, paymentDate);
    const { sums, terms, links } = computeReceipt(ctx, input);
    const made = insertReceipt(ctx, { ...values, ...links }, sums, terms);
    recountPaid(ctx, made);
    return getReceipt(ctx, made.id);
  });
}
