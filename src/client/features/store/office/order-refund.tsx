import { orderRefund } from '../../../../shared/store';
import { formatOrderNumber, formatPrice } from '../../../../shared/store-sums';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { DialogButton } from '../../../ui/dialog-button';
import { CheckField, SaveForm, SelectField, TextField, useTextForm } from '../../../ui/form';
import { showToast } from '../../../ui/toast/toast-store';
import type { StaffOrder } from './order-chips';
import { listMethods } from './order-methods';

const fields = orderRefund.omit({ orderNumber: true });

export function RefundOrder({ order }: { order: StaffOrder }) {
  return (
    <DialogButton
      look="button-primary"
      label="Record Refund"
      title={`Record the refund of ${formatOrderNumber(order.orderNumber)}`}
      text={`${formatPrice(order.refundDue)} is due. Record the refund after you have sent the money.`}
    >
      {(close) => <RefundForm order={order} onDone={close} />}
    </DialogButton>
  );
}

function RefundForm({ order, onDone }: { order: StaffOrder; onDone: () => void }) {
  const form = useTextForm(fields, {
    amount: order.refundDue,
    paymentMethod: order.paidMethod ?? order.paymentMethod,
    paymentDate: getToday(),
    sendReceipt: false,
  });
  const save = trpc.store.recordOrderRefund.useMutation({
    meta: { failure: 'Failed to save the refund. Please try again.' },
    onSuccess: ({ refunded }) => {
      onDone();
      showToast({
        title: 'Refund Recorded',
        description: `${formatPrice(refunded)} of ${formatOrderNumber(order.orderNumber)} is refunded.`,
      });
    },
  });
  return (
    <SaveForm
      form={form}
      call={save}
      input={(refund) => ({ orderNumber: order.orderNumber, ...refund })}
      onCancel={onDone}
      submit="Record Refund"
    >
      <TextField form={form} name="amount" label="Amount" isRequired inputMode="decimal" maxLength={20} />
      <SelectField form={form} name="paymentMethod" label="Refund Method" isRequired options={listMethods(order)} />
      <TextField form={form} name="paymentDate" label="Refund Date" isRequired type="date" />
      <CheckField form={form} name="sendReceipt" label={`Send the receipt to ${order.customerEmail}`} />
    </SaveForm>
  );
}
