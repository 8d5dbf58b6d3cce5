import type { Receipt } from '../../../shared/invoices-schemas';
import { formatOrderNumber, formatPrice } from '../../../shared/store-sums';
import { listTaxLines } from '../../../shared/taxes';
import { trpc } from '../../trpc';
import { ScreenLink, TEXT_LINK } from '../../ui/button';
import { ContactLinks } from '../../ui/contact-links';
import { Facts } from '../../ui/facts';
import { MoreMenu } from '../../ui/more-menu';
import { RecordDrawer } from '../../ui/record-drawer';
import { EmptyState } from '../../ui/states';
import { formatShortDate, formatTimestamp } from '../../ui/times';
import { MoreReceiptActions, ReceiptActions, ReceiptAmount, ReceiptChips, ReceiptMethod } from './receipts-table';
import { TaxBox } from './tax-box';

export function ReceiptDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const receipt = trpc.invoices.getReceipt.useQuery({ id });
  return (
    <RecordDrawer
      id={id}
      query={receipt}
      title={(data) => data?.receiptNumber ?? 'Receipt'}
      chips={(data) => <ReceiptChips receipt={data} />}
      footer={(data) => (
        <>
          <ReceiptActions receipt={data} onDeleted={onClose} />
          <MoreMenu about={data.receiptNumber}>
            <MoreReceiptActions receipt={data} />
          </MoreMenu>
        </>
      )}
      onClose={onClose}
      loading="Loading the receipt..."
      failed="The receipt could not be loaded."
      missing={<EmptyState title="No such receipt" text="The address may be mistyped." action="Show All Receipts" onAction={onClose} />}
    >
      {(data) => <Details receipt={data} />}
    </RecordDrawer>
  );
}

function Details({ receipt }: { receipt: Receipt }) {
  const { customerName, customerEmail, paymentDate, description, refunded, createdAt, voidedAt } = receipt;
  const isTaxed = Number(receipt.hstAmount) > 0 || Number(receipt.pstAmount) > 0;
  return (
    <>
      <ReceiptAmount receipt={receipt} look="font-bold font-display text-3xl" />
      {isTaxed && <TaxBox subtotal={receipt.subtotal} taxes={listTaxLines(receipt)} />}
      <Facts
        facts={[
          ['Customer', customerName],
          ['Email', customerEmail && <ContactLinks email={customerEmail} phone="" />],
          ['Payment method', <ReceiptMethod key="method" receipt={receipt} />],
          ['Payment date', formatShortDate(paymentDate)],
          ['Description', description],
          ['Created', formatTimestamp(createdAt)],
          ['Voided', voidedAt && formatTimestamp(voidedAt)],
        ]}
      />
      <Links receipt={receipt} />
      {Number(refunded) > 0 && <p className="text-muted">{formatPrice(refunded)} of it went back as a refund.</p>}
    </>
  );
}

const Links = ({ receipt: { invoiceId, invoiceNumber, orderNumber, refundOfId } }: { receipt: Receipt }) => (
  <p className="flex flex-wrap gap-x-4 empty:hidden">
    {invoiceId !== null && (
      <ScreenLink to="/invoices" search={{ invoice: invoiceId }} look={TEXT_LINK} label={`Invoice ${invoiceNumber}`} />
    )}
    {orderNumber !== null && (
      <ScreenLink to="/orders" search={{ order: orderNumber }} look={TEXT_LINK} label={`Order ${formatOrderNumber(orderNumber)}`} />
    )}
    {refundOfId !== null && <ScreenLink to="/receipts" search={{ receipt: refundOfId }} look={TEXT_LINK} label="Refunded receipt" />}
  </p>
);
