import { useState } from 'react';
import { PAID_BY } from '../../../shared/invoices';
import { type Invoice, type InvoiceDetails, paymentInput, receiptInput } from '../../../shared/invoices-schemas';
import type { PaymentMethod } from '../../../shared/store-options';
import { formatPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { useIdempotencyKey } from '../../ui/idempotency-key';
import { useAction } from '../../ui/mutation-button';
import { ROW_BUTTON } from './documents';

/** The offered payment methods; `interac` is left out, since it is another code for an e-transfer. */
const METHODS: readonly PaymentMethod[] = ['e-transfer', 'direct-deposit', 'cash', 'cheque', 'card'];
const METHOD_OPTIONS = METHODS.map((code) => [code, PAID_BY[code]] as const);

const toOffered = (method: PaymentMethod | null | undefined): PaymentMethod => (!method || method === 'interac' ? 'e-transfer' : method);

const partInput = paymentInput.pick({ amount: true, paymentMethod: true, paymentDate: true });

export function RecordPayment({ invoice, look = ROW_BUTTON }: { invoice: Invoice; look?: string }) {
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
    paymentMethod: toOffered(paymentMethod),
    paymentDate: today,
  });
  const record = useAction({
    procedure: trpc.invoices.recordPayment,
    failure: 'Failed to record the payment. Please try again.',
    done: ({ receipts, balance: open }) => {
      const receipt = receipts.reduce((latest, other) => (other.id > latest.id ? other : latest));
      const rest = Number(open) > 0 ? `${formatPrice(open)} of ${invoiceNumber} is still owed.` : `${invoiceNumber} is paid.`;
      return { title: 'Payment Recorded', description: `Receipt ${receipt.receiptNumber} was created. ${rest}` };
    },
    onDone,
  });
  return (
    <SaveForm form={form} call={record} input={(payment) => ({ id, ...payment, idempotencyKey })} onCancel={onDone} submit="Record Payment">
      <TextField form={form} name="amount" label="Amount" missing="Please enter the amount." inputMode="decimal" />
      <SelectField form={form} name="paymentMethod" label="Payment Method" isRequired options={METHOD_OPTIONS} />
      <TextField form={form} name="paymentDate" label="Payment Date" missing="Please enter the day of the payment." type="date" />
    </SaveForm>
  );
}

const refundInput = receiptInput.pick({ amountPaid: true, paymentMethod: true, paymentDate: true });
type RefundProps = { invoice: InvoiceDetails };

export function RecordRefund({ invoice }: RefundProps) {
  return (
    <DialogButton
      look="button-dark lg:min-h-9"
      label="Record Refund"
      about={invoice.invoiceNumber}
      title={`Record a refund of ${invoice.invoiceNumber}`}
      text={`${formatPrice(invoice.refundDue)} is due back. Record it once the money is on its way.`}
    >
      {(close) => <RefundForm invoice={invoice} onDone={close} />}
    </DialogButton>
  );
}

function RefundForm({ invoice, onDone }: RefundProps & { onDone: () => void }) {
  const { id, invoiceNumber, customerName, customerEmail, refundDue, receipts } = invoice;
  const idempotencyKey = useIdempotencyKey();
  const form = useTextForm(refundInput, {
    amountPaid: refundDue,
    paymentMethod: toOffered(receipts.findLast(({ isRefund }) => !isRefund)?.paymentMethod),
    paymentDate: getToday(),
  });
  const record = useAction({
    procedure: trpc.invoices.createReceipt,
    failure: 'Failed to record the refund. Please try again.',
    done: ({ receiptNumber, amountPaid }) => ({
      title: 'Refund Recorded',
      description: `${formatPrice(amountPaid)} of ${invoiceNumber} went back. Receipt ${receiptNumber} was created.`,
    }),
    onDone,
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
      <TextField form={form} name="amountPaid" label="Amount" missing="Please enter the amount." inputMode="decimal" />
      <SelectField form={form} name="paymentMethod" label="Refund Method" isRequired options={METHOD_OPTIONS} />
      <TextField form={form} name="paymentDate" label="Refund Date" missing="Please enter the day of the refund." type="date" />
    </SaveForm>
  );
}
