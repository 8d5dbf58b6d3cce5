import { eq } from 'drizzle-orm';
import { INVARIANTS } from '../../db/invariants';
import { activity, appointmentBookings, appointmentSlots, outbox, workOrders } from '../../db/schema';
import { toOutgoing } from '../../src/server/mail/outgoing';
import type { BookingServiceType, TimeWindow } from '../../src/shared/booking';
import { openShop } from './shop';

export type Shop = ReturnType<typeof openShop>;

/** A visitor's contact details; the slot comes from {@link slotOf}. */
export const CLIENT = {
  clientName: 'Maria Santos',
  clientEmail: 'maria@example.com',
  clientPhone: '(250) 555-0133',
  clientAddress: '12 Seymour St, Kamloops',
} as const;

/** A reference as the booking page makes it. */
export const REFERENCE = 'SPC-1795204800000-AB3DE';

/** A Tuesday some days after the shop's usual Friday. */
export const DAY = '2026-11-24';

/** Returns the slot of a day, window and service as a visitor sees it. */
export async function slotOf(
  shop: Shop,
  date: string = DAY,
  timeSlot: TimeWindow = '10:00-12:00',
  serviceType: BookingServiceType = 'residential',
) {
  const { rows } = await shop.visitor.booking.listSlots({ date });
  const slot = rows.find((row) => row.timeSlot === timeSlot && row.serviceType === serviceType);
  if (!slot) throw new Error(`No slot for ${serviceType} at ${timeSlot} on ${date}.`);
  return slot;
}

export async function bookSlot(shop: Shop, slotId: number, more: Record<string, unknown> = {}) {
  const booked = await shop.visitor.booking.book({ ...CLIENT, slotId, ...more });
  return { ...booked, token: booked.manageUrl.split('/').at(-1) ?? '' };
}

/** Returns the slots whose count differs from their bookings that are not cancelled. */
export const miscounted = (shop: Shop): unknown[] => shop.db.$client.prepare(INVARIANTS.slotsOtherThanTheirBookings).all();

/** All bookings as they are stored. */
export const bookings = (shop: Shop) => shop.rows(appointmentBookings);
/** All work orders as they are stored. */
export const orders = (shop: Shop) => shop.rows(workOrders);
/** The messages of a purpose as they are stored. */
export const message = (shop: Shop, purpose: string) => shop.db.select().from(outbox).where(eq(outbox.purpose, purpose)).all();

export const TODAY = '2026-11-20';

export const slotRows = (shop: Shop) => shop.rows(appointmentSlots);

export const listSlots = async (shop: Shop, date?: string) => (await shop.visitor.booking.listSlots({ date })).rows;

export const WINDOW = '10:00-12:00';

/** The messages without the reminders that every job ahead has. */
export const mailRows = (shop: Shop) => shop.rows(outbox).filter(({ purpose }) => purpose !== 'visit_reminder');
export const mailPurposes = (shop: Shop) => mailRows(shop).map(({ purpose }) => purpose);

export const bookingVerbs = (shop: Shop) =>
  shop
    .rows(activity)
    .filter(({ entityType }) => entityType === 'booking')
    .map(({ verb, actorKind }) => `${verb} by ${actorKind}`);

export const findBooking = (shop: Shop) => shop.db.select().from(appointmentBookings).get();

export const countBookings = async (shop: Shop, ...slot: Parameters<typeof slotOf> extends [Shop, ...infer Rest] ? Rest : never) =>
  (await slotOf(shop, ...slot)).currentBookings;

export const LATER = '2026-11-25';

/** A shop with one booking, of Tuesday at ten. */
export async function openWithBooking(more: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(more);
  const slot = await slotOf(shop);
  return { shop, slot, booked: await bookSlot(shop, slot.id, { specialRequests: 'One dog.' }) };
}

/** Returns the text of the calendar files of a stored message. */
export const calendarFile = ({ ctx }: Shop, message: typeof outbox.$inferSelect | undefined): string =>
  message
    ? toOutgoing(ctx, message)
        .attachments.map(({ content }) => content)
        .join('\n')
    : '';
