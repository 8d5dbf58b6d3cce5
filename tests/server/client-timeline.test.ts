import { beforeEach, describe, expect, test } from 'vitest';
import { invoiceJobs } from '../../db/schema';
import type { TimelineEntry } from '../../src/shared/clients';
import { MARIA } from '../support/dispatch';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const on = (day: number) => `2026-11-${String(day).padStart(2, '0')}T20:00:00.000Z`;
const REST = { client_id: null, work_order_id: null };

let shop: Shop;
beforeEach(async () => {
  shop = openShop();
  await shop.admin.clients.create({ ...MARIA, email: 'Maria@Example.com' });
});

/** One of each kind, on days of their own; what names no client says only the e-mail, in other letters. */
function fill({ email = 'maria@EXAMPLE.com', phone = '3', clientId = 1 as number | null, place = '' } = {}) {
  const { db } = shop;
  insertRow(db, 'contact_inquiries', { email, client_id: null, status: 'confirmed', created_at: on(1) });
  insertRow(db, 'appointment_slots', { date: `2026-11-2${place || 1}`, team_member_id: null });
  const slot = db.$client.prepare<[], number>('select max(id) from appointment_slots').pluck().get() ?? 0;
  const booking = { slot_id: slot, client_email: email, booking_reference: `SPC-${place}`, total_amount_cents: 14_900 };
  insertRow(db, 'appointment_bookings', { ...booking, ...REST, created_at: on(2) });
  if (clientId)
    insertRow(db, 'work_orders', {
      work_order_id: `WO-${place}`,
      client_id: clientId,
      assigned_team_member_id: null,
      inquiry_id: null,
      status: 'completed',
      scheduled_date: on(8),
      completed_date: on(3),
    });
  insertRow(db, 'orders', { public_id: `abcdefghijklmnopqrstuv${place}`, customer_email: email, customer_phone: phone, created_at: on(4) });
  insertRow(db, 'invoices', { invoice_number: `SPC00${place || 1}`, number_value: null, customer_email: email, created_at: on(5) });
  const receipt = { receipt_number: `R-${place || 1}`, number_value: null, invoice_id: null, customer_email: email };
  insertRow(db, 'receipts', { ...receipt, is_refund: 1, created_at: on(6) });
  insertRow(db, 'outbox', { to: email, message_id: `<${place}@shop.test>`, dedupe_key: `k${place}`, created_at: on(7) });
}
const timeline = async (id = 1) => (await shop.admin.clients.timeline({ id })).rows;
const kinds = (rows: TimelineEntry[]) => rows.map(({ kind }) => kind);

describe('the timeline of a client', () => {
  test('shows the quotes and the regular visits of the client in words', async () => {
    const quoted = { client_id: 1, inquiry_id: null, version: 2, created_at: on(9) };
    insertRow(shop.db, 'quotes', { ...quoted, status: 'changes_requested', work_order_id: null, plan_id: null, deposit_invoice_id: null });
    insertRow(shop.db, 'plans', { price_cents: 12_000, created_at: on(10) });
    insertRow(shop.db, 'clients', { email: 'other@example.com' });
    insertRow(shop.db, 'plans', { client_id: 2 });
    expect(await timeline()).toEqual([
      {
        ...{ kind: 'plan', id: 1, at: on(10), title: 'Regular visits: Every Tuesday at 10:00 a.m.', text: 'Residential' },
        ...{ status: 'active', amount: '120.00', link: { path: '/plans', search: { plan: 1 } } },
      },
      {
        ...{ kind: 'pricedQuote', id: 1, at: on(9), title: 'Quote Q-1001, version 2', text: 'Residential' },
        ...{ status: 'changes requested', amount: '11.90', link: { path: '/admin', search: { priced: 1 } } },
      },
    ]);
  });

  test('shows every kind of row, newest first, with its text and link', async () => {
    fill();
    expect(await timeline()).toEqual([
      {
        kind: 'message',
        id: 1,
        at: on(7),
        title: 'Message: S',
        text: null,
        status: 'queued',
        amount: null,
        link: { path: '/messages', search: {} },
      },
      {
        kind: 'receipt',
        id: 1,
        at: on(6),
        title: 'Receipt R-1',
        text: 'Paid',
        status: 'refund',
        amount: '-11.90',
        link: { path: '/receipts', search: { receipt: 1 } },
      },
      {
        kind: 'invoice',
        id: 1,
        at: on(5),
        title: 'Invoice SPC001',
        text: 'Residential Cleaning',
        status: 'draft',
        amount: '11.90',
        link: { path: '/invoices', search: { invoice: 1 } },
      },
      {
        kind: 'order',
        id: 1,
        at: on(4),
        title: 'Order ORD-0001',
        text: null,
        status: 'pending',
        amount: '11.20',
        link: { path: '/orders', search: { order: 1 } },
      },
      {
        kind: 'workOrder',
        id: 1,
        at: on(3),
        title: 'Work order WO-',
        text: 'Residential',
        status: 'completed',
        amount: '149.00',
        link: { path: '/team', search: { order: 1 } },
      },
      {
        kind: 'booking',
        id: 1,
        at: on(2),
        title: 'Booking SPC-',
        text: 'Residential Cleaning, Nov 21, 8–10 a.m.',
        status: 'confirmed',
        amount: '149.00',
        link: { path: '/bookings', search: { booking: 1 } },
      },
      {
        kind: 'quote',
        id: 1,
        at: on(1),
        title: 'Quote request',
        text: 'Residential',
        status: 'confirmed',
        amount: null,
        link: { path: '/admin', search: {} },
      },
    ]);
  });

  test('shows planned jobs first, and no amount for a booking without one', async () => {
    fill();
    shop.db.$client.exec(`update work_orders set completed_date = null, status = 'scheduled', scheduled_date = '${on(30)}'`);
    shop.db.$client.exec('update appointment_bookings set total_amount_cents = 0');
    const rows = await timeline();
    expect([rows[0]?.kind, rows[0]?.at]).toEqual(['workOrder', on(30)]);
    expect(rows.find(({ kind }) => kind === 'booking')?.amount).toBeNull();
  });

  test('matches rows by client id first, whatever e-mail was typed', async () => {
    fill({ email: 'other@example.com' });
    expect(kinds(await timeline())).toEqual(['workOrder']);
    shop.db.$client.exec('update contact_inquiries set client_id = 1; update appointment_bookings set client_id = 1');
    expect(kinds(await timeline())).toEqual(['workOrder', 'booking', 'quote']);
    await shop.admin.clients.create({ ...MARIA, name: 'Another with that address' });
    shop.db.$client.exec("update contact_inquiries set client_id = 2, email = 'maria@example.com'");
    expect(kinds(await timeline())).toEqual(['workOrder', 'booking']);
  });

  test('finds store orders by phone, unless the phone is too short', async () => {
    fill({ email: 'other@example.com', phone: '+1 250.555.0133', clientId: null });
    expect(kinds(await timeline())).toEqual(['order']);
    shop.db.$client.exec("update orders set customer_phone = '0133'; update clients set phone = '0133'");
    expect(await timeline()).toEqual([]);
  });

  test('finds the receipt of an invoice that has no e-mail', async () => {
    fill();
    shop.db.$client.exec('update receipts set customer_email = null, invoice_id = 1');
    expect(kinds(await timeline())).toContain('receipt');
  });

  test('finds the invoices and receipts of a client without an e-mail address by job, month, booking and quote', async () => {
    fill({ clientId: 1 });
    const { db } = shop;
    db.$client.exec(`update clients set email = null; update appointment_bookings set client_id = 1;
      update invoices set customer_email = null, work_order_id = 1; update receipts set customer_email = null, invoice_id = 1`);
    const add = (number: number, more = {}) =>
      insertRow(db, 'invoices', { invoice_number: `SPC00${number}`, number_value: null, customer_email: null, created_at: on(5), ...more });
    add(2);
    db.insert(invoiceJobs).values({ invoiceId: 2, workOrderId: 1 }).run();
    add(3, { booking_id: 1 });
    add(4, { deposit_booking_id: 1 });
    add(5);
    const links = { inquiry_id: null, work_order_id: null, plan_id: null };
    insertRow(db, 'quotes', { client_id: 1, deposit_invoice_id: 5, created_at: on(1), ...links });
    add(6);
    const rows = await timeline();
    expect(rows.flatMap(({ kind, id }) => (kind === 'invoice' ? id : []))).toEqual([5, 4, 3, 2, 1]);
    expect(rows.flatMap(({ kind, id }) => (kind === 'receipt' ? id : []))).toEqual([1]);
  });

  test('shows an invoice as credited or overdue as the list of invoices does', async () => {
    fill();
    const getStatus = async () => (await timeline()).find(({ kind }) => kind === 'invoice')?.status;
    shop.db.$client.exec("update invoices set status = 'pending', due_date = '2026-11-19'");
    expect(await getStatus()).toBe('overdue');
    shop.db.$client.exec('update invoices set credited_cents = total_cents');
    expect(await getStatus()).toBe('credited');
  });

  test('excludes deleted rows', async () => {
    fill();
    shop.db.$client.exec(`update contact_inquiries set deleted_at = '${on(9)}'; update invoices set deleted_at = '${on(9)}'`);
    expect(kinds(await timeline())).toEqual(['message', 'receipt', 'order', 'workOrder', 'booking']);
  });

  test('pages through rows of the same instant without repeating one', async () => {
    fill();
    fill({ place: '2' });
    shop.db.$client.exec(`update outbox set created_at = '${on(4)}'; update receipts set created_at = '${on(4)}'`);
    const all = (await timeline()).map(({ kind, id }) => `${kind} ${id}`);
    expect(new Set(all).size).toBe(14);
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      let cursor: Awaited<ReturnType<typeof shop.admin.clients.timeline>>['nextCursor'] = null;
      do {
        const page: Awaited<ReturnType<typeof shop.admin.clients.timeline>> = await shop.admin.clients.timeline({ id: 1, limit, cursor });
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        seen.push(...page.rows.map(({ kind, id }) => `${kind} ${id}`));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(all);
    }
  });

  test('includes rows of merged clients', async () => {
    await shop.admin.clients.create({ ...MARIA, email: 'm.santos@example.com', phone: '604 555 0100' });
    fill({ email: 'm.santos@example.com', phone: '604-555-0100', clientId: 2 });
    expect(await timeline()).toEqual([]);
    const before = await timeline(2);
    expect(before).toHaveLength(7);
    await shop.admin.clients.merge({ id: 2, intoId: 1 });
    expect(await timeline()).toEqual(before);
  });

  test('is NOT_FOUND for an unknown client, and limits a page to one to a hundred rows', async () => {
    await expect(timeline(9)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const limit of [0, 101])
      await expect(shop.admin.clients.timeline({ id: 1, limit })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

test('the timeline of a Gmail client includes other spellings of the mailbox', async () => {
  await shop.admin.clients.create({ ...MARIA, email: 'maria.santos@gmail.com', phone: '(250) 555-0144' });
  fill({ email: 'MariaSantos+shop@googlemail.com', clientId: null });
  expect(kinds(await timeline(2))).toEqual(['message', 'receipt', 'invoice', 'order', 'booking', 'quote']);
});
