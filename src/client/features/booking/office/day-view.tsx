import { clsx } from 'clsx';
import { useState } from 'react';
import { TIME_WINDOWS, type TimeWindow } from '../../../../shared/booking';
import type { CalendarDay, StaffBooking, StaffSlot } from '../../../../shared/booking-schemas';
import { getToday } from '../../../clock';
import { EmptyState } from '../../../ui/states';
import { formatHours, formatLongDay } from '../../../ui/times';
import { countBooked, findReasonNotFree, ServiceName } from './booking-labels';
import { BookingRows } from './booking-rows';
import { ChangeSlots, type SlotChoice } from './change-slots';
import { CloseDay, OpenDay } from './closed-days';

export function DayView({ day }: { day: CalendarDay }) {
  const { date, slots, bookings } = day;
  const [choice, setChoice] = useState<SlotChoice>();
  const cancelled = bookings.filter(({ status }) => status === 'cancelled');
  const windows = TIME_WINDOWS.filter((timeSlot) => [...slots, ...bookings].some((entry) => entry.timeSlot === timeSlot));
  return (
    <>
      <DayHead day={day} />
      {windows.length === 0 && (
        <EmptyState title="No time windows on this day" text="Clients can book from today to 180 days ahead, so this day has no windows." />
      )}
      {windows.map((timeSlot) => (
        <Window
          key={timeSlot}
          timeSlot={timeSlot}
          slots={slots.filter((slot) => slot.timeSlot === timeSlot)}
          bookings={bookings.filter((booking) => booking.timeSlot === timeSlot && booking.status !== 'cancelled')}
          onChange={(serviceType) => setChoice({ date, timeSlot, serviceType })}
        />
      ))}
      {cancelled.length > 0 && (
        <section aria-labelledby="cancelled-title" className="grid gap-2">
          <h3 id="cancelled-title" className="font-bold">
            Cancelled
          </h3>
          <BookingRows bookings={cancelled} hasTime />
        </section>
      )}
      <ChangeSlots choice={choice} slots={slots} onClose={() => setChoice(undefined)} />
    </>
  );
}

function DayHead({ day: { date, isClosed, closedReason, slots, bookings } }: { day: CalendarDay }) {
  const staying = bookings.filter(({ status }) => status === 'confirmed').length;
  return (
    <>
      <div className="flex items-center gap-x-4">
        <div className="mr-auto gap-x-4 sm:flex sm:items-baseline">
          <h2 className="font-bold text-xl">{formatLongDay(date)}</h2>
          <p className="text-muted tabular-nums max-sm:text-sm">{countBooked(slots)}</p>
        </div>
        {isClosed ? <OpenDay date={date} /> : date >= getToday() && <CloseDay date={date} />}
      </div>
      {isClosed && (
        <p className="rounded-card border border-line bg-amber-100 px-5 py-3">
          <b className="font-semibold">This day is closed{closedReason ? `: ${closedReason}` : ''}.</b> Nobody can book it
          {staying > 0 && `; ${staying === 1 ? '1 booking is' : `${staying} bookings are`} still on it, to keep, move or cancel one by one`}
          .
        </p>
      )}
    </>
  );
}

type WindowProps = {
  timeSlot: TimeWindow;
  slots: StaffSlot[];
  bookings: StaffBooking[];
  onChange: (serviceType: StaffSlot['serviceType'] | null) => void;
};

function Window({ timeSlot, slots, bookings, onChange }: WindowProps) {
  const id = `window-${timeSlot.slice(0, 2)}`;
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-5 gap-y-3 rounded-card border border-line bg-paper p-4 xl:grid-cols-[150px_minmax(0,1fr)]"
    >
      <div className="flex items-center justify-between gap-x-3 xl:flex-col xl:items-start xl:justify-start">
        <div>
          <h3 id={id} className="font-bold">
            {formatHours(timeSlot)}
          </h3>
          <p className="text-muted text-sm tabular-nums">{countBooked(slots)}</p>
        </div>
        {slots.length > 0 && (
          <button
            type="button"
            className="min-h-11 font-semibold text-[15px] text-pine-700 underline underline-offset-4 lg:min-h-9"
            onClick={() => onChange(null)}
          >
            Change Window<span className="sr-only"> {formatHours(timeSlot)}</span>
          </button>
        )}
      </div>
      <div className="grid content-start gap-3">
        <ul className="grid grid-cols-2 gap-2 min-[360px]:grid-cols-3 lg:grid-cols-5">
          {slots.map((slot) => (
            <SlotPlaces key={slot.id} slot={slot} onChange={() => onChange(slot.serviceType)} />
          ))}
        </ul>
        {bookings.length > 0 && <BookingRows bookings={bookings} />}
      </div>
    </section>
  );
}

function SlotPlaces({ slot, onChange }: { slot: StaffSlot; onChange: () => void }) {
  const state = findReasonNotFree(slot);
  return (
    <li>
      <button
        type="button"
        className={clsx(
          'grid min-h-14 w-full content-center rounded-small border border-line px-2.5 py-1.5 sm:px-3 text-left text-[15px] leading-snug hover:border-pine-600',
          state ? 'bg-line/40' : 'bg-sage-50',
        )}
        onClick={onChange}
      >
        <ServiceName type={slot.serviceType} />
        <span className={clsx('text-sm tabular-nums', slot.currentBookings > 0 ? 'font-semibold' : 'text-muted')}>
          {slot.currentBookings}/{slot.maxBookings} booked
        </span>
        {state && (
          <span className="text-muted text-sm [overflow-wrap:anywhere]">
            {state}
            {slot.notes && !slot.isOpen && `: ${slot.notes}`}
          </span>
        )}
        <span className="sr-only">, change</span>
      </button>
    </li>
  );
}
