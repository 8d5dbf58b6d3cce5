import { clsx } from 'clsx';
import { BOOKING_SERVICE_TYPES, type BookingServiceType, SERVICE_NAMES, TIME_WINDOWS, type TimeWindow } from '../../../shared/booking';
import type { Slot } from '../../../shared/booking-schemas';
import { passFocusOnRemoval } from '../../ui/focus';
import { useCompany } from '../../ui/public/company';
import { Icon } from '../../ui/public/icons';
import { bookedCount, findSlot, findWaitable, isBookable } from './slot-rules';

type WindowButtonProps = {
  timeSlot: TimeWindow;
  slot: Slot | undefined;
  isChosen?: boolean;
  /** True for the window that the visitor already has, which cannot be chosen. */
  isOwn?: boolean;
  onPick: (slot: Slot) => void;
};

export function WindowButton({ timeSlot, slot, isChosen, isOwn = false, onPick }: WindowButtonProps) {
  const isFree = isBookable(slot) && !isOwn;
  const isFull = slot?.freePlaces === 0;
  return (
    <button
      type="button"
      data-paper
      disabled={!isFree}
      aria-pressed={isChosen}
      onClick={() => slot && onPick(slot)}
      className={clsx(
        'grid min-h-14 content-center justify-items-center gap-0.5 rounded-small border-[1.5px] px-1 py-2 text-center leading-tight tabular-nums',
        isChosen && 'border-pine-900 bg-pine-900 text-white',
        !isChosen && isFree && 'border-sage-300 bg-sage-50 hover:border-pine-600 hover:bg-sage-200',
        !isFree && 'border-line bg-[repeating-linear-gradient(-45deg,var(--color-paper)_0_7px,var(--color-sage-100)_7px_14px)] text-muted',
      )}
    >
      <span className="whitespace-nowrap font-semibold text-[14.5px]">{timeSlot}</span>{' '}
      <span className={clsx('flex items-center gap-1 whitespace-nowrap text-[12.5px]', isFree && !isChosen && 'text-pine-700')}>
        <Icon
          name={isFree ? 'check' : isOwn ? 'star' : 'close'}
          className={clsx('size-3.5 shrink-0', isOwn && !isFree && 'fill-current')}
        />
        {isOwn ? (
          'Your time now'
        ) : (
          <>
            <span className={clsx(isFull && 'sr-only')}>{bookedCount(slot)}</span>{' '}
            <span className="sr-only">{isFree ? 'available' : 'unavailable'}</span> {isFull && 'Fully booked'}
          </>
        )}
      </span>
    </button>
  );
}

const sectionClass = (type: BookingServiceType, service: BookingServiceType | undefined) =>
  clsx(service && service !== type && 'max-sm:hidden');
const GRID = 'grid grid-cols-3 gap-2 xl:grid-cols-6';

/** Takes the room of the windows while they load, so that their arrival moves nothing on the page. */
export const WindowsSkeleton = ({ service }: { service: BookingServiceType | undefined }) => (
  <div className="grid gap-5" aria-hidden="true">
    {BOOKING_SERVICE_TYPES.map((type) => (
      <div key={type} className={sectionClass(type, service)}>
        <h3 className="mb-2 font-semibold text-[17px]">&nbsp;</h3>
        <div className={GRID}>
          {TIME_WINDOWS.map((timeSlot) => (
            <div key={timeSlot} className="min-h-14" />
          ))}
        </div>
      </div>
    ))}
  </div>
);

type TimeWindowsProps = {
  slots: readonly Slot[];
  service: BookingServiceType | undefined;
  onPick: (slot: Slot) => void;
  onWait: (service: BookingServiceType) => void;
};

const chosenFirst = (service: BookingServiceType | undefined) =>
  service ? [service, ...BOOKING_SERVICE_TYPES.filter((type) => type !== service)] : BOOKING_SERVICE_TYPES;

export function TimeWindows({ slots, service, onPick, onWait }: TimeWindowsProps) {
  return (
    <div className="grid gap-5">
      {chosenFirst(service).map((type) => (
        <section key={type} aria-labelledby={`windows-${type}`} className={sectionClass(type, service)}>
          <h3 id={`windows-${type}`} className="mb-2 font-semibold text-[17px]">
            {SERVICE_NAMES[type]}
          </h3>
          <div className={GRID}>
            {TIME_WINDOWS.map((timeSlot) => (
              <WindowButton key={timeSlot} timeSlot={timeSlot} slot={findSlot(slots, type, timeSlot)} onPick={onPick} />
            ))}
          </div>
          {findWaitable(slots, type).windows.length > 0 && (
            <button
              type="button"
              className="min-h-11 font-semibold text-[15px] text-pine-700 underline underline-offset-4"
              onClick={() => onWait(type)}
            >
              Tell me if a place opens<span className="sr-only"> for {SERVICE_NAMES[type]}</span>
            </button>
          )}
        </section>
      ))}
    </div>
  );
}

export function SlotsLoading({ className }: { className?: string }) {
  return (
    <div role="status" className={clsx('grid place-content-center justify-items-center gap-4 text-muted', className)}>
      <svg viewBox="0 0 48 48" className="size-10 motion-safe:animate-spin" aria-hidden="true">
        <circle cx="24" cy="24" r="19" fill="none" stroke="var(--color-sage-200)" strokeWidth="6" />
        <path d="M24 5a19 19 0 0 1 19 19" fill="none" stroke="var(--color-pine-600)" strokeWidth="6" strokeLinecap="round" />
      </svg>
      Loading available time slots...
    </div>
  );
}

export function SlotsFailed({ onRetry }: { onRetry: () => void }) {
  const { phone } = useCompany();
  return (
    <div role="alert" className="grid justify-items-start gap-3 rounded-card border border-red-600 bg-red-100 p-5">
      <p className="font-medium">The available times could not be loaded. Please try again, or call us: {phone.display}.</p>
      <div className="flex flex-wrap gap-3">
        <button ref={passFocusOnRemoval} type="button" className="button-dark" onClick={onRetry}>
          Try again
        </button>
        <a className="button-ghost" href={phone.href}>
          Call us
        </a>
      </div>
    </div>
  );
}
