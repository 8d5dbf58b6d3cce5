import { useState } from 'react';
import { BIN_DAYS } from '../../../shared/invoice-words';
import type { Invoice } from '../../../shared/invoices';
import { showPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { ActionButton } from '../../ui/action-button';
import { ConfirmDialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON } from './document-buttons';

type InvoiceProps = { invoice: Invoice; look: string };

/** Marks an invoice as paid in cash (back-office.md §4); what is open becomes a receipt. */
export function MarkAsPaid({ invoice: { id, invoiceNumber, status }, look }: InvoiceProps) {
  const pay = trpc.invoices.update.useMutation({
    meta: { failure: 'Failed to mark invoice as paid. Please try again.' },
    onSuccess: () => showToast({ title: 'Invoice marked as paid! Cash receipt generated automatically.' }),
  });
  if (status === 'paid') return null;
  return (
    <ActionButton
      look={look}
      label="Mark as Paid"
      about={invoiceNumber}
      isPending={pay.isPending}
      onPress={() => pay.mutate({ id, status: 'paid', paymentMethod: 'cash' })}
    />
  );
}

/** Makes a draft an invoice that is owed. */
export function IssueInvoice({ invoice: { id, invoiceNumber, status, totalAmount }, look }: InvoiceProps) {
  const issue = trpc.invoices.update.useMutation({
    meta: { failure: 'Failed to issue invoice. Please try again.' },
    onSuccess: () => showToast({ title: 'Invoice Issued', description: `${showPrice(totalAmount)} is owed on ${invoiceNumber} now.` }),
  });
  if (status !== 'draft') return null;
  return (
    <ActionButton
      look={look}
      label="Issue Invoice"
      about={invoiceNumber}
      isPending={issue.isPending}
      onPress={() => issue.mutate({ id, status: 'pending' })}
    />
  );
}

type DeleteInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber'>; onDeleted?: () => void };

/** Puts an invoice into the bin, after a question. */
export function DeleteInvoice({ invoice: { id, invoiceNumber }, onDeleted }: DeleteInvoiceProps) {
  const [isAsking, setIsAsking] = useState(false);
  const restore = useRestore();
  const remove = trpc.invoices.delete.useMutation({
    meta: { failure: 'Failed to delete invoice. Please try again.' },
    onSuccess: () => {
      showToast({
        title: 'Invoice Deleted',
        description: `${invoiceNumber} is in the bin for ${BIN_DAYS} days.`,
        action: { label: 'Undo', run: () => restore.mutate({ id }) },
      });
      onDeleted?.();
    },
  });
  return (
    <>
      <ActionButton
        look={ROW_BUTTON}
        label="Delete"
        about={invoiceNumber}
        busy="Deleting..."
        isPending={remove.isPending}
        onPress={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete Invoice"
        text={`Are you sure you want to delete invoice ${invoiceNumber}? This action cannot be undone.`}
        note={`It moves to the bin, where it can still be restored for ${BIN_DAYS} days; after that it is gone for good.`}
        action="Delete Invoice"
        onConfirm={() => remove.mutate({ id })}
      />
    </>
  );
}

function useRestore() {
  return trpc.invoices.restore.useMutation({
    meta: { failure: 'Failed to restore invoice. Please try again.' },
    onSuccess: ({ invoiceNumber }) => showToast({ title: 'Invoice Restored', description: `It is on the list again as ${invoiceNumber}.` }),
  });
}

/** Takes an invoice out of the bin; where its number was given away meanwhile it gets the next (decisions X110). */
export function RestoreInvoice({ invoice: { id, invoiceNumber } }: { invoice: Pick<Invoice, 'id' | 'invoiceNumber'> }) {
  const restore = useRestore();
  return (
    <ActionButton
      look="button-dark lg:min-h-9"
      label="Restore"
      about={invoiceNumber}
      busy="Restoring..."
      isPending={restore.isPending}
      onPress={() => restore.mutate({ id })}
    />
  );
}
