import type { Company } from '../../../shared/company';
import { PAID_BY } from '../../../shared/invoices';
import type { Receipt } from '../../../shared/invoices-schemas';
import { formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import type { Attachment } from '../../mail/outgoing';
import { getCompany } from '../../settings/service';
import { formatFileName } from '../file-name';
import { readLogo } from '../logo';
import { formatAmount, type Paper, type Sum } from '../paper';
import { paperHtml } from '../paper-html';
import { taxSums } from './invoice';

const PRINT_HINT = "To save this receipt as a PDF, use your browser's print function and choose “Save as PDF”.";

function breakdown(receipt: Receipt): Sum[] {
  if (Number(receipt.hstAmount) === 0 && Number(receipt.pstAmount) === 0) return [];
  return [{ label: 'Subtotal', amount: formatAmount(receipt.subtotal) }, ...taxSums(receipt)];
}

export function receiptPaper(receipt: Receipt, company: Company): Paper {
  const { receiptNumber, isRefund, invoiceNumber, customerName, customerEmail, description, paymentMethod, paymentDate, voidedAt } =
    receipt;
  const amount = formatAmount(receipt.amountPaid);
  return {
    name: `${isRefund ? 'Refund receipt' : 'Receipt'} ${receiptNumber}`,
    title: isRefund ? 'REFUND RECEIPT' : 'PAYMENT RECEIPT',
    number: receiptNumber,
    ...(voidedAt !== null && { stamp: { text: 'VOID', tone: 'alert' } as const }),
    facts: [
      { label: isRefund ? 'Date of refund' : 'Date of payment', text: formatDay(paymentDate) },
      { label: 'Payment method', text: PAID_BY[paymentMethod] },
      ...(invoiceNumber ? [{ label: 'Invoice', text: invoiceNumber }] : []),
    ],
    parties: [{ label: isRefund ? 'Refunded to' : 'Received from', lines: [customerName, ...(customerEmail ? [customerEmail] : [])] }],
    tables: [
      {
        columns: [
          { label: 'Description' },
          { label: 'Method', width: 20 },
          { label: 'Date', width: 16 },
          { label: 'Amount', width: 18, align: 'right' },
        ],
        rows: [{ cells: [description, PAID_BY[paymentMethod], paymentDate, amount] }],
      },
    ],
    sums: [...breakdown(receipt), { label: isRefund ? 'Total Refunded' : 'Total Paid', amount, weight: 'total' }],
    notes: [],
    footer: [
      isRefund
        ? `${company.name} has returned this amount to you.`
        : `Thank you for your payment. Questions? Call ${company.phone.display}.`,
    ],
    hint: PRINT_HINT,
  };
}

export function receiptAttachment(ctx: Ctx, receipt: Receipt): Attachment {
  const company = getCompany(ctx);
  const { text } = paperHtml(receiptPaper(receipt, company), { company, logo: readLogo(ctx) }, { isFile: true });
  return {
    filename: formatFileName(ctx, ['Receipt', receipt.receiptNumber], 'html'),
    contentType: 'text/html; charset=utf-8',
    content: text,
  };
}
