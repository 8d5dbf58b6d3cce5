import { BOOKING_HORIZON_DAYS, type BookingServiceType, type TimeWindow } from '../../../shared/booking';
import type { Slot } from '../../../shared/booking-schemas';
import { addDays, isDay } from '../../../shared/calendar-day';

/** Returns whether a window can be booked: its slot exists, is available and is not full. */
export const isBookable = (slot: Slot | undefined): slot is Slot => slot?.isAvailable === true && slot.currentBookings < slot.maxBookings;

/** Returns the slot of a service and a window, if the day has one. */
export const findSlot = (slots: readonly Slot[], serviceType: BookingServiceType, timeSlot: TimeWindow): Slot | undefined =>
  slots.find((slot) => slot.serviceType === serviceType && slot.timeSlot === timeSlot);

/** Returns the last day that can be booked. */
export const lastBookableDay = (today: string): string => addDays(today, BOOKING_HORIZON_DAYS);

/** Returns the requested day if it can be booked, else today. */
export const bookableDay = (asked: string | undefined, today: string): string =>
  asked && isDay(asked) && asked >= today && asked <= lastBookableDay(today) ? asked : today;

/** Formats the taken places of a slot: "1/2 booked". */
export const bookedCount = (slot: Slot | undefined): string => `${slot?.currentBookings ?? 0}/${slot?.maxBookings ?? 0} booked`;
