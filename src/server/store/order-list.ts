import { and, asc, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { countRows, cutPage } from '../../../db/prepared';
import { orderItems, orders } from '../../../db/schema';
import { searchWords } from '../../../db/search';
import { groupBy } from '../../shared/statistics';
import type { orderListInput } from '../../shared/store';
import { ORDER_STATUSES, type OrderStatus } from '../../shared/store-options';
import type { Ctx } from '../context';
import { readOrderMoney } from '../invoices/payments/order-receipts';
import { toStaffOrder } from './orders';

/** Words too short for the search table are searched in this many of the newest orders. */
const RECENT = 5000;

/**
 * Splits a search into `match`, a query of the search table of names, addresses, phones and numbers, and SQL conditions for the other
 * words. "ORD-0012" finds only that order; "12" also finds texts that contain it.
 */
function parseSearch(search: string | null) {
  const words = searchWords(search).map((word) => ({ ...word, number: /^(ORD-)?(\d{1,15})$/i.exec(word.text) }));
  const isForTable = ({ match, number }: (typeof words)[number]) => match !== undefined && !number?.[1] && !number?.[2]?.startsWith('0');
  const conditions = words
    .filter((word) => !isForTable(word))
    .map(({ pattern, number }) => {
      if (number?.[1]) return eq(orders.orderNumber, Number(number[2]));
      const recent = sql`select order_number from orders where order_number > (select max(order_number) from orders) - ${RECENT}
        and (customer_name glob ${pattern} or customer_email glob ${pattern} or customer_phone glob ${pattern})`;
      return sql`${orders.orderNumber} in (${number ? sql`select ${Number(number[2])} union all ${recent}` : recent})`;
    });
  const match = words
    .filter(isForTable)
    .flatMap((word) => word.match ?? [])
    .join(' AND ');
  return { match, conditions };
}

// The same words as the index orders_to_ship, so that SQLite uses it.
const isToShip = sql`status not in ('shipped', 'delivered', 'cancelled')`;
/** Counts the orders that are not shipped or cancelled yet. */
export const countToShip = (ctx: Ctx): number => countRows(ctx.db, sql`orders indexed by orders_to_ship`, isToShip);

// The same words as the index orders_unpaid.
const isUnpaid = sql`paid_date is null and status <> 'cancelled'`;
/** Returns the condition of the payment filter in the words of the index that the other filters leave free. */
function paymentFilter(isPaid: boolean | undefined, isNarrowed: boolean): SQL | undefined {
  if (isPaid === undefined) return undefined;
  if (isNarrowed) return sql`(${orders.paidDate} is null) = ${isPaid ? 0 : 1}`;
  return isPaid ? sql`paid_date is not null` : isUnpaid;
}

/** Returns orders for the office, newest first. The filter "unpaid" leaves out cancelled orders unless the status is "cancelled". */
export function listOrders(ctx: Ctx, input: z.output<typeof orderListInput>) {
  const { status, view, isPaid, search, limit, cursor } = input;
  const { match, conditions } = parseSearch(search);
  const query = ctx.db.select({ order: orders }).from(orders).$dynamic();
  // Sorting by the search table's rowid lets SQLite stop at the end of the page.
  if (match) query.innerJoin(sql`orders_search`, sql`orders_search.rowid = ${orders.orderNumber} and orders_search match ${match}`);
  const rows = query
    .where(
      and(
        status && eq(orders.status, status),
        view === 'to-ship' ? isToShip : undefined,
        paymentFilter(isPaid, status !== undefined || view !== undefined),
        cursor == null ? undefined : match ? sql`orders_search.rowid < ${cursor}` : lt(orders.orderNumber, cursor),
        ...conditions,
      ),
    )
    .orderBy(desc(match ? sql`orders_search.rowid` : orders.orderNumber))
    .limit(limit + 1)
    .all()
    .map(({ order }) => order);
  const page = cutPage(rows, limit, ({ orderNumber }) => orderNumber);
  const numbers = page.rows.map(({ orderNumber }) => orderNumber);
  const lines = ctx.db.select().from(orderItems).where(inArray(orderItems.orderNumber, numbers)).orderBy(asc(orderItems.id));
  const items = groupBy(numbers.length > 0 ? lines.all() : [], (item) => item.orderNumber);
  const getMoney = readOrderMoney(ctx, numbers);
  return { ...page, rows: page.rows.map((row) => toStaffOrder(row, items.get(row.orderNumber) ?? [], getMoney(row.orderNumber))) };
}

/** Counts the orders of each status, and the unpaid orders that are not cancelled. */
export function countOrders(ctx: Ctx) {
  const counted = ctx.db.select({ status: orders.status, count: sql<number>`count(*)` }).from(orders).groupBy(orders.status).all();
  const byStatus = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<OrderStatus, number>;
  for (const { status, count } of counted) byStatus[status] = count;
  return { byStatus, unpaid: countRows(ctx.db, sql`orders indexed by orders_unpaid`, isUnpaid) };
}
