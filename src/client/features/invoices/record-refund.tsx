import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type InvoiceDetails, receiptInput } from '../../../shared/invoices-schemas';
import { showPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { randomId } from '../../random-id';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { MoneyFields, methodOr } from './money-fields';

const refundInput = receiptInput.pick({ amountPaid: true, paymentMethod: true, paymentDate: true });
type Props = { invoice: InvoiceDetails };

/** Records the refund of money that was received beyond what credit notes left of an invoice. */
export function RecordRefund({ invoice }: Props) {
  return (
    <DialogButton
      look="button-dark lg:min-h-9"
      label="Record Refund"
      about={invoice.invoiceNumber}
      title={`Record a refund of ${invoice.invoiceNumber}`}
      text={`${showPrice(invoice.refundDue)} is due back. Record it once the money is on its way.`}
    >
      {(close) => <RefundForm invoice={invoice} onDone={close} />}
    </DialogButton>
  );
}

function RefundForm({ invoice, onDone }: Props & { onDone: () => void }) {
  const { id, invoiceNumber, customerName, customerEmail, refundDue, receipts } = invoice;
  // Each opening of the dialog makes one refund, however often it is sent.
  const [idempotencyKey] = useState(randomId);
  const form = useForm({
    // Sends the typed text, since the schema's output is in cents.
    resolver: zodResolver(refundInput, undefined, { raw: true }),
    defaultValues: {
      amountPaid: refundDue,
      paymentMethod: methodOr(receipts.findLast(({ isRefund }) => !isRefund)?.paymentMethod),
      paymentDate: getToday(),
    },
  });
  const { errors } = form.formState;
  const record = trpc.invoices.createReceipt.useMutation({
    meta: { failure: 'Failed to record the refund. Please try again.' },
    onSuccess: ({ receiptNumber, amountPaid }) => {
      onDone();
      showToast({
        title: 'Refund Recorded',
        description: `${showPrice(amountPaid)} of ${invoiceNumber} went back. Receipt ${receiptNumber} was made.`,
      });
    },
  });
  const description = `Refund of invoice ${invoiceNumber}`;
  return (
    <SaveForm
      form={form}
      call={record}
      input={(money) => ({ invoiceId: id, isRefund: true, customerName, customerEmail, description, ...money, idempotencyKey })}
      onCancel={onDone}
      submit="Record Refund"
    >
      <MoneyFields
        what="Refund"
        amount={{ control: form.register('amountPaid'), error: errors.amountPaid?.message }}
        method={{ control: form.register('paymentMethod'), error: errors.paymentMethod?.message }}
        day={{ control: form.register('paymentDate'), error: errors.paymentDate?.message }}
      />
    </SaveForm>
  );
}
