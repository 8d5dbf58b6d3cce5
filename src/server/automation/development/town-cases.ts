import { and, desc, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import { appointmentBookings, contactInquiries, orders, workOrders } from '../../../../db/schema';
import { groupBy } from '../../../shared/statistics';
import { findTownName } from '../../../shared/town-names';
import type { Ctx } from '../../context';

/** Rows of each type that are read for one period at most, the newest first. */
const MOST_CASES = 2000;
/** The town stands at the end of an address, so only so many characters of it are searched. */
const MOST_CHARACTERS = 240;

/** A request, booking or order and the address it came from. */
export type TownCase = { type: 'quote' | 'booking' | 'order'; id: number; at: string; email: string; address: string | null };
/** Orders of supplies are no demand for cleaning, so growth counts requests and bookings only, as the market analysis does. */
export const isDemand = ({ type }: TownCase): boolean => type !== 'order';
type Period = { from: string; to: string };

const SOURCES = {
  quote: {
    table: contactInquiries,
    columns: { id: contactInquiries.id, at: contactInquiries.createdAt, email: contactInquiries.email, address: contactInquiries.address },
    // The plus keeps SQLite on the index of the instants.
    isCounted: sql`+${isNull(contactInquiries.deletedAt)}`,
  },
  booking: {
    table: appointmentBookings,
    columns: {
      id: appointmentBookings.id,
      at: appointmentBookings.createdAt,
      email: appointmentBookings.clientEmail,
      address: appointmentBookings.clientAddress,
    },
    isCounted: ne(appointmentBookings.status, 'cancelled'),
  },
  order: {
    table: orders,
    columns: { id: orders.orderNumber, at: orders.createdAt, email: orders.customerEmail, address: orders.shippingAddress },
    isCounted: ne(orders.status, 'cancelled'),
  },
};

function listCases({ db }: Ctx, type: TownCase['type'], { from, to }: Period): TownCase[] {
  const { table, columns, isCounted } = SOURCES[type];
  const rows = db
    .select(columns)
    .from(table)
    .where(and(gte(columns.at, from), lt(columns.at, to), isCounted))
    .orderBy(desc(columns.at))
    .limit(MOST_CASES)
    .all();
  return rows.map((row) => ({ type, ...row }));
}

const findTown = ({ address }: TownCase): string | undefined => findTownName(address?.trim().slice(-MOST_CHARACTERS) ?? '');

/** Returns the cases of a period by town, how many addresses name no known town, and whether there were more cases than were read. */
export function readTownCases(ctx: Ctx, period: Period) {
  const rows = {
    quote: listCases(ctx, 'quote', period),
    booking: listCases(ctx, 'booking', period),
    order: listCases(ctx, 'order', period),
  };
  const cases = [...rows.quote, ...rows.booking, ...rows.order];
  const byTown = groupBy(
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
