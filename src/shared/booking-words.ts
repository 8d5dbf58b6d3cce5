// Here and not beside the schemas, so that the public pages have them without zod's weight.

/** What may be booked (public-site.md §9), with what people call it. */
export const BOOKING_SERVICE_TYPES = ['residential', 'commercial', 'deep-cleaning', 'carpet-cleaning', 'window-cleaning'] as const;
export type BookingServiceType = (typeof BOOKING_SERVICE_TYPES)[number];
export const SERVICE_NAMES: Record<BookingServiceType, string> = {
  residential: 'Residential Cleaning',
  commercial: 'Commercial Cleaning',
  'deep-cleaning': 'Deep Cleaning',
  'carpet-cleaning': 'Carpet Cleaning',
  'window-cleaning': 'Window Cleaning',
};
export const TIME_WINDOWS = ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00', '16:00-18:00', '18:00-20:00'] as const;
export type TimeWindow = (typeof TIME_WINDOWS)[number];
export const BOOKING_STATUSES = ['confirmed', 'cancelled', 'no-show', 'completed'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];
/** Bookings that came to nothing: they earn no offer, and none ends with them. */
export const VOID_BOOKING_STATUSES: readonly string[] = ['cancelled', 'no-show'];
export const BOOKING_PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const;

/** Which status may follow which (decisions X37); a cancelled booking has given its place away for good. */
export const BOOKING_TRANSITIONS: Record<BookingStatus, readonly BookingStatus[]> = {
  confirmed: ['cancelled', 'no-show', 'completed'],
  'no-show': ['confirmed', 'completed'],
  completed: ['confirmed', 'no-show'],
  cancelled: [],
};

/** How many days ahead slots are made and may be booked (decisions X31). */
export const BOOKING_HORIZON_DAYS = 180;
/** Minutes, where a visitor says nothing (public-site.md §9); 0 means "not given" (decisions X34). */
export const DEFAULT_BOOKING_MINUTES = 120;

const REFERENCE = /^SPC-\d{13}-?[A-Z0-9]{5}$/;
/** Whether a text is a booking reference: 'SPC-', a millisecond timestamp, five capitals or digits (decisions X33). */
export const isBookingReference = (text: unknown): text is string => typeof text === 'string' && REFERENCE.test(text);

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** A new booking reference; `bytes` are five random ones. */
export const newBookingReference = (ms: number, bytes: Uint8Array): string =>
  `SPC-${ms}-${Array.from(bytes.subarray(0, 5), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** Where a window begins and ends, "08:00" and "10:00". */
export const startOf = (window: TimeWindow): string => window.slice(0, 5);
export const endOf = (window: TimeWindow): string => window.slice(6);
