import type { ReactNode } from 'react';
import { PAID_BY, STATUS_LABELS } from '../../../shared/invoices';
import { formatPrice } from '../../../shared/store-sums';
import { formatDate } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Chip } from '../../ui/chip';
import { LoadMore } from '../../ui/load-more';
import { getRows, PAGED } from '../../ui/paged-list';
import type { DataOf } from './load-portal';
import { Card, Title } from './parts';

/** Shows the invoices with what is still to pay, and the receipts. */
export function InvoicesPage({ data }: { data: DataOf<'invoices'> }) {
  return (
    <>
      <Title>Your invoices</Title>
      <div className="grid items-start gap-4 sm:gap-6 lg:grid-cols-2">
        <Invoices first={data.invoices} />
        <Receipts first={data.receipts} />
      </div>
    </>
  );
}

const Row = ({ title, text, amount, children }: { title: ReactNode; text: string; amount: string; children: ReactNode }) => (
  <li className="grid gap-2 border-line py-4 not-first:border-t first:pt-0 last:pb-0">
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        {title}
        <p className="text-muted text-sm">{text}</p>
      </div>
      <p className="shrink-0 font-bold text-lg tabular-nums">{amount}</p>
    </div>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </li>
);

const Pdf = ({ href, about }: { href: string; about: string }) => (
  <a className="button-ghost" href={href}>
    PDF<span className="sr-only">, {about}</span>
  </a>
);

function Invoices({ first }: { first: DataOf<'invoices'>['invoices'] }) {
  const list = trpc.portal.invoices.useInfiniteQuery({}, { ...PAGED, initialData: { pages: [first], pageParams: [null] } });
  const rows = getRows(list);
  return (
    <Card title="Invoices">
      {rows.length === 0 && <p className="text-muted">Your invoices will be listed here.</p>}
      <ul className="grid empty:hidden">
        {rows.map(({ id, invoiceNumber, serviceDate, dueDate, total, balance, status, payUrl, pdfUrl }) => (
          <Row
            key={id}
            title={
              <p className="flex flex-wrap items-center gap-2">
                <b id={`invoice-${id}`} className="tabular-nums">
                  {invoiceNumber}
                </b>
                <Chip tone={STATUS_LABELS[status][1]}>{status === 'pending' ? 'Open' : STATUS_LABELS[status][0]}</Chip>
              </p>
            }
            text={payUrl === null ? `Service of ${formatDate(serviceDate)}` : `Due ${formatDate(dueDate)}`}
            amount={formatPrice(total)}
          >
            {payUrl !== null && (
              <>
                <a className="button-primary" href={payUrl} aria-describedby={`invoice-${id}`}>
                  Pay
                </a>
                {balance !== total && <span className="tabular-nums">{formatPrice(balance)} left to pay</span>}
              </>
            )}
            <Pdf href={pdfUrl} about={invoiceNumber} />
          </Row>
        ))}
      </ul>
      <LoadMore list={list} />
    </Card>
  );
}

function Receipts({ first }: { first: DataOf<'invoices'>['receipts'] }) {
  const list = trpc.portal.receipts.useInfiniteQuery({}, { ...PAGED, initialData: { pages: [first], pageParams: [null] } });
  const rows = getRows(list);
  return (
    <Card title="Receipts">
      {rows.length === 0 && <p className="text-muted">Your receipts will be listed here once you have paid.</p>}
      <ul className="grid empty:hidden">
        {rows.map(({ id, receiptNumber, paymentDate, amount, method, isRefund, pdfUrl }) => (
          <Row
            key={id}
            title={<b className="tabular-nums">{receiptNumber}</b>}
            text={`${isRefund ? 'Refund, ' : ''}${formatDate(paymentDate)}, ${PAID_BY[method]}`}
            amount={`${isRefund ? '−' : ''}${formatPrice(amount.replace('-', ''))}`}
          >
            <Pdf href={pdfUrl} about={receiptNumber} />
          </Row>
        ))}
      </ul>
      <LoadMore list={list} />
    </Card>
  );
}
