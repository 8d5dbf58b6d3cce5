import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { orderRefund, type StaffOrder } from '../../../../shared/store';
import { METHOD_NAMES, PAYMENT_METHODS } from '../../../../shared/store-options';
import { showOrderNumber, showPrice } from '../../../../shared/store-sums';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { DialogButton } from '../../../ui/dialog-button';
import { SaveForm, SelectField, TextField } from '../../../ui/form';
import { showToast } from '../../../ui/toast/toast-store';

const fields = orderRefund.omit({ orderNumber: true });

export const SendReceipt = ({ control, email }: { control: UseFormRegisterReturn; email: string }) => (
  <label className="flex min-h-11 items-center gap-2.5 [overflow-wrap:anywhere]">
    <input type="checkbox" className="size-5 shrink-0 accent-pine-700" {...control} />
    Send the receipt to {email}
  </label>
);

/** Records the refund of a cancelled order. */
export function RefundOrder({ order }: { order: StaffOrder }) {
  return (
    <DialogButton
      look="button-primary"
      label="Record Refund"
      title={`Record the refund of ${showOrderNumber(order.orderNumber)}`}
      text={`${showPrice(order.refundDue)} is due. Record the refund after you have sent the money.`}
    >
      {(close) => <RefundForm order={order} onDone={close} />}
    </DialogButton>
  );
}

function RefundForm({ order, onDone }: { order: StaffOrder; onDone: () => void }) {
  const form = useForm({
    resolver: zodResolver(fields, undefined, { raw: true }),
    defaultValues: {
      amount: order.refundDue,
      paymentMethod: order.paidMethod ?? order.paymentMethod,
      paymentDate: getToday(),
      sendReceipt: false,
    },
  });
  const save = trpc.store.recordOrderRefund.useMutation({
    meta: { failure: 'Failed to save the refund. Please try again.' },
    onSuccess: ({ refunded }) => {
      onDone();
      showToast({ title: 'Refund Recorded', description: `${showPrice(refunded)} of ${showOrderNumber(order.orderNumber)} is refunded.` });
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
      <SelectField
        form={form}
        name="paymentMethod"
        label="Refund Method"
        isRequired
        options={PAYMENT_METHODS.map((method) => [method, METHOD_NAMES[method]] as const)}
      />
      <TextField form={form} name="paymentDate" label="Refund Date" isRequired type="date" />
      <SendReceipt control={form.register('sendReceipt')} email={order.customerEmail} />
    </SaveForm>
  );
}
