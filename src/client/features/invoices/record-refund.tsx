import { type InvoiceDetails, receiptInput } from '../../../shared/invoices-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { getToday } from '../../clock';
import { trpc } from '../../trpc';
import { DialogButton } from '../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useTextForm } from '../../ui/form';
import { useIdempotencyKey } from '../../ui/idempotency-key';
import { showToast } from '../../ui/toast/toast-store';
import { METHOD_OPTIONS, methodOr } from './payment-methods';

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
      text={`${formatPrice(invoice.refundDue)} is due back. Record it once the money is on its way.`}
    >
      {(close) => <RefundForm invoice={invoice} onDone={close} />}
    </DialogButton>
  );
}

function RefundForm({ invoice, onDone }: Props & { onDone: () => void }) {
  const { id, invoiceNumber, customerName, customerEmail, refundDue, receipts } = invoice;
  const idempotencyKey = useIdempotencyKey();
  const form = useTextForm(refundInput, {
    amountPaid: refundDue,
    paymentMethod: methodOr(receipts.findLast(({ isRefund }) => !isRefund)?.paymentMethod),
    paymentDate: getToday(),
  });
  const record = trpc.invoices.createReceipt.useMutation({
    meta: { failure: 'Failed to record the refund. Please try again.' },
    onSuccess: ({ receiptNumber, amountPaid }) => {
      onDone();
      showToast({
        title: 'Refund Recorded',
        description: `${formatPrice(amountPaid)} of ${invoiceNumber} went back. Receipt ${receiptNumber} was made.`,
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
      <TextField form={form} name="amountPaid" label="Amount" missing="Please enter the amount." inputMode="decimal" />
      <SelectField form={form} name="paymentMethod" label="Refund Method" isRequired options={METHOD_OPTIONS} />
      <TextField form={form} name="paymentDate" label="Refund Date" missing="Please enter the day of the refund." type="date" />
    </SaveForm>
  );
}
