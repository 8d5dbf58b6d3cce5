import type { ReactNode } from 'react';
import { addDays } from '../../../shared/calendar-day';
import { BIN_DAYS, STATUS_LABELS } from '../../../shared/invoices';
import type { INVOICE_ORDERS, Invoice } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay } from '../../../shared/time';
import { besideList } from '../../ui/beside-list';
import { Chip } from '../../ui/chip';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { formatShortDate } from '../../ui/times';
import { SavePage, SaveQuote } from './documents';
import { DeleteInvoice, EmailInvoice, IssueInvoice, isRestorable, MarkAsPaid, RestoreInvoice } from './invoice-actions';
import { InvoicesInBulk } from './invoices-in-bulk';
import type { InvoicesSearch } from './invoices-search';
import { RecordPayment } from './record-payment';

type InvoiceColumn = Column<Invoice, (typeof INVOICE_ORDERS)[number]>;
type InvoiceSort = InvoicesSearch['sort'];

export function StatusChip({ invoice: { status, voidedAt } }: { invoice: Invoice }) {
  const [name, tone] = STATUS_LABELS[status];
  return voidedAt === null ? <Chip tone={tone}>{name}</Chip> : <Chip tone="quiet">Voided</Chip>;
}

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatShortDate(day)}</time>;

const NUMBER: InvoiceColumn = { key: 'number', head: 'Invoice', width: 'w-26', cell: ({ invoiceNumber }) => invoiceNumber };
const CUSTOMER: InvoiceColumn = {
  key: 'customer',
  head: 'Customer',
  sort: 'customer',
  cell: ({ customerName, customerEmail }) => <TwoLines first={customerName} second={customerEmail} />,
};
const TOTAL: InvoiceColumn = {
  key: 'total',
  head: 'Total',
  sort: 'total',
  align: 'end',
  width: 'w-38',
  cell: (invoice) => (
    <>
      <span className="block font-medium">{formatPrice(invoice.totalAmount)}</span>
      {getRest(invoice).map((words) => (
        <span key={words} className="block text-muted">
          {words}
        </span>
      ))}
    </>
  ),
};

/** Returns what credit notes took back and what is still owed, in words, if that is not the total. */
function getRest({ credited, status, amountPaid, balance }: Invoice): string[] {
  const words = [
    Number(credited) > 0 && `Credited ${formatPrice(credited)}`,
    status !== 'paid' && Number(amountPaid) > 0 && `Balance ${formatPrice(balance)}`,
  ].filter((text) => text !== false);
  return words.length > 1 ? [words.join(', ')] : words;
}

const COLUMNS: readonly InvoiceColumn[] = [
  NUMBER,
  CUSTOMER,
  {
    key: 'service',
    head: 'Service',
    from: 'xl',
    isOptional: true,
    cell: ({ serviceType, serviceDate }) => (
      <>
        <span className="block truncate">{serviceType}</span>
        <span className="block truncate text-muted">
          on <Day day={serviceDate} />
        </span>
      </>
    ),
  },
  {
    key: 'due',
    head: 'Due',
    sort: 'due',
    from: 'md',
    isOptional: true,
    width: 'w-36',
    cell: ({ dueDate, paidDate }) => (
      <>
        <span className="block">
          <Day day={dueDate} />
        </span>
        {paidDate && (
          <span className="block text-pine-700">
            Paid on <Day day={paidDate} />
          </span>
        )}
      </>
    ),
  },
  TOTAL,
  { key: 'status', head: 'Status', width: 'w-28', cell: (invoice) => <StatusChip invoice={invoice} /> },
];

const toLink = ({ id }: Invoice) => besideList({ invoice: id });
const getAbout = ({ invoiceNumber }: Invoice) => invoiceNumber;

type TableProps = {
  list: PagedQuery<Invoice>;
  sort?: InvoiceSort;
  onSort?: (sort: InvoiceSort) => void;
  loading: string;
  failed: string;
  empty: ReactNode;
};

export const InvoicesTable = (table: TableProps) => (
  <DataTable
    {...table}
    name="invoices"
    title="Invoices"
    columns={COLUMNS}
    about={getAbout}
    open={toLink}
    select={{ table: 'invoices', bulk: (rows, clear) => <InvoicesInBulk rows={rows} onDone={clear} /> }}
    phone={(invoice) => [
      [invoice.customerName, formatPrice(invoice.totalAmount)],
      [
        <span key="text">
          {invoice.invoiceNumber} ·{' '}
          {invoice.paidDate ? (
            <>
              Paid on <Day day={invoice.paidDate} />
            </>
          ) : (
            <>
              Due <Day day={invoice.dueDate} />
            </>
          )}
        </span>,
        <StatusChip key="status" invoice={invoice} />,
      ],
    ]}
    action={(invoice) =>
      invoice.status === 'draft' ? <IssueInvoice invoice={invoice} look={ROW_ACTION} /> : <MarkAsPaid invoice={invoice} look={ROW_ACTION} />
    }
    menu={(invoice) => (
      <>
        {invoice.status === 'draft' && <MarkAsPaid invoice={invoice} />}
        <RecordPayment invoice={invoice} />
        <SavePage kind="Invoice" id={invoice.id} number={invoice.invoiceNumber} />
        <SaveQuote invoice={invoice} />
        <EmailInvoice invoice={invoice} />
        <DeleteInvoice invoice={invoice} />
      </>
    )}
  />
);

/** Returns when an invoice was deleted or voided, and until when it can be restored. */
function getDeletion({ deletedAt, voidedAt, ...invoice }: Invoice): string {
  if (deletedAt === null) return '';
  const day = businessDay(deletedAt);
  const deleted = `${voidedAt === null ? 'Deleted' : 'Voided'} ${formatShortDate(day)}`;
  if (!isRestorable({ deletedAt, ...invoice })) return deleted;
  return `${deleted}, ${voidedAt === null ? 'kept' : 'can be restored'} until ${formatShortDate(addDays(day, BIN_DAYS))}`;
}

/** Shows deleted drafts and voided invoices. A draft in the bin does not open. */
export const BinTable = (table: TableProps) => (
  <DataTable
    {...table}
    name="deletedInvoices"
    title="Deleted invoices"
    columns={[NUMBER, CUSTOMER, { key: 'deletion', head: 'Deleted', width: 'w-56', from: 'md', cell: getDeletion }, TOTAL]}
    about={getAbout}
    open={(invoice) => (invoice.voidedAt === null ? undefined : toLink(invoice))}
    phone={(invoice) => [
      [
        <span key="name" className="truncate">
          {invoice.customerName}
        </span>,
        formatPrice(invoice.totalAmount),
      ],
      `${invoice.invoiceNumber} · ${getDeletion(invoice)}`,
    ]}
    action={(invoice) => <RestoreInvoice invoice={invoice} look={ROW_ACTION} />}
  />
);
