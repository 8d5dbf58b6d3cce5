// Separate from the schemas, so that public pages do not load zod.

/** Services that can be booked, with their names. */
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
/** Statuses of bookings that did not take place: they earn no offer, and the next booking counts as the first. */
export const VOID_BOOKING_STATUSES: readonly string[] = ['cancelled', 'no-show'];
export const BOOKING_PAYMENT_STATUSES = ['pending', 'paid', 'refunded'] as const;

/** States of an entry of the waitlist; `expired` is an offer that ran out, or an entry whose day has passed. */
export const WAITLIST_STATUSES = ['waiting', 'offered', 'booked', 'expired', 'left'] as const;
export type WaitlistStatus = (typeof WAITLIST_STATUSES)[number];

/** Allowed changes of status; a cancelled booking stays cancelled, because others can book its place. */
export const BOOKING_TRANSITIONS: Record<BookingStatus, readonly BookingStatus[]> = {
  confirmed: ['cancelled', 'no-show', 'completed'],
  'no-show': ['confirmed', 'completed'],
  completed: ['confirmed', 'no-show'],
  cancelled: [],
};

/** Days ahead for which slots exist and can be booked. */
export const BOOKING_HORIZON_DAYS = 180;
/** Minutes that a booking is planned for by default; a stored 0 means "not given". */
export const DEFAULT_BOOKING_MINUTES = 120;
export const MAX_BOOKING_MINUTES = 1440;

const REFERENCE = /^SPC-\d{13}-?[A-Z0-9]{5}$/;
/** Returns whether a text is a booking reference: 'SPC-', a millisecond timestamp, and five capitals or digits. */
export const isBookingReference = (text: unknown): text is string => typeof text === 'string' && REFERENCE.test(text);

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Returns a new booking reference; `bytes` are five random ones. */
export const newBookingReference = (ms: number, bytes: Uint8Array): string =>
  `SPC-${ms}-${Array.from(bytes.subarray(0, 5), (byte) => LETTERS[byte % LETTERS.length]).join('')}`;

/** Return the start and end of a window, "08:00" and "10:00". */
export const getStartTime = (window: TimeWindow): string => window.slice(0, 5);
export const getEndTime = (window: TimeWindow): string => window.slice(6);

/** Token of a manage link: 128 bits, base64url. */
export const MANAGE_TOKEN = /^[\w-]{22}$/;
