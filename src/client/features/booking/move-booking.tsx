import { useEffect, useRef, useState } from 'react';
import { SERVICE_NAMES, TIME_WINDOWS } from '../../../shared/booking';
import type { ManagedBooking, Slot } from '../../../shared/booking-schemas';
import { formatDay, withoutDoubleStops } from '../../../shared/time';
import { explainRefusal, getStatus } from '../../call-error';
import { trpc } from '../../trpc';
import { passFocusOnRemoval } from '../../ui/focus';
import { formatAppointment } from './appointment-text';
import { DayCalendar } from './day-calendar';
import { bookableDay, findSlot } from './slot-rules';
import { SlotsFailed, SlotsLoading, WindowButton } from './time-windows';
import { useToday } from './use-today';

const FAILURE = 'Failed to move your booking. Please try again or contact us directly.';

type MoveBookingProps = {
  token: string;
  booking: ManagedBooking;
  today: string;
  onMoved: (booking: ManagedBooking) => void;
  onRefused: () => void;
  onKeep: () => void;
};

export function MoveBooking({ token, booking, today: rendered, onMoved, onRefused, onKeep }: MoveBookingProps) {
  const today = useToday(rendered);
  const [day, setDay] = useState(() => bookableDay(booking.date, today));
  const [picked, setPicked] = useState<Slot>();
  const title = useRef<HTMLHeadingElement>(null);
  const utils = trpc.useUtils();
  const move = trpc.booking.moveManaged.useMutation({
    meta: { failure: FAILURE },
    // Never sends by itself once the connection is back.
    networkMode: 'always',
    onSuccess: onMoved,
    onError: (error) => {
      // After a lost connection or a limit, the visitor can try the same window again.
      if (getStatus(error) === 409) setPicked(undefined);
      void utils.booking.listSlots.invalidate();
      onRefused();
    },
  });
  // Moves the focus to the form that "Reschedule" has opened.
  useEffect(() => title.current?.focus(), []);
  const pickDay = (date: string) => {
    setDay(date);
    setPicked(undefined);
    move.reset();
  };

  return (
    <section
      ref={passFocusOnRemoval}
      aria-labelledby="move-title"
      className="grid gap-5 rounded-card border border-line bg-paper p-3 shadow-card sm:p-7"
    >
      <div className="grid gap-1 max-sm:p-1">
        <h2 id="move-title" ref={title} tabIndex={-1} className="scroll-mt-[110px] font-bold text-2xl outline-none">
          Choose a new time
        </h2>
        <p className="text-muted">{SERVICE_NAMES[booking.serviceType]}. You keep your current time until the new one is confirmed.</p>
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-7">
        <DayCalendar today={today} day={day} onPick={pickDay} />
        <Windows booking={booking} token={token} day={day} picked={picked} onPick={setPicked} />
      </div>
      <Confirmation
        booking={booking}
        picked={picked}
        refusal={move.error && explainRefusal(move.error, FAILURE)}
        isMoving={move.isPending}
        onConfirm={(slot) => move.mutate({ token, slotId: slot.id })}
        onKeep={onKeep}
      />
    </section>
  );
}

type WindowsProps = { booking: ManagedBooking; token: string; day: string; picked: Slot | undefined; onPick: (slot: Slot) => void };

function Windows({ booking, token, day, picked, onPick }: WindowsProps) {
  const slots = trpc.booking.listSlots.useQuery({ date: day, token }, { networkMode: 'always' });
  return (
    <div className="grid min-h-60 content-start gap-3 max-sm:px-1">
      <h3 className="font-semibold text-[17px]">Available Times for {formatDay(day)}</h3>
      {slots.data ? (
        <div className="grid grid-cols-2 gap-2">
          {TIME_WINDOWS.map((timeSlot) => {
            const slot = findSlot(slots.data.rows, booking.serviceType, timeSlot);
            return (
              <WindowButton
                key={timeSlot}
                timeSlot={timeSlot}
                slot={slot}
                isChosen={slot !== undefined && slot.id === picked?.id}
                isOwn={slot !== undefined && slot.id === booking.slotId && booking.agreedTime === null}
                onPick={onPick}
              />
            );
          })}
        </div>
      ) : slots.isError ? (
        <SlotsFailed onRetry={() => void slots.refetch()} />
      ) : (
        <SlotsLoading className="min-h-46" />
      )}
    </div>
  );
}

type ConfirmationProps = {
  booking: ManagedBooking;
  picked: Slot | undefined;
  refusal: string | null;
  isMoving: boolean;
  onConfirm: (slot: Slot) => void;
  onKeep: () => void;
};

/** Shows the picked window, or why it is not available, with the button to confirm. The button keeps the focus while it is pending. */
const Confirmation = ({ booking, picked, refusal, isMoving, onConfirm, onKeep }: ConfirmationProps) => (
  <div className="grid gap-3 border-line border-t pt-4 max-sm:px-1">
    {refusal && (
      <Refusal
        text={withoutDoubleStops(
          `${refusal} Your booking stays as it is: ${booking.agreedTime === null ? `${formatDay(booking.date)}, ${booking.timeSlot}` : formatAppointment(booking)}.`,
        )}
      />
    )}
    <div aria-live="polite">
      {picked ? (
        <p>
          New time:{' '}
          <b className="tabular-nums">
            {formatDay(picked.date)}, {picked.timeSlot}
          </b>{' '}
          Pacific time
        </p>
      ) : (
        <p className="text-muted">Pick a free window above.</p>
      )}
    </div>
    <div className="flex flex-wrap gap-3 max-sm:*:w-full">
      <button
        type="button"
        className="button-primary"
        aria-disabled={!picked || isMoving}
        onClick={() => picked && !isMoving && onConfirm(picked)}
      >
        {isMoving ? 'Moving...' : 'Confirm New Time'}
      </button>
      <button type="button" className="button-ghost" onClick={onKeep}>
        Keep Current Time
      </button>
    </div>
  </div>
);

function Refusal({ text }: { text: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  // Moves the focus, and with it the page.
  useEffect(() => note.current?.focus(), []);
  return (
    <p ref={note} role="alert" tabIndex={-1} className="scroll-mt-24 rounded-small bg-red-100 px-4 py-3 font-medium text-red-600">
      {text}
    </p>
  );
}
