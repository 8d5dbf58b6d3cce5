import Database from 'better-sqlite3';

const AT = '2026-01-01T00:00:00.000Z';
const numbers = (count: number) => `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;

/** Products up to a thousand, each with enough in stock for every order of a run. */
export function fillStorefront(file: string): void {
  const sqlite = new Database(file);
  sqlite.exec(`${numbers(976)}
    insert into products (name, description, price_cents, category, stock_quantity, created_at)
      select 'Tool number ' || n, 'A sturdy tool of its kind, made for corner ' || n || '.', 100 + n, 'Tools', 0, '${AT}' from numbers;
    update products set stock_quantity = 10000000, stock_value_cents = coalesce(10000000 * cost_cents, 0);
    insert into stock_movements (product_id, kind, quantity, stock_after, value_after_cents, actor_kind, at)
      select id, 'receive', 10000000 - coalesce((select sum(quantity) from stock_movements m where m.product_id = p.id), 0), 10000000,
        10000000 * cost_cents, 'system', '${AT}' from products p;`);
  sqlite.close();
}

/** Row counts after years of a company that sells and books far more than ours hopes to. */
export const VOLUME = { orders: 100_000, bookings: 20_000, invoices: 10_000, quotes: 10_000, clients: 10_000 };
export function fillYears(file: string): void {
  const sqlite = new Database(file);
  sqlite.pragma('synchronous = off');
  sqlite.exec(`begin;
    ${numbers(VOLUME.orders)}
    insert into orders (public_id, customer_name, customer_email, customer_phone, shipping_address, subtotal_cents, tax_cents, total_cents, tax_reading, status, created_at)
      select lower(hex(randomblob(11))), 'Customer ' || n, 'c' || (n % 9000) || '@example.com', printf('250555%04d', n % 9000), n || ' Seymour St, Kamloops',
        6000, 720, 6720, 'checkout-12', case when n % 50 = 0 then 'pending' else 'delivered' end, strftime('%Y-%m-%dT%H:%M:%S.000Z', '2026-11-20', ((n - ${VOLUME.orders}) / 100) || ' hours') from numbers;
    insert into order_items (order_number, product_id, name, quantity, price_cents)
      select order_number, 1 + (order_number * 7 + k) % 24, 'Squeegee ' || k, 1 + (k - 1) % 2, 1500 from orders, (select 1 k union all select 2 union all select 3);
    ${numbers(VOLUME.clients)}
    insert into clients (name, email, phone, address, created_at)
      select 'Client ' || n, 'client' || n || '@example.com', printf('250777%04d', n), n || ' Columbia St, Kamloops', '${AT}' from numbers;
    ${numbers(VOLUME.quotes)}
    insert into contact_inquiries (name, email, phone, service_type, message, status, created_at)
      select 'Asker ' || n, 'asker' || n || '@example.com', printf('250888%04d', n), 'residential', 'Two floors, number ' || n, case when n % 20 = 0 then 'pending' else 'confirmed' end, '${AT}' from numbers;
    ${numbers(VOLUME.invoices)}
    insert into invoices (invoice_number, number_value, customer_name, customer_email, service_type, service_description, service_date, subtotal_cents,
        hst_cents, pst_cents, total_cents, status, due_date, created_at, amount_paid_cents)
      select printf('SPC%03d', n), n, 'Customer ' || n, 'c' || n || '@example.com', 'Residential Cleaning', 'Two floors', date('2026-11-20', -(n % 700) || ' days'),
        1000, 120, 70, 1190, case when n % 6 = 0 then 'pending' else 'paid' end, date('2026-12-04', -(n % 700) || ' days'), '${AT}', iif(n % 6 = 0, 0, 1190) from numbers;
    ${numbers(700)}
    insert or ignore into appointment_slots (date, time_slot, service_type, created_at)
      select date('2026-12-31', -n || ' days'), w, s, '${AT}' from numbers,
        (select '08:00-10:00' w union all select '10:00-12:00' union all select '12:00-14:00' union all select '14:00-16:00' union all select '16:00-18:00' union all select '18:00-20:00'),
        (select 'residential' s union all select 'commercial' union all select 'deep-cleaning' union all select 'carpet-cleaning' union all select 'window-cleaning');
    ${numbers(VOLUME.bookings)}
    insert into appointment_bookings (slot_id, client_name, client_email, client_phone, client_address, service_type, booking_reference, manage_token, request_hash, status, created_at, updated_at)
      select s.id, 'Booker ' || n, 'booker' || n || '@example.com', printf('250999%04d', n % 10000), n || ' Victoria St, Kamloops', s.service_type,
        printf('SPC-%013dABCDE', n), lower(hex(randomblob(16))), 'x', 'confirmed', '${AT}', '${AT}'
      from numbers join (select id, service_type, row_number() over (order by id) r from appointment_slots) s on s.r = n;
    update appointment_slots set current_bookings = (select count(*) from appointment_bookings b where b.slot_id = appointment_slots.id);
    commit; analyze;`);
  sqlite.close();
}
