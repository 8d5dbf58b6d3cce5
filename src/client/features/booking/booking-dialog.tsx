import { useState } from 'react';
import { SERVICE_NAMES } from '../../../shared/booking';
import type { Booked, Slot } from '../../../shared/booking-schemas';
import { formatDay, formatWindow } from '../../../shared/time';
import { type CallError, explainRefusal } from '../../call-error';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { DraftNote } from '../../ui/public/draft-note';
import { usePublicForm } from '../../ui/public/public-form';
import { showToast } from '../../ui/toast/toast-store';
import { endAttempt } from './booking-attempt';
import { BookingFields, type Estimate } from './booking-fields';
import { BookingOffers } from './booking-offers';
import { bookedCount, isBookable } from './slot-rules';

const FAILURE = 'Failed to book appointment. Please try again or contact us directly.';
/** HTTP status if the window was taken or closed while the form was open. */
const GONE = 409;
/** HTTP status if the reference was booked with other contents: the first response was lost, and the visitor changed the form since. */
const OTHER_CONTENTS = 422;

function explain(error: CallError): string {
  if (error.data?.httpStatus === OTHER_CONTENTS)
    return 'Your first try was booked after all, with the details you had entered then: look for its confirmation in your e-mail. Press the button again only if you want a second booking with the details shown now.';
  return explainRefusal(error, error.data ? FAILURE : `${FAILURE} If you send it again, it is still booked only once.`);
}

const focus = (button: HTMLElement | null) => button?.focus();

type BookingDialogProps = { slot: Slot; estimate: Estimate; onClose: () => void; onBooked: (booked: Booked) => void };

/** Asks for the client's details and books the window. The typed text stays until then, even if the dialog is closed. */
export function BookingDialog({ slot, estimate, onClose, onBooked }: BookingDialogProps) {
  const utils = trpc.useUtils();
  const refresh = () => void utils.booking.listSlots.invalidate();
  const [isGone, setIsGone] = useState(false);
  const { issues, problem, isSending, isRestored, attributes } = usePublicForm({
    load: () => import('./booking-sending').then(({ bookingSender }) => bookingSender(utils.client, slot, estimate.rooms)),
    draft: 'booking',
    onDone: (booked) => {
      endAttempt(slot.id);
      refresh();
      onBooked(booked);
      showToast({
        title: 'Appointment Booked',
        description: 'Your appointment has been successfully booked. You will receive a confirmation email shortly.',
      });
    },
    onProblem: (error) => {
      if (error.data?.httpStatus === OTHER_CONTENTS) endAttempt(slot.id);
      refresh();
      if (error.data?.httpStatus === GONE) setIsGone(true);
      else showToast({ title: 'Booking Failed', description: FAILURE, kind: 'destructive' });
      return explain(error);
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Book Your Appointment"
      text="Tell us who you are and which address to clean."
    >
      <SlotSummary slot={slot} />
      <BookingOffers />
      <form {...attributes} className="grid gap-4">
        {isRestored && <DraftNote />}
        <BookingFields issues={issues} estimate={estimate} />
        <div className="sticky -bottom-6 -mx-6 -mb-6 grid gap-3 border-line border-t bg-paper px-6 py-4" aria-live="polite">
          {problem && <p className="rounded-small bg-red-100 px-4 py-3 font-medium text-red-600 text-sm">{problem}</p>}
          <div className="flex justify-end gap-3">
            {isGone ? (
              <button ref={focus} type="button" className="button-primary max-sm:grow" onClick={onClose}>
                Choose another time
              </button>
            ) : (
              <>
                <button type="button" className="button-ghost" onClick={onClose}>
                  Cancel
                </button>
                <button type="submit" aria-disabled={isSending} className="button-primary max-sm:grow">
                  {isSending ? 'Booking...' : 'Book Appointment'}
                </button>
              </>
            )}
          </div>
        </div>
      </form>
    </Dialog>
  );
}

function SlotSummary({ slot }: { slot: Slot }) {
  // Remembers whether the slot was free when the dialog opened, to point out a change.
  const [wasFree] = useState(isBookable(slot));
  const isFree = isBookable(slot);
  const facts = [
    ['Date', formatDay(slot.date)],
    ['Time', slot.timeSlot],
    ['Service', SERVICE_NAMES[slot.serviceType]],
    ['Availability', `${isFree ? 'Available' : wasFree ? 'No longer available' : 'Unavailable'}, ${bookedCount(slot)}`],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-small bg-sage-100 px-4 py-3 text-[15px]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="font-semibold tabular-nums">
            {value}
            {name === 'Time' && <span className="block font-normal text-muted text-sm">{formatWindow(value)}, Pacific time</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
