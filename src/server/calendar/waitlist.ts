import { and, eq, inArray, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { waitlistEntries } from '../../../db/schema';
import { type BookingServiceType, DEFAULT_BOOKING_MINUTES, type TimeWindow } from '../../shared/booking';
import { windowBounds } from '../../shared/booking-times';
import { DomainError } from '../../shared/errors';
import { businessDay } from '../../shared/time';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueWaitlistOffer } from '../mail/messages/waitlist';
import { findSlots, releaseSlot, reserveSlot, type SlotRow } from './service';

/** Time for which a freed place is held for the person it was offered to. */
const HOLD_MS = 3_600_000;

/** The people who wait for a day. It names its index: SQLite would prefer the index of all statuses. */
const waitersOfDay = prepared((db) =>
  db
    .select({ id: sql<number>`id`, serviceType: sql<BookingServiceType>`service_type`, timeSlot: sql<TimeWindow | null>`time_slot` })
    .from(sql`waitlist_entries indexed by waitlist_entries_waiting`)
    .where(sql`status = 'waiting' and date = ${sql.placeholder('date')}`),
);

const waitingDays = prepared((db) =>
  db
    .selectDistinct({ date: sql<string>`date` })
    .from(sql`waitlist_entries indexed by waitlist_entries_waiting`)
    .where(sql`status = 'waiting' and date >= ${sql.placeholder('today')}`),
);
/** Returns the days for which people wait. */
export const listWaitingDays = (ctx: Ctx): string[] =>
  waitingDays(ctx.db)
    .all({ today: businessDay(ctx.now()) })
    .map(({ date }) => date);

/** Records a change of an entry in the log and refreshes open screens. Call it inside a transaction. */
export function noteEntry(ctx: Ctx, id: number, verb: string): void {
  recordActivity(ctx, { verb: `waitlist.${verb}`, entityType: 'waitlist', entityId: id });
  publishAfterCommit(ctx, 'booking');
}

/**
 * Offers the free places of a day to the people who wait for them, in the order in which they joined. Each offered place stays reserved,
 * so that no other visitor can book it. Call it inside the transaction that frees a place, after all changes to the booking and its job.
 */
export function offerFreePlaces(ctx: Ctx, date: string): void {
  const waiters = waitersOfDay(ctx.db).all({ date });
  if (waiters.length === 0) return;
  // The office may book what visitors may not, but the waitlist gets only what every visitor could book.
  const system: Ctx = { ...ctx, actor: { kind: 'system' } };
  let slots = findSlots(ctx, date);
  for (const waiter of waiters.sort((a, b) => a.id - b.id)) {
    const wanted = slots.filter(
      ({ serviceType, timeSlot }) => serviceType === waiter.serviceType && timeSlot === (waiter.timeSlot ?? timeSlot),
    );
    const full: SlotRow[] = [];
    for (const slot of wanted) {
      if (canReserve(system, slot)) {
        offer(system, waiter.id, slot);
        break;
      }
      full.push(slot);
    }
    slots = slots.filter((slot) => !full.includes(slot));
  }
}

/** Offers the free places of all days, as {@link offerFreePlaces} does. Call it inside a transaction that changes how many there are. */
export function offerAllFreePlaces(ctx: Ctx): void {
  for (const day of listWaitingDays(ctx)) offerFreePlaces(ctx, day);
}

/**
 * Takes back the offers of a day, or of some of its slots, that the office closes: their places are free again, and the people wait again,
 * first in line as before. Call it inside the transaction that closes them.
 */
export function withdrawOffers(ctx: Ctx, date: string, slots?: readonly SlotRow[]): void {
  const ids = slots?.map(({ id }) => id);
  const offered = and(eq(waitlistEntries.date, date), sql`status = 'offered'`, ids && inArray(waitlistEntries.offeredSlotId, ids));
  for (const { id, offeredSlotId } of ctx.db.select().from(waitlistEntries).where(offered).all()) {
    if (offeredSlotId !== null) releaseSlot(ctx, offeredSlotId);
    ctx.db
      .update(waitlistEntries)
      .set({ status: 'waiting', offeredSlotId: null, offeredUntil: null, updatedAt: ctx.now().toISOString() })
      .where(eq(waitlistEntries.id, id))
      .run();
    noteEntry(ctx, id, 'withdrawn');
  }
}

/** Reserves a place of a slot if one is free. */
function canReserve(ctx: Ctx, slot: SlotRow): boolean {
  try {
    reserveSlot(ctx, slot, { minutes: DEFAULT_BOOKING_MINUTES, people: 1 });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Holds a reserved place for a person until an hour has passed or its window begins. */
function offer(ctx: Ctx, id: number, slot: SlotRow): void {
  const now = ctx.now();
  const [begins] = windowBounds(slot);
  const offeredUntil = new Date(Math.min(now.getTime() + HOLD_MS, Date.parse(begins))).toISOString();
  const waiter = ctx.db
    .update(waitlistEntries)
    .set({ status: 'offered', offeredSlotId: slot.id, offeredUntil, updatedAt: now.toISOString() })
    .where(eq(waitlistEntries.id, id))
    .returning()
    .get();
  queueWaitlistOffer(ctx, waiter, { timeSlot: slot.timeSlot, offeredUntil });
  noteEntry(ctx, id, 'offered');
}
