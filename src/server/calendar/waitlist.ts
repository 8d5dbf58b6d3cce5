import { and, eq, sql } from 'drizzle-orm';
import { prepared } from '../../../db/prepared';
import { waitlistEntries } from '../../../db/schema';
import { DEFAULT_BOOKING_MINUTES } from '../../shared/booking';
import { windowBounds } from '../../shared/booking-times';
import { DomainError } from '../../shared/errors';
import { recordActivity } from '../activity';
import type { Ctx } from '../context';
import { publishAfterCommit } from '../live';
import { queueWaitlistOffer } from '../mail/messages/waitlist';
import { findSlots, reserveSlot, type SlotRow } from './service';

/** Time for which a freed place is held for the person it was offered to. */
const HOLD_MS = 3_600_000;

// The status is written out, so that SQLite uses the partial index.
const waitersOfDay = prepared((db) =>
  db
    .select()
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.date, sql.placeholder('date')), sql`status = 'waiting'`)),
);
type Waiter = typeof waitlistEntries.$inferSelect;

/** Records a change of an entry in the log and refreshes open screens. Call it inside a transaction. */
export function noteEntry(ctx: Ctx, id: number, verb: string): void {
  recordActivity(ctx, { verb: `waitlist.${verb}`, entityType: 'waitlist', entityId: id });
  publishAfterCommit(ctx, 'booking');
}

/**
 * Offers the free places of a day to the people who wait for them, in the order in which they joined. Each offered place stays reserved,
 * so that nobody else can book it. Call it inside the transaction that frees a place, after all changes to the booking and its job.
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
        offer(system, waiter, slot);
        break;
      }
      full.push(slot);
    }
    slots = slots.filter((slot) => !full.includes(slot));
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
function offer(ctx: Ctx, waiter: Waiter, slot: SlotRow): void {
  const now = ctx.now();
  const [begins] = windowBounds(slot);
  const offeredUntil = new Date(Math.min(now.getTime() + HOLD_MS, Date.parse(begins))).toISOString();
  ctx.db
    .update(waitlistEntries)
    .set({ status: 'offered', offeredSlotId: slot.id, offeredUntil, updatedAt: now.toISOString() })
    .where(eq(waitlistEntries.id, waiter.id))
    .run();
  queueWaitlistOffer(ctx, waiter, { timeSlot: slot.timeSlot, offeredUntil });
  noteEntry(ctx, waiter.id, 'offered');
}
