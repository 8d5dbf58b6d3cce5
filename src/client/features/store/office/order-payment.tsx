import { orderPayment, orderRefund } from '../../../../shared/store';
import { METHOD_NAMES, PAYMENT_METHODS } from '../../../../shared/store-options';
import { formatOrderNumber, formatPrice } from '../../../../shared/store-sums';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { DialogButton } from '../../../ui/dialog-button';
import { Facts } from '../../../ui/facts';
import { CheckField, SaveForm, SelectField, TextField, useSchemaForm, useTextForm } from '../../../ui/form';
import { CallButton } from '../../../ui/mutation-button';
import { formatShortDate } from '../../../ui/times';
import { showToast } from '../../../ui/toast/toast-store';
import { PaidChip, type StaffOrder } from './order-row';

const meta = { failure: 'Failed to save the payment. Please try again.' };
const paidMark = orderPayment.shape.paid.unwrap().extend({ sendReceipt: orderPayment.shape.sendReceipt });

/**
 * Returns the payment methods of an order with their labels. "e-transfer" on receipts and "interac" on orders mean the same method, so
 * only one is offered: the one that the order was paid by.
 */
const listMethods = ({ paidMethod }: Pick<StaffOrder, 'paidMethod'>) =>
  PAYMENT_METHODS.filter((method) => method !== (paidMethod === 'e-transfer' ? 'interac' : 'e-transfer')).map(
    (method) => [method, METHOD_NAMES[method]] as const,
  );

export function OrderPayment({ order }: { order: StaffOrder }) {
  const { orderNumber, paymentMethod, paidDate, paidMethod, receiptId, receiptNumber, refundReceipts, refunded, refundDue } = order;
  const isPaid = paidDate !== null && paidMethod !== null;
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        <PaidChip order={order} />
      </div>
      <Facts
        facts={[
          ['Chosen at the checkout', METHOD_NAMES[paymentMethod]],
          ['Paid by', paidMethod && METHOD_NAMES[paidMethod]],
          ['Paid on', paidDate && formatShortDate(paidDate)],
          ['Receipt', receiptId && <ReceiptLink id={receiptId} number={receiptNumber} />],
          ['Refunded', Number(refunded) > 0 ? formatPrice(refunded) : null],
          ['Refund receipts', refundReceipts.length > 0 && <RefundLinks receipts={refundReceipts} />],
        ]}
      />
      {Number(refundDue) > 0 && (
        <p role="status" className="rounded-small bg-amber-100 px-3.5 py-2.5 text-[15px]">
          The order was cancelled after it was paid: <b className="font-semibold">refund due {formatPrice(refundDue)}</b>.
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {((isPaid && Number(refunded) === 0) || (!isPaid && order.status !== 'cancelled')) && (
          <DialogButton
            label={isPaid ? 'Change Payment' : 'Mark as Paid'}
            title={isPaid ? 'Change the payment' : `Mark ${formatOrderNumber(orderNumber)} as paid`}
            text={`The total is ${formatPrice(order.total)}. Choose the payment method and date.`}
          >
            {(close) => <PaymentForm order={order} onDone={close} />}
          </DialogButton>
        )}
        {isPaid && Number(refunded) === 0 && <ClearPayment orderNumber={orderNumber} paid={{ method: paidMethod, date: paidDate }} />}
      </div>
    </>
  );
}

const ReceiptLink = ({ id, number }: { id: number; number: string | null }) => (
  <ScreenLink to="/receipts" search={{ receipt: id }} look="text-pine-700 underline underline-offset-4" label={number} />
);

const RefundLinks = ({ receipts }: { receipts: StaffOrder['refundReceipts'] }) => (
  <span className="flex flex-wrap gap-x-3">
    {receipts.map(({ id, receiptNumber }) => (
      <ReceiptLink key={id} id={id} number={receiptNumber} />
    ))}
  </span>
);

function PaymentForm({ order, onDone }: { order: StaffOrder; onDone: () => void }) {
  const form = useSchemaForm(paidMark, {
    method: order.paidMethod ?? order.paymentMethod,
    date: order.paidDate ?? getToday(),
    sendReceipt: false,
  });
  const save = trpc.store.setOrderPayment.useMutation({
    meta,
    onSuccess: () => {
      onDone();
      showToast({ title: 'Payment Saved', description: `${formatOrderNumber(order.orderNumber)} is paid.` });
    },
  });
  return (
    <SaveForm
      form={form}
      call={save}
      input={({ sendReceipt, ...paid }) => ({ orderNumber: order.orderNumber, paid, sendReceipt })}
      onCancel={onDone}
      submit={order.paidDate ? 'Save Payment' : 'Mark as Paid'}
    >
      <SelectField form={form} name="method" label="Payment Method" isRequired options={listMethods(order)} />
      <TextField form={form} name="date" label="Payment Date" isRequired type="date" />
      <CheckField form={form} name="sendReceipt" label={`Send the receipt to ${order.customerEmail}`} />
    </SaveForm>
  );
}

type PaidMark = { method: NonNullable<StaffOrder['paidMethod']>; date: string };

function ClearPayment({ orderNumber, paid }: { orderNumber: number; paid: PaidMark }) {
  const undo = trpc.store.setOrderPayment.useMutation({ meta });
  const clear = trpc.store.setOrderPayment.useMutation({
    meta,
    onSuccess: () =>
      showToast({
        title: 'Payment Cleared',
        description: `${formatOrderNumber(orderNumber)} is unpaid again.`,
        action: { label: 'Undo', run: () => undo.mutate({ orderNumber, paid }) },
      }),
  });
  return <CallButton label="Clear Payment" call={clear} input={{ orderNumber, paid: null }} />;
}

const refundFields = orderRefund.omit({ orderNumber: true });

export const RefundOrder = ({ order }: { order: StaffOrder }) => (
  <DialogButton
    look="button-primary"
    label="Record Refund"
    title={`Record the refund of ${formatOrderNumber(order.orderNumber)}`}
    text={`${formatPrice(order.refundDue)} is due. Record the refund after you have sent the money.`}
  >
    {(close) => <RefundForm order={order} onDone={close} />}
  </DialogButton>
);

function RefundForm({ order, onDone }: { order: StaffOrder; onDone: () => void }) {
  const form = useTextForm(refundFields, {
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
