import type { Ctx } from '../trpc';
import type { NewMessage } from './outbox';
import { queueFromTemplate } from './templates';

type Sending = Pick<NewMessage, 'to' | 'relatedId' | 'attachments' | 'dedupeKey'>;

/** Facts as people read them ("$214.20", "Friday, November 20, 2026"); the line of an empty one is left out. */
type InvoiceFacts = {
  customerName: string;
  number: string;
  date: string;
  description: string;
  total: string;
  /** What is still to be paid, and until when; empty for a paid one. */
  balance: string;
  dueDate: string;
  paymentMethod: string;
};

/** The invoice to its customer, with its document; in the transaction that asks for it. */
export function queueInvoiceMessage(ctx: Ctx, { number: invoiceNumber, ...input }: Sending & InvoiceFacts): void {
  const { to, relatedId, attachments, dedupeKey, ...facts } = input;
  queueFromTemplate(ctx, {
    purpose: 'invoice-sent',
    to,
    values: { invoiceNumber, ...facts },
    relatedType: 'invoice',
    relatedId,
    dedupeKey,
    ...(attachments && { attachments }),
  });
}

/** As people read them; see {@link InvoiceFacts}. */
type ReceiptFacts = {
  customerName: string;
  number: string;
  date: string;
  description: string;
  /** The amount, without a sign also where it was returned. */
  total: string;
  paymentMethod: string;
  isRefund: boolean;
};

/** The receipt of a payment, or of its return, to the customer; in the transaction that asks for it. */
export function queueReceiptMessage(ctx: Ctx, input: Sending & ReceiptFacts): void {
  const { to, relatedId, attachments, dedupeKey, number: receiptNumber, total: amount, isRefund, ...facts } = input;
  queueFromTemplate(ctx, {
    purpose: isRefund ? 'refund-sent' : 'receipt-sent',
    to,
    values: { receiptNumber, amount, ...facts },
    relatedType: 'receipt',
    relatedId,
    dedupeKey,
    ...(attachments && { attachments }),
  });
}

/** As people read them; see {@link InvoiceFacts}. */
type CreditNoteFacts = { customerName: string; number: string; invoiceNumber: string; date: string; reason: string; amount: string };

/** The credit note to its customer, with its document; in the transaction that asks for it. */
export function queueCreditNoteMessage(ctx: Ctx, input: Sending & CreditNoteFacts): void {
  const { to, relatedId, attachments, dedupeKey, number: creditNoteNumber, ...facts } = input;
  queueFromTemplate(ctx, {
    purpose: 'credit-note-sent',
    to,
    values: { creditNoteNumber, ...facts },
    relatedType: 'creditNote',
    relatedId,
    dedupeKey,
    ...(attachments && { attachments }),
  });
}
