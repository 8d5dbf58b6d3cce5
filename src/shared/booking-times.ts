// Separate from booking.ts, which every public page loads.
import { BOOKING_HORIZON_DAYS, DEFAULT_BOOKING_MINUTES, getEndTime, getStartTime, type TimeWindow } from './booking';
import { addDays, getWeekday } from './calendar-day';
import { isOpen } from './company-facts';
import type { Settings } from './settings';
import { addMinutes, businessDay, businessInstant } from './time';

type Window = { date: string; timeSlot: TimeWindow };
/** Returns the start and end of a window of a day, as ISO text. */
export const windowBounds = ({ date, timeSlot }: Window): [begins: string, ends: string] => [
  businessInstant(date, getStartTime(timeSlot)),
  businessInstant(date, getEndTime(timeSlot)),
];

type Placed = Window & { jobStartsAt: string | null };
/** Returns the start of a booking's job if it differs from the start of the window, or null. */
export const getAgreedTime = (booking: Placed): string | null =>
  booking.jobStartsAt === null || booking.jobStartsAt === windowBounds(booking)[0] ? null : booking.jobStartsAt;
export const getBookingStart = (booking: Placed): string => getAgreedTime(booking) ?? windowBounds(booking)[0];
/** Returns the start and end of a booking: its window, or the planned minutes from another agreed time. */
export function getBookingBounds(booking: Placed & { estimatedDuration: number }): [begins: string, ends: string] {
  const agreed = getAgreedTime(booking);
  return agreed === null
    ? windowBounds(booking)
    : [agreed, addMinutes(new Date(agreed), booking.estimatedDuration || DEFAULT_BOOKING_MINUTES)];
}

/**
 * Returns the reason the clock forbids a booking in a window, as a sentence: it has begun, begins outside the opening hours, or is past
 * the horizon. Undefined if it is allowed.
 */
export function timeRefusal(
  window: Window,
  { respectPostedHours, company }: Pick<Settings, 'respectPostedHours' | 'company'>,
  now: Date,
): string | undefined {
  const today = businessDay(now);
  if (window.date < today) return 'This day is over. Please choose another one.';
  if (window.date > addDays(today, BOOKING_HORIZON_DAYS))
    return `This day is too far ahead. Bookings are taken up to ${BOOKING_HORIZON_DAYS} days in advance.`;
  if (window.date === today && windowBounds(window)[0] <= now.toISOString())
    return 'This time window has already begun. Please choose a later one.';
  if (respectPostedHours && !isOpen(getWeekday(window.date), getStartTime(window.timeSlot), company.hours))
    return 'This time window begins outside our opening hours. Please choose another one.';
  return undefined;
}

/**
 * Returns the reason that a visitor has to call instead of booking a window, as a sentence: it begins sooner than the notice that the
 * company asks for. Undefined if there is time enough.
 */
export function noticeRefusal(
  window: Window,
  { minNoticeHours, company }: Pick<Settings, 'minNoticeHours' | 'company'>,
  now: Date,
): string | undefined {
  if (minNoticeHours === 0 || windowBounds(window)[0] >= addMinutes(now, minNoticeHours * 60)) return undefined;
  return `Please call us to book within ${minNoticeHours} hours. Our phone number is ${company.phone}.`;
}

/** A slot without the clock: its own switch, whether its day is closed, and the bookings of all services in its window. */
type SlotState = { isOpen: boolean; isDayClosed: boolean; bookedInWindow: number };
/** Returns the reason a slot is closed whatever the time, as a sentence, or undefined. */
export function closureRefusal(slot: SlotState, { crewCap }: Pick<Settings, 'crewCap'>): string | undefined {
  if (slot.isDayClosed) return 'We are closed on this day. Please choose another one.';
  if (!slot.isOpen) return 'This time window is not available. Please choose another one.';
  if (crewCap !== null && slot.bookedInWindow >= crewCap) return 'All our crews are busy in this time window. Please choose another one.';
  return undefined;
}
/** Refusal of a slot whose places are all taken. */
export const FULLY_BOOKED = 'This time window is fully booked. Please choose another one.';
