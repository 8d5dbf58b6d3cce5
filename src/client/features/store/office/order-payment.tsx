import { useWatch } from 'react-hook-form';
import { orderPayment, orderRefund } from '../../../../shared/store';
import { METHOD_NAMES, PAYMENT_METHODS } from '../../../../shared/store-options';
import { formatOrderNumber, formatPrice } from '../../../../shared/store-sums';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { ScreenLink } from '../../../ui/button';
import { DialogButton } from '../../../ui/dialog-button';
import { Facts } from '../../../ui/facts';
import { CheckField, SaveForm, SelectField, TextField, useSchemaForm, useTextForm } from '../../../ui/form';
import { MutationButton, useAction } from '../../../ui/mutation-button';
import { formatShortDate } from '../../../ui/times';
import { PaidChip, type StaffOrder } from './order-status';

const FAILED = 'Failed to save the payment. Please try again.';
const paidMark = orderPayment.shape.paid.unwrap().extend({ sendReceipt: orderPayment.shape.sendReceipt });

/**
 * Returns the payment methods of an order with their labels. "e-transfer" on receipts and "interac" on orders mean the same method, so
 * only one is offered: the one that the order was paid by.
 */
export const listMethods = ({ paidMethod }: Partial<Pick<StaffOrder, 'paidMethod'>> = {}) =>
  PAYMENT_METHODS.filter((method) => method !== (paidMethod === 'e-transfer' ? 'interac' : 'e-transfer')).map(
    (method) => [method, METHOD_NAMES[method]] as const,
  );

/** An order of the list or of its drawer. */
type Payable = Omit<StaffOrder, 'id'>;

export function OrderPayment({ order }: { order: StaffOrder }) {
  const { paymentMethod, paidDate, paidMethod, receiptId, receiptNumber, refundReceipts, refunded, refundDue } = order;
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
        <ClearPayment order={order} />
      </div>
    </>
  );
}

const readPaid = ({ paidMethod, paidDate }: Payable) =>
  paidMethod === null || paidDate === null ? null : { method: paidMethod, date: paidDate };

/** Marks an order as paid, or changes its payment until a part of it is refunded. */
export function ChangePayment({ order }: { order: Payable }) {
  const { orderNumber, status, total, refunded } = order;
  const isPaid = readPaid(order) !== null;
  if (isPaid ? Number(refunded) > 0 : status === 'cancelled') return null;
  return (
    <DialogButton
      label={isPaid ? 'Change Payment' : 'Mark as Paid'}
      title={isPaid ? 'Change the payment' : `Mark ${formatOrderNumber(orderNumber)} as paid`}
      text={`The total is ${formatPrice(total)}. Choose the payment method and date.`}
    >
      {(close) => <PaymentForm order={order} onDone={close} />}
    </DialogButton>
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

const UNDO = { procedure: trpc.store.setOrderPayment, failure: 'Failed to undo the payment. Please try again.' };

function PaymentForm({ order, onDone }: { order: Payable; onDone: () => void }) {
  const { orderNumber } = order;
  const before = readPaid(order);
  const form = useSchemaForm(paidMark, {
    method: order.paidMethod ?? order.paymentMethod,
    date: order.paidDate ?? getToday(),
    sendReceipt: false,
  });
  const isSent = useWatch({ control: form.control, name: 'sendReceipt' });
  const save = useAction({
    procedure: trpc.store.setOrderPayment,
    failure: FAILED,
    done: { title: 'Payment Saved', description: `${formatOrderNumber(orderNumber)} is paid.` },
    // An e-mailed receipt stays with the customer, so there is no undo then.
    undo: isSent ? undefined : { ...UNDO, input: { orderNumber, paid: before } },
    onDone,
  });
  return (
    <SaveForm
      form={form}
      call={save}
      input={({ sendReceipt, ...paid }) => ({ orderNumber, paid, sendReceipt })}
      onCancel={onDone}
      submit={before ? 'Save Payment' : 'Mark as Paid'}
    >
      <SelectField form={form} name="method" label="Payment Method" isRequired options={listMethods(order)} />
      <TextField form={form} name="date" label="Payment Date" isRequired type="date" />
      <CheckField form={form} name="sendReceipt" label={`Send the receipt to ${order.customerEmail}`} />
    </SaveForm>
  );
}

function ClearPayment({ order }: { order: StaffOrder }) {
  const { orderNumber, refunded } = order;
  const paid = readPaid(order);
  if (!paid || Number(refunded) > 0) return null;
  return (
    <MutationButton
      label="Clear Payment"
      procedure={trpc.store.setOrderPayment}
      input={{ orderNumber, paid: null }}
      failure={FAILED}
      done={{ title: 'Payment Cleared', description: `${formatOrderNumber(orderNumber)} is unpaid again.` }}
      undo={{ ...UNDO, input: { orderNumber, paid } }}
    />
  );
}

const refundFields = orderRefund.omit({ orderNumber: true });

type RefundOrderProps = { order: Payable; look?: string };

export function RefundOrder({ order, look = 'button-ghost' }: RefundOrderProps) {
  if (Number(order.refundDue) === 0) return null;
  return (
    <DialogButton
      look={look}
      label="Record Refund"
      title={`Record the refund of ${formatOrderNumber(order.orderNumber)}`}
      text={`${formatPrice(order.refundDue)} is due. Record the refund after you have sent the money.`}
    >
      {(close) => <RefundForm order={order} onDone={close} />}
    </DialogButton>
  );
}

function RefundForm({ order, onDone }: { order: Payable; onDone: () => void }) {
  const form = useTextForm(refundFields, {
    amount: order.refundDue,
    paymentMethod: order.paidMethod ?? order.paymentMethod,
    paymentDate: getToday(),
    sendReceipt: false,
  });
  const save = useAction({
    procedure: trpc.store.recordOrderRefund,
    failure: 'Failed to save the refund. Please try again.',
    done: ({ refunded }) => ({
      title: 'Refund Recorded',
      description: `${formatPrice(refunded)} of ${formatOrderNumber(order.orderNumber)} is refunded.`,
    }),
    onDone,
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
