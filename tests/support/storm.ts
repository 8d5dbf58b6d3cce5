import Database from 'better-sqlite3';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { postJson } from './post-json';

type Product = { id: number; price: string; stockQuantity: number };
type Slot = { id: number; maxBookings: number };
const get = async <T>(url: string) => (await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).json()) as T;

const CUSTOMER = {
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '250-555-0133',
  shippingAddress: '12 Seymour St, Kamloops, V2C 1A1',
};
const CLIENT = { clientName: 'Jon Toews', clientEmail: 'jon@example.com', clientPhone: '250-555-0134', clientAddress: '9 Battle St' };

export type Promised = { orders: string[]; bookings: number[] };

/**
 * A storm of orders of two products and of bookings of the days ahead, some at a time, until `count` were sent or nobody
 * answers. `onAcknowledged` hears of each 201 with how many there are. Answers the ids that were promised.
 */
export async function storm(
  origin: string,
  { count, atOnce, onAcknowledged }: { count: number; atOnce: number; onAcknowledged: (count: number) => void },
): Promise<Promised> {
  const products = (await get<Product[]>(`${origin}/api/products`)).filter((product) => product.stockQuantity > 20);
  const today = businessDay(new Date());
  const slots: Slot[] = [];
  for (let ahead = 2; slots.length < count; ahead++)
    slots.push(...(await get<Slot[]>(`${origin}/api/appointment-slots?date=${addDays(today, ahead)}`)));
  const promised: Promised = { orders: [], bookings: [] };
  let sent = 0;
  const send = async (number: number) => {
    if (number % 2 === 0) {
      const items = [0, 1].map((next) => ({ productId: products[(number / 2 + next) % products.length]?.id, quantity: 1 + (number % 3) }));
      const response = await postJson(`${origin}/api/orders`, {
        ...CUSTOMER,
        paymentMethod: 'cash',
        items: number % 4 ? items : items.reverse(),
      });
      if (response.status === 201) promised.orders.push(((await response.json()) as { id: string }).id);
    } else {
      const response = await postJson(`${origin}/api/appointment-bookings`, { ...CLIENT, slotId: slots[(number >> 1) % (count >> 2)]?.id });
      if (response.status === 201) promised.bookings.push(((await response.json()) as { id: number }).id);
    }
    onAcknowledged(promised.orders.length + promised.bookings.length);
  };
  const sender = async () => {
    while (sent < count) {
      sent += 1;
      // The server is gone where it does not answer; nothing was promised then.
      await send(sent).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return promised;
}

/** What the file of a stopped server says of orders and bookings: what is there, and everything that does not add up. */
export function readBusiness(file: string) {
  const sqlite = new Database(file, { readonly: true });
  const column = <T>(source: string) => sqlite.prepare<[], T>(source).pluck().all();
  try {
    return {
      orders: column<string>('select public_id from orders'),
      bookings: column<number>('select id from appointment_bookings'),
      faults: {
        ordersThatDoNotAddUp: column(
          `select order_number from orders o where subtotal_cents is not
            (select sum(quantity * price_cents) from order_items i where i.order_number = o.order_number)`,
        ),
        ordersWithOtherThanTwoLines: column(
          'select order_number from orders o where (select count(*) from order_items i where i.order_number = o.order_number) <> 2',
        ),
        ordersNotInTheLedger: column(
          `select order_number from orders o where
            (select sum(quantity) from order_items i where i.order_number = o.order_number) is not
            (select -sum(quantity) from stock_movements m where m.order_number = o.order_number and kind = 'sale')`,
        ),
        ordersWithOtherThanTwoMessages: column(
          `select order_number from orders o where
            (select count(*) from outbox where related_type = 'order' and related_id = o.order_number) <> 2`,
        ),
        stocksOtherThanTheirLedger: column(
          `select id from products p where stock_quantity <>
            coalesce((select sum(quantity) from stock_movements m where m.product_id = p.id), 0)`,
        ),
        ledgersThatJump: column(
          `select id from (select id, stock_after, quantity,
            lag(stock_after, 1, 0) over (partition by product_id order by id) as before from stock_movements)
            where before + quantity <> stock_after`,
        ),
        slotsOtherThanTheirBookings: column(
          `select id from appointment_slots s where current_bookings <>
            (select count(*) from appointment_bookings b where b.slot_id = s.id and status <> 'cancelled')`,
        ),
        bookingsWithoutTheirWorkOrder: column(
          `select id from appointment_bookings b where work_order_id is not
            (select id from work_orders w where w.booking_id = b.id)
            or (select count(*) from job_components c where c.work_order_id = b.work_order_id) = 0`,
        ),
        bookingsWithOtherThanTwoMessages: column(
          `select id from appointment_bookings b where
            (select count(*) from outbox where related_type = 'booking' and related_id = b.id) <> 2`,
        ),
        integrity: sqlite.pragma('integrity_check', { simple: true }),
      },
    };
  } finally {
    sqlite.close();
  }
}

/** What {@link readBusiness} says where everything adds up. */
export const NO_FAULTS = {
  ordersThatDoNotAddUp: [],
  ordersWithOtherThanTwoLines: [],
  ordersNotInTheLedger: [],
  ordersWithOtherThanTwoMessages: [],
  stocksOtherThanTheirLedger: [],
  ledgersThatJump: [],
  slotsOtherThanTheirBookings: [],
  bookingsWithoutTheirWorkOrder: [],
  bookingsWithOtherThanTwoMessages: [],
  integrity: 'ok',
};
