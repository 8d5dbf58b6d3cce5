import { PAID_BY } from '../../../shared/invoices';
import type { InvoiceDetails as Invoice, Receipt } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { listTaxLines } from '../../../shared/taxes';
import { businessDay } from '../../../shared/time';
import { trpc } from '../../trpc';
import { IN_PLACE_OF_LIST } from '../../ui/beside-list';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { MoreMenu } from '../../ui/more-menu';
import { Panel } from '../../ui/panel';
import { type BillSum, PricedLines } from '../../ui/priced-lines';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { type Moment, Timeline } from '../../ui/timeline';
import { formatShortDate } from '../../ui/times';
import { InvoiceCreditNotes } from './credit-notes';
import { CopyPayLink, PrintDocument, ROW_BUTTON, SavePage, SavePdf, SaveQuote } from './documents';
import { formatSigned } from './format';
import { DeleteInvoice, Delivery, EmailInvoice, IssueInvoice, MarkAsPaid, MarkHandedOver, RestoreInvoice } from './invoice-actions';
import { InvoiceOffers } from './invoice-offers';
import { StatusChip } from './invoices-table';
import { RecordPayment } from './record-payment';

const PRIMARY_ACTION = 'button-primary min-h-9 px-4 pointer-coarse:min-h-11';

type InvoiceDrawerProps = { id: number; onClose: () => void };

export function InvoiceDrawer({ id, onClose }: InvoiceDrawerProps) {
  const invoice = trpc.invoices.get.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={invoice}
      title={(data) => (data ? `Invoice ${data.invoiceNumber}` : 'Invoice')}
      chips={(data) => <StatusChip invoice={data} />}
      action={(data) => data.voidedAt === null && <NextStep invoice={data} />}
      footer={(data) => data.voidedAt === null && <Actions invoice={data} onDeleted={onClose} />}
      onClose={onClose}
      loading="Loading the invoice..."
      failed="The invoice could not be loaded."
      missing={
        <EmptyState title="No such invoice" text="It may be in the bin, or the link was mistyped.">
          <ScreenLink to="/invoices" search={{ view: 'bin' }} look="button-ghost mt-2" label="Open the Bin" />
        </EmptyState>
      }
    >
      {(data) => <Details invoice={data} />}
    </RecordDrawer>
  );
}

type InvoiceProps = { invoice: Invoice };

const NextStep = ({ invoice }: InvoiceProps) =>
  invoice.status === 'draft' ? (
    <IssueInvoice invoice={invoice} look={PRIMARY_ACTION} />
  ) : (
    <MarkAsPaid invoice={invoice} look={PRIMARY_ACTION} />
  );

function Actions({ invoice, onDeleted }: InvoiceProps & { onDeleted: () => void }) {
  const { id, invoiceNumber, status } = invoice;
  const document = { kind: 'Invoice', id, number: invoiceNumber } as const;
  return (
    <>
      {status === 'draft' && <MarkAsPaid invoice={invoice} />}
      <RecordPayment invoice={invoice} />
      {status !== 'paid' && status !== 'credited' && (
        <ScreenLink
          from="/invoices"
          to="/invoices"
          search={(shown) => ({ ...shown, invoice: id, edit: 1 })}
          {...IN_PLACE_OF_LIST}
          look={ROW_BUTTON}
          label="Edit"
        />
      )}
      <EmailInvoice invoice={invoice} />
      <CopyPayLink invoice={invoice} />
      <SavePage {...document} />
      <MoreMenu about={invoiceNumber}>
        <SavePdf {...document} />
        <PrintDocument {...document} />
        <SaveQuote invoice={invoice} />
        <MarkHandedOver invoice={invoice} />
        <DeleteInvoice invoice={invoice} onDeleted={onDeleted} />
      </MoreMenu>
    </>
  );
}

const Details = ({ invoice }: InvoiceProps) => (
  <>
    {invoice.voidedAt !== null && <Voided invoice={invoice} voidedAt={invoice.voidedAt} />}
    <Panel title="Customer">
      <Customer invoice={invoice} />
    </Panel>
    <Panel title="Details">
      <Service invoice={invoice} />
      <InvoiceLines invoice={invoice} />
    </Panel>
    {invoice.voidedAt === null && <InvoiceOffers invoice={invoice} />}
    <Panel title="Payments">
      <Payments invoice={invoice} />
    </Panel>
    <InvoiceCreditNotes invoice={invoice} />
    {invoice.notes && (
      <Panel title="Notes">
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{invoice.notes}</p>
      </Panel>
    )}
    <Panel title="History">
      <Delivery invoice={invoice} />
      <Timeline moments={listMoments(invoice)} />
    </Panel>
  </>
);

/** Lists what happened to an invoice, the oldest first. */
const listMoments = ({ createdAt, issuedAt, mailedAt, handedOverAt, receipts, voidedAt }: Invoice): Moment[] =>
  [
    { name: 'Created', at: createdAt },
    { name: 'Issued', at: issuedAt },
    { name: 'Mailed', at: mailedAt },
    { name: 'Handed over', at: handedOverAt },
    ...receipts.map(({ receiptNumber, createdAt: at, isRefund }) => ({ name: `${isRefund ? 'Refund' : 'Payment'} ${receiptNumber}`, at })),
    { name: 'Voided', at: voidedAt },
  ]
    .filter(({ at }) => at !== null)
    .sort((one, other) => String(one.at).localeCompare(String(other.at)));

const Voided = ({ invoice, voidedAt }: { invoice: Invoice; voidedAt: string }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-sage-100 px-4 py-3">
    <p>
      Voided on <time dateTime={voidedAt}>{formatShortDate(businessDay(voidedAt))}</time>. It keeps its number and is left out of all
      totals.
    </p>
    <RestoreInvoice invoice={invoice} />
  </div>
);

const Service = ({ invoice }: { invoice: Invoice }) => (
  <>
    <Facts
      facts={[
        ['Service', invoice.serviceType],
        ['Service date', formatShortDate(invoice.serviceDate)],
        ['Due date', formatShortDate(invoice.dueDate)],
        // The payments below show a method each.
        ['Payment method', invoice.receipts.length === 0 && invoice.paymentMethod ? PAID_BY[invoice.paymentMethod] : null],
        ['Description', invoice.serviceDescription],
      ]}
    />
    <div className="flex flex-wrap gap-2 empty:hidden">
      {invoice.workOrderId !== null && (
        <ScreenLink to="/team" search={{ order: invoice.workOrderId }} look={ROW_BUTTON} label="Open Work Order" />
      )}
      {invoice.bookingId !== null && (
        <ScreenLink to="/bookings" search={{ booking: invoice.bookingId }} look={ROW_BUTTON} label="Open Booking" />
      )}
    </div>
    <Visits jobs={invoice.jobs} />
  </>
);

const Visits = ({ jobs }: Pick<Invoice, 'jobs'>) =>
  jobs.length > 0 && (
    <div>
      <h4 className="text-muted text-sm">{jobs.length === 1 ? 'Visit' : 'Visits'}</h4>
      <ul className="grid">
        {jobs.map(({ id, serviceType, day }) => (
          <li key={id}>
            <ScreenLink to="/team" search={{ order: id }} look={TEXT_LINK} label={`${formatShortDate(day)}, ${serviceType}`} />
          </li>
        ))}
      </ul>
    </div>
  );

const listLines = ({ items, serviceType, subtotal }: Invoice): Invoice['items'] =>
  items.length > 0 ? items : [{ description: serviceType, quantity: 1, price: subtotal, isGoods: false }];

function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const isPartPaid = invoice.status !== 'paid' && Number(invoice.amountPaid) + Number(invoice.credited) > 0;
  const left: BillSum[] = [
    ...(Number(invoice.credited) > 0 ? [{ name: 'Less credit notes', amount: invoice.credited }] : []),
    ...(Number(invoice.amountPaid) > 0 ? [{ name: 'Paid so far', amount: invoice.amountPaid }] : []),
    { name: 'Balance', amount: invoice.balance, isStrong: true },
  ];
  return (
    <PricedLines
      what="Description"
      lines={listLines(invoice).map(({ description, isGoods, ...line }) => ({
        ...line,
        name: (
          <>
            {description}
            {isGoods && <span className="ml-2 text-muted text-sm">goods</span>}
          </>
        ),
      }))}
      sums={[
        { name: 'Subtotal', amount: invoice.subtotal },
        ...listTaxLines(invoice).map(({ label: name, amount }) => ({ name, amount })),
        { name: 'Total', amount: invoice.totalAmount, isStrong: true },
        ...(isPartPaid ? left : []),
      ]}
    />
  );
}

function Payments({ invoice: { receipts, paidDate, status, balance, voidedAt } }: { invoice: Invoice }) {
  return (
    <>
      {paidDate && (
        <p className="font-semibold text-pine-700">
          Paid on <time dateTime={paidDate}>{formatShortDate(paidDate)}</time>
        </p>
      )}
      {receipts.length === 0 && <p className="text-muted">No payments yet.</p>}
      {receipts.length > 0 && (
        <ul className="grid divide-y divide-line border-line border-y">
          {receipts.map((receipt) => (
            <Payment key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
      {status !== 'paid' && status !== 'draft' && status !== 'credited' && voidedAt === null && (
        <p>
          Balance: <span className="font-semibold tabular-nums">{formatPrice(balance)}</span>
        </p>
      )}
    </>
  );
}

const Payment = ({ receipt }: { receipt: Receipt }) => {
  const { id, receiptNumber, paymentDate, paymentMethod, isRefund } = receipt;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <ScreenLink to="/receipts" search={{ receipt: id }} look={`${TEXT_LINK} font-semibold tabular-nums`} label={receiptNumber} />
      <span className="text-muted text-sm">
        {isRefund ? 'Refund, ' : ''}
        {PAID_BY[paymentMethod]}, <time dateTime={paymentDate}>{formatShortDate(paymentDate)}</time>
      </span>
      <span className={`ml-auto font-semibold tabular-nums ${isRefund ? 'text-red-600' : ''}`}>{formatSigned(receipt)}</span>
    </li>
  );
};

const Customer = ({ invoice: { customerName, customerEmail, customerPhone, customerAddress } }: { invoice: Invoice }) => (
  <div className="grid gap-2">
    <p className="font-semibold [overflow-wrap:anywhere]">{customerName}</p>
    {(customerEmail || customerPhone) && <ContactLinks email={customerEmail ?? ''} phone={customerPhone ?? ''} />}
    {customerAddress && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{customerAddress}</p>}
  </div>
);
