import { Banknote, CreditCard, Landmark, type LucideIcon, ScrollText, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAID_BY } from '../../../shared/invoices';
import type { RECEIPT_ORDERS, Receipt } from '../../../shared/invoices-schemas';
import type { PaymentMethod } from '../../../shared/store-options';
import { besideList } from '../../ui/beside-list';
import { Chip } from '../../ui/chip';
import { type Column, DataTable, TwoLines } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { formatShortDate } from '../../ui/times';
import { SavePage, SavePdf } from './documents';
import { formatSigned } from './format';
import type { ReceiptsSearch } from './invoices-search';
import { DeleteReceipt, EmailReceipt, RefundReceipt } from './receipt-actions';
import { ReceiptsInBulk } from './receipts-in-bulk';

const ICONS: Record<PaymentMethod, LucideIcon> = {
  cash: Banknote,
  card: CreditCard,
  'e-transfer': Send,
  interac: Send,
  'direct-deposit': Landmark,
  cheque: ScrollText,
};

type ReceiptProps = { receipt: Receipt };

export function ReceiptMethod({ receipt: { paymentMethod } }: ReceiptProps) {
  const Icon = ICONS[paymentMethod];
  return (
    <span className="inline-flex items-center gap-2 align-middle">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-pine-700" />
      {PAID_BY[paymentMethod]}
    </span>
  );
}

/** Shows "Paid" on each receipt that is not voided, refunds included. */
export const ReceiptChips = ({ receipt: { isRefund, voidedAt } }: ReceiptProps) => (
  <span className="inline-flex gap-1">
    {voidedAt === null ? <Chip tone="good">Paid</Chip> : <Chip tone="quiet">Voided</Chip>}
    {isRefund && <Chip tone="bad">Refund</Chip>}
  </span>
);

/** Shows the amount: a payment in green, a refund in red with a minus, a voided one struck through. */
export function ReceiptAmount({ receipt, look = 'font-semibold' }: ReceiptProps & { look?: string }) {
  const { isRefund, voidedAt } = receipt;
  const colour = voidedAt !== null ? 'text-muted line-through' : isRefund ? 'text-red-600' : 'text-pine-600';
  return <span className={`tabular-nums ${look} ${colour}`}>{formatSigned(receipt)}</span>;
}

const Day = ({ receipt: { paymentDate } }: ReceiptProps) => <time dateTime={paymentDate}>{formatShortDate(paymentDate)}</time>;

const COLUMNS: readonly Column<Receipt, (typeof RECEIPT_ORDERS)[number]>[] = [
  { key: 'number', head: 'Receipt', width: 'w-28', cell: ({ receiptNumber }) => receiptNumber },
  {
    key: 'customer',
    head: 'Customer',
    sort: 'customer',
    cell: ({ customerName, description }) => <TwoLines first={customerName} second={description} />,
  },
  { key: 'method', head: 'Method', from: 'lg', width: 'w-44', isOptional: true, cell: (receipt) => <ReceiptMethod receipt={receipt} /> },
  { key: 'date', head: 'Date', sort: 'date', width: 'w-28', cell: (receipt) => <Day receipt={receipt} /> },
  { key: 'amount', head: 'Amount', sort: 'amount', align: 'end', width: 'w-28', cell: (receipt) => <ReceiptAmount receipt={receipt} /> },
  { key: 'status', head: 'Status', width: 'w-40', cell: (receipt) => <ReceiptChips receipt={receipt} /> },
];

const getAbout = ({ receiptNumber }: Receipt) => receiptNumber;

type ReceiptsTableProps = {
  list: PagedQuery<Receipt>;
  sort: ReceiptsSearch['sort'];
  onSort: (sort: ReceiptsSearch['sort']) => void;
  empty: ReactNode;
};

export const ReceiptsTable = (table: ReceiptsTableProps) => (
  <DataTable
    {...table}
    name="receipts"
    title="Receipts"
    loading="Loading receipts..."
    failed="The receipts could not be loaded."
    columns={COLUMNS}
    about={getAbout}
    open={({ id }) => besideList({ receipt: id })}
    action={({ id, receiptNumber }) => <SavePage kind="Receipt" id={id} number={receiptNumber} />}
    menu={(receipt) => (
      <>
        <ReceiptActions receipt={receipt} />
        <MoreReceiptActions receipt={receipt} />
      </>
    )}
    select={{
      table: 'receipts',
      bulk: (rows, clear) => <ReceiptsInBulk rows={rows} onDone={clear} />,
    }}
    phone={(receipt) => [
      [receipt.customerName, <ReceiptAmount key="amount" receipt={receipt} />],
      [
        <span key="text">
          {receipt.receiptNumber} · <Day receipt={receipt} />
        </span>,
        <ReceiptChips key="chips" receipt={receipt} />,
      ],
    ]}
  />
);

/** Shows the main buttons of a receipt. The payment of an order has no Delete button, because it is cleared at the order. */
export const ReceiptActions = ({ receipt, onDeleted }: ReceiptProps & { onDeleted?: (() => void) | undefined }) => (
  <>
    <SavePage kind="Receipt" id={receipt.id} number={receipt.receiptNumber} />
    {receipt.voidedAt === null && <EmailReceipt receipt={receipt} />}
    {receipt.voidedAt === null && (receipt.orderNumber === null || receipt.isRefund) && (
      <DeleteReceipt receipt={receipt} onDeleted={onDeleted} />
    )}
  </>
);

export const MoreReceiptActions = ({ receipt }: ReceiptProps) => (
  <>
    <SavePdf kind="Receipt" id={receipt.id} number={receipt.receiptNumber} />
    {receipt.voidedAt === null && <RefundReceipt receipt={receipt} />}
  </>
);
