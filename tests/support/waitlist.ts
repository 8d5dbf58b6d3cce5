import { checkInvariants } from '../../db/invariants';
import { waitlistEntries } from '../../db/schema';
import type { WaitlistSubmission } from '../../src/shared/booking-schemas';
import { bookSlot, DAY, type Shop, slotOf, WINDOW } from './booking';
import { openShop } from './shop';

/** Returns what a visitor sends to wait for Tuesday at ten; each `name` is a different visitor. */
export const waiter = (name: string, more: Partial<WaitlistSubmission> = {}) => ({
  serviceType: 'residential' as const,
  date: DAY,
  timeSlot: WINDOW as WaitlistSubmission['timeSlot'],
  clientName: name,
  clientEmail: `${name.toLowerCase()}@example.com`,
  clientPhone: `250-555-${String(1000 + ([...name].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0) % 9000))}`,
  clientAddress: '9 Battle St, Kamloops',
  ...more,
});

/** Books all places of a window, each for a person of their own. */
export async function fillSlot(shop: Shop, ...where: Parameters<typeof slotOf> extends [Shop, ...infer Rest] ? Rest : never) {
  const slot = await slotOf(shop, ...where);
  const booked = [];
  for (let place = slot.currentBookings; place < slot.maxBookings; place++) {
    const who = `${slot.id}-${place}`;
    booked.push(
      await bookSlot(shop, slot.id, { clientEmail: `first${who}@example.com`, clientPhone: `778-555-${1000 + slot.id * 10 + place}` }),
    );
  }
  return { slot, booked };
}

/** The entries as stored, such as "Ann waiting". */
export const entries = (shop: Shop) => shop.rows(waitlistEntries).map(({ clientName, status }) => `${clientName} ${status}`);
/** The rules of every database that are broken. */
export const faults = (shop: Shop) => checkInvariants(shop.db.$client).filter(({ count }) => count > 0);
export const cancel = (shop: Shop, token = '') => shop.visitor.booking.cancelManaged({ token });

/** A shop whose Tuesday at ten is full, and the people who wait for it. */
export async function openFull(...names: string[]) {
  const shop = openShop();
  const { slot, booked } = await fillSlot(shop);
  const tokens: string[] = [];
  for (const name of names) tokens.push((await shop.visitor.booking.joinWaitlist(waiter(name))).token);
  const [first = '', second = '', third = ''] = tokens;
  const read = (token: string) => shop.visitor.booking.getWaitlistEntry({ token });
  return { shop, slot, booked, first, second, third, read, cancelFirst: () => cancel(shop, booked[0]?.token) };
}
