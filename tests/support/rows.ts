import type { Statement } from 'better-sqlite3';
import type { Db } from '../../db/client';

type Row = Record<string, string | number | null>;

const AT = '2026-11-20T20:00:00.000Z';

/** One valid row of each table, parents first. */
export const ROWS = {
  team_members: {
    employee_id: 'E-1',
    password_hash: 'x',
    first_name: 'Dee',
    last_name: 'Marsh',
    email: 'dee@example.com',
    phone: '1',
    hire_date: '2026-01-05',
    created_at: AT,
    updated_at: AT,
  },
  time_off: { team_member_id: 1, start_date: '2026-12-24', end_date: '2026-12-26', created_at: AT },
  team_member_logs: { team_member_id: 1, action: 'login', timestamp: AT },
  clients: {
    name: 'Maria Santos',
    email: 'maria@example.com',
    phone: '2',
    address: '12 Seymour St',
    latitude: 50.67,
    longitude: -120.33,
    created_at: AT,
  },
  contact_inquiries: { name: 'Maria Santos', email: 'maria@example.com', service_type: 'residential', client_id: 1, created_at: AT },
  work_orders: {
    work_order_id: 'WO-1',
    client_id: 1,
    service_type: 'residential',
    scheduled_date: AT,
    assigned_team_member_id: 1,
    inquiry_id: 1,
    total_amount_cents: 14_900,
    created_at: AT,
    updated_at: AT,
  },
  plans: {
    client_id: 1,
    service_type: 'residential',
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    start_date: '2026-11-24',
    start_time: '10:00',
    minutes: 120,
    created_at: AT,
    updated_at: AT,
  },
  quotes: {
    number: 'Q-1001',
    number_value: 1001,
    status: 'expired',
    token: 'abcdefghijklmnopqrstuv',
    client_id: 1,
    customer_name: 'Maria Santos',
    service_type: 'residential',
    valid_until: '2026-12-20',
    tax_profile: 'documented',
    hst_rate: 1200,
    pst_rate: 700,
    subtotal_cents: 1000,
    hst_cents: 120,
    pst_cents: 70,
    total_cents: 1190,
    created_at: AT,
    updated_at: AT,
  },
  price_items: { service_type: 'residential', name: 'Bedroom', unit: 'bedroom', price_cents: 1500, created_at: AT, updated_at: AT },
  client_addresses: { client_id: 1, label: 'Cottage', address: '2 Lake Rd', created_at: AT },
  work_order_photos: {
    work_order_id: 1,
    team_member_id: 1,
    kind: 'before',
    file_name: 'a.jpg',
    width: 800,
    height: 600,
    taken_at: AT,
    created_at: AT,
  },
  job_components: { work_order_id: 1, component: 'Kitchen', estimated_time: 45 },
  work_order_assignments: { work_order_id: 1, team_member_id: 1, is_lead: 1, assigned_at: AT, created_at: AT },
  users: { username: 'owner', password_hash: 'x', created_at: AT },
  sessions: { id_hash: 'h', kind: 'admin', subject_id: 1, created_at: AT, expires_at: AT },
  login_attempts: { key: 'k', failures: 1, last_at: AT },
  trusted_devices: { id_hash: 'h', kind: 'admin', subject_id: 1, created_at: AT, expires_at: AT },
  products: { name: 'Squeegee', price_cents: 1995, cost_cents: 1090, category: 'Tools', stock_quantity: 3, created_at: AT },
  orders: {
    public_id: 'abcdefghijklmnopqrstuv',
    customer_name: 'M',
    customer_email: 'm@example.com',
    customer_phone: '3',
    shipping_address: 'A',
    subtotal_cents: 1000,
    tax_cents: 120,
    total_cents: 1120,
    tax_reading: 'checkout-12',
    created_at: AT,
  },
  order_items: { order_number: 1, product_id: 1, name: 'Squeegee', quantity: 1, price_cents: 1995 },
  stock_movements: { product_id: 1, kind: 'initial', quantity: 3, stock_after: 3, actor_kind: 'system', at: AT },
  appointment_slots: {
    date: '2026-11-21',
    time_slot: '08:00-10:00',
    service_type: 'residential',
    current_bookings: 1,
    team_member_id: 1,
    created_at: AT,
    updated_at: AT,
  },
  appointment_bookings: {
    slot_id: 1,
    client_name: 'M',
    client_email: 'm@example.com',
    client_phone: '3',
    client_address: 'A',
    service_type: 'residential',
    booking_reference: 'SPC-1',
    request_hash: 'h',
    client_id: 1,
    created_at: AT,
    updated_at: AT,
  },
  closed_days: { date: '2026-12-25', reason: 'Christmas', created_at: AT },
  invoices: {
    invoice_number: 'SPC001',
    number_value: 1,
    customer_name: 'M',
    service_type: 'Residential Cleaning',
    service_date: '2026-11-20',
    subtotal_cents: 1000,
    hst_cents: 120,
    pst_cents: 70,
    total_cents: 1190,
    due_date: '2026-12-20',
    created_at: AT,
  },
  referrals: { code: 'ABC2DEF', referrer_id: 1, booking_id: 1, friend_email: 'friend@example.com', created_at: AT },
  invoice_items: { invoice_id: 1, description: 'Cleaning', quantity: 1, price_cents: 1000 },
  number_series: { series: 'invoice', highest: 1 },
  receipts: {
    receipt_number: 'SPC-RCP001',
    number_value: 1,
    invoice_id: 1,
    customer_name: 'M',
    payment_method: 'cash',
    amount_paid_cents: 1190,
    payment_date: '2026-11-20',
    description: 'Paid',
    created_at: AT,
  },
  credit_notes: {
    credit_note_number: 'SPC-CN001',
    number_value: 1,
    invoice_id: 1,
    customer_name: 'M',
    subtotal_cents: 100,
    hst_cents: 12,
    pst_cents: 7,
    amount_cents: 119,
    reason: 'One room was left out',
    issued_date: '2026-11-20',
    tax_profile: 'documented',
    hst_rate: 1200,
    pst_rate: 700,
    created_at: AT,
  },
  outbox: {
    channel: 'email',
    purpose: 'test',
    to: 'm@example.com',
    subject: 'S',
    body: 'B',
    status: 'queued',
    next_attempt_at: AT,
    message_id: '<1@shop.test>',
    dedupe_key: '1',
    created_at: AT,
  },
  money_in: {
    reference: 'CA1234567',
    source: 'mail',
    sender: 'Maria Santos',
    memo: 'cleaning',
    amount_cents: 12_345,
    received_at: AT,
    status: 'suggested',
    reason: 'The message names no invoice.',
    created_at: AT,
    updated_at: AT,
  },
  client_links: { token_hash: 'h', email: 'maria@example.com', created_at: AT, expires_at: '2026-11-20T20:15:00.000Z' },
  ratings: { work_order_id: 1, client_id: 1, team_member_id: 1, stars: 5, text: 'Spotless', created_at: AT, updated_at: AT },
  client_messages: { client_id: 1, from: 'client', text: 'Please ring at the back door.', created_at: AT },
  payer_names: { name: 'maria santos', client_id: 1, created_at: AT },
  todos: { kind: 'refund', text: 'Refund $100.00 to Maria Santos', path: '/receipts', dedupe_key: 'refund:1', created_at: AT },
  settings: { key: 'crewCap', value: '4', updated_at: AT },
  activity: { at: AT, actor_kind: 'system', verb: 'test', entity_type: 'test', entity_id: '1', data: '{}' },
} satisfies Record<string, Row>;

export type TableName = keyof typeof ROWS;

/**
 * The value of a stock, order line or movement at its product's cost, unless the row sets it. Databases from before costs lack the
 * column.
 */
const WORTH: Partial<Record<TableName, { column: string; query: string }>> = {
  products: { column: 'stock_value_cents', query: 'select coalesce(@stock_quantity * @cost_cents, 0)' },
  order_items: { column: 'cogs_cents', query: 'select @quantity * @cost_cents' },
  stock_movements: { column: 'value_after_cents', query: 'select stock_value_cents from products where id = @product_id' },
};
function withWorth(db: Db, table: TableName, row: Row): Row {
  const worth = WORTH[table];
  if (!worth || worth.column in row) return row;
  const columns = db.$client.pragma(`table_info(${table})`) as { name: string }[];
  if (!columns.some(({ name }) => name === worth.column)) return row;
  return {
    ...row,
    [worth.column]:
      db.$client
        .prepare<[Row], number>(worth.query)
        .pluck()
        .get({ cost_cents: null, ...row }) ?? null,
  };
}

const inserts = new WeakMap<Db['$client'], Map<string, Statement>>();
/** Prepares a statement once per database: tests insert many rows of the same columns. */
function prepareOnce({ $client }: Db, text: string): Statement {
  const known = inserts.get($client) ?? new Map<string, Statement>();
  inserts.set($client, known);
  const statement = known.get(text) ?? $client.prepare(text);
  known.set(text, statement);
  return statement;
}

/** Inserts the valid row of a table with some changes, bypassing our code. */
export function insertRow(db: Db, table: TableName, changes: Row = {}): void {
  const row: Row = withWorth(db, table, { ...ROWS[table], ...changes });
  const names = Object.keys(row);
  prepareOnce(db, `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`).run(
    ...Object.values(row),
  );
}

/** Inserts one row in each table, all linked, with one commit: on a disk each takes its time. */
export function fillTables(db: Db): void {
  db.$client.transaction(() => {
    for (const table of Object.keys(ROWS) as TableName[]) insertRow(db, table);
  })();
}

/** Returns everything the database holds, by table. */
export function dump(db: Db): Record<string, unknown[]> {
  const tables = db.$client
    .prepare<[], string>("select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name")
    .pluck()
    .all();
  return Object.fromEntries(tables.map((name) => [name, db.$client.prepare(`select * from "${name}"`).all()]));
}

/** Makes the database larger by this many rows of 2 kB. */
export function growBy(db: Db, rows: number): void {
  db.$client.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})
    insert into activity (at, actor_kind, verb, entity_type, entity_id, data)
    select '2026-11-20T20:00:00.000Z', 'system', 'other', 'backup', n, json_quote(hex(zeroblob(1000))) from numbers`);
}
