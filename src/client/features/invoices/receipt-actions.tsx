import type { Receipt } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { MutationButton } from '../../ui/mutation-button';
import { mailing, ROW_BUTTON } from './documents';

type ReceiptProps = { receipt: Receipt };

export function EmailReceipt({ receipt: { id, receiptNumber, customerEmail } }: ReceiptProps) {
  if (!customerEmail) return null;
  return (
    <MutationButton
      {...mailing(receiptNumber)}
      label="Email to Customer"
      procedure={trpc.invoices.emailReceipt}
      input={{ receiptId: id, customerEmail }}
      failure="Failed to send receipt email. Please try again."
    />
  );
}

export const RefundReceipt = ({ receipt: { id, receiptNumber, isRefund, amountPaid, refunded } }: ReceiptProps) =>
  !isRefund &&
  Number(refunded) < Number(amountPaid) && (
    <ScreenLink to="/receipts" search={{ new: 1, refund: id }} look={ROW_BUTTON} label="Refund" about={receiptNumber} />
  );

export function DeleteReceipt({
  receipt: { id, receiptNumber, invoiceNumber, isRefund },
  onDeleted,
}: ReceiptProps & { onDeleted?: (() => void) | undefined }) {
  const note = [
    'It is voided: kept with its number, and left out of all totals.',
    ...(invoiceNumber === null
      ? []
      : [isRefund ? `Invoice ${invoiceNumber} counts the amount as paid again.` : `The amount is open again on invoice ${invoiceNumber}.`]),
  ].join(' ');
  return (
    <MutationButton
      look={ROW_BUTTON}
      label="Delete"
      about={receiptNumber}
      busy="Deleting..."
      procedure={trpc.invoices.deleteReceipt}
      input={{ id }}
      failure="Failed to delete receipt. Please try again."
      question={{
        title: 'Delete Receipt',
        text: `Are you sure you want to delete receipt ${receiptNumber}? This action cannot be undone.`,
        note,
        action: 'Delete Receipt',
      }}
      done={{ title: 'Receipt Deleted', description: `${receiptNumber} is voided. It stays in the books under “Voided”.` }}
      onDone={onDeleted}
    />
  );
}
