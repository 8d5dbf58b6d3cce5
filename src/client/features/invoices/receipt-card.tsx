import { Banknote, CreditCard, Landmark, type LucideIcon, ScrollText, Send } from 'lucide-react';
import { PAID_BY } from '../../../shared/invoices';
import type { Receipt } from '../../../shared/invoices-schemas';
import type { PaymentMethod } from '../../../shared/store-options';
import { formatOrderNumber, formatPrice } from '../../../shared/store-sums';
import { listTaxLines } from '../../../shared/taxes';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { formatShortDate } from '../../ui/times';
import { SavePage, SavePdf } from './documents';
import { formatSigned } from './format';
import { DeleteReceipt, EmailReceipt, RefundReceipt } from './receipt-actions';
import { TaxBox } from './tax-box';

const ICONS: Record<PaymentMethod, LucideIcon> = {
  cash: Banknote,
  card: CreditCard,
  'e-transfer': Send,
  interac: Send,
  'direct-deposit': Landmark,
  cheque: ScrollText,
};

export function ReceiptCard({ receipt, onDeleted }: { receipt: Receipt; onDeleted?: () => void }) {
  const { receiptNumber, customerName, customerEmail, isRefund, refunded, description, voidedAt } = receipt;
  const isTaxed = Number(receipt.hstAmount) > 0 || Number(receipt.pstAmount) > 0;
  return (
    <li className="grid content-start gap-3 rounded-card border border-line bg-paper p-4 lg:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="font-bold text-lg tabular-nums">{receiptNumber}</h3>
          {isRefund && <Chip tone="bad">Refund</Chip>}
          {/* On refunds too, as documented. */}
          {voidedAt === null ? <Chip tone="good">Paid</Chip> : <Chip tone="quiet">Voided</Chip>}
        </div>
        <p
          className={`ml-auto font-bold font-display text-2xl tabular-nums leading-none ${voidedAt !== null ? 'text-muted line-through' : isRefund ? 'text-red-600' : 'text-pine-600'}`}
        >
          {formatSigned(receipt)}
        </p>
      </div>
      <div className="grid items-start gap-x-8 gap-y-3 md:grid-cols-[minmax(0,1fr)_minmax(0,260px)]">
        <div className="grid min-w-0 gap-1.5">
          <p className="font-semibold [overflow-wrap:anywhere]">{customerName}</p>
          {customerEmail && <p className="text-muted text-sm [overflow-wrap:anywhere]">{customerEmail}</p>}
          <Payment receipt={receipt} />
          <p className="[overflow-wrap:anywhere]">{description}</p>
          <Links receipt={receipt} />
          {Number(refunded) > 0 && <p className="text-muted text-sm">{formatPrice(refunded)} of it went back as a refund.</p>}
        </div>
        {isTaxed && <TaxBox subtotal={receipt.subtotal} taxes={listTaxLines(receipt)} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-line border-t pt-3 max-sm:grid max-sm:grid-cols-2">
        <SavePage kind="Receipt" id={receipt.id} number={receiptNumber} />
        <SavePdf kind="Receipt" id={receipt.id} number={receiptNumber} />
        {voidedAt === null && (
          <>
            <EmailReceipt receipt={receipt} />
            <RefundReceipt receipt={receipt} />
            {/* The payment of an order is cleared at the order. */}
            {(receipt.orderNumber === null || receipt.isRefund) && <DeleteReceipt receipt={receipt} {...(onDeleted && { onDeleted })} />}
          </>
        )}
      </div>
    </li>
  );
}

function Payment({ receipt: { paymentMethod, paymentDate } }: { receipt: Receipt }) {
  const Icon = ICONS[paymentMethod];
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-[15px]">
      <Icon aria-hidden="true" className="size-[18px] text-pine-700" />
      {PAID_BY[paymentMethod]}
      <span aria-hidden="true" className="text-muted">
        ·
      </span>
      <time dateTime={paymentDate}>{formatShortDate(paymentDate)}</time>
    </p>
  );
}

function Links({ receipt: { invoiceId, invoiceNumber, orderNumber, refundOfId } }: { receipt: Receipt }) {
  if (invoiceId === null && orderNumber === null && refundOfId === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {invoiceId !== null && (
        <ScreenLink to="/invoices" search={{ invoice: invoiceId }} look={TEXT_LINK} label={`Invoice ${invoiceNumber}`} />
      )}
      {orderNumber !== null && (
        <ScreenLink to="/orders" search={{ order: orderNumber }} look={TEXT_LINK} label={`Order ${formatOrderNumber(orderNumber)}`} />
      )}
      {refundOfId !== null && <ScreenLink to="/receipts" search={{ receipt: refundOfId }} look={TEXT_LINK} label="Refunded receipt" />}
    </p>
  );
}
