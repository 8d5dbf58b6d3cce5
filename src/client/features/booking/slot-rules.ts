import { BOOKING_HORIZON_DAYS, type BookingServiceType, type TimeWindow } from '../../../shared/booking';
import type { Slot } from '../../../shared/booking-schemas';
import { addDays, isDay } from '../../../shared/calendar-day';

export const isBookable = (slot: Slot | undefined): slot is Slot => slot?.isAvailable === true && slot.currentBookings < slot.maxBookings;

export const findSlot = (slots: readonly Slot[], serviceType: BookingServiceType, timeSlot: TimeWindow): Slot | undefined =>
  slots.find((slot) => slot.serviceType === serviceType && slot.timeSlot === timeSlot);

export const lastBookableDay = (today: string): string => addDays(today, BOOKING_HORIZON_DAYS);

export const bookableDay = (asked: string | undefined, today: string): string =>
  asked && isDay(asked) && asked >= today && asked <= lastBookableDay(today) ? asked : today;

export const bookedCount = (slot: Slot | undefined): string => `${slot?.currentBookings ?? 0}/${slot?.maxBookings ?? 0} booked`;

/**
 * Returns the windows of a service that have a waitlist, in their order: the full ones, or if no window of the day is free also those
 * that the office has closed.
 */
export function findWaitable(slots: readonly Slot[], serviceType: BookingServiceType): { windows: TimeWindow[]; isWholeDay: boolean } {
  const own = slots.filter((slot) => slot.serviceType === serviceType);
  const isWholeDay = !own.some(isBookable);
  const windows = own
    .filter(({ isWaitable, freePlaces }) => isWaitable && (isWholeDay || freePlaces === 0))
    .map(({ timeSlot }) => timeSlot);
  return { windows, isWholeDay };
}
