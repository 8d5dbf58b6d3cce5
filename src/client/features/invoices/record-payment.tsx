import { useState } from 'react';
import { type Invoice, paymentInput } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { useIdempotencyKey } from '../../ui/idempotency-key';
import { showToast } from '../../ui/toast/toast-store';
import { METHOD_OPTIONS, methodOr } from './payment-methods';

const partInput = paymentInput.pick({ amount: true, paymentMethod: true, paymentDate: true });
export function RecordPayment({ invoice, look }: { invoice: Invoice; look: string }) {
  const { invoiceNumber, status, amountPaid, balance, totalAmount } = invoice;
  if (status === 'paid' || status === 'credited' || status === 'draft') return null;
  const paid = Number(amountPaid) > 0 ? `, ${formatPrice(amountPaid)} of it is paid` : '';
  return (
    <DialogButton
      look={look}
      label="Record Payment"
      about={invoiceNumber}
      title={`Record a payment of ${invoiceNumber}`}
      text={`The total is ${formatPrice(totalAmount)}${paid}. Balance: ${formatPrice(balance)}.`}
    >
      {(close) => <PaymentForm invoice={invoice} onDone={close} />}
    </DialogButton>
  );
}

function PaymentForm({ invoice: { id, invoiceNumber, balance, paymentMethod }, onDone }: { invoice: Invoice; onDone: () => void }) {
  const idempotencyKey = useIdempotencyKey();
  const [today] = useState(() => getToday());
  const form = useTextForm(partInput, {
    amount: balance,
    paymentMethod: methodOr(paymentMethod),
    paymentDate: today,
  });
  const record = trpc.invoices.recordPayment.useMutation({
    meta: { failure: 'Failed to record the payment. Please try again.' },
    onSuccess: ({ receipts, balance: open }) => {
      onDone();
      const receipt = receipts.reduce((latest, other) => (other.id > latest.id ? other : latest));
      const rest = Number(open) > 0 ? `${formatPrice(open)} of ${invoiceNumber} are still open.` : `${invoiceNumber} is paid.`;
      showToast({ title: 'Payment Recorded', description: `Receipt ${receipt.receiptNumber} was made. ${rest}` });
    },
  });
  return (
    <SaveForm form={form} call={record} input={(payment) => ({ id, ...payment, idempotencyKey })} onCancel={onDone} submit="Record Payment">
      <TextField form={form} name="amount" label="Amount" missing="Please enter the amount." inputMode="decimal" />
      <SelectField form={form} name="paymentMethod" label="Payment Method" isRequired options={METHOD_OPTIONS} />
      <TextField form={form} name="paymentDate" label="Payment Date" missing="Please enter the day of the payment." type="date" />
    </SaveForm>
  );
}
