import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { type BookingServiceType, MAX_BOOKING_MINUTES } from '../../../shared/booking';
import type { Booked, Slot } from '../../../shared/booking-schemas';
import { trpc } from '../../trpc';
import { useIsHydrated } from '../../ui/public/hydrated';
import { InTurn } from '../../ui/public/turns';
import { showToast } from '../../ui/toast/toast-store';
import { AvailableTimes } from './available-times';
import { BookedPanel } from './booked-panel';
import { BookingAside, BookingHeading, WithoutScripts } from './booking-facts';
import type { Estimate } from './booking-fields';
import type { Chosen } from './chosen';
import { DayCalendar } from './day-calendar';
import { bookableDay } from './slot-rules';
import { useToday } from './use-today';
import { pickRooms } from './wanted-rooms';

const loadDialog = () => import('./booking-dialog');
const BookingDialog = lazy(() => loadDialog().then((module) => ({ default: module.BookingDialog })));

const WaitlistDialog = lazy(() => import('./waitlist/waitlist-dialog').then((module) => ({ default: module.WaitlistDialog })));

const TIMES = 'scroll-mt-[30svh] grid min-w-0 gap-5 rounded-card border border-line bg-paper p-4 shadow-card sm:p-6 noscript:hidden';
const focusTimes = () => document.getElementById('times-title')?.focus();

type AppointmentsProps = {
  today: string;
  chosen: Chosen;
  onChoose: (change: Chosen) => void;
  onCloseSlot: () => void;
};

function useSlots(rendered: string, chosen: Chosen) {
  const today = useToday(rendered);
  // Applies the search parameters in the browser only, since the server renders every address alike.
  const isHydrated = useIsHydrated();
  const day = bookableDay(isHydrated ? chosen.date : undefined, today);
  // Fails at once without a connection; by default the query would wait silently.
  const slots = trpc.booking.listSlots.useQuery({ date: day }, { enabled: isHydrated, networkMode: 'always' });
  // Fetches the dialog as soon as slots are on screen, so that pressing one opens it even if the server is gone by then.
  useEffect(() => {
    if (!slots.data) return;
    const timer = setTimeout(() => void loadDialog().catch(() => undefined));
    return () => clearTimeout(timer);
  }, [slots.data]);
  const rooms = isHydrated ? pickRooms(chosen) : undefined;
  const service = chosen.service ?? 'residential';
  // Queried together with the slots, so that the form has it when it opens. If it fails, the search parameters give duration and cost.
  const { data } = trpc.pricing.estimate.useQuery({ ...rooms, serviceType: service }, { enabled: rooms !== undefined });
  const estimate: Estimate = data
    ? { duration: Math.min(data.minutes, MAX_BOOKING_MINUTES), cost: Number(data.total), rooms }
    : { ...chosen, rooms };
  const openSlot = isHydrated && chosen.slot !== undefined ? slots.data?.rows.find((slot) => slot.id === chosen.slot) : undefined;
  const isEstimated = openSlot && (rooms ? service : (chosen.service ?? openSlot.serviceType)) === openSlot.serviceType;
  return { today, day, slots, openSlot, estimate: isEstimated ? estimate : {} };
}

export function Appointments({ today: rendered, chosen, onChoose, onCloseSlot }: AppointmentsProps) {
  const { today, day, slots, openSlot, estimate } = useSlots(rendered, chosen);
  const [booked, setBooked] = useState<Booked>();
  const [waitingFor, setWaitingFor] = useState<BookingServiceType>();
  const times = useRef<HTMLElement>(null);
  const pick = useCallback(
    (date: string) => {
      onChoose({ date });
      // On a phone the windows are below the fold, so this scrolls them up.
      const section = times.current;
      if (section && section.getBoundingClientRect().top > window.innerHeight / 2) section.scrollIntoView({ block: 'start' });
    },
    [onChoose],
  );
  useFocusRescue(openSlot !== undefined);
  const open = (slot: Slot) =>
    void loadDialog().then(
      () => onChoose({ slot: slot.id }),
      () => showToast({ title: 'Error', description: 'The booking form could not be loaded. Please try again.', kind: 'destructive' }),
    );
  // Replaces the entry: going back would scroll the browser away from the confirmation.
  const showBooked = (made: Booked) => {
    setBooked(made);
    onChoose({ slot: undefined, duration: undefined, cost: undefined, bedrooms: undefined, bathrooms: undefined, squareFeet: undefined });
  };
  const bookAnother = () => {
    setBooked(undefined);
    focusTimes();
  };

  return (
    <main id="main" className="bg-sage-50">
      <BookingHeading />
      <div className="wrap relative -mt-16 grid items-start gap-4 pb-16 sm:-mt-20 lg:grid-cols-[380px_1fr] lg:gap-6">
        <div className="grid gap-6 lg:sticky lg:top-[100px] noscript:hidden">
          <section aria-label="Day" className="print:hidden min-w-0 rounded-card border border-line bg-paper p-3 shadow-card sm:p-5">
            <DayCalendar today={today} day={day} onPick={pick} />
          </section>
          <InTurn turn="aside">
            <BookingAside className="max-lg:hidden" />
          </InTurn>
        </div>
        <section ref={times} aria-labelledby="times-title" className={TIMES}>
          {booked && !openSlot && <BookedPanel booked={booked} onAgain={bookAnother} />}
          <AvailableTimes
            today={today}
            day={day}
            slots={slots}
            service={chosen.service}
            onChoose={onChoose}
            onPick={open}
            onWait={setWaitingFor}
          />
        </section>
        <WithoutScripts />
        <InTurn turn="aside">
          <BookingAside className="lg:hidden" />
        </InTurn>
      </div>
      {waitingFor && slots.data && (
        <Suspense fallback={null}>
          <WaitlistDialog slots={slots.data.rows} day={day} service={waitingFor} onClose={() => setWaitingFor(undefined)} />
        </Suspense>
      )}
      {openSlot && (
        <Suspense fallback={null}>
          <BookingDialog key={openSlot.id} slot={openSlot} estimate={estimate} onClose={onCloseSlot} onBooked={showBooked} />
        </Suspense>
      )}
    </main>
  );
}

/** Moves the focus to the times if the button that opened the dialog is disabled because its window is now full. */
function useFocusRescue(isDialogOpen: boolean): void {
  const wasOpen = useRef(false);
  // Moves the browser's focus, after the dialog has tried to give it back.
  useEffect(() => {
    const hasClosed = wasOpen.current && !isDialogOpen;
    wasOpen.current = isDialogOpen;
    if (!hasClosed) return;
    const timer = setTimeout(() => document.activeElement === document.body && focusTimes(), 50);
    return () => clearTimeout(timer);
  }, [isDialogOpen]);
}
