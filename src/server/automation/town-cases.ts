import { and, desc, gte, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { appointmentBookings, contactInquiries, orders, workOrders } from '../../../db/schema';
import { findTownName } from '../../shared/town-names';
import { prepared } from '../prepared';
import type { Ctx } from '../trpc';

/** Rows of a kind that are looked at in one period, the newest. */
const MOST_CASES = 2000;
/** The end of an address names the town. */
const MOST_CHARACTERS = 240;
const given = sql.placeholder;

/** Somebody who asked, booked or ordered from somewhere. */
export type TownCase = { type: 'quote' | 'booking' | 'order'; id: number; at: string; email: string; address: string | null };
/** Whether it is a request or a booking, by which alone growth is told, as the market analysis tells it of the same towns. */
export const isDemand = ({ type }: TownCase): boolean => type !== 'order';
type Period = { from: string; to: string };

const within = (at: Parameters<typeof gte>[0]): SQL | undefined => and(gte(at, given('from')), lt(at, given('to')));
const inquiriesOf = (db: Db) =>
  db
    .select({
      id: contactInquiries.id,
      at: contactInquiries.createdAt,
      email: contactInquiries.email,
      address: contactInquiries.address,
    })
    .from(contactInquiries)
    .where(and(within(contactInquiries.createdAt), sql`+${isNull(contactInquiries.deletedAt)}`))
    .orderBy(desc(contactInquiries.createdAt))
    .limit(MOST_CASES)
    .prepare();
const bookingsOf = (db: Db) =>
  db
    .select({
      id: appointmentBookings.id,
      at: appointmentBookings.createdAt,
      email: appointmentBookings.clientEmail,
      address: appointmentBookings.clientAddress,
    })
    .from(appointmentBookings)
    .where(and(within(appointmentBookings.createdAt), ne(appointmentBookings.status, 'cancelled')))
    .orderBy(desc(appointmentBookings.createdAt))
    .limit(MOST_CASES)
    .prepare();
const ordersOf = (db: Db) =>
  db
    .select({ id: orders.orderNumber, at: orders.createdAt, email: orders.customerEmail, address: orders.shippingAddress })
    .from(orders)
    .where(and(within(orders.createdAt), ne(orders.status, 'cancelled')))
    .orderBy(desc(orders.createdAt))
    .limit(MOST_CASES)
    .prepare();
const READS = [
  ['quote', prepared(inquiriesOf)],
  ['booking', prepared(bookingsOf)],
  ['order', prepared(ordersOf)],
] as const;

/** The cases of a period by the town of their address, how many addresses told none, and whether there were more cases than are looked at. */
export function readTowns(ctx: Ctx, period: Period) {
  const byTown = new Map<string, TownCase[]>();
  const examined = { quote: 0, booking: 0, order: 0 };
  let untold = 0;
  for (const [type, read] of READS) {
    const rows = read(ctx.db).all(period);
    examined[type] = rows.length;
    for (const row of rows) {
      const address = row.address?.trim().slice(-MOST_CHARACTERS) ?? '';
      if (address === '') continue;
      const town = findTownName(address);
      if (town === undefined) {
        untold += 1;
        continue;
      }
      const cases = byTown.get(town);
      if (cases) cases.push({ type, ...row });
      else byTown.set(town, [{ type, ...row }]);
    }
  }
  return { byTown, examined, untold, isCut: Object.values(examined).includes(MOST_CASES) };
}

const plannedServices = prepared((db) =>
  db
    .select({ id: workOrders.id, serviceType: workOrders.serviceType, at: workOrders.createdAt })
    .from(workOrders)
    // An order is planned for later than it was made, and only its day has an index.
    .where(and(gte(workOrders.scheduledDate, given('from')), gte(workOrders.createdAt, given('from')), ne(workOrders.status, 'cancelled')))
    .orderBy(desc(workOrders.scheduledDate))
    .limit(MOST_CASES)
    .prepare(),
);

/** The work orders made since an instant, with the service each is for. */
export const readServices = (ctx: Ctx, from: string) => plannedServices(ctx.db).all({ from });
