import type { Receipt } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { ConfirmButton, MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON, showSent } from './documents';

type ReceiptProps = { receipt: Receipt };

export function EmailReceipt({ receipt: { id, receiptNumber, customerEmail } }: ReceiptProps) {
  const send = trpc.invoices.emailReceipt.useMutation({
    meta: { failure: 'Failed to send receipt email. Please try again.' },
    onSuccess: showSent(receiptNumber),
  });
  if (!customerEmail) return null;
  return (
    <MutationButton
      look={ROW_BUTTON}
      label="Email to Customer"
      about={receiptNumber}
      busy="Sending..."
      call={send}
      input={{ receiptId: id, customerEmail }}
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
}: ReceiptProps & { onDeleted?: () => void }) {
  const remove = trpc.invoices.deleteReceipt.useMutation({
    meta: { failure: 'Failed to delete receipt. Please try again.' },
    onSuccess: () => {
      showToast({ title: 'Receipt Deleted', description: `${receiptNumber} is voided. It stays in the books under “Voided”.` });
      onDeleted?.();
    },
  });
  const note = [
    'It is voided: kept with its number, and left out of all totals.',
    ...(invoiceNumber === null
      ? []
      : [isRefund ? `Invoice ${invoiceNumber} counts the amount as paid again.` : `The amount is open again on invoice ${invoiceNumber}.`]),
  ].join(' ');
  return (
    <ConfirmButton
      look={ROW_BUTTON}
      label="Delete"
      about={receiptNumber}
      busy="Deleting..."
      call={remove}
      input={{ id }}
      title="Delete Receipt"
      text={`Are you sure you want to delete receipt ${receiptNumber}? This action cannot be undone.`}
      note={note}
      action="Delete Receipt"
    />
  );
}
