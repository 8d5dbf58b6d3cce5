import { test } from 'vitest';
import { runWorker } from '../../src/server/automation/scheduler';
import { openShop } from '../support/shop';
test('perf', async () => {
  const shop = openShop({ now: '2026-11-20T20:00:00.000Z' });
  const N = process.env.SMALL ? 2000 : 100000, C = 20000;
  shop.db.$client.exec(`
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${C})
  insert into clients (id, name, email, phone, address, created_at) select i, 'C' || i, 'c' || i || '@example.com', '250555' || printf('%04d', i % 10000), 'A', '2024-01-01T00:00:00.000Z' from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < ${N})
  insert into work_orders (id, work_order_id, client_id, service_type, scheduled_date, completed_date, status, total_amount_cents, created_at, updated_at)
  select i, 'WO-' || i, 1 + (i * 7919) % ${C}, 'residential', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T18:00:00.000Z', '-' || ((${N} - i) / 91.3) || ' days'), strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T18:00:00.000Z', '-' || ((${N} - i) / 91.3) || ' days'), 'completed', 15000, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T18:00:00.000Z', '-' || ((${N} - i) / 91.3) || ' days'), '2026-01-01T00:00:00.000Z' from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
  insert into contact_inquiries (id, name, email, phone, service_type, status, confirmed_at, created_at)
  select i, 'Q' || i, 'q' || i || '@example.com', '250444' || printf('%04d', i % 10000), 'residential', case when i % 3 = 0 then 'pending' else 'confirmed' end, case when i % 3 = 0 then null else '2026-01-05T00:00:00.000Z' end, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T18:00:00.000Z', '-' || ((30000 - i) / 27.0) || ' days') from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 30000)
  insert into invoices (id, invoice_number, number_value, customer_name, customer_email, service_type, service_date, subtotal_cents, hst_cents, pst_cents, total_cents, status, due_date, created_at)
  select i, 'SPC' || i, i, 'I', 'c' || i || '@example.com', 'R', '2026-01-01', 10000, 1200, 0, 11200, case when i % 5 = 0 then 'overdue' else 'paid' end, '2026-06-01', '2026-05-01T00:00:00.000Z' from n;
  insert into appointment_slots (id, date, time_slot, service_type, created_at, updated_at) values (1, '2026-05-01', '08:00-10:00', 'residential', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
  insert into appointment_bookings (id, slot_id, client_name, client_email, client_phone, client_address, service_type, booking_reference, status, created_at, updated_at)
  select i, 1, 'B', 'b' || i || '@example.com', '250333' || printf('%04d', i), 'A', 'residential', 'SPC-' || i, 'cancelled', '2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z' from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
  insert into saved_carts (id, email, items, subtotal_cents, consent, updated_at) select 'c' || i, 's' || i || '@example.com', '[{"name":"X","quantity":1}]', 1000, 0, strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-20T18:00:00.000Z', '-' || (i / 300.0) || ' days') from n;
  `);
  const { engage } = await import('../../src/server/automation/engagement');
  try { engage(shop.ctx, 1); } catch (e) { console.info('ms FAULT', String((e as Error).stack).slice(0, 1200)); }
  for (const key of ['lead-generation', 'engagement'] as const)
    for (let i = 0; i < 6; i += 1) {
      const t = performance.now(); const cpu = process.cpuUsage();
      const r = runWorker(shop.ctx, key, 'manual');
      console.info(key, Math.round(performance.now() - t), 'ms', 'cpu', Math.round((process.cpuUsage(cpu).user + process.cpuUsage(cpu).system) / 1000), r.status, r.message, r.error ?? '');
    }
}, 120000);
