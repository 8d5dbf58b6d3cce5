import Database from 'better-sqlite3';

const DAYS = 1500;
const FIRST =
  '["Maria","Zoe","Dee","Bastien","Kim","Sam","Priya","Noah","Ava","Liam","Emma","Lucas","Chloe","Hugo","Nora","Omar","Rosa","Ivan","Lena","Tariq"]';
const LAST =
  '["Carson","Singh","Tremblay","Wong","Garcia","Olsen","Martin","Baker","Dubois","Nguyen","Kelly","Roy","Fraser","Chen","Patel","Scott"]';
const WINDOWS = '["08:00-10:00","10:00-12:00","12:00-14:00","14:00-16:00","16:00-18:00","18:00-20:00"]';
const SERVICES = '["residential","commercial","deep-cleaning","carpet-cleaning","window-cleaning"]';
const SUPPLIERS = '["Thompson Valley Supply","Pacific Janitorial","Cariboo Paper & Packaging","Interior Safety Products"]';
const CATEGORIES = '["Tools","Detergents","Equipment","Paper","Safety"]';
const KINDS =
  '["lead_lapsed","lead_stale_quote","lead_cart","lead_cancelled","lead_onetime","review_request","insight","partnership","corporate_contract","market_expansion"]';
const WORKERS =
  '["lead-generation","engagement","quote-optimisation","social-content","market-analysis","partnerships","contracts","expansion","alliances","competitor-analysis"]';
const pick = (list: string, n: string) => `json_extract('${list}', '$[' || ((${n}) % json_array_length('${list}')) || ']')`;
const upTo = (count: number) => `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
const token = `lower(hex(randomblob(16)))`;

/** Returns the number of rows that a company with so many orders has of other things. */
const proportionsOf = (orders: number) => ({
  orders,
  products: orders <= 1000 ? 200 : Math.round(orders / 50),
  members: orders <= 1000 ? 12 : 60,
  fifth: Math.round(orders / 5),
  jobs: Math.round((orders * 3) / 10),
});
type Counts = ReturnType<typeof proportionsOf>;

/** Returns the SQL for the instant of row `n` of `count` over the days up to `now` and so many days after it. */
const instants = (now: Date, ahead = 0) => {
  const [from, span] = [Math.floor(now.getTime() / 1000) - DAYS * 86_400, (DAYS + ahead) * 86_400];
  return (n: string, count: number, format = '%Y-%m-%dT%H:%M:%fZ') =>
    `strftime('${format}', ${from} + (${n}) * ${span}.0 / ${count}, 'unixepoch')`;
};

const people = ({ fifth, members }: Counts, at: ReturnType<typeof instants>): string => `
  ${upTo(fifth)} insert into clients (name, email, phone, address, latitude, longitude, company, created_at)
    select ${pick(FIRST, 'n * 7')} || ' ' || ${pick(LAST, 'n * 11')} || ' ' || char(65 + n % 26), 'client' || n || '@example.com',
      printf('250-%03d-%04d', 200 + n / 10000, n % 10000), n || ' Columbia Street, Kamloops, BC V2C 1A1', 50.6 + (n % 1000) / 5000.0, -120.4 + (n % 777) / 4000.0,
      iif(n % 10 = 0, 'Company ' || n / 20, null), ${at('n - 1', fifth)} from numbers;
  ${upTo(members)} insert into team_members (employee_id, password_hash, first_name, last_name, email, phone, hire_date, created_at, updated_at)
    select printf('EMP%03d', n), 'x', ${pick(FIRST, 'n')}, ${pick(LAST, 'n * 3')}, 'member' || n || '@example.com', printf('250-900-%04d', n), date('2022-01-01', n || ' days'),
      ${at('0', 1)}, ${at('0', 1)} from numbers;
  insert into time_off (team_member_id, start_date, end_date, reason, status, created_at)
    select id, date('now', (id % 40) || ' days'), date('now', (id % 40 + 3) || ' days'), 'Holiday', iif(id % 3 = 0, 'requested', 'approved'), ${at('0', 1)} from team_members;`;

const store = ({ orders, products }: Counts, at: ReturnType<typeof instants>): string => `
  delete from stock_movements; delete from products;
  ${upTo(products)} insert into products (id, name, description, price_cents, cost_cents, category, stock_quantity, reorder_level, supplier_name, supplier_sku, rating, reviews, is_active, created_at)
    select n, ${pick('["Mop","Bucket","Squeegee","Detergent","Gloves","Vacuum","Polish"]', 'n')} || ' number ' || n, 'A sturdy product for corner ' || n, 500 + n * 37 % 9000, iif(n % 97 = 0, null, 300 + n * 29 % 5000),
      ${pick(CATEGORIES, 'n')}, case when n % 60 = 0 then 0 when n % 25 = 1 then 3 else 20 + n % 300 end, 5, ${pick(SUPPLIERS, 'n')}, 'SKU-' || n,
      iif(n % 3 = 0, 3 + n % 20 / 10.0, null), iif(n % 3 = 0, n % 90, null), n % 50 <> 7, ${at('0', 1)} from numbers;
  update products set stock_value_cents = coalesce(stock_quantity * cost_cents, 0);
  create temp table line as ${upTo(orders)} select n as order_number, k, 1 + (n * 7919 + k * 104729) % ${products} as product_id, 1 + (n + k) % 3 as quantity
    from numbers, (select 1 as k union all select 2);
  create temp table sum as select order_number, sum(quantity * price_cents) as cents from line join products p on p.id = product_id group by 1;
  create unique index temp.sum_order on sum (order_number);
  insert into orders (public_id, customer_name, customer_email, customer_phone, shipping_address, payment_method, subtotal_cents, tax_cents, total_cents, tax_reading, status,
      paid_date, paid_method, created_at, updated_at)
    select ${token}, c.name, c.email, c.phone, c.address, ${pick('["interac","cash","cheque"]', 'n')}, cents, cents * 12 / 100, cents + cents * 12 / 100, 'checkout-12', status,
      iif(status in ('delivered', 'shipped') and n % 9 > 0, substr(at, 1, 10), null), iif(status in ('delivered', 'shipped') and n % 9 > 0, 'cash', null), at, at
    from (select order_number as n, cents, ${at('order_number', orders)} as at, case when order_number % 25 = 0 then 'cancelled' when order_number > ${orders} * 0.985
      then ${pick('["pending","processing","shipped"]', 'order_number')} else 'delivered' end as status from sum) join clients c on c.id = 1 + n * 13 % (select max(id) from clients);
  update orders set cancelled_at = updated_at where status = 'cancelled';
  insert into order_items (order_number, product_id, name, quantity, price_cents, cost_cents, cogs_cents)
    select order_number, product_id, p.name, quantity, price_cents, cost_cents, cost_cents * quantity from line join products p on p.id = product_id order by order_number, k;
  create temp table moved as
    select 0 as number, id as product_id, 'initial' as kind, 0 as k, stock_quantity as quantity, ${at('0', 1)} as at from products
    union all select l.order_number, product_id, 'sale', k, -quantity, created_at from line l join orders o using (order_number)
    union all select l.order_number, product_id, 'cancel', k, quantity, created_at from line l join orders o using (order_number) where status = 'cancelled';
  create temp table sold as select product_id, -sum(quantity) as units from moved where kind <> 'initial' group by 1;
  create unique index temp.sold_product on sold (product_id);
  update moved set quantity = quantity + coalesce((select units from sold s where s.product_id = moved.product_id), 0) where kind = 'initial';
  insert into stock_movements (product_id, kind, quantity, stock_after, unit_cost_cents, value_after_cents, order_number, actor_kind, at)
    select product_id, kind, m.quantity, m.after, cost_cents, m.after * cost_cents, nullif(number, 0), 'system', at
    from (select *, sum(quantity) over (partition by product_id order by number, kind, k) as after from moved) m join products p on p.id = product_id
    where m.quantity <> 0 order by number, kind, k;
  ${upTo(Math.round(orders / 50))} insert into saved_carts (id, email, items, subtotal_cents, consent, updated_at)
    select ${token}, 'cart' || n || '@example.com', '[{"productId":1,"quantity":2}]', 1000, 1, ${at('n', Math.round(orders / 50))} from numbers;`;

const visits = ({ fifth, jobs, members }: Counts, at: ReturnType<typeof instants>): string => `
  insert into contact_inquiries (name, email, phone, address, service_type, message, status, confirmed_at, created_at, client_id, deleted_at)
    select name, email, phone, address, ${pick('["residential","commercial","specialty","emergency"]', 'id')}, 'Two floors, number ' || id,
      case when id > ${fifth} * 0.98 then 'pending' when id % 3 = 0 then 'completed' else 'confirmed' end, iif(id > ${fifth} * 0.98, null, at), at, id, iif(id % 200 = 0 and id > ${fifth} * 0.9, at, null)
    from (select *, ${at('id', fifth)} as at from clients);
  create temp table visit as ${upTo(jobs)} select n, ${at('n - 1', jobs)} as at, ${at('n - 1', jobs, '%Y-%m-%d')} as day, 1 + n * 17 % ${fifth} as client_id, 1 + n % ${members} as member,
    ${pick(WINDOWS, 'n / 5')} as time_slot, ${pick(SERVICES, 'n')} as service from numbers;
  insert into work_orders (work_order_id, client_id, service_type, description, scheduled_date, processed_date, completed_date, finalized_date, assigned_team_member_id, status, priority,
      estimated_duration, actual_duration, total_amount_cents, created_at, updated_at)
    select printf('WO-%08d', n), client_id, service, 'Two floors', at, iif(done, at, null), iif(done, at, null), null, iif(n % 12 = 0 and not done, null, member), status,
      ${pick('["medium","medium","high","urgent","low"]', 'n')}, 120, iif(done, 90 + n % 80, null), 10000 + n % 9000, at, at
    from (select *, status = 'completed' as done from (select *, case when n % 20 = 0 then 'cancelled' when at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now') then 'completed'
      when n % 12 = 0 then 'scheduled' else 'assigned' end as status from visit));
  insert into job_components (work_order_id, component, estimated_time, is_completed, completed_at)
    select w.id, 'Step ' || k, 40, completed_date is not null, completed_date from work_orders w, (select 1 as k union all select 2 union all select 3);
  insert into work_order_assignments (work_order_id, team_member_id, is_lead, assigned_at, accepted_at, status, created_at)
    select id, assigned_team_member_id, status <> 'cancelled', scheduled_date, scheduled_date, case status when 'cancelled' then 'released' when 'completed' then 'completed' else 'accepted' end, scheduled_date
    from work_orders where assigned_team_member_id is not null;
  insert into team_member_logs (team_member_id, work_order_id, action, timestamp)
    select assigned_team_member_id, id, 'job completed', completed_date from work_orders where completed_date is not null and assigned_team_member_id is not null;
  create temp table booked as select n, at, day, time_slot, service, client_id, row_number() over (partition by day, time_slot, service order by n) as seat from visit where n % 3 > 0;
  insert into appointment_slots (date, time_slot, service_type, max_bookings, current_bookings, created_at, updated_at)
    select day, time_slot, service, max(2, count(*)), sum(n % 20 > 0), min(at), min(at) from booked group by 1, 2, 3;
  insert into appointment_bookings (slot_id, client_name, client_email, client_phone, client_address, service_type, status, booking_reference, request_hash, manage_token, client_id,
      work_order_id, total_amount_cents, created_at, updated_at)
    select s.id, c.name, c.email, c.phone, c.address, service, case when n % 20 = 0 then 'cancelled' when n % 50 = 1 and w.status = 'completed' then 'no-show' when w.status = 'completed' then 'completed' else 'confirmed' end,
      printf('SPC-%013dABCDE', n), 'x', ${token}, c.id, w.id, 12000, b.at, b.at
    from booked b join clients c on c.id = b.client_id join work_orders w on w.id = n join appointment_slots s on s.date = b.day and s.time_slot = b.time_slot and s.service_type = b.service order by n;`;

const money = ({ fifth }: Counts): string => `
  insert into invoices (invoice_number, number_value, customer_name, customer_email, customer_phone, customer_address, service_type, service_description, service_date, subtotal_cents, hst_cents,
      pst_cents, total_cents, status, due_date, paid_date, payment_method, created_at, issued_at, updated_at, amount_paid_cents, work_order_id, deleted_at)
    select printf('SPC%03d', n), n, name, email, phone, address, 'Residential Cleaning', 'Two floors', day, 10000, 1200, 0, 11200, status, date(day, '14 days'),
      iif(status = 'paid', day, null), iif(status = 'paid', 'cash', null), at, iif(status = 'draft', null, at), at, iif(status = 'paid', 11200, 0), job, iif(status <> 'paid' and n % 7 = 0, at, null)
    from (select row_number() over (order by w.id) as n, w.id as job, w.scheduled_date as at, substr(w.scheduled_date, 1, 10) as day, c.name, c.email, c.phone, c.address,
      case when w.id % 90 = 1 then 'draft' when w.id % 30 = 2 then 'overdue' when w.id % 30 = 3 then 'pending' else 'paid' end as status
      from work_orders w join clients c on c.id = w.client_id where w.status = 'completed' and w.id % 4 > 0 order by w.id limit ${fifth});
  insert into invoice_items (invoice_id, description, quantity, price_cents) select id, 'Cleaning', 1, 10000 from invoices;
  insert into receipts (receipt_number, number_value, invoice_id, customer_name, customer_email, payment_method, subtotal_cents, hst_cents, pst_cents, amount_paid_cents, payment_date, description, created_at, is_automatic)
    select printf('SPC-RCP%03d', id), id, id, customer_name, customer_email, 'cash', 10000, 1200, 0, 11200, paid_date, 'Payment for invoice ' || invoice_number, created_at, 1 from invoices where status = 'paid';
  insert into receipts (receipt_number, number_value, order_number, customer_name, customer_email, payment_method, subtotal_cents, hst_cents, pst_cents, amount_paid_cents, payment_date, description, created_at)
    select printf('SPC-RCP%03d', n), n, order_number, customer_name, customer_email, paid_method, subtotal_cents, hst_cents, pst_cents, total_cents, paid_date, 'Payment for order ORD-' || order_number, created_at
    from (select *, (select max(number_value) from receipts) + row_number() over (order by order_number) as n from orders where paid_date is not null);
  insert into number_series (series, highest) select 'invoice', max(number_value) from invoices union all select 'receipt', max(number_value) from receipts;`;

const letters = ({ orders }: Counts, at: ReturnType<typeof instants>): string => `
  insert into consents (email, phone, basis, source, obtained_at, expires_at, withdrawn_at)
    select customer_email, customer_phone, basis, 'order ' || order_number, created_at,
      case basis when 'purchase' then strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '2 years') when 'inquiry' then strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '6 months') end,
      iif(order_number % 40 = 0, created_at, null)
    from (select *, case when order_number % 5 = 0 then 'express' when order_number % 5 = 1 then 'inquiry' else 'purchase' end as basis from orders);
  insert into marketing_recipients (email, token, unsubscribed_at, created_at) select email, ${token}, iif(id % 30 = 0, created_at, null), created_at from clients where id % 2 = 0;
  insert into outbox (channel, purpose, marketing, "to", subject, body, status, next_attempt_at, message_id, dedupe_key, related_type, related_id, created_at, sent_at)
    select 'email', 'order-confirmation', 0, customer_email, 'Your order ORD-' || order_number, '{"text":"Thank you for your order. We prepare it now."}', status, created_at, ${token}, 'order:' || order_number, 'order', order_number,
      created_at, iif(status = 'sent', created_at, null)
    from (select order_number, customer_email, created_at, case when order_number % 200 = 7 then 'failed' when order_number % 211 = 5 then 'suppressed' when order_number % 2 = 0 then 'sent' else 'stored' end as status from orders);
  ${upTo(Math.round(orders / 10))} insert into automation_runs (worker_key, trigger, started_at, finished_at, status, examined, created, message)
    select ${pick(WORKERS, 'n')}, 'schedule', at, at, iif(n % 3 = 0, 'ok', 'empty'), n % 90, n % 3, 'Examined some rows.' from (select n, ${at('n', Math.round(orders / 10))} as at from numbers);
  ${upTo(Math.round(orders / 20))} insert into opportunities (kind, dedupe_key, subject_type, subject_id, title, reason, evidence, score, value_cents, value_basis, status, run_id, created_at, status_changed_at)
    select ${pick(KINDS, 'n')}, 'kept-' || n, 'client', n, 'Client ' || n, 'Did not book for a while', '[]', n % 101, 15000, 'assumption', ${pick('["open","expired","dismissed","contacted","won","lost","expired"]', 'n')}, n, at, at
    from (select n, ${at('n', Math.round(orders / 20))} as at from numbers);
  ${upTo(Math.round(orders / 50))} insert into social_posts (platform, type, content, status, posted_at, scheduled_for, likes, comments, shares, reach, source, created_at, updated_at)
    select ${pick('["facebook","instagram","google"]', 'n')}, ${pick('["business-update","achievement","cleaning-tip","service-highlight","customer-story"]', 'n')}, 'A tip for clean windows, number ' || n, status,
      iif(status = 'posted', at, null), at, n % 40, n % 7, n % 5, n * 3 % 900, iif(n % 2 = 0, 'worker', 'manual'), at, at
    from (select n, ${at('n', Math.round(orders / 50))} as at, case when n % 20 = 1 then 'draft' when n % 50 = 2 then 'failed' else 'posted' end as status from numbers);
  ${upTo(Math.round(orders / 200))} insert into competitor_prices (competitor, service, price_cents, unit, source, observed_on, entered_by, created_at)
    select 'Competitor ' || n % 5, 'Residential Cleaning', 10000 + n % 3000, 'visit', 'flyer', ${at('n', Math.round(orders / 200), '%Y-%m-%d')}, 'owner', ${at('n', Math.round(orders / 200))} from numbers;
  insert into activity (at, actor_kind, verb, entity_type, entity_id, data) select created_at, 'visitor', 'order.placed', 'order', order_number, '{}' from orders;
  insert into activity (at, actor_kind, verb, entity_type, entity_id, data) select created_at, 'visitor', 'booking.made', 'booking', id, '{}' from appointment_bookings;
  insert into activity (at, actor_kind, verb, entity_type, entity_id, data) select status_changed_at, 'system', 'opportunity.' || status, 'opportunity', id, '{}' from opportunities where status in ('contacted', 'won');`;

/** Fills a new database with {@link DAYS} days of a company with so many orders and everything else in proportion. The books add up. */
export function fillCompany(file: string, orders: number, now: Date): void {
  const sqlite = new Database(file);
  for (const setting of ['synchronous = off', 'journal_mode = off', 'cache_size = -1000000', 'temp_store = memory']) sqlite.pragma(setting);
  const counts = proportionsOf(orders);
  // The search tables are filled at the end, all at once, and the ledger of the starter catalogue may go.
  const triggers = sqlite.prepare(
    "select name, sql from sqlite_master where type = 'trigger' and (name like '%\\_search\\_%' escape '\\' or name like '%not_deleted')",
  );
  const paused = triggers.all() as { name: string; sql: string }[];
  for (const { name } of paused) sqlite.exec(`drop trigger ${name}`);
  const past = instants(now);
  sqlite.exec(
    `begin; ${people(counts, past)} ${store(counts, past)} ${visits(counts, instants(now, 30))} ${money(counts)} ${letters(counts, past)} commit;`,
  );
  for (const { sql } of paused) sqlite.exec(sql);
  for (const { name } of paused.filter(({ name: one }) => one.endsWith('_search_insert'))) {
    const table = name.replace(/_insert$/, '');
    sqlite.exec(`insert into ${table}(${table}) values ('rebuild')`);
  }
  sqlite.pragma('journal_mode = wal');
  sqlite.close();
}
