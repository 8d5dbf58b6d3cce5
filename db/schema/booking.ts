import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, unique, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  BOOKING_PAYMENT_STATUSES,
  BOOKING_SERVICE_TYPES,
  BOOKING_STATUSES,
  TIME_WINDOWS,
  WAITLIST_STATUSES,
} from '../../src/shared/booking';
import { FREQUENCIES } from '../../src/shared/plans';
import { emailKey, isDay, isMoney, isNotNegative, isOneOf, phoneKey } from './checks';
import { clients } from './clients';
import { workOrders } from './dispatch';
import { plans } from './plans';
import { teamMembers } from './team';

export const appointmentSlots = sqliteTable(
  'appointment_slots',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    date: text().notNull(),
    timeSlot: text({ enum: TIME_WINDOWS }).notNull(),
    serviceType: text({ enum: BOOKING_SERVICE_TYPES }).notNull(),
    isAvailable: integer({ mode: 'boolean' }).notNull().default(true),
    maxBookings: integer().notNull().default(2),
    currentBookings: integer().notNull().default(0),
    teamMemberId: integer().references(() => teamMembers.id, { onDelete: 'set null' }),
    notes: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    unique('appointment_slots_window').on(table.date, table.timeSlot, table.serviceType),
    check('appointment_slots_date', isDay(table.date)),
    check('appointment_slots_time_slot', isOneOf(table.timeSlot, TIME_WINDOWS)),
    check('appointment_slots_service_type', isOneOf(table.serviceType, BOOKING_SERVICE_TYPES)),
    check('appointment_slots_max_bookings', isNotNegative(table.maxBookings)),
    check('appointment_slots_seats', sql`${table.currentBookings} between 0 and ${table.maxBookings}`),
  ],
);

export const appointmentBookings = sqliteTable(
  'appointment_bookings',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    slotId: integer()
      .notNull()
      .references(() => appointmentSlots.id, { onDelete: 'restrict' }),
    clientName: text().notNull(),
    clientEmail: text().notNull(),
    clientPhone: text().notNull(),
    clientAddress: text().notNull(),
    serviceType: text({ enum: BOOKING_SERVICE_TYPES }).notNull(),
    specialRequests: text(),
    status: text({ enum: BOOKING_STATUSES }).notNull().default('confirmed'),
    bookingReference: text().notNull().unique(),
    estimatedDuration: integer().notNull().default(120),
    /** Cost that the visitor estimated; no price of the company's. */
    totalAmountCents: integer().notNull().default(0),
    paymentStatus: text({ enum: BOOKING_PAYMENT_STATUSES }).notNull().default('pending'),
    /** Hash of the request; a request that repeats the reference with other contents is rejected. */
    requestHash: text(),
    /** 128 random bits, base64url: the key of the manage link. */
    manageToken: text().unique(),
    /** Counts the versions of its calendar entry. */
    calendarSequence: integer().notNull().default(0),
    cancelReason: text(),
    cancelledBy: text({ enum: ['client', 'office'] }),
    /** Referral code of the link the client came through. The first booking online may earn both sides a reward. */
    ref: text(),
    isFirstBooking: integer({ mode: 'boolean' }).notNull().default(false),
    clientId: integer().references(() => clients.id, { onDelete: 'set null' }),
    /** Work order of the booking; a work order belongs to at most one booking. */
    workOrderId: integer().references((): AnySQLiteColumn => workOrders.id, { onDelete: 'set null' }),
    /** When the visitor agreed to text messages. */
    smsConsentAt: text(),
    /** Interval of service that the visitor chose; unless it is once, the booking proposes a plan. */
    frequency: text({ enum: FREQUENCIES }).notNull().default('once'),
    /** The plan that the booking proposed. */
    planId: integer().references((): AnySQLiteColumn => plans.id, { onDelete: 'set null' }),
    /** When the place is released unless the deposit was paid. */
    depositDueAt: text(),
    /** JSON of the inputs of the estimate that the visitor saw. */
    estimate: text(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('appointment_bookings_service_type', isOneOf(table.serviceType, BOOKING_SERVICE_TYPES)),
    check('appointment_bookings_status', isOneOf(table.status, BOOKING_STATUSES)),
    check('appointment_bookings_payment_status', isOneOf(table.paymentStatus, BOOKING_PAYMENT_STATUSES)),
    check('appointment_bookings_duration', sql`${table.estimatedDuration} between 0 and 1440`),
    check('appointment_bookings_cancelled_by', sql`${table.cancelledBy} is null or ${table.cancelledBy} in ('client', 'office')`),
    check('appointment_bookings_amount', isMoney(table.totalAmountCents)),
    index('appointment_bookings_slot').on(table.slotId),
    index('appointment_bookings_person').on(emailKey(sql`client_email`)),
    index('appointment_bookings_phone').on(phoneKey(sql`client_phone`)),
    index('appointment_bookings_status').on(table.status),
    index('appointment_bookings_created').on(table.createdAt, table.status),
    // Confirmed bookings without a work order, newest first.
    index('appointment_bookings_to_convert')
      .on(table.id, table.status, table.workOrderId)
      .where(sql`status = 'confirmed' and work_order_id is null`),
    index('appointment_bookings_client').on(table.clientId),
    index('appointment_bookings_deposit').on(table.depositDueAt).where(sql`deposit_due_at is not null and status = 'confirmed'`),
    uniqueIndex('appointment_bookings_work_order').on(table.workOrderId),
    uniqueIndex('appointment_bookings_plan').on(table.planId).where(sql`plan_id is not null`),
  ],
);

/** Days on which nothing can be booked, such as holidays; what was booked before stays. */
export const closedDays = sqliteTable(
  'closed_days',
  {
    date: text().primaryKey(),
    reason: text(),
    createdAt: text().notNull(),
  },
  (table) => [check('closed_days_date', isDay(table.date))],
);

/** People who wait for a place of a full day or window; an offered place is held by the slot's count until `offeredUntil`. */
export const waitlistEntries = sqliteTable(
  'waitlist_entries',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** 128 random bits, base64url: the key of the entry's page. */
    token: text().notNull().unique(),
    serviceType: text({ enum: BOOKING_SERVICE_TYPES }).notNull(),
    date: text().notNull(),
    /** Null for any window of the day. */
    timeSlot: text({ enum: TIME_WINDOWS }),
    clientName: text().notNull(),
    clientEmail: text().notNull(),
    clientPhone: text().notNull(),
    clientAddress: text().notNull(),
    status: text({ enum: WAITLIST_STATUSES }).notNull().default('waiting'),
    /** The slot whose place is held, and until when. */
    offeredSlotId: integer().references(() => appointmentSlots.id, { onDelete: 'restrict' }),
    offeredUntil: text(),
    bookingId: integer().references(() => appointmentBookings.id, { onDelete: 'set null' }),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
  },
  (table) => [
    check('waitlist_entries_date', isDay(table.date)),
    check('waitlist_entries_service_type', isOneOf(table.serviceType, BOOKING_SERVICE_TYPES)),
    check('waitlist_entries_status', isOneOf(table.status, WAITLIST_STATUSES)),
    check(
      'waitlist_entries_offer',
      sql`${table.status} <> 'offered' or (${table.offeredSlotId} is not null and ${table.offeredUntil} is not null)`,
    ),
    // The waiters of a day in their order.
    index('waitlist_entries_waiting').on(table.date, table.serviceType, table.id).where(sql`status = 'waiting'`),
    index('waitlist_entries_offered').on(table.offeredUntil).where(sql`status = 'offered'`),
    index('waitlist_entries_status').on(table.status),
    index('waitlist_entries_slot').on(table.offeredSlotId).where(sql`offered_slot_id is not null`),
    index('waitlist_entries_booking').on(table.bookingId).where(sql`booking_id is not null`),
    index('waitlist_entries_person').on(emailKey(sql`client_email`)).where(sql`status in ('waiting', 'offered')`),
    index('waitlist_entries_phone').on(phoneKey(sql`client_phone`)).where(sql`status in ('waiting', 'offered')`),
  ],
);

/** A booking with the day and window of its slot. */
export type BookedAppointment = typeof appointmentBookings.$inferSelect &
  Pick<typeof appointmentSlots.$inferSelect, 'date' | 'timeSlot'> & { isWorkOrderCancelled: boolean; jobStartsAt: string | null };
