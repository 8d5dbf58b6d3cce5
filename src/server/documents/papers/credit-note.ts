import type { Company } from '../../../shared/company';
import type { CreditNote } from '../../../shared/invoices-schemas';
import { formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import type { Attachment } from '../../mail/outgoing';
import { formatAmount, type Paper } from '../paper';
import { pdfAttachment, taxSums } from './invoice';

export function creditNotePaper(note: CreditNote, company: Company): Paper {
  const { creditNoteNumber, invoiceNumber, customerName, customerAddress, customerEmail, reason, issuedDate } = note;
  const lines = [customerName, customerAddress, customerEmail].filter((line): line is string => line !== null && line !== '');
  return {
    name: `Credit note ${creditNoteNumber}`,
    title: 'CREDIT NOTE',
    number: creditNoteNumber,
    facts: [
      { label: 'Date', text: formatDay(issuedDate) },
      { label: 'Credits invoice', text: invoiceNumber },
    ],
    parties: [{ label: 'Credited to', lines }],
    tables: [
      {
        columns: [{ label: 'Reason' }, { label: 'Before tax', width: 18, align: 'right' }],
        rows: [{ cells: [reason, formatAmount(note.subtotal)] }],
      },
    ],
    sums: [
      { label: 'Subtotal', amount: formatAmount(note.subtotal) },
      ...taxSums(note),
      { label: 'Total credited', amount: formatAmount(note.amount), weight: 'total' },
    ],
    notes: [],
    footer: [`This amount is taken off invoice ${invoiceNumber}. Questions? Call ${company.phone.display}.`],
  };
}

export const creditNoteAttachment = (ctx: Ctx, note: CreditNote): Promise<Attachment> =>
  pdfAttachment(ctx, (company) => creditNotePaper(note, company), ['Credit-note', note.creditNoteNumber]);
