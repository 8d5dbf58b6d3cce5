import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { countKept } from '../../../db/kept-counts';
import { cutPage, prepared, preparedFor } from '../../../db/prepared';
import { orderItems, orders } from '../../../db/schema';
import { matchAll, searchWords } from '../../../db/search';
import { readSortedIds } from '../../../db/sorting';
import { groupBy } from '../../shared/statistics';
import type { ORDER_ORDERS, orderListInput } from '../../shared/store';
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
  return { match: matchAll(words.filter(isForTable)), conditions };
}

// The same words as the index orders_to_ship, so that SQLite uses it.
const isToShip = sql`status not in ('shipped', 'delivered', 'cancelled')`;
const countOfStatus = (ctx: Ctx, status: OrderStatus): number => countKept(ctx, 'orders', [`${status} paid`, `${status} unpaid`]);
/** Counts the orders that are not shipped or cancelled yet. */
export const countToShip = (ctx: Ctx): number => countOfStatus(ctx, 'pending') + countOfStatus(ctx, 'processing');

// The same words as the index orders_unpaid.
const isUnpaid = sql`paid_date is null and status <> 'cancelled'`;
/**
 * Returns the condition of the payment filter. If no other filter narrows the list, it repeats the words of the index of paid or unpaid
 * orders, so that SQLite uses that index.
 */
function paymentFilter(isPaid: boolean | undefined, isNarrowed: boolean): SQL | undefined {
  if (isPaid === undefined) return undefined;
  if (isNarrowed) return sql`(${orders.paidDate} is null) = ${isPaid ? 0 : 1}`;
  return isPaid ? sql`paid_date is not null` : isUnpaid;
}

type Filters = Pick<z.output<typeof orderListInput>, 'view' | 'isPaid'> & { hasStatus: boolean };
/**
 * Returns the table in which a search looks up the numbers that it found, read through the index of the filter: a word may be in many
 * orders of which none passes the filter, and the index has a tenth of the table's size.
 */
function foundOrders({ hasStatus, view, isPaid }: Filters): SQL {
  if (hasStatus) return sql.raw(`orders indexed by orders_by_status${isPaid === undefined ? '' : '_and_payment'}`);
  if (view === 'to-ship') return sql`orders indexed by orders_to_ship`;
  if (isPaid !== undefined) return sql.raw(`orders indexed by orders_${isPaid ? 'paid' : 'unpaid'}`);
  return sql`orders`;
}

/** The filters of a page of orders that its statement is prepared for. */
type PageShape = Filters & { hasCursor: boolean; rows: number };
const pageFor = preparedFor((db, { hasStatus, view, isPaid, hasCursor, rows }: PageShape) =>
  db
    .select()
    .from(orders)
    .where(
      and(
        hasStatus ? eq(orders.status, sql.placeholder('status')) : undefined,
        view === 'to-ship' ? isToShip : undefined,
        paymentFilter(isPaid, hasStatus || view !== undefined),
        hasCursor ? sql`${orders.orderNumber} < ${sql.placeholder('cursor')}` : undefined,
      ),
    )
    .orderBy(desc(orders.orderNumber))
    .limit(rows),
);
const { orderNumber, productId, name, priceCents, quantity } = orderItems;
const orderLines = prepared((db) =>
  db
    .select({ orderNumber, productId, name, priceCents, quantity })
    .from(orderItems)
    .where(sql`${orderItems.orderNumber} in (select value from json_each(${sql.placeholder('numbers')}))`)
    .orderBy(asc(orderItems.id)),
);

type ListInput = z.output<typeof orderListInput>;

/** Reads a page newest first, without a search. */
function readNewest(ctx: Ctx, { status, view, isPaid, limit, cursor }: ListInput) {
  const after = typeof cursor === 'number' ? cursor : undefined;
  const shape = { hasStatus: status !== undefined, view, isPaid, hasCursor: after !== undefined, rows: limit + 1 };
  return cutPage(pageFor(ctx.db, shape).all({ status, cursor: after }), limit, ({ orderNumber }) => orderNumber);
}

const COLUMNS: Record<(typeof ORDER_ORDERS)[number], SQL> = {
  customer: sql`customer_name collate nocase`,
  received: sql`order_number`,
  total: sql`total_cents`,
};

/**
 * Reads a page of a search or in the order of a column. Indexes sort all orders and those of a status; other filters sort their newest
 * orders.
 */
function readSorted(ctx: Ctx, { status, view, isPaid, search, ...page }: ListInput) {
  const { match, conditions } = parseSearch(search);
  const hasStatus = status !== undefined;
  const hasOtherFilter = view !== undefined || isPaid !== undefined || search !== null;
  const { rows: numbers, nextCursor } = readSortedIds(
    ctx.db,
    {
      table: 'orders',
      // The search table returns rows by rowid, so reading stops at the end of the page.
      from: match
        ? sql`orders_search join ${foundOrders({ hasStatus, view, isPaid })} on orders.order_number = orders_search.rowid and orders_search match ${match}`
        : sql`orders`,
      id: sql.raw(match ? 'orders_search.rowid' : 'orders.order_number'),
      where: and(
        status && sql`status = ${status}`,
        view === 'to-ship' ? isToShip : undefined,
        paymentFilter(isPaid, hasStatus || view !== undefined),
        ...conditions,
      ),
      columns: COLUMNS,
      getIndex: (key) => {
        // The filters have indexes in the order of the numbers, which SQLite finds itself.
        if (key === 'received' && !match) return null;
        return hasOtherFilter ? undefined : `orders_${status ? 'status' : 'all'}_${key}`;
      },
    },
    page,
  );
  const rows = numbers.length > 0 ? ctx.db.select().from(orders).where(inArray(orders.orderNumber, numbers)).all() : [];
  const rowByNumber = new Map(rows.map((row) => [row.orderNumber, row]));
  return { rows: numbers.flatMap((number) => rowByNumber.get(number) ?? []), nextCursor };
}

/**
 * Returns orders for the office, newest first or in the order of a column. The filter "unpaid" leaves out cancelled orders unless the
 * status is "cancelled".
 */
export function listOrders(ctx: Ctx, input: ListInput) {
  const page = input.sort || input.search ? readSorted(ctx, input) : readNewest(ctx, input);
  const numbers = page.rows.map(({ orderNumber }) => orderNumber);
  const lines = numbers.length > 0 ? orderLines(ctx.db).all({ numbers: JSON.stringify(numbers) }) : [];
  const items = groupBy(lines, (item) => item.orderNumber);
  const getMoney = readOrderMoney(ctx, numbers);
  const rows = page.rows.map((row) => toStaffOrder(row, items.get(row.orderNumber) ?? [], getMoney(row.orderNumber)));
  return { rows, nextCursor: page.nextCursor };
}

/** Counts the orders of each status, and the unpaid orders that are not cancelled. */
export function countOrders(ctx: Ctx) {
  const byStatus = Object.fromEntries(ORDER_STATUSES.map((status) => [status, countOfStatus(ctx, status)])) as Record<OrderStatus, number>;
  const unpaid = ORDER_STATUSES.filter((status) => status !== 'cancelled').map((status) => `${status} unpaid`);
  return { byStatus, unpaid: countKept(ctx, 'orders', unpaid) };
}
