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
import { MutationButton, useAction } from '../../ui/mutation-button';
import { SampleFacts } from '../../ui/sample-facts';
import { ROW_BUTTON, sentWords } from './documents';

type InvoiceProps = { invoice: Invoice; look?: string };

export function MarkAsPaid({ invoice: { id, invoiceNumber, status }, look = ROW_BUTTON }: InvoiceProps) {
  if (status === 'paid' || status === 'credited') return null;
  return (
    <MutationButton
      look={look}
      label="Mark as Paid"
      about={invoiceNumber}
      procedure={trpc.invoices.update}
      input={{ id, status: 'paid', paymentMethod: 'cash' }}
      failure="Failed to mark invoice as paid. Please try again."
      done={{ title: 'Invoice marked as paid! Cash receipt generated automatically.' }}
      undo={{
        procedure: trpc.invoices.update,
        input: { id, status: 'pending' },
        failure: 'Failed to undo the payment. Please try again.',
        done: ({ balance }) => ({
          title: 'Payment Undone',
          description: `Its receipt is voided. ${formatPrice(balance)} is open on ${invoiceNumber} again.`,
        }),
      }}
    />
  );
}

export function IssueInvoice({ invoice: { id, invoiceNumber, status, totalAmount }, look = ROW_BUTTON }: InvoiceProps) {
  if (status !== 'draft') return null;
  return (
    <MutationButton
      look={look}
      label="Issue Invoice"
      about={invoiceNumber}
      procedure={trpc.invoices.update}
      input={{ id, status: 'pending' }}
      failure="Failed to issue invoice. Please try again."
      done={{ title: 'Invoice Issued', description: `${formatPrice(totalAmount)} is owed on ${invoiceNumber} now.` }}
    />
  );
}

const RESTORE = {
  procedure: trpc.invoices.restore,
  failure: 'Failed to restore invoice. Please try again.',
  done: ({ invoiceNumber }: { invoiceNumber: string }) => ({
    title: 'Invoice Restored',
    description: `It is on the list again as ${invoiceNumber}.`,
  }),
};

type DeleteInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'status'>; onDeleted?: () => void };

export function DeleteInvoice({ invoice: { id, invoiceNumber, status }, onDeleted }: DeleteInvoiceProps) {
  const isDraft = status === 'draft';
  return (
    <MutationButton
      look={ROW_BUTTON}
      label="Delete"
      about={invoiceNumber}
      busy="Deleting..."
      procedure={trpc.invoices.delete}
      input={{ id }}
      failure="Failed to delete invoice. Please try again."
      question={{
        title: 'Delete Invoice',
        text: `Are you sure you want to delete invoice ${invoiceNumber}? This action cannot be undone.`,
        note: isDraft
          ? `It moves to the bin, where it can still be restored for ${BIN_DAYS} days; after that it is gone for good.`
          : `It is voided: kept with its number, and left out of all totals. It can be restored for ${BIN_DAYS} days. Its receipts stay.`,
        action: 'Delete Invoice',
      }}
      done={{
        title: 'Invoice Deleted',
        description: isDraft
          ? `${invoiceNumber} is in the bin for ${BIN_DAYS} days.`
          : `${invoiceNumber} is voided. It stays in the books under “Voided”.`,
      }}
      undo={{ ...RESTORE, input: { id } }}
      onDone={onDeleted}
    />
  );
}

export const isRestorable = ({ deletedAt }: Pick<Invoice, 'deletedAt'>): boolean =>
  deletedAt !== null && addDays(businessDay(deletedAt), BIN_DAYS) >= getToday();

type RestoreInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'deletedAt'>; look?: string };

export function RestoreInvoice({ invoice, look = 'button-dark self-center lg:min-h-9' }: RestoreInvoiceProps) {
  const { id, invoiceNumber } = invoice;
  if (!isRestorable(invoice)) return null;
  return <MutationButton look={look} label="Restore" about={invoiceNumber} busy="Restoring..." {...RESTORE} input={{ id }} />;
}

type Delivered = Pick<InvoiceDetails, 'id' | 'invoiceNumber' | 'status' | 'mailedAt' | 'handedOverAt'>;

const isOwed = (status: InvoiceDetails['status']): boolean => status !== 'draft' && status !== 'paid' && status !== 'credited';

/** Marks a printed invoice as handed over to its customer, so that reminders may go out; a draft is issued first. */
export function MarkHandedOver({ invoice: { id, invoiceNumber, status, handedOverAt } }: { invoice: Delivered }) {
  if (handedOverAt !== null || !isOwed(status)) return null;
  return (
    <MutationButton
      look={ROW_BUTTON}
      label="Mark as handed over"
      about={invoiceNumber}
      procedure={trpc.invoices.markHandedOver}
      input={{ id }}
      failure="The invoice could not be marked as handed over. Please try again."
      done={{ title: 'Marked as handed over', description: `${invoiceNumber} counts as delivered.` }}
      undo={{
        procedure: trpc.invoices.markHandedOver,
        input: { id, isHandedOver: false },
        failure: 'The mark could not be removed. Please try again.',
      }}
    />
  );
}

/** Warns that an owed invoice did not reach its customer yet. */
export const Delivery = ({ invoice: { status, mailedAt, handedOverAt } }: { invoice: Delivered }) =>
  mailedAt === null &&
  handedOverAt === null &&
  isOwed(status) && <p className="text-muted text-sm">Not mailed or handed over yet, so no payment reminder goes out.</p>;

const addressInput = invoiceMailing.pick({ customerEmail: true });
type EmailInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'customerName' | 'customerEmail' | 'customerPhone' | 'status'> };

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
  const send = useAction({
    procedure: trpc.invoices.email,
    failure: 'Failed to send invoice email. Please try again.',
    done: sentWords(invoice.invoiceNumber),
    onDone,
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
      <SampleFacts where="The invoice still shows" />
      {!invoice.customerEmail && (
        <p>
          {invoice.customerName} has no e-mail address.
          {invoice.customerPhone && ` Call ${invoice.customerPhone}, or hand the invoice over.`}
        </p>
      )}
      <TextField form={form} name="customerEmail" label="Email" missing="Please enter the email address." type="email" />
    </SaveForm>
  );
}
