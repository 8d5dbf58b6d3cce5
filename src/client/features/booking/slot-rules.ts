import type { Slot } from '../../../shared/booking';
import { BOOKING_HORIZON_DAYS, type BookingServiceType, type TimeWindow } from '../../../shared/booking-words';
import { addDays, isDay } from '../../../shared/calendar-day';

/** Whether a window may be pressed: a slot is there for it, it is available, and it is not full (public-site.md §5). */
export const isBookable = (slot: Slot | undefined): slot is Slot => slot?.isAvailable === true && slot.currentBookings < slot.maxBookings;

/** The slot of a service and a window, if the day has one. */
export const findSlot = (slots: readonly Slot[], serviceType: BookingServiceType, timeSlot: TimeWindow): Slot | undefined =>
  slots.find((slot) => slot.serviceType === serviceType && slot.timeSlot === timeSlot);

/** The last day that can be booked. */
export const lastBookableDay = (today: string): string => addDays(today, BOOKING_HORIZON_DAYS);

/** The day that an address asks for, where it can be booked; today otherwise. */
export const bookableDay = (asked: string | undefined, today: string): string =>
  asked && isDay(asked) && asked >= today && asked <= lastBookableDay(today) ? asked : today;

/** How full a slot is: "1/2 booked". */
export const bookedCount = (slot: Slot | undefined): string => `${slot?.currentBookings ?? 0}/${slot?.maxBookings ?? 0} booked`;
