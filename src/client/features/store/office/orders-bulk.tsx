import { z } from 'zod';
import { MOST_ROWS } from '../../../../shared/bulk';
import { orderPayment } from '../../../../shared/store';
import { getToday } from '../../../clock';
import { trpc } from '../../../trpc';
import { listChanged, summarizeResults } from '../../../ui/bulk-results';
import { DialogButton } from '../../../ui/dialog-button';
import { SaveForm, SelectField, TextField, useSchemaForm } from '../../../ui/form';
import { MutationButton, useAction } from '../../../ui/mutation-button';
import { NewTabLink } from '../../../ui/outside-links';
import { BULK_BUTTON } from '../../../ui/row-selection';
import { getNextStep, STEP_NAMES } from './order-actions';
import { listMethods } from './order-payment';
import type { OrderRow } from './order-status';

type BulkProps = { orders: readonly OrderRow[]; onDone: () => void };

/** Shows what can be done with all selected orders. */
export function OrdersBulk(props: BulkProps) {
  if (props.orders.length > MOST_ROWS) return <p className="text-muted text-sm">Select at most {MOST_ROWS} orders to change them.</p>;
  return (
    <>
      <TakeSteps {...props} />
      <MarkAsPaid {...props} />
      <NewTabLink
        look={BULK_BUTTON}
        href={`/documents/packing-slip/${props.orders.map(({ orderNumber }) => orderNumber).join(',')}`}
        label="Packing Slips"
      />
    </>
  );
}

function TakeSteps({ orders, onDone }: BulkProps) {
  const steps = orders.flatMap((order) => {
    const status = getNextStep(order);
    return status ? [{ orderNumber: order.orderNumber, status }] : [];
  });
  const [first] = steps;
  if (!first) return null;
  const isSame = steps.every(({ status }) => status === first.status);
  return (
    <MutationButton
      look={BULK_BUTTON}
      label={isSame ? STEP_NAMES[first.status] : 'Take Next Step'}
      procedure={trpc.store.takeOrderSteps}
      input={{ orders: steps }}
      failure="Failed to update status. Please try again."
      done={(results) => ({ title: 'Status Updated', description: summarizeResults(results, ['order', 'orders']) })}
      undo={{
        procedure: trpc.store.undoOrderSteps,
        input: (results, sent) => ({ orders: listChanged(results, sent.orders) }),
        failure: 'Failed to undo the steps. Please try again.',
        done: (results) => ({ title: 'Steps Undone', description: summarizeResults(results, ['order', 'orders']) }),
      }}
      onDone={onDone}
    />
  );
}

const paidMark = orderPayment.shape.paid.unwrap();
/** Without a method each order is paid by the one that its customer chose. */
const fields = paidMark.extend({ method: z.literal('').or(paidMark.shape.method) });

function MarkAsPaid({ orders, onDone }: BulkProps) {
  const unpaid = orders.filter(({ paidDate, status }) => paidDate === null && status !== 'cancelled');
  if (unpaid.length === 0) return null;
  const count = unpaid.length === 1 ? '1 order' : `${unpaid.length} orders`;
  return (
    <DialogButton look={BULK_BUTTON} label="Mark as Paid" title={`Mark ${count} as paid`} text="Each order gets a receipt for its total.">
      {(close) => (
        <PaymentForm
          orders={unpaid}
          onCancel={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </DialogButton>
  );
}

function PaymentForm({ orders, onCancel, onDone }: BulkProps & { onCancel: () => void }) {
  const form = useSchemaForm(fields, { method: '', date: getToday() });
  const pay = useAction({
    procedure: trpc.store.setOrderPayments,
    failure: 'Failed to save the payments. Please try again.',
    done: (results) => ({ title: 'Payments Saved', description: summarizeResults(results, ['order', 'orders']) }),
    undo: {
      procedure: trpc.store.setOrderPayments,
      input: (results, sent) => ({ orders: listChanged(results, sent.orders).map((order) => ({ ...order, paid: null })) }),
      failure: 'Failed to undo the payments. Please try again.',
      done: { title: 'Payments Undone', description: 'The orders are unpaid again and their receipts are voided.' },
    },
    onDone,
  });
  return (
    <SaveForm
      form={form}
      call={pay}
      input={({ method, date }) => ({
        orders: orders.map(({ orderNumber, paymentMethod }) => ({ orderNumber, paid: { method: method || paymentMethod, date } })),
      })}
      onCancel={onCancel}
      submit="Mark as Paid"
    >
      <SelectField form={form} name="method" label="Payment Method" empty="As chosen at the checkout" options={listMethods()} />
      <TextField form={form} name="date" label="Payment Date" isRequired type="date" />
    </SaveForm>
  );
}
