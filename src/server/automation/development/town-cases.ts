import { and, desc, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import { appointmentBookings, contactInquiries, orders, workOrders } from '../../../../db/schema';
import { findTownName } from '../../../shared/town-names';
import type { Ctx } from '../../context';
import { groupByKey } from './search';

/** Rows of each type that are read for one period at most, the newest first. */
const MOST_CASES = 2000;
/** The town stands at the end of an address, so only so many characters of it are searched. */
const MOST_CHARACTERS = 240;

/** A request, booking or order and the address it came from. */
export type TownCase = { type: 'quote' | 'booking' | 'order'; id: number; at: string; email: string; address: string | null };
/** Orders of supplies are no demand for cleaning, so growth counts requests and bookings only, as the market analysis does. */
export const isDemand = ({ type }: TownCase): boolean => type !== 'order';
type Period = { from: string; to: string };

const within = (at: Parameters<typeof gte>[0], { from, to }: Period) => and(gte(at, from), lt(at, to));
const listInquiries = ({ db }: Ctx, period: Period) =>
  db
    .select({
      id: contactInquiries.id,
      at: contactInquiries.createdAt,
      email: contactInquiries.email,
      address: contactInquiries.address,
    })
    .from(contactInquiries)
    .where(and(within(contactInquiries.createdAt, period), sql`+${isNull(contactInquiries.deletedAt)}`))
    .orderBy(desc(contactInquiries.createdAt))
    .limit(MOST_CASES)
    .all();
const listBookings = ({ db }: Ctx, period: Period) =>
  db
    .select({
      id: appointmentBookings.id,
      at: appointmentBookings.createdAt,
      email: appointmentBookings.clientEmail,
      address: appointmentBookings.clientAddress,
    })
    .from(appointmentBookings)
    .where(and(within(appointmentBookings.createdAt, period), ne(appointmentBookings.status, 'cancelled')))
    .orderBy(desc(appointmentBookings.createdAt))
    .limit(MOST_CASES)
    .all();
const listOrders = ({ db }: Ctx, period: Period) =>
  db
    .select({ id: orders.orderNumber, at: orders.createdAt, email: orders.customerEmail, address: orders.shippingAddress })
    .from(orders)
    .where(and(within(orders.createdAt, period), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.createdAt))
    .limit(MOST_CASES)
    .all();

const findTown = ({ address }: TownCase): string | undefined => findTownName(address?.trim().slice(-MOST_CHARACTERS) ?? '');

/** Returns the cases of a period by town, how many addresses name no known town, and whether there were more cases than were read. */
export function readTownCases(ctx: Ctx, period: Period) {
  const rows = { quote: listInquiries(ctx, period), booking: listBookings(ctx, period), order: listOrders(ctx, period) };
  const cases = (['quote', 'booking', 'order'] as const).flatMap((type) => rows[type].map((row): TownCase => ({ type, ...row })));
  const byTown = groupByKey(
    cases.filter(({ address }) => address?.trim()),
    (one) => findTown(one) ?? '',
  );
  const withoutTown = byTown.get('')?.length ?? 0;
  byTown.delete('');
  const examined = { quote: rows.quote.length, booking: rows.booking.length, order: rows.order.length };
  return { byTown, examined, withoutTown, isTruncated: Object.values(examined).includes(MOST_CASES) };
}

/** Returns the work orders created since an instant with the service of each. */
export const listOrderedServices = ({ db }: Ctx, from: string) =>
  db
    .select({ id: workOrders.id, serviceType: workOrders.serviceType, at: workOrders.createdAt })
    .from(workOrders)
    // Only the scheduled day has an index, and a work order is never scheduled before it was created.
    .where(and(gte(workOrders.scheduledDate, from), gte(workOrders.createdAt, from), ne(workOrders.status, 'cancelled')))
    .orderBy(desc(workOrders.scheduledDate))
    .limit(MOST_CASES)
    .all();
