import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { addDays } from '../../../shared/calendar-day';
import { BIN_DAYS } from '../../../shared/invoices';
import { type Invoice, type InvoiceDetails, invoiceMailing } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay } from '../../../shared/time';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField } from '../../ui/form';
import { ConfirmButton, MutationButton } from '../../ui/mutation-button';
import { formatTimestamp } from '../../ui/times';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON, showSent } from './documents';

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
          : `It is voided: kept with its number, and left out of all totals. It can be restored for ${BIN_DAYS} days. Its receipts stay.`
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

type Delivered = Pick<InvoiceDetails, 'id' | 'invoiceNumber' | 'status' | 'mailedAt' | 'handedOverAt'>;

const isOwed = (status: InvoiceDetails['status']): boolean => status !== 'draft' && status !== 'paid' && status !== 'credited';

/** Marks a printed invoice as handed over to its customer, so that reminders may go out; a draft is issued first. */
export function MarkHandedOver({ invoice: { id, invoiceNumber, status, handedOverAt } }: { invoice: Delivered }) {
  const undo = trpc.invoices.markHandedOver.useMutation({ meta: { failure: 'The mark could not be removed. Please try again.' } });
  const mark = trpc.invoices.markHandedOver.useMutation({
    meta: { failure: 'The invoice could not be marked as handed over. Please try again.' },
    onSuccess: () =>
      showToast({
        title: 'Marked as handed over',
        description: `${invoiceNumber} counts as delivered.`,
        action: { label: 'Undo', run: () => undo.mutate({ id, isHandedOver: false }) },
      }),
  });
  if (handedOverAt !== null || !isOwed(status)) return null;
  return <MutationButton look={ROW_BUTTON} label="Mark as handed over" about={invoiceNumber} call={mark} input={{ id }} />;
}

export function Delivery({ invoice: { status, mailedAt, handedOverAt } }: { invoice: Delivered }) {
  if (mailedAt !== null || handedOverAt !== null)
    return (
      <p className="text-muted text-sm">
        {mailedAt !== null && (
          <>
            Mailed <time dateTime={mailedAt}>{formatTimestamp(mailedAt)}</time>
          </>
        )}
        {mailedAt !== null && handedOverAt !== null && ' · '}
        {handedOverAt !== null && (
          <>
            Handed over <time dateTime={handedOverAt}>{formatTimestamp(handedOverAt)}</time>
          </>
        )}
      </p>
    );
  if (!isOwed(status)) return null;
  return <p className="text-muted text-sm">Not mailed or handed over yet, so no payment reminder goes out.</p>;
}

const addressInput = invoiceMailing.pick({ customerEmail: true });
type EmailInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'customerEmail' | 'status'> };

export function EmailInvoice({ invoice }: EmailInvoiceProps) {
  return (
    <DialogButton
      look={ROW_BUTTON}
      label="Email"
      about={invoice.invoiceNumber}
      title={`Email invoice ${invoice.invoiceNumber}`}
      text={`The invoice is attached as a PDF.${invoice.status === 'draft' ? ' Sending it issues the draft.' : ''}`}
    >
      {(close) => <EmailForm invoice={invoice} onDone={close} />}
    </DialogButton>
  );
}

function EmailForm({ invoice, onDone }: EmailInvoiceProps & { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(addressInput), defaultValues: { customerEmail: invoice.customerEmail ?? '' } });
  const send = trpc.invoices.email.useMutation({
    meta: { failure: 'Failed to send invoice email. Please try again.' },
    onSuccess: (sent, input) => {
      onDone();
      showSent(invoice.invoiceNumber)(sent, input);
    },
  });
  return (
    <SaveForm
      form={form}
      call={send}
      input={({ customerEmail }) => ({ invoiceId: invoice.id, customerEmail })}
      onCancel={onDone}
      submit="Send Email"
      busy="Sending..."
    >
      <TextField form={form} name="customerEmail" label="Email" missing="Please enter the email address." type="email" />
    </SaveForm>
  );
}
