import type { waitlistEntries } from '../../../../db/schema';
import { SERVICE_NAMES, type TimeWindow } from '../../../shared/booking';
import { formatDateTime, formatDay, formatWindow } from '../../../shared/time';
import type { Ctx } from '../../context';
import { queueFromTemplate } from '../templates';

type Waiter = typeof waitlistEntries.$inferSelect;

const toMessage = <Kind extends 'waitlist-joined' | 'waitlist-offer'>({ id, clientEmail, offeredUntil }: Waiter, purpose: Kind) => ({
  purpose,
  to: clientEmail,
  relatedType: 'waitlist',
  relatedId: id,
  dedupeKey: `${purpose}:${id}${offeredUntil === null ? '' : `:${offeredUntil}`}`,
});

const getFacts = (ctx: Ctx, { token, clientName, serviceType, date }: Waiter) => ({
  customerName: clientName,
  service: SERVICE_NAMES[serviceType],
  date: formatDay(date),
  waitlistLink: `${ctx.origin}/waitlist/${token}`,
});

/** Queues the confirmation to a person who joined the waitlist. Call it inside the transaction that adds the entry. */
export function queueWaitlistJoined(ctx: Ctx, waiter: Waiter): void {
  const time = waiter.timeSlot === null ? 'any time' : formatWindow(waiter.timeSlot);
  queueFromTemplate(ctx, { ...toMessage(waiter, 'waitlist-joined'), values: { ...getFacts(ctx, waiter), time } });
}

/** Queues the offer of a place that is held for a person. Call it inside the transaction that reserves the place. */
export function queueWaitlistOffer(
  ctx: Ctx,
  waiter: Waiter,
  { timeSlot, offeredUntil }: { timeSlot: TimeWindow; offeredUntil: string },
): void {
  const values = { ...getFacts(ctx, waiter), time: formatWindow(timeSlot), heldUntil: formatDateTime(offeredUntil) };
  queueFromTemplate(ctx, { ...toMessage(waiter, 'waitlist-offer'), values });
}
