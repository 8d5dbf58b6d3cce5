import type { StaffBooking } from '../../../../shared/booking-schemas';
import { trpc } from '../../../trpc';
import { MutationButton } from '../../../ui/mutation-button';
import { showToast } from '../../../ui/toast/toast-store';

export function CreateWorkOrder({ booking: { id, clientName }, isInList = false }: { booking: StaffBooking; isInList?: boolean }) {
  const create = trpc.booking.createWorkOrder.useMutation({
    meta: { failure: 'Failed to create work order. Please try again.' },
    onSuccess: () => showToast({ title: 'Work Order Created', description: `It is on the Team Dashboard, for ${clientName}.` }),
  });
  return (
    <MutationButton look="button-dark" label="Create Work Order" {...(isInList && { about: clientName })} call={create} input={{ id }} />
  );
}
