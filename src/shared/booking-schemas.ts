import { z } from 'zod';
import {
  BOOKING_PAYMENT_STATUSES,
  BOOKING_SERVICE_TYPES,
  BOOKING_STATUSES,
  DEFAULT_BOOKING_MINUTES,
  MAX_BOOKING_MINUTES,
  TIME_WINDOWS,
  WAITLIST_STATUSES,
  type WaitlistStatus,
} from './booking';
import { notifiable } from './confirmation';
import { moneyInput } from './money-input';
import { pageSchema } from './page';
import { FREQUENCIES } from './plans';
import { sentEstimateInput, sentEstimateSchema } from './pricing-schemas';
import {
  byId,
  idSchema,
  numberInput,
  optionalLine,
  optionalText,
  pageInput,
  personGuard,
  requiredAddress,
  requiredEmail,
  requiredLine,
  requiredPhone,
  smsConsent,
} from './text';
import { daySchema } from './time-input';

/** Day of the slots, today by default. */
export const slotQuery = pageInput.extend({
  date: daySchema.optional(),
  /** Key of the link of a booking that is to move, which then does not count itself. */
  token: z.string().max(200).optional(),
});

/** Slot as visitors see it: `isAvailable` is false if it has begun, is closed, or has no place left. */
const slotSchema = z.object({
  id: z.int(),
  date: z.string(),
  timeSlot: z.enum(TIME_WINDOWS),
  serviceType: z.enum(BOOKING_SERVICE_TYPES),
  isAvailable: z.boolean(),
  maxBookings: z.int(),
  currentBookings: z.int(),
  /** Places that the slot's capacity and the people of the company leave, for a job of the usual length. */
  freePlaces: z.int(),
  /** True if it is unavailable only because it is full or closed, so that visitors can join its waitlist. */
  isWaitable: z.boolean(),
});
export type Slot = z.output<typeof slotSchema>;
export const slotList = pageSchema(slotSchema);

const MINUTES = `Please enter whole minutes from 0 to ${MAX_BOOKING_MINUTES}.`;
const blank = (value: unknown) => (value === '' || value === null ? undefined : value);

/** Returns whole minutes, 0 for anything that is not a number; undefined when nothing was given. */
export function toWholeMinutes(given: unknown): number | undefined {
  const value = blank(given);
  if (value === undefined) return undefined;
  const minutes = typeof value === 'string' || typeof value === 'number' ? Math.trunc(Number(value)) : 0;
  return Number.isFinite(minutes) ? minutes : 0;
}

/** The office may book although too few people are free. */
const forcible = { force: z.boolean().optional() };

/** Booking form of a visitor. `totalAmount` is their own estimate; the server sets `status` and `paymentStatus`. */
export const bookingSubmission = z.object({
  slotId: idSchema,
  clientName: requiredLine(120),
  clientEmail: requiredEmail,
  clientPhone: requiredPhone,
  clientAddress: requiredAddress(240),
  serviceType: optionalLine(60),
  specialRequests: optionalText(4000),
  bookingReference: z.unknown().optional(),
  estimatedDuration: z.preprocess(
    toWholeMinutes,
    z.int(MINUTES).min(0, MINUTES).max(MAX_BOOKING_MINUTES, MINUTES).default(DEFAULT_BOOKING_MINUTES),
  ),
  totalAmount: z.preprocess(blank, moneyInput.default(0)),
  /** Referral code: the `ref` of the link that brought the visitor. */
  ref: optionalLine(60),
  /** Frequency of the service that the visitor wishes, from the booked visit on. */
  frequency: z
    .enum(FREQUENCIES, `Please choose how often: ${FREQUENCIES.join(', ')}.`)
    .nullish()
    .transform((frequency) => frequency ?? 'once'),
  estimate: sentEstimateInput,
  ...forcible,
  smsConsent,
  ...personGuard,
});
export type BookingSubmission = z.output<typeof bookingSubmission>;

const bookingFields = z.object({
  id: z.int(),
  slotId: z.int(),
  date: z.string(),
  timeSlot: z.enum(TIME_WINDOWS),
  serviceType: z.enum(BOOKING_SERVICE_TYPES),
  clientName: z.string(),
  clientEmail: z.string(),
  clientPhone: z.string(),
  clientAddress: z.string(),
  specialRequests: z.string().nullable(),
  status: z.enum(BOOKING_STATUSES),
  bookingReference: z.string(),
  estimatedDuration: z.int(),
  totalAmount: z.string(),
  paymentStatus: z.enum(BOOKING_PAYMENT_STATUSES),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** Booking as returned to the visitor; `manageUrl` is the page to move and cancel it. */
export const bookedSchema = bookingFields.extend({ manageUrl: z.string() });
export type Booked = z.output<typeof bookedSchema>;

/** Booking as the office sees it. */
export const staffBookingSchema = bookingFields.extend({
  frequency: z.enum(FREQUENCIES),
  /** The plan that its frequency proposed, or null. */
  planId: z.int().nullable(),
  estimate: sentEstimateSchema.nullable(),
  cancelReason: z.string().nullable(),
  /** Side that cancelled, or null. */
  cancelledBy: z.enum(['client', 'office']).nullable(),
  ref: z.string().nullable(),
  isFirstBooking: z.boolean(),
  clientId: z.int().nullable(),
  workOrderId: z.int().nullable(),
  /** Start of its job if that differs from the start of the window, or null. */
  agreedTime: z.string().nullable(),
  /** True if the work order was cancelled, so that another one may be created. */
  isWorkOrderCancelled: z.boolean(),
});
export type StaffBooking = z.output<typeof staffBookingSchema>;

export const byManageToken = z.object({ token: z.string().max(200) });
/** Holds what is left to pay of a booking's deposit, until when, and the page to pay it. */
export const openDeposit = z.object({ amount: z.string(), dueAt: z.string().nullable(), payUrl: z.string() });

/** Booking behind a manage link, and whether it may still be changed there. */
export const managedBookingSchema = bookingFields
  .pick({
    date: true,
    timeSlot: true,
    serviceType: true,
    clientName: true,
    clientAddress: true,
    specialRequests: true,
    status: true,
    bookingReference: true,
    slotId: true,
    estimatedDuration: true,
  })
  .extend({
    /** Time that replaces the window, or null. */
    agreedTime: z.string().nullable(),
    canChange: z.boolean(),
    changeableUntil: z.string(),
    cutoffHours: z.int(),
    cancelReason: z.string().nullable(),
    /** Null without a deposit, and once it is paid. */
    deposit: openDeposit.nullable(),
  });
export type ManagedBooking = z.output<typeof managedBookingSchema>;
export const manageMove = byManageToken.extend({ slotId: idSchema });
export const manageCancel = byManageToken.extend({ reason: optionalLine(400) });

/** One or seven days from `from` on; `bookingId` is a booking that is to move, which then does not count itself. */
export const calendarInput = z.object({ from: daySchema, days: z.union([z.literal(1), z.literal(7)]), bookingId: idSchema.optional() });
/** Slot as the office sees it: `isOpen` is its own switch, `isAvailable` the result of all rules, `canForce` if only people are missing. */
const staffSlotSchema = slotSchema.extend({ isOpen: z.boolean(), canForce: z.boolean(), notes: z.string().nullable() });
export type StaffSlot = z.output<typeof staffSlotSchema>;
const calendarDay = z.object({
  date: z.string(),
  isClosed: z.boolean(),
  closedReason: z.string().nullable(),
  slots: z.array(staffSlotSchema),
  bookings: z.array(staffBookingSchema),
});
export type CalendarDay = z.output<typeof calendarDay>;
export const bookingCalendar = z.object({ days: z.array(calendarDay) });
export const bookingSearch = z.object({
  search: optionalLine(100),
  status: z.enum(BOOKING_STATUSES).optional(),
  limit: z.int().min(1).max(100).default(25),
  cursor: idSchema.nullish(),
});
export const staffBookingList = pageSchema(staffBookingSchema);

export const bookingStatusChange = byId.extend({
  status: z.enum(BOOKING_STATUSES, `Please choose a status: ${BOOKING_STATUSES.join(', ')}.`),
  reason: optionalLine(400),
  /**
   * If missing, the server asks only before a no-show with an invoice or money received. If false, it also asks before a cancellation with
   * either of these, and before it completes a job that was cancelled or has no ticked task.
   */
  confirm: z.boolean().optional(),
  ...notifiable,
});
export const bookingMove = byId.extend({ slotId: idSchema, ...forcible, ...notifiable });
/** Closed day, such as a holiday; existing bookings stay. */
export const dayClosing = z.object({ date: daySchema, reason: optionalLine(120) });
export const byDay = z.object({ date: daySchema });
export const closedDayList = z.object({ days: z.array(z.object({ date: z.string(), reason: z.string().nullable() })) });
const CAPACITY = 'Please enter a whole number from 0 to 100.';
/** Change of the slots of one day and window, of one service or all: open or closed, and their capacity. */
export const slotChange = z.object({
  date: daySchema,
  timeSlot: z.enum(TIME_WINDOWS),
  serviceType: z.enum(BOOKING_SERVICE_TYPES).nullish(),
  isOpen: z.boolean().optional(),
  maxBookings: numberInput(CAPACITY).pipe(z.int(CAPACITY).min(0, CAPACITY).max(100, CAPACITY)).optional(),
  reason: optionalLine(120),
});

/** Form of a visitor who waits for a place of a full window, or of any window of a full day if `timeSlot` is null. */
export const waitlistSubmission = z.object({
  serviceType: z.enum(BOOKING_SERVICE_TYPES, 'Please choose a service.'),
  date: daySchema,
  timeSlot: z
    .enum(TIME_WINDOWS, 'Please choose a time window.')
    .nullish()
    .transform((timeSlot) => timeSlot ?? null),
  clientName: requiredLine(120),
  clientEmail: requiredEmail,
  clientPhone: requiredPhone,
  clientAddress: requiredAddress(240),
  ...personGuard,
});
export type WaitlistSubmission = z.output<typeof waitlistSubmission>;
export const waitlistToken = z.object({ token: z.string() });

const waitlistFields = z.object({
  status: z.enum(WAITLIST_STATUSES),
  /** Until when the offered place is held; null unless the status is `offered`. */
  offeredUntil: z.string().nullable(),
  serviceType: z.enum(BOOKING_SERVICE_TYPES),
  date: z.string(),
  /** The window that the visitor asked for; null for any of the day. */
  timeSlot: z.enum(TIME_WINDOWS).nullable(),
  /** The window of the offered or booked place. */
  offeredTimeSlot: z.enum(TIME_WINDOWS).nullable(),
});
/** Entry of the waitlist as its own page shows it, without personal data. */
export const waitlistEntrySchema = waitlistFields.extend({
  /** Reference and page of the booking that the entry became. */
  bookingReference: z.string().nullable(),
  manageUrl: z.string().nullable(),
});
export type WaitlistEntry = z.output<typeof waitlistEntrySchema>;
/** Entry of the waitlist as the office sees it. */
const staffWaitlistEntry = waitlistFields.extend({
  id: z.int(),
  clientName: z.string(),
  clientEmail: z.string(),
  clientPhone: z.string(),
  clientAddress: z.string(),
  bookingId: z.int().nullable(),
  createdAt: z.string(),
});
export type StaffWaitlistEntry = z.output<typeof staffWaitlistEntry>;
export const staffWaitlist = pageSchema(staffWaitlistEntry);
/** The statuses of each view of the waitlist. */
export const WAITLIST_VIEWS = { open: ['waiting', 'offered'], ended: ['booked', 'expired', 'left'] } as const satisfies Record<
  string,
  readonly WaitlistStatus[]
>;
export const waitlistView = z.enum(['open', 'ended']);
/** Page of the waitlist: the entries of a view, or all of them without one. */
export const waitlistPage = pageInput.extend({ view: waitlistView.optional() });
