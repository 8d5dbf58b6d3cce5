import { type BookingServiceType, type BookingStatus, getStartTime, SERVICE_NAMES } from '../../../../shared/booking';
import type { StaffBooking, StaffSlot } from '../../../../shared/booking-schemas';
import { businessInstant } from '../../../../shared/time';
import { getNow } from '../../../clock';
import { besideList } from '../../../ui/beside-list';
import { Chip, type Tone } from '../../../ui/chip';
import { formatHours, formatShortDay, formatTimestamp } from '../../../ui/times';

const TONES: Record<BookingStatus, Tone> = { confirmed: 'active', completed: 'good', 'no-show': 'bad', cancelled: 'quiet' };

export const BookingStatusChip = ({ status }: Pick<StaffBooking, 'status'>) => <Chip tone={TONES[status]}>{status}</Chip>;

/** Formats the agreed time of a booking, or its day and window. */
export const formatWhen = ({ agreedTime, date, timeSlot }: Pick<StaffBooking, 'agreedTime' | 'date' | 'timeSlot'>): string =>
  agreedTime === null ? `${formatShortDay(date)}, ${formatHours(timeSlot)}` : formatTimestamp(agreedTime);

/** Returns the link that opens a booking over the list or calendar. */
export const toBooking = (id: number) => besideList({ booking: id });

/** Shows a service without the word "Cleaning", which only screen readers get. */
export function ServiceName({ type }: { type: BookingServiceType }) {
  const [, short, rest] = /^(.*)( Cleaning)$/.exec(SERVICE_NAMES[type]) ?? ['', SERVICE_NAMES[type], ''];
  return (
    <span>
      {short}
      {rest && <span className="sr-only">{rest}</span>}
    </span>
  );
}

export function countBooked(slots: readonly Pick<StaffSlot, 'currentBookings' | 'maxBookings'>[]): string {
  const sum = (key: 'currentBookings' | 'maxBookings') => slots.reduce((total, slot) => total + slot[key], 0);
  return `${sum('currentBookings')}/${sum('maxBookings')} booked`;
}

export const hasBegun = ({ date, timeSlot }: Pick<StaffSlot, 'date' | 'timeSlot'>): boolean =>
  businessInstant(date, getStartTime(timeSlot)) <= getNow();

/** Reason of a window with a free place for which no person is free; the office may force a booking into it. */
export const NOBODY_FREE = 'nobody free';

export function findReasonNotFree(slot: StaffSlot): string | undefined {
  if (hasBegun(slot)) return 'begun';
  if (!slot.isOpen) return 'closed';
  if (slot.currentBookings >= slot.maxBookings) return 'full';
  if (slot.isAvailable) return undefined;
  return slot.canForce ? NOBODY_FREE : 'not bookable';
}
