import { addDays } from '../../../shared/calendar-day';
import { BIN_DAYS } from '../../../shared/invoices';
import type { Invoice } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay } from '../../../shared/time';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { ConfirmButton, MutationButton } from '../../ui/mutation-button';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON } from './documents';

type InvoiceProps = { invoice: Invoice; look: string };

export function MarkAsPaid({ invoice: { id, invoiceNumber, status }, look }: InvoiceProps) {
  const undo = trpc.invoices.update.useMutation({
    meta: { failure: 'Failed to undo the payment. Please try again.' },
    onSuccess: ({ balance }) =>
      showToast({
        title: 'Payment Undone',
        description: `Its receipt is voided. ${formatPrice(balance)} is open on ${invoiceNumber} again.`,
      }),
  });
  const pay = trpc.invoices.update.useMutation({
    meta: { failure: 'Failed to mark invoice as paid. Please try again.' },
    onSuccess: () =>
      showToast({
        title: 'Invoice marked as paid! Cash receipt generated automatically.',
        action: { label: 'Undo', run: () => undo.mutate({ id, status: 'pending' }) },
      }),
  });
  if (status === 'paid' || status === 'credited') return null;
  return (
    <MutationButton
      look={look}
      label="Mark as Paid"
      about={invoiceNumber}
      call={pay}
      input={{ id, status: 'paid', paymentMethod: 'cash' }}
    />
  );
}

export function IssueInvoice({ invoice: { id, invoiceNumber, status, totalAmount }, look }: InvoiceProps) {
  const issue = trpc.invoices.update.useMutation({
    meta: { failure: 'Failed to issue invoice. Please try again.' },
    onSuccess: () => showToast({ title: 'Invoice Issued', description: `${formatPrice(totalAmount)} is owed on ${invoiceNumber} now.` }),
  });
  if (status !== 'draft') return null;
  return <MutationButton look={look} label="Issue Invoice" about={invoiceNumber} call={issue} input={{ id, status: 'pending' }} />;
}

type DeleteInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'status'>; onDeleted?: () => void };

export function DeleteInvoice({ invoice: { id, invoiceNumber, status }, onDeleted }: DeleteInvoiceProps) {
  const restore = useRestore();
  const remove = trpc.invoices.delete.useMutation({
    meta: { failure: 'Failed to delete invoice. Please try again.' },
    onSuccess: () => {
      showToast({
        title: 'Invoice Deleted',
        description:
          status === 'draft'
            ? `${invoiceNumber} is in the bin for ${BIN_DAYS} days.`
            : `${invoiceNumber} is voided. It stays in the books under “Voided”.`,
        action: { label: 'Undo', run: () => restore.mutate({ id }) },
      });
      onDeleted?.();
    },
  });
  return (
    <ConfirmButton
      look={ROW_BUTTON}
      label="Delete"
      about={invoiceNumber}
      busy="Deleting..."
      call={remove}
      input={{ id }}
      title="Delete Invoice"
      text={`Are you sure you want to delete invoice ${invoiceNumber}? This action cannot be undone.`}
      note={
        status === 'draft'
          ? `It moves to the bin, where it can still be restored for ${BIN_DAYS} days; after that it is gone for good.`
          : `It is voided: kept with its number, and left out of all sums. It can be restored for ${BIN_DAYS} days. Its receipts stay.`
      }
      action="Delete Invoice"
    />
  );
}

function useRestore() {
  return trpc.invoices.restore.useMutation({
    meta: { failure: 'Failed to restore invoice. Please try again.' },
    onSuccess: ({ invoiceNumber }) => showToast({ title: 'Invoice Restored', description: `It is on the list again as ${invoiceNumber}.` }),
  });
}

export const isRestorable = ({ deletedAt }: Pick<Invoice, 'deletedAt'>): boolean =>
  deletedAt !== null && addDays(businessDay(deletedAt), BIN_DAYS) >= getToday();

export function RestoreInvoice({ invoice }: { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'deletedAt'> }) {
  const { id, invoiceNumber } = invoice;
  const restore = useRestore();
  if (!isRestorable(invoice)) return null;
  return (
    <MutationButton
      look="button-dark self-center lg:min-h-9"
      label="Restore"
      about={invoiceNumber}
      busy="Restoring..."
      call={restore}
      input={{ id }}
    />
  );
}
