import autocannon from 'autocannon';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';

type Request = autocannon.Request;
const JSON_BODY = { 'content-type': 'application/json' };
const query = (path: string, input: unknown) =>
  `/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const upTo = (count: number) => Math.floor(Math.random() * count);
const soon = () => addDays(businessDay(new Date()), 1 + upTo(170));

const get = (path: string, headers: Record<string, string> = {}): Request => ({ method: 'GET', path, headers, body: '' });
const post = (path: string, body: unknown): Request => ({ method: 'POST', path, headers: JSON_BODY, body: JSON.stringify(body) });

const PERSON = { name: 'Load Test', email: 'load@example.com', phone: '250-555-0100', address: '1 Load Street, Kamloops, V2C 1A1' };

/** An order of some lines out of the first `products` of the store. */
export function orderRequest(products: number, lines = 2): Request {
  const first = 1 + upTo(products - lines + 1);
  return post('/api/orders', {
    customerName: PERSON.name,
    customerEmail: PERSON.email,
    customerPhone: PERSON.phone,
    shippingAddress: PERSON.address,
    paymentMethod: 'interac',
    items: Array.from({ length: lines }, (_, line) => ({ productId: first + line, quantity: 1 })),
  });
}

/** A booking of one of the slots that are there; many of them are full after a while, which is 409. */
export const bookingRequest = (slotIds: readonly number[]): Request =>
  post('/api/appointment-bookings', {
    clientName: PERSON.name,
    clientEmail: `load-${upTo(1e9)}@example.com`,
    clientPhone: `250${String(upTo(1e7)).padStart(7, '0')}`,
    clientAddress: PERSON.address,
    slotId: oneOf(slotIds),
  });

export const quoteRequest = (): Request =>
  post('/api/contact', {
    ...PERSON,
    email: `load-${upTo(1e9)}@example.com`,
    serviceType: 'residential',
    message: 'Every two weeks, please.',
  });

const READS = [
  () => get('/'),
  () => get('/store'),
  () => get('/appointments'),
  () => get('/api/products?limit=50'),
  () => get('/api/products?category=tools&limit=50'),
  () => get(`/api/appointment-slots?date=${soon()}`),
  () => get(query('store.browse', { search: `corner ${upTo(900)}` })),
] as const;
/** The lists of the office, by what they show. */
export const OFFICE_LISTS: [what: string, path: string][] = [
  ['what is to be done today', query('overview.today', undefined)],
  ['orders', query('store.listOrders', {})],
  ['orders to ship', query('store.listOrders', { view: 'to-ship' })],
  ['orders of a customer', query('store.listOrders', { search: 'customer 777' })],
  ['how many orders there are', query('store.countOrders', undefined)],
  ['quote requests', query('quotes.list', {})],
  ['bookings of a name', query('booking.search', { search: 'booker 77' })],
  ['clients', query('clients.list', {})],
  ['clients of a name', query('clients.list', { search: 'client 77' })],
  ['invoices', query('invoices.list', {})],
  ['invoices of a customer', query('invoices.list', { search: 'customer 77' })],
  ['receipts', query('invoices.listReceipts', {})],
  ['messages', query('mail.list', {})],
  ['inventory', query('inventory.list', {})],
  ['the stock ledger', query('inventory.movements', {})],
  ['quote requests over REST', '/api/contact'],
];

type Company = { products: number; slotIds: readonly number[]; owner: { authorization: string } };
/** One request of a company's day: 80 of 100 read, 15 order or book, 5 are the office's. */
export function dailyRequest({ products, slotIds, owner }: Company): Request {
  const die = upTo(100);
  if (die < 80) return oneOf(READS)();
  if (die < 90) return orderRequest(products);
  if (die < 95) return bookingRequest(slotIds);
  return get(oneOf(OFFICE_LISTS)[1], owner);
}

/** One response: its time since the start, its duration (both in ms) and its status. */
type Answer = { at: number; ms: number; status: number };
export type Figures = { answers: Answer[]; perSecond: number; errors: number; seconds: number };

type Load = { connections: number; next: () => Request; perSecond?: number } & ({ seconds: number } | { count: number });
/**
 * Sends requests over so many connections, each the next as soon as the last is answered, or so many per second over all of them. Ends
 * after so many seconds, or when so many requests are answered.
 */
export async function send(origin: string, { connections, next, perSecond, ...until }: Load): Promise<Figures> {
  const answers: Answer[] = [];
  const startedAt = performance.now();
  const { errors, timeouts } = await new Promise<autocannon.Result>((done, fail) => {
    const run = autocannon(
      {
        url: origin,
        connections,
        ...('count' in until ? { amount: until.count } : { duration: until.seconds }),
        timeout: 30,
        ...(perSecond !== undefined && { overallRate: perSecond }),
        requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
      },
      (error: Error | null, result) => (error ? fail(error) : done(result)),
    );
    run.on('response', (_client: unknown, status: number, _bytes: number, ms: number) =>
      answers.push({ at: performance.now() - startedAt, ms, status }),
    );
  });
  const took = (performance.now() - startedAt) / 1000;
  return { answers, perSecond: answers.length / took, errors: errors + timeouts, seconds: took };
}

/** The value below which this share of all lies, in ms. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
/** By how much the values rise per unit of time: the slope of the line that lies nearest to all (least squares). */
export function slopeOf(points: readonly { at: number; value: number }[]): number {
  const meanOf = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const [at, value] = [meanOf(points.map((point) => point.at)), meanOf(points.map((point) => point.value))];
  const spread = points.reduce((sum, point) => sum + (point.at - at) ** 2, 0);
  return points.reduce((sum, point) => sum + (point.at - at) * (point.value - value), 0) / spread;
}
export const p99 = (answers: readonly Answer[]): number =>
  percentile(
    answers.map(({ ms }) => ms),
    0.99,
  );
export const faults = (answers: readonly Answer[]): number => answers.filter(({ status }) => status >= 500).length;
