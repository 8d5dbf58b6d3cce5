import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import type { ManagedBooking } from '../../../shared/booking-schemas';
import { showToast } from '../../ui/toast/toast-store';

const loadDialog = () => import('./cancel-dialog');
const CancelDialog = lazy(() => loadDialog().then((module) => ({ default: module.CancelDialog })));

type ManageActionsProps = {
  token: string;
  booking: ManagedBooking;
  isMoving: boolean;
  /** Button that opens the choice of another time; gets the focus back afterwards. */
  mover: RefObject<HTMLButtonElement | null>;
  onMove: () => void;
  onCancelled: (booking: ManagedBooking) => void;
  onRefused: () => void;
};

export function ManageActions({ token, booking, isMoving, mover, onMove, onCancelled, onRefused }: ManageActionsProps) {
  const [isCancelling, setIsCancelling] = useState(false);
  // Fetches the dialog ahead, so that pressing the button opens it even if the server is gone by then.
  useEffect(() => {
    if (booking.canChange) void loadDialog().catch(() => undefined);
  }, [booking.canChange]);
  const cancel = () =>
    void loadDialog().then(
      () => setIsCancelling(true),
      () => showToast({ title: 'Error', description: 'The form could not be loaded. Please try again.', kind: 'destructive' }),
    );
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:w-full">
      {booking.canChange && (
        <button ref={mover} type="button" className="button-primary" aria-expanded={isMoving} onClick={onMove}>
          Reschedule
        </button>
      )}
      {booking.status === 'confirmed' ? (
        <a className="button-ghost" href={`/manage/${token}/booking.ics`}>
          Add to Calendar
        </a>
      ) : (
        <a className="button-primary" href="/appointments">
          Book Again
        </a>
      )}
      {booking.canChange && (
        <button type="button" className="button-ghost text-red-600" onClick={cancel}>
          Cancel Booking
        </button>
      )}
      {isCancelling && booking.canChange && (
        <Suspense fallback={null}>
          <CancelDialog
            token={token}
            booking={booking}
            onClose={() => setIsCancelling(false)}
            onCancelled={(cancelled) => {
              setIsCancelling(false);
              onCancelled(cancelled);
            }}
            onRefused={onRefused}
          />
        </Suspense>
      )}
    </div>
  );
}
