import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type BookingStatus, SERVICE_NAMES } from '../../../shared/booking';
import type { ManagedBooking } from '../../../shared/booking-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { businessDay, businessTime, formatClockTime, formatDateTime, formatDay, formatWindow } from '../../../shared/time';
import { trpc } from '../../trpc';
import { Chip, type Tone } from '../../ui/chip';
import { useCompany } from '../../ui/public/company';
import { showToast } from '../../ui/toast/toast-store';
import { BookingAside, PageBand } from './booking-facts';
import { ManageActions } from './manage-actions';
import { MoveBooking } from './move-booking';

const CHIPS: Record<BookingStatus, readonly [tone: Tone, word: string]> = {
  confirmed: ['good', 'Confirmed'],
  cancelled: ['bad', 'Cancelled'],
  'no-show': ['waiting', 'No-show'],
  completed: ['active', 'Completed'],
};

type ManagedBookingPageProps = { token: string; initial: ManagedBooking; initialUntil: string; initialDue: string | null; today: string };

function useManaged(token: string, initial: ManagedBooking) {
  const [booking, setBooking] = useState(initial);
  const [isMoving, setIsMoving] = useState(false);
  const [changes, setChanges] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  const { client } = trpc.useUtils();
  // Moves the focus to what has changed, after the closed dialog has tried to return it.
  useEffect(() => {
    if (changes === 0) return;
    const timer = setTimeout(() => title.current?.focus());
    return () => clearTimeout(timer);
  }, [changes]);
  const show = (changed: ManagedBooking, toast: { title: string; description: string }) => {
    setBooking(changed);
    setIsMoving(false);
    setChanges(changes + 1);
    showToast(toast);
  };
  return {
    booking,
    isMoving: isMoving && booking.canChange,
    setIsMoving,
    title,
    // Reads the booking again: a refused change often means that it was changed elsewhere.
    readAgain: () => void client.booking.getManaged.query({ token }).then(setBooking, () => undefined),
    showMoved: (moved: ManagedBooking) =>
      show(moved, { title: 'Booking Moved', description: `We will come on ${formatDay(moved.date)}, ${moved.timeSlot} Pacific time.` }),
    showCancelled: (cancelled: ManagedBooking) =>
      show(cancelled, { title: 'Booking Cancelled', description: `Your booking ${cancelled.bookingReference} has been cancelled.` }),
  };
}

export function ManagedBookingPage({ token, initial, initialUntil, initialDue, today }: ManagedBookingPageProps) {
  const { booking, isMoving, setIsMoving, title, readAgain, showMoved, showCancelled } = useManaged(token, initial);
  const mover = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setIsMoving(false);
    mover.current?.focus();
  };
  const [tone, word] = CHIPS[booking.status];
  const changing = { token, booking, onRefused: readAgain };
  return (
    <main id="main" className="bg-sage-50">
      <PageBand>
        <h1 tabIndex={-1} className="font-bold text-[28px] outline-none sm:text-[46px]">
          Your Booking
        </h1>
        <p className="mt-2 text-[15px] text-white/85 sm:mt-3 sm:text-lg">
          Reference <b className="font-semibold text-white tabular-nums">{booking.bookingReference}</b>
        </p>
      </PageBand>
      <div className="wrap relative -mt-16 grid items-start gap-4 pb-16 sm:-mt-20 lg:grid-cols-[1fr_340px] lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <section aria-labelledby="booking-title" className="grid gap-5 rounded-card border border-line bg-paper p-4 shadow-card sm:p-7">
            <div className="grid justify-items-start gap-3">
              <Chip tone={tone}>{word}</Chip>
              <h2 id="booking-title" ref={title} tabIndex={-1} className="font-bold text-2xl outline-none sm:text-3xl">
                {formatDay(booking.agreedTime === null ? booking.date : businessDay(booking.agreedTime))}
                <span className="mt-1 block text-pine-700 tabular-nums">
                  {booking.agreedTime === null ? booking.timeSlot : formatClockTime(businessTime(booking.agreedTime))}
                </span>
              </h2>
              <p className="text-muted">
                {SERVICE_NAMES[booking.serviceType]}
                {booking.agreedTime === null ? `, ${formatWindow(booking.timeSlot)} Pacific time` : ', Pacific time'}
              </p>
            </div>
            <p className="max-w-[40em]">
              <StatusSentence booking={booking} until={booking === initial ? initialUntil : formatDateTime(booking.changeableUntil)} />
            </p>
            <OpenDeposit deposit={booking.deposit} due={booking === initial ? initialDue : formatDue(booking)} />
            <ManageActions {...changing} isMoving={isMoving} mover={mover} onMove={() => setIsMoving(true)} onCancelled={showCancelled} />
            <BookingFacts booking={booking} />
          </section>
          {isMoving && <MoveBooking {...changing} today={today} onMoved={showMoved} onKeep={keep} />}
        </div>
        <BookingAside />
      </div>
    </main>
  );
}

/** Formats until when the deposit of a booking is to be paid; null without a deposit or a deadline. */
export const formatDue = ({ deposit }: ManagedBooking): string | null => (deposit?.dueAt ? formatDateTime(deposit.dueAt) : null);

const OpenDeposit = ({ deposit, due }: { deposit: ManagedBooking['deposit']; due: string | null }) =>
  deposit && (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-sage-50 p-4">
      <p className="min-w-[min(100%,16rem)] flex-1">
        Please pay the deposit of <b className="font-semibold tabular-nums">{formatPrice(deposit.amount)}</b>
        {due === null ? '.' : ` by ${due}, Pacific time. We hold your time until then.`}
      </p>
      <a className="button-dark max-sm:w-full" href={deposit.payUrl}>
        Pay the deposit
      </a>
    </div>
  );

function Phone() {
  const { phone } = useCompany();
  return (
    <a className="font-semibold text-pine-700 underline" href={phone.href}>
      {phone.display}
    </a>
  );
}

function StatusSentence({ booking, until }: { booking: ManagedBooking; until: string }) {
  if (booking.status === 'cancelled')
    return (
      <>
        This booking is cancelled, and nobody will come.
        {booking.cancelReason && <span className="mt-1 block text-muted">Reason: {booking.cancelReason}</span>}
      </>
    );
  if (booking.status === 'completed') return 'This cleaning is done. Thank you for having us!';
  if (booking.status === 'no-show')
    return (
      <>
        We came, and could not meet you or get in. Please call <Phone />, or book another time.
      </>
    );
  if (booking.canChange) return `You can move or cancel it here until ${until}, Pacific time.`;
  return (
    <>
      It could be changed here until {until}, Pacific time. To move or cancel it now, please call <Phone />.
    </>
  );
}

function BookingFacts({ booking }: { booking: ManagedBooking }) {
  return (
    <dl className="grid gap-x-6 gap-y-4 border-line border-t pt-5 sm:grid-cols-2">
      <Fact name="For">{booking.clientName}</Fact>
      <Fact name="Service address">{booking.clientAddress}</Fact>
      {booking.estimatedDuration > 0 && <Fact name="Estimated duration">{booking.estimatedDuration} minutes</Fact>}
      <Fact name="Special requests or notes" isWide>
        {booking.specialRequests ?? <span className="font-normal text-muted">None</span>}
      </Fact>
    </dl>
  );
}

const Fact = ({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={isWide ? 'sm:col-span-2' : undefined}>
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="whitespace-pre-line font-semibold wrap-anywhere">{children}</dd>
  </div>
);
