import { BOOKING_HORIZON_DAYS, type BookingServiceType, getStartTime, type TimeWindow } from '../../../shared/booking';
import type { Slot } from '../../../shared/booking-schemas';
import { addDays, isDay } from '../../../shared/calendar-day';
import { businessInstant } from '../../../shared/time';
import { getNow } from '../../clock';

export const isBookable = (slot: Slot | undefined): slot is Slot => slot?.isAvailable === true && slot.currentBookings < slot.maxBookings;

export const findSlot = (slots: readonly Slot[], serviceType: BookingServiceType, timeSlot: TimeWindow): Slot | undefined =>
  slots.find((slot) => slot.serviceType === serviceType && slot.timeSlot === timeSlot);

export const lastBookableDay = (today: string): string => addDays(today, BOOKING_HORIZON_DAYS);

export const bookableDay = (asked: string | undefined, today: string): string =>
  asked && isDay(asked) && asked >= today && asked <= lastBookableDay(today) ? asked : today;

export const bookedCount = (slot: Slot | undefined): string => `${slot?.currentBookings ?? 0}/${slot?.maxBookings ?? 0} booked`;

/**
 * Returns the windows of a service for which one can wait, in their order: the full ones that have not begun, or if no window of the day is
 * free all that have not begun.
 */
export function findWaitable(slots: readonly Slot[], serviceType: BookingServiceType): { windows: TimeWindow[]; isWholeDay: boolean } {
  const own = slots.filter((slot) => slot.serviceType === serviceType);
  const isWholeDay = !own.some(isBookable);
  const now = getNow();
  const windows = own
    .filter(({ date, timeSlot, freePlaces }) => (isWholeDay || freePlaces === 0) && businessInstant(date, getStartTime(timeSlot)) > now)
    .map(({ timeSlot }) => timeSlot);
  return { windows, isWholeDay };
}
