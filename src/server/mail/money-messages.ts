import type { Ctx } from '../context';
import type { NewMessage } from './outbox';
import { queueFromTemplate } from './templates';

type Sending = Pick<NewMessage, 'to' | 'relatedId' | 'attachments' | 'dedupeKey'>;

/** Facts as formatted text ("$214.20", "Friday, November 20, 2026"); the template skips the line of an empty one. */
type InvoiceFacts = {
  customerName: string;
  number: string;
  date: string;
  issueDate: string;
  description: string;
  total: string;
  /** Empty, like `dueDate`, once the invoice is paid. */
  balance: string;
  dueDate: string;
  paymentMethod: string;
};

/** Queues an invoice to its customer. Call it inside the transaction of its cause. */
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

type ReceiptFacts = {
  customerName: string;
  number: string;
  date: string;
  description: string;
  /** Never negative, also for a refund. */
  total: string;
  paymentMethod: string;
  isRefund: boolean;
};

/** Queues the receipt of a payment or a refund to the customer. Call it inside the transaction of its cause. */
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

type CreditNoteFacts = { customerName: string; number: string; invoiceNumber: string; date: string; reason: string; amount: string };

/** Queues a credit note to its customer. Call it inside the transaction of its cause. */
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
