import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Invoice, paymentInput } from '../../../shared/invoices-schemas';
import { showPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { randomId } from '../../random-id';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm } from '../../ui/form';
import { showToast } from '../../ui/toast/toast-store';
import { MoneyFields, methodOr } from './money-fields';

const partInput = paymentInput.pick({ amount: true, paymentMethod: true, paymentDate: true });
/** Records a payment of the balance or a part of it. */
export function RecordPayment({ invoice, look }: { invoice: Invoice; look: string }) {
  const { invoiceNumber, status, amountPaid, balance, totalAmount } = invoice;
  if (status === 'paid' || status === 'credited' || status === 'draft') return null;
  const paid = Number(amountPaid) > 0 ? `, ${showPrice(amountPaid)} of it is paid` : '';
  return (
    <DialogButton
      look={look}
      label="Record Payment"
      about={invoiceNumber}
      title={`Record a payment of ${invoiceNumber}`}
      text={`The total is ${showPrice(totalAmount)}${paid}. Balance: ${showPrice(balance)}.`}
    >
      {(close) => <PaymentForm invoice={invoice} onDone={close} />}
    </DialogButton>
  );
}

function PaymentForm({ invoice: { id, invoiceNumber, balance, paymentMethod }, onDone }: { invoice: Invoice; onDone: () => void }) {
  // Each opening of the dialog makes one payment, however often it is sent.
  const [idempotencyKey] = useState(randomId);
  const [today] = useState(() => getToday());
  const form = useForm({
    // Sends the typed text, since the schema's output is in cents.
    resolver: zodResolver(partInput, undefined, { raw: true }),
    defaultValues: {
      amount: balance,
      paymentMethod: methodOr(paymentMethod),
      paymentDate: today,
    },
  });
  const { errors } = form.formState;
  const record = trpc.invoices.recordPayment.useMutation({
    meta: { failure: 'Failed to record the payment. Please try again.' },
    onSuccess: ({ receipts, balance: open }) => {
      onDone();
      const receipt = receipts.reduce((latest, other) => (other.id > latest.id ? other : latest));
      const rest = Number(open) > 0 ? `${showPrice(open)} of ${invoiceNumber} are still open.` : `${invoiceNumber} is paid.`;
      showToast({ title: 'Payment Recorded', description: `Receipt ${receipt.receiptNumber} was made. ${rest}` });
    },
  });
  return (
    <SaveForm form={form} call={record} input={(payment) => ({ id, ...payment, idempotencyKey })} onCancel={onDone} submit="Record Payment">
      <MoneyFields
        what="Payment"
        amount={{ control: form.register('amount'), error: errors.amount?.message }}
        method={{ control: form.register('paymentMethod'), error: errors.paymentMethod?.message }}
        day={{ control: form.register('paymentDate'), error: errors.paymentDate?.message }}
      />
    </SaveForm>
  );
}
