import type { ReactNode } from 'react';
import { addDays } from '../../../shared/calendar-day';
import { BIN_DAYS, STATUS_LABELS } from '../../../shared/invoices';
import type { Invoice } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay } from '../../../shared/time';
import { ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { formatShortDate } from '../../ui/times';
import { ROW_BUTTON, SavePage, SaveQuote } from './documents';
import { DeleteInvoice, EmailInvoice, IssueInvoice, isRestorable, MarkAsPaid, RestoreInvoice } from './invoice-actions';
import { RecordPayment } from './record-payment';

const DARK = 'button-dark lg:min-h-9 lg:px-3.5 text-[15px]';
const FACTS = 'lg:grid-cols-[148px_minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1fr)_112px]';

const OpenInvoice = ({ invoice: { id, invoiceNumber } }: { invoice: Invoice }) => (
  <ScreenLink
    from="/invoices"
    to="/invoices"
    search={(list) => ({ ...list, invoice: id })}
    look="inline-flex items-center text-pine-700 underline underline-offset-4 max-lg:-my-2 max-lg:min-h-11"
    label={invoiceNumber}
  />
);

export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { status } = invoice;
  return (
    <Card invoice={invoice} title={<OpenInvoice invoice={invoice} />}>
      <IssueInvoice invoice={invoice} look={DARK} />
      <MarkAsPaid invoice={invoice} look={status === 'draft' ? ROW_BUTTON : DARK} />
      <RecordPayment invoice={invoice} look={ROW_BUTTON} />
      <SavePage kind="Invoice" id={invoice.id} number={invoice.invoiceNumber} />
      <SaveQuote invoice={invoice} />
      <EmailInvoice invoice={invoice} />
      <DeleteInvoice invoice={invoice} />
    </Card>
  );
}

export const BinnedInvoice = ({ invoice }: { invoice: Invoice }) => (
  <Card invoice={invoice} title={invoice.voidedAt === null ? invoice.invoiceNumber : <OpenInvoice invoice={invoice} />}>
    <p className="mr-auto self-center text-muted text-sm">
      {invoice.deletedAt && (
        <>
          {invoice.voidedAt === null ? 'Deleted' : 'Voided'} {formatShortDate(businessDay(invoice.deletedAt))}
          {isRestorable(invoice) &&
            `, ${invoice.voidedAt === null ? 'kept' : 'can be restored'} until ${formatShortDate(addDays(businessDay(invoice.deletedAt), BIN_DAYS))}`}
        </>
      )}
    </p>
    <RestoreInvoice invoice={invoice} />
  </Card>
);

export function StatusChip({ invoice: { status, voidedAt } }: { invoice: Invoice }) {
  const [name, tone] = STATUS_LABELS[status];
  return voidedAt === null ? <Chip tone={tone}>{name}</Chip> : <Chip tone="quiet">Voided</Chip>;
}

type CardProps = { invoice: Invoice; title: ReactNode; children: ReactNode };

function Card({ invoice, title, children }: CardProps) {
  const { customerName, customerEmail, serviceType, serviceDate, dueDate, paidDate } = invoice;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-paper p-4 lg:px-5">
      <div className={`grid gap-x-5 gap-y-3 max-lg:grid-cols-2 ${FACTS}`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-lg:col-span-2 max-lg:justify-between lg:flex-col lg:items-start">
          <h3 className="font-bold text-lg tabular-nums">{title}</h3>
          <StatusChip invoice={invoice} />
        </div>
        <div className="min-w-0 [overflow-wrap:anywhere] max-lg:col-span-2">
          <p className="font-semibold">{customerName}</p>
          <p className="text-muted text-sm">{customerEmail}</p>
        </div>
        <div className="min-w-0 [overflow-wrap:anywhere] max-lg:col-span-2">
          <p className="text-[15px]">{serviceType}</p>
          <p className="text-muted text-sm">
            on <time dateTime={serviceDate}>{formatShortDate(serviceDate)}</time>
          </p>
        </div>
        <div className="min-w-0">
          <p className="text-muted text-sm">Due</p>
          <p className="text-[15px]">
            <time dateTime={dueDate}>{formatShortDate(dueDate)}</time>
          </p>
          {paidDate && (
            <p className="font-semibold text-[15px] text-pine-700">
              Paid on <time dateTime={paidDate}>{formatShortDate(paidDate)}</time>
            </p>
          )}
        </div>
        <Amounts invoice={invoice} />
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-3 max-sm:grid max-sm:grid-cols-2">{children}</div>
    </li>
  );
}

const Amounts = ({ invoice: { totalAmount, balance, amountPaid, credited, status } }: { invoice: Invoice }) => (
  <div className="text-right tabular-nums">
    <p className="text-muted text-sm">Total</p>
    <p className="font-semibold text-lg leading-tight">{formatPrice(totalAmount)}</p>
    {Number(credited) > 0 && <p className="text-muted text-sm">Credited {formatPrice(credited)}</p>}
    {status !== 'paid' && Number(amountPaid) > 0 && <p className="text-muted text-sm">Balance {formatPrice(balance)}</p>}
  </div>
);
