import type { Company } from '../../../shared/company';
import { formatService } from '../../../shared/dispatch';
import { formatCents, parseCents } from '../../../shared/money';
import { getPlanDiscount } from '../../../shared/quoting';
import type { PublicQuote } from '../../../shared/quoting-schemas';
import { businessDay, formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import type { Attachment } from '../../mail/outgoing';
import { formatAmount, type Paper, type Row, type Table } from '../paper';
import { pdfAttachment, taxSums } from './invoice';

type Shown = Omit<PublicQuote, 'canApprove' | 'newerToken'> & {
  createdAt?: string;
  customerEmail?: string | null;
  customerPhone?: string | null;
  customerAddress?: string | null;
};
type Line = Shown['lines'][number];

const STAMPS: Partial<Record<Shown['status'], NonNullable<Paper['stamp']>>> = {
  draft: { text: 'DRAFT', tone: 'plain' },
  approved: { text: 'APPROVED', tone: 'good' },
  declined: { text: 'DECLINED', tone: 'alert' },
  expired: { text: 'EXPIRED', tone: 'alert' },
  superseded: { text: 'REPLACED', tone: 'alert' },
  withdrawn: { text: 'WITHDRAWN', tone: 'alert' },
};

const toRow = ({ description, quantity, price }: Line): Row => ({
  cells: [description, String(quantity), formatAmount(price), formatAmount(formatCents(quantity * (parseCents(price) ?? 0)))],
});
const toTable = (lines: readonly Line[], heading?: string): Table => ({
  ...(heading !== undefined && { heading }),
  columns: [
    { label: 'Description' },
    { label: 'Quantity', width: 12, align: 'right' },
    { label: 'Price', width: 18, align: 'right' },
    { label: 'Amount', width: 18, align: 'right' },
  ],
  rows: lines.map(toRow),
});

/** Returns the row of what the plan takes off each visit. */
function discountRow({ plan }: Shown, counted: readonly Line[]): Paper['sums'] {
  const lines = counted.map(({ price, ...line }) => ({ ...line, isOptional: false, priceCents: parseCents(price) ?? 0 }));
  const cents = getPlanDiscount(lines, plan?.discountPercent ?? 0);
  return cents === 0 ? [] : [{ label: `${plan?.discountPercent}% off each visit`, amount: formatAmount(formatCents(-cents)) }];
}

/** Returns a priced quote on paper: the lines that count, their sums, and the optional lines that are not chosen below them. */
export function pricedQuotePaper(quote: Shown, company: Company): Paper {
  const counted = quote.lines.filter(({ isOptional, isChosen }) => !isOptional || isChosen);
  const open = quote.status === 'approved' ? [] : quote.lines.filter(({ isOptional }) => isOptional);
  const stamp = STAMPS[quote.status];
  const isGiven = (text: string | null | undefined): text is string => Boolean(text);
  const { customerName, customerAddress, customerPhone, customerEmail } = quote;
  return {
    name: `Quote ${quote.number}`,
    title: 'QUOTE',
    number: quote.version === 1 ? quote.number : `${quote.number} (version ${quote.version})`,
    ...(stamp && { stamp }),
    facts: [
      ...(quote.sentAt === null ? [] : [{ label: 'Date', text: formatDay(businessDay(quote.sentAt)) }]),
      { label: 'Valid until', text: formatDay(quote.validUntil) },
    ],
    parties: [
      { label: 'Quote for', lines: [customerName, customerAddress, customerPhone, customerEmail].filter(isGiven) },
      { label: 'Service', lines: [formatService(quote.serviceType)] },
    ],
    tables: [toTable(counted)],
    sums: [
      ...discountRow(quote, counted),
      { label: 'Subtotal', amount: formatAmount(quote.subtotal) },
      ...taxSums(quote),
      { label: 'Total', amount: formatAmount(quote.total), weight: 'total' },
      ...(quote.deposit === null ? [] : [{ label: 'Deposit', amount: formatAmount(quote.deposit) }]),
    ],
    tablesBelow: open.length === 0 ? [] : [toTable(open, 'Optional extras, before tax')],
    notes: [
      ...(quote.message === null ? [] : [{ label: 'Message', text: quote.message }]),
      ...(quote.terms === null ? [] : [{ label: 'Terms', text: quote.terms }]),
    ],
    footer: [
      quote.status === 'approved' && quote.approvedAt !== null
        ? `Approved by ${quote.approvedName} on ${formatDay(businessDay(quote.approvedAt))}.`
        : `To accept this quote, open its link, call ${company.phone.display} or write to ${company.email}.`,
    ],
  };
}

/** Makes the PDF of a quote for a message. */
export const pricedQuoteAttachment = (ctx: Ctx, quote: Shown): Promise<Attachment> =>
  pdfAttachment(ctx, (company) => pricedQuotePaper(quote, company), ['Quote', quote.number]);
