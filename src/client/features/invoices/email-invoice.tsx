import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Invoice, invoiceMailing } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DialogButtons } from '../../ui/dialog-buttons';
import { askIfMissing, showIssues } from '../../ui/form-issues';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { ROW_BUTTON } from './document-buttons';

const addressInput = invoiceMailing.pick({ customerEmail: true });
type EmailInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'customerEmail' | 'status'> };

/** Mails an invoice to its customer or to another address. */
export function EmailInvoice({ invoice }: EmailInvoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={ROW_BUTTON} onClick={() => setIsOpen(true)}>
        Email<span className="sr-only">, {invoice.invoiceNumber}</span>
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Email invoice ${invoice.invoiceNumber}`}
        text={`It goes out with the invoice attached as a PDF.${invoice.status === 'draft' ? ' Sending it issues the draft.' : ''}`}
      >
        <EmailForm invoice={invoice} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function EmailForm({ invoice, onDone }: EmailInvoiceProps & { onDone: () => void }) {
  const form = useForm({ resolver: zodResolver(addressInput), defaultValues: { customerEmail: invoice.customerEmail ?? '' } });
  const send = trpc.invoices.email.useMutation({
    meta: { failure: 'Failed to send invoice email. Please try again.' },
    onSuccess: ({ isStored }, { customerEmail }) => {
      onDone();
      showToast({ title: 'Email Sent', description: tellSent(invoice.invoiceNumber, customerEmail, isStored) });
    },
    onError: (error) => showIssues(form, error),
  });
  const submit = form.handleSubmit(({ customerEmail }) => !send.isPending && send.mutate({ invoiceId: invoice.id, customerEmail }));
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field label="Email" isRequired error={askIfMissing(form.formState.errors.customerEmail?.message, 'Please enter the email address.')}>
        {(control) => <input {...control} {...form.register('customerEmail')} type="email" autoComplete="off" />}
      </Field>
      <DialogButtons onCancel={onDone} submit="Send Email" busy="Sending..." isPending={send.isPending} />
    </form>
  );
}

/** Returns the sentence about a queued message: on its way, or kept in the outbox without a mail server. */
export const tellSent = (number: string, to: string, isStored: boolean): string =>
  isStored ? `${number} to ${to}: kept in the outbox: no mail server configured` : `${number} is on its way to ${to}.`;
