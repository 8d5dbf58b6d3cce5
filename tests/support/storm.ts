import Database from 'better-sqlite3';
import { INVARIANTS } from '../../db/invariants';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { INVOICE, RECEIPT } from './invoice-inputs';
import { postJson } from './post-json';

type Product = { id: number; price: string; stockQuantity: number };
type Slot = { id: number; currentBookings: number; maxBookings: number };
const get = async <T>(url: string) => (await (await fetch(url, { signal: AbortSignal.timeout(20_000) })).json()) as T;

const CUSTOMER = {
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  customerPhone: '250-555-0133',
  shippingAddress: '12 Seymour St, Kamloops, V2C 1A1',
};
const CLIENT = { clientName: 'Jon Toews', clientEmail: 'jon@example.com', clientPhone: '250-555-0134', clientAddress: '9 Battle St' };
const QUOTE = { name: 'Maria Santos', email: 'maria@example.com', serviceType: 'residential', address: '12 Seymour St, Kamloops' };
const LINES = [
  { description: 'Windows', quantity: 2, price: '40.00', isGoods: false },
  { description: 'Mop', quantity: 1, price: '20.00', isGoods: true },
];

/** The acknowledged ids, by kind. */
export type Promised = { orders: string[]; bookings: number[]; quotes: number[]; invoices: number[]; receipts: number[] };
export const nothingPromised = (): Promised => ({ orders: [], bookings: [], quotes: [], invoices: [], receipts: [] });
type Kind = keyof Promised;
type Call = { path: string; body: unknown; idOf: (answer: unknown) => string | number };
const ownId = (answer: unknown) => (answer as { id: string | number }).id;

/** Returns what each turn sends: orders of two products, bookings of coming days, quotes, and as the owner invoices and payments. */
async function turnsOf(origin: string, count: number): Promise<Record<Kind, (turn: number, promised: Promised) => Call>> {
  const products = (await get<Product[]>(`${origin}/api/products`)).filter((product) => product.stockQuantity > 20);
  const today = businessDay(new Date());
  /** The slot of each free place. */
  const places: number[] = [];
  for (let ahead = 2; places.length <= count / 3 && ahead < 170; ahead++) {
    const slots = await get<Slot[]>(`${origin}/api/appointment-slots?date=${addDays(today, ahead)}`);
    places.push(...slots.flatMap((slot) => Array<number>(slot.maxBookings - slot.currentBookings).fill(slot.id)));
  }
  return {
    orders: (turn) => {
      const items = [0, 1].map((next) => ({ productId: products[(turn + next) % products.length]?.id, quantity: 1 + (turn % 3) }));
      const body = { ...CUSTOMER, paymentMethod: 'cash', items: turn % 2 ? items : items.reverse() };
      return { path: '/api/orders', body, idOf: ownId };
    },
    bookings: (turn) => ({ path: '/api/appointment-bookings', body: { ...CLIENT, slotId: places[turn % places.length] }, idOf: ownId }),
    quotes: (turn) => ({
      path: '/api/contact',
      body: { ...QUOTE, message: `Number ${turn}` },
      idOf: (answer) => (answer as { inquiry: { id: number } }).inquiry.id,
    }),
    invoices: () => ({ path: '/api/invoices', body: { ...INVOICE, items: LINES }, idOf: ownId }),
    receipts: (_turn, { invoices }) => {
      const body = { ...RECEIPT, amountPaid: '1.00', ...(invoices.length > 0 && { invoiceId: invoices.at(-1) }) };
      return { path: '/api/receipts', body, idOf: ownId };
    },
  };
}

type Storm = { count: number; atOnce: number; token?: string; onAcknowledged: (count: number) => void };

/**
 * Sends orders, bookings and quotes, with the owner's `token` also invoices and receipts, several at a time, until `count` were sent or
 * the server is gone. Calls `onAcknowledged` at each 201 with their number. Returns the acknowledged ids.
 */
export async function storm(origin: string, { count, atOnce, token, onAcknowledged }: Storm): Promise<Promised> {
  const turns = await turnsOf(origin, count);
  const kinds: Kind[] = ['orders', 'bookings', 'quotes', ...(token === undefined ? [] : (['invoices', 'receipts'] as const))];
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const promised = nothingPromised();
  let acknowledged = 0;
  let sent = 0;
  const send = async (number: number) => {
    const kind = kinds[number % kinds.length] ?? 'orders';
    const { path, body, idOf } = turns[kind](Math.floor(number / kinds.length), promised);
    const response = await postJson(`${origin}${path}`, body, headers);
    if (response.status !== 201) return void (await response.arrayBuffer());
    (promised[kind] as (string | number)[]).push(idOf(await response.json()));
    acknowledged += 1;
    onAcknowledged(acknowledged);
  };
  const sender = async () => {
    while (sent < count) {
      sent += 1;
      // No answer means that the server is gone and nothing was acknowledged.
      await send(sent).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return promised;
}

/** Adds enough stock for any storm, with its ledger entries; also beside a running server. */
export function restock(file: string): void {
  const sqlite = new Database(file);
  sqlite.exec(`begin immediate;
    insert into stock_movements (product_id, kind, quantity, stock_after, value_after_cents, actor_kind, at)
      select id, 'adjust', 100000, stock_quantity + 100000, stock_value_cents + 100000 * cost_cents, 'system', '2026-01-01T00:00:00.000Z'
      from products;
    update products set stock_quantity = stock_quantity + 100000, stock_value_cents = coalesce(stock_value_cents + 100000 * cost_cents, 0);
    commit;`);
  sqlite.close();
}

/** Queries that find inconsistent rows by id: the rules of every database, and those after a storm. */
const FAULTS = {
  ...INVARIANTS,
  ordersWithOtherThanTwoLines: `select order_number from orders o where
    (select count(*) from order_items i where i.order_number = o.order_number) <> 2`,
  ordersWithOtherThanTwoMessages: `select order_number from orders o where
    (select count(*) from outbox where related_type = 'order' and related_id = o.order_number) <> 2`,
  bookingsWithoutTheirWorkOrder: `select id from appointment_bookings b where work_order_id is null
    or (select count(*) from job_components c where c.work_order_id = b.work_order_id) = 0`,
  bookingsWithOtherThanTwoMessages: `select id from appointment_bookings b where
    (select count(*) from outbox where related_type = 'booking' and related_id = b.id) <> 2`,
  quotesWithOtherThanTwoMessages: `select id from contact_inquiries q where
    (select count(*) from outbox where related_type = 'quote' and related_id = q.id) <> 2`,
  quotesWithoutTheirLineInTheLog: `select id from contact_inquiries q where
    (select count(*) from activity where verb = 'quote.received' and entity_id = cast(q.id as text)) <> 1`,
  messagesOfNothing: `select id from outbox where related_type = 'quote' and related_id not in (select id from contact_inquiries)
    or related_type = 'order' and related_id not in (select order_number from orders)
    or related_type = 'booking' and related_id not in (select id from appointment_bookings)`,
  invoicesOtherThanTheirPayments: `select id from invoices v where amount_paid_cents <>
    (select coalesce(sum(iif(is_refund, -amount_paid_cents, amount_paid_cents)), 0) from receipts r where r.invoice_id = v.id and voided_at is null)`,
  invoicesWithoutTheirLineInTheLog: `select id from invoices v where
    (select count(*) from activity where verb = 'invoice.created' and entity_id = cast(v.id as text)) <> 1`,
  gapsInTheInvoiceNumbers: `select number_value from (select number_value,
    lag(number_value, 1, 0) over (order by number_value) as before from invoices) where number_value <> before + 1`,
  gapsInTheReceiptNumbers: `select number_value from (select number_value,
    lag(number_value, 1, 0) over (order by number_value) as before from receipts) where number_value <> before + 1`,
  rowsWithoutWhatTheyReferTo: 'select "table" from pragma_foreign_key_check',
};

/** Reads a server's file: its ids, and all inconsistent rows. */
export function readBusiness(file: string) {
  const sqlite = new Database(file, { readonly: true });
  const column = <T>(source: string) => sqlite.prepare<[], T>(source).pluck().all();
  try {
    return {
      orders: column<string>('select public_id from orders'),
      bookings: column<number>('select id from appointment_bookings'),
      quotes: column<number>('select id from contact_inquiries'),
      invoices: column<number>('select id from invoices'),
      receipts: column<number>('select id from receipts'),
      faults: {
        ...Object.fromEntries(Object.entries(FAULTS).map(([name, source]) => [name, column<unknown>(source)])),
        integrity: sqlite.pragma('integrity_check', { simple: true }),
      },
    };
  } finally {
    sqlite.close();
  }
}

/** The faults of {@link readBusiness} in a consistent database. */
export const NO_FAULTS: Record<string, unknown> = { ...Object.fromEntries(Object.keys(FAULTS).map((name) => [name, []])), integrity: 'ok' };

/** Returns acknowledged ids that are missing, by kind, and ids that were acknowledged twice. */
export function missingOf(promised: Promised, found: Promised): Promised {
  const lost = nothingPromised();
  for (const kind of Object.keys(lost) as Kind[]) {
    const there = new Set<unknown>(found[kind]);
    const seen = new Set<unknown>();
    for (const id of promised[kind]) {
      if (!there.has(id) || seen.has(id)) (lost[kind] as unknown[]).push(id);
      seen.add(id);
    }
  }
  return lost;
}
