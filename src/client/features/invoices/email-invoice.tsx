import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type Invoice, invoiceMailing } from '../../../shared/invoices-schemas';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, TextField } from '../../ui/form';
import { ROW_BUTTON, showSent } from './documents';

const addressInput = invoiceMailing.pick({ customerEmail: true });
type EmailInvoiceProps = { invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'customerEmail' | 'status'> };

export function EmailInvoice({ invoice }: EmailInvoiceProps) {
  return (
    <DialogButton
      look={ROW_BUTTON}
      label="Email"
      about={invoice.invoiceNumber}
      title={`Email invoice ${invoice.invoiceNumber}`}
      text={`It goes out with the invoice attached as a PDF.${invoice.status === 'draft' ? ' Sending it issues the draft.' : ''}`}
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
