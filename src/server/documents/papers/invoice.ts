import type { Company } from '../../../shared/company';
import { formatServiceDays, INVOICE_METHODS, issueDay, PAID_BY } from '../../../shared/invoices';
import type { Invoice, InvoiceDetails, Receipt } from '../../../shared/invoices-schemas';
import { formatCents, parseCents } from '../../../shared/money';
import { listTaxLines } from '../../../shared/taxes';
import { formatDay } from '../../../shared/time';
import type { Ctx } from '../../context';
import type { Attachment } from '../../mail/outgoing';
import { getCompany } from '../../settings/service';
import { describePayment } from '../../settings/ways-to-pay';
import { formatFileName } from '../file-name';
import { logoForPdf, readLogo } from '../logo';
import { type Fact, formatAmount, type Paper, type Row, type Stamp, type Sum, type Table } from '../paper';
import { printPaper } from '../print-paper';

type Taxed = Pick<Invoice, 'hstAmount' | 'pstAmount' | 'taxProfile' | 'hstRate' | 'pstRate'>;

const isZero = (amount: string) => Number(amount) === 0;
export const taxSums = (document: Taxed): Sum[] =>
  listTaxLines(document).map(({ label, amount }) => ({ label, amount: formatAmount(amount) }));

/** Returns the table of line items; an invoice without any gets one line for the service. */
export function itemTable({ items, serviceType, serviceDescription, subtotal }: Invoice): Table {
  const rows: Row[] = items.map(({ description, quantity, price }) => ({
    cells: [description, String(quantity), formatAmount(price), formatAmount(formatCents(quantity * (parseCents(price) ?? 0)))],
  }));
  const service = [serviceType, ...(serviceDescription ? [serviceDescription] : [])].join('\n');
  return {
    columns: [
      { label: 'Description' },
      { label: 'Quantity', width: 12, align: 'right' },
      { label: 'Price', width: 18, align: 'right' },
      { label: 'Amount', width: 18, align: 'right' },
    ],
    rows: rows.length > 0 ? rows : [{ cells: [service, '1', formatAmount(subtotal), formatAmount(subtotal)] }],
  };
}

const isGiven = (line: string | null): line is string => line !== null && line !== '';

export function invoiceParties(invoice: Invoice, label: string): Paper['parties'] {
  const { customerName, customerAddress, customerPhone, customerEmail, serviceType, serviceDescription, items } = invoice;
  return [
    { label, lines: [customerName, customerAddress, customerPhone, customerEmail].filter(isGiven) },
    // Without line items the table contains the description.
    { label: 'Service', lines: [serviceType, ...(items.length > 0 ? [serviceDescription] : [])].filter(isGiven) },
  ];
}

function findStamp({ status, paidDate, voidedAt }: Invoice): Stamp | undefined {
  if (voidedAt !== null) return { text: 'VOID', tone: 'alert' };
  if (status === 'draft') return { text: 'DRAFT', tone: 'plain' };
  if (status === 'overdue') return { text: 'OVERDUE', tone: 'alert' };
  if (status === 'credited') return { text: 'CREDITED', tone: 'plain' };
  if (status === 'paid') return { text: paidDate ? `PAID ${paidDate}` : 'PAID', tone: 'good' };
  return undefined;
}

export const totalSums = (invoice: Invoice): Sum[] => [
  { label: 'Subtotal', amount: formatAmount(invoice.subtotal) },
  ...taxSums(invoice),
  { label: 'Total', amount: formatAmount(invoice.totalAmount), weight: 'total' },
];

const balanceSums = ({ amountPaid, balance, credited, voidedAt }: Invoice): Sum[] => [
  ...(isZero(credited) ? [] : [{ label: 'Credited', amount: formatAmount(`-${credited}`) }]),
  ...(isZero(amountPaid) || isZero(balance) ? [] : [{ label: 'Paid so far', amount: formatAmount(amountPaid) }]),
  ...(voidedAt !== null || isZero(balance) || (isZero(credited) && isZero(amountPaid))
    ? []
    : [{ label: 'Balance due', amount: formatAmount(balance), weight: 'due' } as const]),
];

function paymentTable(receipts: readonly Receipt[]): Table[] {
  if (receipts.length === 0) return [];
  const rows = receipts.map(({ paymentDate, paymentMethod, receiptNumber, amountPaid, isRefund }): Row => {
    const method = PAID_BY[paymentMethod];
    return {
      cells: [
        formatDay(paymentDate),
        isRefund ? `Refund, ${method}` : method,
        receiptNumber,
        formatAmount(isRefund ? `-${amountPaid}` : amountPaid),
      ],
    };
  });
  const columns: Table['columns'] = [
    { label: 'Date' },
    { label: 'Method', width: 28 },
    { label: 'Receipt', width: 20 },
    { label: 'Amount', width: 18, align: 'right' },
  ];
  return [{ heading: 'Payments', columns, rows }];
}

export const invoiceNotes = ({ notes }: Invoice, request?: string): Fact[] => [
  { label: 'Payment options', text: [INVOICE_METHODS.map(([, name]) => name).join(', '), ...(request ? [request] : [])].join('\n') },
  ...(notes ? [{ label: 'Notes', text: notes }] : []),
];

const thanks = (company: Company) => `Thank you for choosing ${company.name.replace(/\.$/, '')}. Questions? Call ${company.phone.display}.`;

const paymentRequest = ({ status, invoiceNumber, voidedAt }: Invoice, instructions: string): string | undefined =>
  status === 'paid' || status === 'credited' || voidedAt !== null
    ? undefined
    : [...(instructions ? [instructions] : []), `Please put ${invoiceNumber} on your payment.`].join('\n');

type Printed = Invoice & { receipts?: readonly Receipt[]; payUrl?: string | null; jobs?: InvoiceDetails['jobs'] };
export function invoicePaper(invoice: Printed, company: Company, instructions = ''): Paper {
  const stamp = findStamp(invoice);
  return {
    name: `Invoice ${invoice.invoiceNumber}`,
    title: 'INVOICE',
    number: invoice.invoiceNumber,
    ...(stamp && { stamp }),
    facts: [
      { label: 'Date', text: formatDay(issueDay(invoice)) },
      { label: 'Service date', text: formatServiceDays(invoice) },
      { label: 'Due date', text: formatDay(invoice.dueDate) },
    ],
    parties: invoiceParties(invoice, 'Bill to'),
    tables: [itemTable(invoice)],
    sums: [...totalSums(invoice), ...balanceSums(invoice)],
    tablesBelow: paymentTable(invoice.receipts ?? []),
    notes: invoiceNotes(invoice, paymentRequest(invoice, instructions)),
    footer: [thanks(company)],
  };
}

export async function pdfAttachment(ctx: Ctx, paperFor: (company: Company) => Paper, words: string[]): Promise<Attachment> {
  const [company, logo] = [getCompany(ctx), readLogo(ctx)];
  const bytes = await printPaper({ paper: paperFor(company), sender: { company, logo }, logo: await logoForPdf(ctx, logo) });
  const filename = formatFileName(ctx, words, 'pdf');
  return { filename, contentType: 'application/pdf', content: bytes.toString('base64'), encoding: 'base64' };
}

export const invoiceAttachment = (ctx: Ctx, invoice: Printed): Promise<Attachment> =>
  pdfAttachment(ctx, (company) => invoicePaper(invoice, company, describePayment(ctx, invoice)), ['Invoice', invoice.invoiceNumber]);
