import { Route } from '../../src/client/routes/_office._staff.bookings';
import type { StaffBooking } from '../../src/shared/booking-schemas';
import { bookSlot, slotOf } from './booking';
import { openOffice, openStaffPage } from './office';

export const TODAY = '2026-11-20';

/** Opens an office on a Friday, half past noon in Kamloops; it is already Saturday in the tests' own time zone. */
export const openBookings = () => openOffice({ now: '2026-11-20T19:30:00.000Z' });
type Office = ReturnType<typeof openBookings>;

/** Books a window as Maria, Tuesday at ten unless `slot` says otherwise. */
export const book = async (
  { shop }: Office,
  more: Record<string, unknown> = {},
  ...slot: Parameters<typeof slotOf> extends [unknown, ...infer Rest] ? Rest : never
) => bookSlot(shop, (await slotOf(shop, ...slot)).id, { clientAddress: '12 Seymour St', ...more });
/** Opens an office with one booking, of Tuesday at ten. */
export async function openWithBooking(more: Record<string, unknown> = {}) {
  const office = openBookings();
  const sent = { specialRequests: 'Two cats.', estimatedDuration: 90, totalAmount: '149', ref: 'customer', ...more };
  const booked = await book(office, sent);
  return { ...office, booked, booking: (): Promise<StaffBooking> => office.admin.booking.get({ id: 1 }) };
}
export const openPage = (address = '/bookings') => openStaffPage(Route, address);
