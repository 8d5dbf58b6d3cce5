import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormRegisterReturn, useForm } from 'react-hook-form';
import { orderRefund, type StaffOrder } from '../../../../shared/store';
import { METHOD_NAMES, PAYMENT_METHODS } from '../../../../shared/store-options';
import { showOrderNumber, showPrice } from '../../../../shared/store-sums';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { Dialog } from '../../../ui/dialog';
import { DialogButtons } from '../../../ui/dialog-buttons';
import { showIssues } from '../../../ui/form-issues';
import { Field } from '../../../ui/public/field';
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
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="button-primary" onClick={() => setIsOpen(true)}>
        Record Refund
      </button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={`Record the refund of ${showOrderNumber(order.orderNumber)}`}
        text={`${showPrice(order.refundDue)} is due. Record the refund after you have sent the money.`}
      >
        <RefundForm order={order} onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
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
  const { errors } = form.formState;
  const save = trpc.store.recordOrderRefund.useMutation({
    meta: { failure: 'Failed to save the refund. Please try again.' },
    onSuccess: ({ refunded }) => {
      onDone();
      showToast({ title: 'Refund Recorded', description: `${showPrice(refunded)} of ${showOrderNumber(order.orderNumber)} is refunded.` });
    },
    onError: (error) => showIssues(form, error),
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((refund) => save.mutate({ orderNumber: order.orderNumber, ...refund }))}
    >
      <Field label="Amount" isRequired error={errors.amount?.message}>
        {(control) => <input {...control} {...form.register('amount')} inputMode="decimal" maxLength={20} />}
      </Field>
      <Field label="Refund Method" isRequired error={errors.paymentMethod?.message}>
        {(control) => (
          <select {...control} {...form.register('paymentMethod')}>
            {PAYMENT_METHODS.map((method) => (
              <option key={method} value={method}>
                {METHOD_NAMES[method]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Refund Date" isRequired error={errors.paymentDate?.message}>
        {(control) => <input {...control} {...form.register('paymentDate')} type="date" />}
      </Field>
      <SendReceipt control={form.register('sendReceipt')} email={order.customerEmail} />
      <DialogButtons onCancel={onDone} submit="Record Refund" isPending={save.isPending} />
    </form>
  );
}
