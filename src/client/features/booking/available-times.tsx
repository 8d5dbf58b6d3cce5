import { useDeferredValue } from 'react';
import { BOOKING_SERVICE_TYPES, type BookingServiceType, SERVICE_NAMES } from '../../../shared/booking';
import type { Slot } from '../../../shared/booking-schemas';
import { addDays } from '../../../shared/calendar-day';
import { formatDay } from '../../../shared/time';
import { useCompany } from '../../ui/public/company';
import { isBookable, lastBookableDay } from './slot-rules';
import { SlotsFailed, SlotsLoading, TimeWindows, WindowsSkeleton } from './time-windows';

type AvailableTimesProps = {
  today: string;
  day: string;
  slots: { data: { rows: Slot[] } | undefined; isError: boolean; refetch: () => unknown };
  service: BookingServiceType | undefined;
  onChoose: (change: { date?: string; service?: BookingServiceType | undefined }) => void;
  onPick: (slot: Slot) => void;
  onWait: (service: BookingServiceType) => void;
};

export function AvailableTimes({ today, day, slots, service, onChoose, onPick, onWait }: AvailableTimesProps) {
  const { city } = useCompany();
  const rows = slots.data?.rows;
  return (
    <>
      <div className="grid gap-1">
        <h2 id="times-title" tabIndex={-1} className="font-bold text-lg outline-none sm:text-2xl">
          Available Times for <br className="sm:hidden" />
          {formatDay(day)}
        </h2>
        <p className="text-muted text-sm sm:text-[15px]">
          All times are Pacific time<span className="max-sm:hidden">, as on the clock in {city}</span>.
        </p>
      </div>
      {slots.isError && !rows ? (
        <SlotsFailed onRetry={() => void slots.refetch()} />
      ) : (
        // The key resets the list for each day, so that it never shows the windows of another day.
        <DayTimes key={day} rows={rows} {...{ today, day, service, onChoose, onPick, onWait }} />
      )}
    </>
  );
}

type DayTimesProps = Omit<AvailableTimesProps, 'slots'> & { rows: Slot[] | undefined };

/** Draws the windows of one day piece by piece, so that a tap never waits for them. */
function DayTimes({ rows, today, day, service, onChoose, onPick, onWait }: DayTimesProps) {
  const drawn = useDeferredValue(rows) && rows;
  if (!drawn)
    return (
      <div className="relative grid gap-5">
        <SlotsLoading className="absolute inset-x-0 top-0 h-[min(100%,34rem)]" />
        <div className="min-h-12 sm:hidden" />
        <WindowsSkeleton service={service} />
      </div>
    );
  return (
    <>
      {!drawn.some(isBookable) && <NoneFree today={today} day={day} onNextDay={(date) => onChoose({ date })} />}
      <ServiceChooser service={service} onChoose={(chosen) => onChoose({ service: chosen })} />
      <TimeWindows slots={drawn} service={service} onPick={onPick} onWait={onWait} />
    </>
  );
}

type NoneFreeProps = { today: string; day: string; onNextDay: (day: string) => void };

function NoneFree({ today, day, onNextDay }: NoneFreeProps) {
  const { phone } = useCompany();
  const next = addDays(day, 1);
  return (
    <div className="grid justify-items-start gap-1 rounded-card bg-sky-100 p-4 sm:p-5">
      {/* Short blocks, so that the notice is never the largest paint of the page, which it would delay. */}
      <b>Nothing is free on this day.</b>
      <p className="text-[15px]">
        {day === today ? 'The rest of today is booked, or we are closed.' : 'All windows are booked, or we are closed.'}
      </p>
      <p className="text-[15px]">
        Please pick another day, or call{' '}
        <a className="inline-flex min-h-11 items-center font-semibold underline sm:min-h-0" href={phone.href}>
          {phone.display}
        </a>
        .
      </p>
      {next <= lastBookableDay(today) && (
        <button type="button" className="button-dark mt-2" onClick={() => onNextDay(next)}>
          See {formatDay(next)}
        </button>
      )}
    </div>
  );
}

type ServiceChooserProps = { service: BookingServiceType | undefined; onChoose: (service: BookingServiceType | undefined) => void };

function ServiceChooser({ service, onChoose }: ServiceChooserProps) {
  return (
    <label className="grid grid-cols-[auto_1fr] items-center gap-3 font-semibold text-[15px] sm:hidden">
      Service
      <select
        className="min-h-12 w-full rounded-small border border-control bg-paper px-3.5 text-base"
        value={service ?? ''}
        onChange={(event) => onChoose(BOOKING_SERVICE_TYPES.find((type) => type === event.target.value))}
      >
        <option value="">All services</option>
        {BOOKING_SERVICE_TYPES.map((type) => (
          <option key={type} value={type}>
            {SERVICE_NAMES[type]}
          </option>
        ))}
      </select>
    </label>
  );
}
