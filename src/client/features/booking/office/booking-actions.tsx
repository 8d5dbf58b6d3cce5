import { BOOKING_TRANSITIONS, type BookingStatus } from '../../../../shared/booking';
import type { StaffBooking } from '../../../../shared/booking-schemas';
import { useCompletionToast } from '../../../completion-toast';
import { trpc } from '../../../trpc';
import { MutationButton } from '../../../ui/mutation-button';
import { hasBegun } from './booking-labels';
import { MoveBooking } from './move-booking';

type BookingProps = { booking: StaffBooking };

const failure = 'Failed to update the booking. Please try again.';
const STEPS: readonly (readonly [BookingStatus, string])[] = [
  ['completed', 'Mark Completed'],
  ['no-show', 'Mark No-Show'],
  ['confirmed', 'Back to Confirmed'],
];
const getToast = ({ clientName, status }: StaffBooking) => ({ title: 'Booking Updated', description: `${clientName}: ${status}.` });
function Step({ booking: { id }, status, label, look }: BookingProps & { status: BookingStatus; label: string; look?: string }) {
  const showCompleted = useCompletionToast();
  const hasUndo = (changed: StaffBooking) => changed.status === 'completed' && changed.workOrderId !== null;
  return (
    <MutationButton
      look={look}
      label={label}
      procedure={trpc.booking.setStatus}
      input={{ id, status, confirm: false }}
      failure={failure}
      done={(changed) => (hasUndo(changed) ? undefined : getToast(changed))}
      onDone={(changed) => changed.workOrderId !== null && hasUndo(changed) && showCompleted(changed.workOrderId, getToast(changed))}
    />
  );
}

/** Returns what comes next for a booking: its completion once its window has begun, or its missing job. */
export function getNextStep(booking: StaffBooking): 'complete' | 'convert' | undefined {
  if (booking.status !== 'confirmed') return undefined;
  if (hasBegun(booking)) return 'complete';
  return booking.workOrderId === null ? 'convert' : undefined;
}

export function NextStep({ booking, look }: BookingProps & { look: string }) {
  const step = getNextStep(booking);
  if (step === 'complete') return <Step booking={booking} status="completed" label="Mark Completed" look={look} />;
  return step === 'convert' && <CreateWorkOrder booking={booking} look={look} />;
}

/** Shows the steps of a booking, except `without`, which has a button of its own elsewhere. */
export const BookingSteps = ({ booking, without }: BookingProps & { without?: BookingStatus | undefined }) => (
  <>
    {STEPS.filter(([status]) => status !== without && BOOKING_TRANSITIONS[booking.status].includes(status)).map(([status, label]) => (
      <Step key={status} booking={booking} status={status} label={label} />
    ))}
    {booking.status === 'confirmed' && <MoveBooking booking={booking} />}
    {BOOKING_TRANSITIONS[booking.status].includes('cancelled') && <CancelBooking booking={booking} />}
  </>
);

const CancelBooking = ({ booking: { id, clientName } }: BookingProps) => (
  <MutationButton
    label="Cancel Booking"
    procedure={trpc.booking.setStatus}
    reason={{
      title: `Cancel the booking of ${clientName}?`,
      text: 'Others can book its time at once, and the client gets an e-mail. The booking stays on the list with the reason. You cannot restore it.',
      submit: 'Cancel Booking',
      input: (reason) => ({ id, status: 'cancelled' as const, reason, confirm: false }),
    }}
    failure={failure}
    done={getToast}
  />
);

export const CreateWorkOrder = ({ booking: { id, clientName }, look }: BookingProps & { look?: string }) => (
  <MutationButton
    look={look}
    label="Create Work Order"
    about={clientName}
    procedure={trpc.booking.createWorkOrder}
    input={{ id }}
    failure="Failed to create work order. Please try again."
    done={{ title: 'Work Order Created', description: `It is on the Team Dashboard, for ${clientName}.` }}
  />
);
