import { type FormEvent, useState } from 'react';
import { getPhase, STAFF_TRANSITIONS, type WorkOrder } from '../../../shared/dispatch';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { MutationButton } from '../../ui/mutation-button';
import { NotifyClient } from '../../ui/notify-client';
import { Field } from '../../ui/public/field';
import { showToast } from '../../ui/toast/toast-store';
import { STATUS_UPDATED } from './status-toast';

const meta = { failure: 'Failed to update status. Please try again.' };
const tellUpdated = () => showToast(STATUS_UPDATED);

export function OrderActions({ order }: { order: WorkOrder }) {
  const change = trpc.dispatch.setWorkOrderStatus.useMutation({ meta, onSuccess: tellUpdated });
  const finalize = trpc.dispatch.finalizeWorkOrder.useMutation({ meta, onSuccess: tellUpdated });
  const next = STAFF_TRANSITIONS[order.status];
  return (
    <>
      {next.includes('scheduled') && (
        <MutationButton look="button-dark" label="Schedule Again" call={change} input={{ id: order.id, status: 'scheduled' }} />
      )}
      {getPhase(order.status) === 'done' && order.finalizedDate === null && (
        <MutationButton look="button-dark" label="Finalize" call={finalize} input={{ id: order.id }} />
      )}
      {next.includes('cancelled') && <CancelOrder order={order} />}
    </>
  );
}

function CancelOrder({ order }: { order: WorkOrder }) {
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [notifyClient, setNotifyClient] = useState(true);
  const cancel = trpc.dispatch.setWorkOrderStatus.useMutation({
    meta,
    onSuccess: () => {
      setIsOpen(false);
      tellUpdated();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() !== '') cancel.mutate({ id: order.id, status: 'cancelled', reason, notifyClient });
  };
  return (
    <>
      <Button label="Cancel Work Order" onPress={() => setIsOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Cancel this work order?"
        text="It stays on the list with the reason, and its booking is cancelled too. A cancelled order cannot be opened again."
      >
        <form noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Reason" isRequired error={isMissing ? 'Please give a reason.' : undefined}>
            {(control) => <input {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
          </Field>
          {(order.isBooked || order.client.email !== '') && (
            <NotifyClient label="Tell the client by e-mail" isOn={notifyClient} onChange={setNotifyClient} />
          )}
          <div className="flex flex-wrap justify-end gap-3">
            <Button label="Keep It" onPress={() => setIsOpen(false)} />
            <button type="submit" className="button-base bg-red-600 text-white" disabled={cancel.isPending}>
              {cancel.isPending ? 'Saving...' : 'Cancel Work Order'}
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
