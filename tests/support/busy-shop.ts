import Database from 'better-sqlite3';
import { checkInvariants } from '../../db/invariants';
import { addDays } from '../../src/shared/calendar-day';
import { businessDay } from '../../src/shared/time';
import { CLIENT } from './booking';
import { bodyOf } from './http';
import { type Call, overHttp } from './offices';
import { ROWS } from './rows';
import { QUOTE } from './shop';
import { ORDER } from './storefront';

type Row = { id: number; serviceType: string };
type More = { token?: string; headers?: Record<string, string> };
/** Returns a call with a JSON body, as the owner if it has the token. */
export const callOf = (method: string, path: string, body: unknown, { token, headers }: More = {}): Call => ({
  method,
  path,
  headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
  body: JSON.stringify(body),
});

export const bookingCall = (slotId: number, more: object = {}) =>
  callOf('POST', '/api/appointment-bookings', { ...CLIENT, slotId, ...more });

export const lineOf = (productId: number, quantity = 1) => ({ productId, quantity });
export const orderCall = (items: ReturnType<typeof lineOf>[], more: object = {}, headers: Record<string, string> = {}) =>
  callOf('POST', '/api/orders', { ...ORDER, ...more, items }, { headers });

/** A running server with new objects to compete for, made over HTTP, and direct queries of its file. */
export class BusyShop {
  readonly #sqlite: Database.Database;
  readonly #freeSlots: number[] = [];
  #count = 0;
  #ahead = 1;

  constructor(
    file: string,
    readonly origin: string,
    readonly token: string,
  ) {
    this.#sqlite = new Database(file);
    this.#sqlite.pragma('busy_timeout = 5000');
  }

  close(): void {
    this.#sqlite.close();
  }

  /** Returns the first column of a query. */
  column<T>(query: string, ...values: unknown[]): T[] {
    return this.#sqlite.prepare<unknown[], T>(query).pluck().all(values);
  }
  /** Returns the only value of a query. */
  value(query: string, ...values: unknown[]): number {
    return this.column<number>(query, ...values)[0] ?? 0;
  }
  /** Returns the rows that break the rules of every database. */
  faults(): unknown[] {
    return [
      ...checkInvariants(this.#sqlite).filter(({ count }) => count > 0),
      ...this.column('select "table" from pragma_foreign_key_check'),
    ];
  }

  /** Returns a unique text such as "7". */
  unique(): string {
    this.#count += 1;
    return String(this.#count);
  }

  as(method: string, path: string, body: unknown): Call {
    return callOf(method, path, body, { token: this.token });
  }
  async #make<T = Row>(path: string, body: unknown): Promise<T> {
    const [answer] = await overHttp(this.origin)([this.as('POST', path, body)]);
    if (!answer) throw new Error('No answer.');
    return bodyOf<T>(answer, 201);
  }

  async product(stockQuantity: number): Promise<number> {
    return (await this.#make('/api/products', { name: `Brush ${this.unique()}`, price: '12.50', category: 'Tools', stockQuantity })).id;
  }
  stockOf(id: number): number {
    return this.value('select stock_quantity from products where id = ?', id);
  }
  /** Returns how many of a product the order lines sold. */
  soldOf(id: number): number {
    return this.value('select coalesce(sum(quantity), 0) from order_items where product_id = ?', id);
  }

  /** Returns a free residential slot with so many places. */
  async slot(places: number): Promise<number> {
    while (this.#freeSlots.length === 0) {
      this.#ahead += 1;
      const day = addDays(businessDay(new Date()), this.#ahead);
      const slots = (await (await fetch(`${this.origin}/api/appointment-slots?date=${day}`)).json()) as Row[];
      this.#freeSlots.push(...slots.filter(({ serviceType }) => serviceType === 'residential').map(({ id }) => id));
    }
    const id = this.#freeSlots.pop() ?? 0;
    this.#sqlite.prepare('update appointment_slots set max_bookings = ? where id = ?').run(places, id);
    return id;
  }
  /** Counts the taken and total places of a slot, and all rows of its bookings. */
  bookedOf(slotId: number) {
    const ofSlot = 'select id from appointment_bookings where slot_id = ?';
    return {
      taken: this.value('select current_bookings from appointment_slots where id = ?', slotId),
      places: this.value('select max_bookings from appointment_slots where id = ?', slotId),
      bookings: this.value(`select count(*) from (${ofSlot})`, slotId),
      workOrders: this.value(`select count(work_order_id) from appointment_bookings where slot_id = ?`, slotId),
      messages: this.value(`select count(*) from outbox where related_type = 'booking' and related_id in (${ofSlot})`, slotId),
    };
  }

  async invoice(body: object): Promise<number> {
    return (await this.#make('/api/invoices', body)).id;
  }
  /** Requests a quote as a new visitor. */
  async quote(): Promise<{ id: number; email: string }> {
    const number = this.unique();
    const email = `quote${number}@example.com`;
    const { inquiry } = await this.#make<{ inquiry: Row }>('/api/contact', {
      ...QUOTE,
      email,
      name: `Quoted ${number}`,
      phone: `250 555 ${number}`,
    });
    return { id: inquiry.id, email };
  }
  /** Adds an unassigned work order of a new client for so many members. */
  async workOrder(crewSize = 1): Promise<number> {
    const number = this.unique();
    const client = await this.#make('/api/clients', { ...QUOTE, name: `Client ${number}`, email: `client${number}@example.com` });
    const scheduledDate = new Date(Date.now() + 86_400_000).toISOString();
    return (await this.#make('/api/work-orders', { clientId: client.id, serviceType: 'residential', scheduledDate, crewSize })).id;
  }
  member(): number {
    const number = this.unique();
    const row = { ...ROWS.team_members, employee_id: `E-${number}`, email: `member${number}@example.com` };
    const names = Object.keys(row);
    const insert = `insert into team_members (${names}) values (${names.map(() => '?')})`;
    return Number(this.#sqlite.prepare(insert).run(Object.values(row)).lastInsertRowid);
  }

  /** Clears all login locks, as `npm run admin:unlock` does. */
  unlock(): void {
    this.#sqlite.exec('delete from login_attempts');
  }
}
