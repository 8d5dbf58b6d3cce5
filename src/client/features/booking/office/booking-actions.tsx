import { BOOKING_TRANSITIONS, type BookingStatus } from '../../../../shared/booking';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { useCompletionToast } from '../../../completion-toast';
import { trpc } from '../../../trpc';
import { ActionButton } from '../../../ui/action-button';
import { BottomBar } from '../../../ui/bottom-bar';
import { CallButton, ReasonButton } from '../../../ui/mutation-button';
import { showToast } from '../../../ui/toast/toast-store';
import { hasBegun } from './booking-labels';
import { MoveBooking } from './move-booking';

const meta = { failure: 'Failed to update the booking. Please try again.' };
const STEPS: readonly (readonly [BookingStatus, string])[] = [
  ['completed', 'Mark Completed'],
  ['no-show', 'Mark No-Show'],
  ['confirmed', 'Back to Confirmed'],
];
const getToast = ({ clientName, status }: StaffBooking) => ({ title: 'Booking Updated', description: `${clientName}: ${status}.` });

export function BookingActions({ booking }: { booking: StaffBooking }) {
  const showCompleted = useCompletionToast();
  const change = trpc.booking.setStatus.useMutation({
    meta,
    onSuccess: (changed) =>
      changed.status === 'completed' && changed.workOrderId !== null
        ? showCompleted(changed.workOrderId, getToast(changed))
        : showToast(getToast(changed)),
  });
  const steps = STEPS.filter(([status]) => BOOKING_TRANSITIONS[booking.status].includes(status));
  return (
    <BottomBar>
      {steps.map(([status, label]) => (
        <ActionButton
          key={status}
          look={status === 'completed' && booking.status === 'confirmed' && hasBegun(booking) ? 'button-primary' : 'button-ghost'}
          label={label}
          isPending={change.isPending && change.variables.status === status}
          onPress={() => !change.isPending && change.mutate({ id: booking.id, status, confirm: false })}
        />
      ))}
      {booking.status === 'confirmed' && <MoveBooking booking={booking} />}
      {BOOKING_TRANSITIONS[booking.status].includes('cancelled') && <CancelBooking booking={booking} />}
    </BottomBar>
  );
}

function CancelBooking({ booking }: { booking: StaffBooking }) {
  const cancel = trpc.booking.setStatus.useMutation({
    meta,
    onSuccess: (cancelled) => {
      showToast(getToast(cancelled));
    },
  });
  return (
    <ReasonButton
      label="Cancel Booking"
      call={cancel}
      input={(reason) => ({ id: booking.id, status: 'cancelled' as const, reason, confirm: false })}
      title={`Cancel the booking of ${booking.clientName}?`}
      text="Others can book its time at once, and the client gets an e-mail. The booking stays on the list with the reason. You cannot restore it."
      submit="Cancel Booking"
    />
  );
}

export function CreateWorkOrder({ booking: { id, clientName }, isInList = false }: { booking: StaffBooking; isInList?: boolean }) {
  const create = trpc.booking.createWorkOrder.useMutation({
    meta: { failure: 'Failed to create work order. Please try again.' },
    onSuccess: () => showToast({ title: 'Work Order Created', description: `It is on the Team Dashboard, for ${clientName}.` }),
  });
  return <CallButton look="button-dark" label="Create Work Order" {...(isInList && { about: clientName })} call={create} input={{ id }} />;
}
