import { useState } from 'react';
import { getPhase, STAFF_TRANSITIONS, type WorkOrder } from '../../../shared/dispatch';
import { trpc } from '../../trpc';
import { CallButton } from '../../ui/mutation-button';
import { NotifyClient } from '../../ui/notify-client';
import { showToast } from '../../ui/toast/toast-store';
import { STATUS_UPDATED } from './status-step';

const meta = { failure: 'Failed to update status. Please try again.' };
const showUpdated = () => showToast(STATUS_UPDATED);

export function OrderActions({ order }: { order: WorkOrder }) {
  const change = trpc.dispatch.setWorkOrderStatus.useMutation({ meta, onSuccess: showUpdated });
  const finalize = trpc.dispatch.finalizeWorkOrder.useMutation({ meta, onSuccess: showUpdated });
  const next = STAFF_TRANSITIONS[order.status];
  return (
    <>
      {next.includes('scheduled') && (
        <CallButton look="button-dark" label="Schedule Again" call={change} input={{ id: order.id, status: 'scheduled' }} />
      )}
      {getPhase(order.status) === 'done' && order.finalizedDate === null && (
        <CallButton look="button-dark" label="Finalize" call={finalize} input={{ id: order.id }} />
      )}
      {next.includes('cancelled') && <CancelOrder order={order} />}
    </>
  );
}

function CancelOrder({ order: { id, isBooked, client } }: { order: WorkOrder }) {
  const [notifyClient, setNotifyClient] = useState(true);
  const cancel = trpc.dispatch.setWorkOrderStatus.useMutation({ meta, onSuccess: showUpdated });
  return (
    <CallButton
      label="Cancel Work Order"
      call={cancel}
      reason={{
        title: 'Cancel this work order?',
        text: 'It stays on the list with the reason, and its booking is cancelled too. A cancelled order cannot be opened again.',
        submit: 'Cancel Work Order',
        input: (reason) => ({ id, status: 'cancelled' as const, reason, notifyClient, confirm: false }),
        children: (isBooked || client.email) && <NotifyClient label="E-mail the client" isOn={notifyClient} onChange={setNotifyClient} />,
      }}
    />
  );
}
