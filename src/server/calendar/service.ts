import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type Db, inTransaction } from '../../../db/client';
import { cutPage, prepared } from '../../../db/prepared';
import { appointmentBookings, appointmentSlots, type BookedAppointment, closedDays } from '../../../db/schema';
import { BOOKING_HORIZON_DAYS, BOOKING_SERVICE_TYPES, DEFAULT_BOOKING_MINUTES, TIME_WINDOWS, type TimeWindow } from '../../shared/booking';
import type { bookingCalendar, calendarInput, StaffBooking, StaffSlot, slotList, slotQuery } from '../../shared/booking-schemas';
import { closureRefusal, FULLY_BOOKED, getAgreedTime, noticeRefusal, timeRefusal, windowBounds } from '../../shared/booking-times';
import { addDays } from '../../shared/calendar-day';
import { DomainError } from '../../shared/errors';
import { formatCents } from '../../shared/money';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { readSentEstimate } from '../pricing/sent-estimates';
import { getSettings } from '../settings/service';
import { isOverbooked, type Job, readFreePeople } from './capacity';

const slotColumns = {
  id: appointmentSlots.id,
  date: appointmentSlots.date,
  timeSlot: appointmentSlots.timeSlot,
  serviceType: appointmentSlots.serviceType,
  isOpen: appointmentSlots.isAvailable,
  maxBookings: appointmentSlots.maxBookings,
  currentBookings: appointmentSlots.currentBookings,
  notes: appointmentSlots.notes,
};
/** Slot as stored: the office sets `isOpen`, and `isAvailable`, `freePlaces`, `isWaitable` and `canForce` are computed from all rules. */
export type SlotRow = Omit<StaffSlot, 'isAvailable' | 'freePlaces' | 'isWaitable' | 'canForce'>;

const slotsOfDay = prepared((db) =>
  db
    .select(slotColumns)
    .from(appointmentSlots)
    .where(eq(appointmentSlots.date, sql.placeholder('date'))),
);
const slotById = prepared((db) =>
  db
    .select(slotColumns)
    .from(appointmentSlots)
    .where(eq(appointmentSlots.id, sql.placeholder('id'))),
);
export const closedDay = prepared((db) =>
  db
    .select({ date: closedDays.date, reason: closedDays.reason })
    .from(closedDays)
    .where(eq(closedDays.date, sql.placeholder('date'))),
);
export const isClosedDay = (ctx: Ctx, date: string): boolean => closedDay(ctx.db).get({ date }) !== undefined;
/** Counts the bookings of a slot's window over all services. The alias `w` keeps the summed rows apart from the slot itself. */
const bookingsInWindow = sql<number>`(select coalesce(sum(w.current_bookings), 0) from appointment_slots w
  where w.date = ${appointmentSlots}.date and w.time_slot = ${appointmentSlots}.time_slot)`;
const windowCount = prepared((db) =>
  db
    .select({ bookings: bookingsInWindow })
    .from(appointmentSlots)
    .where(eq(appointmentSlots.id, sql.placeholder('id'))),
);

const [crewCap, at] = [sql.placeholder('crewCap'), sql.placeholder('at')];
/** Reserves a place if one is free. This statement alone decides, so that two visitors never get the last place. */
const slotReservation = prepared((db) =>
  db
    .update(appointmentSlots)
    .set({ currentBookings: sql`${appointmentSlots.currentBookings} + 1`, updatedAt: sql`${at}` })
    .where(
      and(
        eq(appointmentSlots.id, sql.placeholder('id')),
        eq(appointmentSlots.isAvailable, true),
        sql`${appointmentSlots.currentBookings} < ${appointmentSlots.maxBookings}`,
        sql`not exists (select 1 from ${closedDays} where ${closedDays}.date = ${appointmentSlots}.date)`,
        sql`(${crewCap} is null or ${bookingsInWindow} < ${crewCap})`,
      ),
    ),
);
const slotRelease = prepared((db) =>
  db
    .update(appointmentSlots)
    .set({ currentBookings: sql`${appointmentSlots.currentBookings} - 1`, updatedAt: sql`${at}` })
    .where(eq(appointmentSlots.id, sql.placeholder('id'))),
);

export function getSlot(ctx: Ctx, id: number): SlotRow {
  const slot = slotById(ctx.db).get({ id });
  if (!slot) throw new DomainError('NOT_FOUND', 'This time window does not exist.');
  return slot;
}

/** Work of a booking in its new slot; `force` takes the place although too few people are free. */
export type Placing = Omit<Job, 'begins'> & { force?: boolean };

/**
 * Reserves a place of a slot. Call it inside a transaction. Throws CONFLICT with the reason if no place is free, if too few people are, or
 * if it is too late for a visitor to choose the window.
 */
export function reserveSlot(ctx: Ctx, slot: SlotRow, { force = false, ...job }: Placing): void {
  const settings = getSettings(ctx);
  const now = ctx.now();
  const refusal = timeRefusal(slot, settings, now) ?? (ctx.actor.kind === 'admin' ? undefined : noticeRefusal(slot, settings, now));
  if (refusal) throw new DomainError('CONFLICT', refusal);
  if (!force && isOverbooked(ctx, { ...job, begins: windowBounds(slot)[0] })) throw new DomainError('CONFLICT', FULLY_BOOKED);
  if (slotReservation(ctx.db).run({ id: slot.id, crewCap: settings.crewCap, at: now.toISOString() }).changes === 1) return;
  const isDayClosed = isClosedDay(ctx, slot.date);
  const bookedInWindow = windowCount(ctx.db).get({ id: slot.id })?.bookings ?? 0;
  throw new DomainError('CONFLICT', closureRefusal({ ...slot, isDayClosed, bookedInWindow }, settings) ?? FULLY_BOOKED);
}

/** Frees a place of a slot. Call it inside the transaction that moves or cancels the booking. */
export function releaseSlot(ctx: Ctx, slotId: number): void {
  slotRelease(ctx.db).run({ id: slotId, at: ctx.now().toISOString() });
}

const SLOTS_A_DAY = BOOKING_SERVICE_TYPES.length * TIME_WINDOWS.length;
const getSlotOrder = ({ serviceType, timeSlot }: SlotRow) =>
  BOOKING_SERVICE_TYPES.indexOf(serviceType) * TIME_WINDOWS.length + TIME_WINDOWS.indexOf(timeSlot);

/** Returns the slots of a day by service and window, and creates the missing ones of a day that can be booked. */
export function findSlots(ctx: Ctx, date: string): SlotRow[] {
  let rows: SlotRow[] = slotsOfDay(ctx.db).all({ date });
  const today = businessDay(ctx.now());
  if (rows.length < SLOTS_A_DAY && date >= today && date <= addDays(today, BOOKING_HORIZON_DAYS)) {
    makeSlots(ctx, date);
    rows = slotsOfDay(ctx.db).all({ date });
  }
  return rows.sort((a, b) => getSlotOrder(a) - getSlotOrder(b));
}

function makeSlots(ctx: Ctx, date: string): void {
  const createdAt = ctx.now().toISOString();
  const maxBookings = getSettings(ctx).slotCapacity;
  const wanted = BOOKING_SERVICE_TYPES.flatMap((serviceType) =>
    TIME_WINDOWS.map((timeSlot) => ({ date, timeSlot, serviceType, maxBookings, createdAt, updatedAt: createdAt })),
  );
  inTransaction(ctx.db, () => {
    const made = ctx.db.insert(appointmentSlots).values(wanted).onConflictDoNothing().run().changes;
    if (made > 0) recordActivity(ctx, { verb: 'slots.created', entityType: 'day', entityId: date, data: { slots: made } });
  });
}

// The office needs no notice for its bookings. `job` is the work to place, by default one person's job of the usual length.
type View = { isOffice?: boolean; job?: Omit<Job, 'begins'> | undefined };
const USUAL_JOB = { minutes: DEFAULT_BOOKING_MINUTES, people: 1 };

/** Returns the slots of a day as all rules make them, and whether the day is closed. */
export function readDay(ctx: Ctx, date: string, { isOffice = false, job: { minutes, people, replaces } = USUAL_JOB }: View = {}) {
  const rows = findSlots(ctx, date);
  const closed = closedDay(ctx.db).get({ date });
  const settings = getSettings(ctx);
  const now = ctx.now();
  /** Free people, none if they are too few for the job. */
  const toPlaces = (free = Infinity) => (free < people ? 0 : free);
  const countFreePeople = readFreePeople(ctx, date, replaces);
  const countBooked = ({ id, currentBookings }: SlotRow) => (id === replaces?.slotId ? currentBookings - 1 : currentBookings);
  const states = new Map<TimeWindow, { isTime: boolean; bookedInWindow: number; freeInWindow: number }>();
  for (const timeSlot of TIME_WINDOWS) {
    const window = { date, timeSlot };
    const bookedInWindow = rows.reduce((sum, row) => sum + (row.timeSlot === timeSlot ? countBooked(row) : 0), 0);
    states.set(timeSlot, {
      isTime: (timeRefusal(window, settings, now) ?? (isOffice ? undefined : noticeRefusal(window, settings, now))) === undefined,
      bookedInWindow,
      freeInWindow: Math.min(
        settings.crewCap === null ? Infinity : settings.crewCap - bookedInWindow,
        toPlaces(countFreePeople?.({ begins: windowBounds(window)[0], minutes })),
      ),
    });
  }
  const slots = rows.map((row): StaffSlot => {
    const { isTime = false, bookedInWindow = 0, freeInWindow = 0 } = states.get(row.timeSlot) ?? {};
    const isClosed = closureRefusal({ isOpen: row.isOpen, isDayClosed: closed !== undefined, bookedInWindow }, settings) !== undefined;
    const freePlaces = Math.max(0, Math.min(row.maxBookings - countBooked(row), freeInWindow));
    const isOffered = isTime && !isClosed;
    const canForce = isOffered && freePlaces === 0 && countBooked(row) < row.maxBookings;
    const isAvailable = isOffered && freePlaces > 0;
    // Copying the rows would take as long as all else here.
    return Object.assign(row, { freePlaces, isAvailable, isWaitable: isTime && !isAvailable, canForce });
  });
  return { date, isClosed: closed !== undefined, closedReason: closed?.reason ?? null, slots };
}

/**
 * Returns the slots of a day (today by default) by service and window. The first request for a day up to the booking horizon creates its
 * slots; other days show those they have. A cursor that is not a slot of the day ends the list. `job` is the work of a booking that is to
 * move.
 */
export function listSlots(ctx: Ctx, { date, limit, cursor }: z.output<typeof slotQuery>, job?: View['job']): z.output<typeof slotList> {
  const { slots } = readDay(ctx, date ?? businessDay(ctx.now()), { job });
  const start = cursor === undefined ? 0 : slots.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && start === 0) return { rows: [], nextCursor: null };
  return cutPage(slots.slice(start), limit, ({ id }) => id);
}

export const bookingColumns = {
  ...getTableColumns(appointmentBookings),
  date: appointmentSlots.date,
  timeSlot: appointmentSlots.timeSlot,
  /** Start of its job; null without a job, or if the job is cancelled. */
  jobStartsAt: sql<
    string | null
  >`(select scheduled_date from work_orders where id = ${appointmentBookings.workOrderId} and status <> 'cancelled')`,
  isWorkOrderCancelled:
    sql`exists (select 1 from work_orders where id = ${appointmentBookings.workOrderId} and status = 'cancelled')`.mapWith(Boolean),
};
/** Selects bookings with the day and window of their slots. */
export const bookingQuery = (db: Db) =>
  db.select(bookingColumns).from(appointmentBookings).innerJoin(appointmentSlots, eq(appointmentSlots.id, appointmentBookings.slotId));
/**
 * Formats freshly read bookings for the wire. Changes the rows in place, because copying them would take longer than reading them; the
 * output schemas leave out the columns that are not for the wire.
 */
export const toStaffBookings = (rows: BookedAppointment[]): StaffBooking[] => rows.map((row) => Object.assign(row, toShown(row)));
/** Formats a booking for the wire. */
export const toStaffBooking = (row: BookedAppointment): StaffBooking => ({ ...row, ...toShown(row) });
const toShown = (row: BookedAppointment) => ({
  estimate: readSentEstimate(row.estimate),
  agreedTime: getAgreedTime(row),
  totalAmount: formatCents(row.totalAmountCents),
});

const bookingsOfDay = prepared((db) =>
  bookingQuery(db)
    .where(eq(appointmentSlots.date, sql.placeholder('date')))
    .orderBy(asc(appointmentSlots.timeSlot), asc(appointmentSlots.serviceType), asc(appointmentBookings.id)),
);

/** Returns one or seven days, each with its slots, as they are for a job, and all its bookings by window. */
export function getCalendar(
  ctx: Ctx,
  { from, days }: Pick<z.output<typeof calendarInput>, 'from' | 'days'>,
  job?: View['job'],
): z.output<typeof bookingCalendar> {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  return {
    days: dates.map((date) => ({
      ...readDay(ctx, date, { isOffice: true, job }),
      bookings: toStaffBookings(bookingsOfDay(ctx.db).all({ date })),
    })),
  };
}
