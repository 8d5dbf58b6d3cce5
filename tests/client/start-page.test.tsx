import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '../../db/client';
import { invoices, workOrders } from '../../db/schema';
import { addTodo } from '../../src/server/todos/service';
import { findPanel, lastToast, openOffice, press, refuse } from '../support/office';
import { insertPost } from '../support/overview';
import { insertRow } from '../support/rows';
import { QUOTE } from '../support/shop';
import { href, show } from '../support/start-page';
import { ORDER, shelve } from '../support/storefront';

const OVERDUE = { due_date: '2026-11-10', status: 'pending', customer_email: 'm@example.com', work_order_id: null, booking_id: null };
const wordsOf = (element: HTMLElement) => element.textContent?.replace(/\s+/g, ' ').trim();

/** Opens an office in which one record of each kind waits, and four requests. */
async function openBusyOffice() {
  const office = openOffice({ hasMailServer: true });
  const { admin, visitor, db } = office;
  await admin.settings.save({ createWorkOrders: false });
  for (const name of ['Ann', 'Ben', 'Cas', 'Dan']) await visitor.quotes.submit({ ...QUOTE, name });
  insertRow(db, 'clients');
  const job = { inquiry_id: null, assigned_team_member_id: null };
  insertRow(db, 'work_orders', { ...job, work_order_id: 'WO-1', scheduled_date: '2026-11-21T17:00:00.000Z' });
  const done = { status: 'completed', completed_date: '2026-11-19T20:00:00.000Z', total_amount_cents: 14_900 } as const;
  insertRow(db, 'work_orders', { ...job, work_order_id: 'WO-2', ...done });
  insertRow(db, 'appointment_slots', { team_member_id: null, date: '2026-11-22' });
  insertRow(db, 'appointment_bookings', { work_order_id: null, client_id: null });
  shelve(office.shop, { stock_quantity: 5, reorder_level: 5, name: 'Mop' });
  await visitor.store.placeOrder(ORDER);
  insertRow(db, 'invoices', { ...OVERDUE, handed_over_at: '2026-10-01T20:00:00.000Z' });
  insertRow(db, 'outbox', { status: 'failed', subject: 'Your visit', message_id: '<1@x>', dedupe_key: '1' });
  insertRow(db, 'outbox', { status: 'draft', subject: 'A reminder', message_id: '<2@x>', dedupe_key: '2' });
  insertPost(office.shop, 'missed');
  return office;
}

describe('what needs the office', () => {
  test('shows the records of each kind with a link to all of them and the next step of each', async () => {
    await openBusyOffice();
    show();
    const needs = await findPanel('Needs you');
    const kinds = needs.getAllByRole('link').filter((link) => /All \d+$/.test(wordsOf(link) ?? ''));
    expect(kinds.map((link) => [wordsOf(link), href(link)])).toEqual([
      ['Pending quotes All 4', '/admin?status=pending'],
      ['Bookings without a job All 1', '/bookings?view=convert'],
      ['Unassigned jobs All 1', '/dispatch'],
      ['Orders to ship All 1', '/orders?view=to-ship'],
      ['To bill $149.00 All 1', '/invoices?view=to-bill'],
      ['Overdue invoices All 1', '/invoices?view=overdue'],
      ['Messages to approve All 1', '/messages?view=drafts'],
      ['Failed messages All 1', '/messages?view=failed'],
      ['Missed posts All 1', '/social-media?tab=schedule&view=missed'],
      ['To reorder All 1', '/inventory-accounting?tab=products&view=reorder'],
    ]);
    expect(needs.getAllByRole('button').map(wordsOf)).toEqual([
      'Confirm, Dan',
      'Confirm, Cas',
      'Confirm, Ben',
      'Create job, M',
      'Create invoice, Maria Santos',
      'Remind, M',
      'Send again, Your visit',
    ]);
    const steps = ['Assign, Maria Santos', /^Pack, /, 'Review, A reminder', /^Reschedule, /, 'Reorder, Mop'];
    expect(steps.map((name) => href(needs.getByRole('link', { name })))).toEqual([
      '/dispatch?assign=1',
      '/orders?order=1',
      '/messages?view=drafts',
      '/social-media?tab=schedule&view=missed',
      '/inventory-accounting?tab=products&view=reorder',
    ]);
    expect(needs.getAllByText(/Residential · today 1:30 p\.m\./)).toHaveLength(3);
    expect(needs.getByText(/^SPC001 · \$[\d.]+ · due Nov 10$/)).toBeVisible();
    expect(needs.getByText('ORD-0001', { exact: false })).toBeVisible();
  });

  test('says so when nothing waits', async () => {
    openOffice();
    show();
    expect(await (await findPanel('Needs you')).findByText("You're all caught up")).toBeVisible();
    expect(screen.getByText('The quotes')).toBeVisible();
  });

  test('shows a to-do with the way to it, marks it as done, and takes that back', async () => {
    const office = openOffice();
    const path = '/receipts?receipt=7';
    inTransaction(office.db, () =>
      addTodo(office.shop.ctx, { kind: 'refund', text: 'Refund $100.00 to Ann Lee', path, dedupeKey: 'refund:7' }),
    );
    show();
    const needs = await findPanel('Needs you');
    expect(needs.queryByText("You're all caught up")).not.toBeInTheDocument();
    expect(href(await needs.findByRole('link', { name: 'Refund $100.00 to Ann Lee' }))).toBe(path);
    await press('Done, Refund $100.00 to Ann Lee');
    expect(await needs.findByText("You're all caught up")).toBeVisible();
    act(() => lastToast()?.action?.run());
    expect(await needs.findByRole('link', { name: 'Refund $100.00 to Ann Lee' })).toBeVisible();
  });

  test('marks a request that waits over 24 hours', async () => {
    const office = openOffice();
    insertRow(office.db, 'contact_inquiries', { client_id: null, created_at: '2026-11-19T20:29:00.000Z' });
    show();
    expect(await screen.findByText('Residential · waiting over 24 h')).toBeVisible();
  });

  test('confirms a request in place, and takes it back', async () => {
    const office = openOffice();
    await office.visitor.quotes.submit(QUOTE);
    show();
    await press('Confirm, Maria Santos');
    await waitFor(() => expect(lastToast()?.title).toBe('Confirmed. Job set for tomorrow 1:30 p.m.'));
    expect(await screen.findByRole('link', { name: 'Assign, Maria Santos' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull();
    act(() => lastToast()?.action?.run());
    expect(await screen.findByRole('button', { name: 'Confirm, Maria Santos' })).toBeVisible();
    expect(office.db.select().from(workOrders).all()).toEqual([]);
  });

  test('creates an invoice in place, and takes it back', async () => {
    const office = await openBusyOffice();
    show();
    await press('Create invoice, Maria Santos');
    await waitFor(() => expect(lastToast()?.title).toMatch(/^Invoice SPC\d+ created\.$/));
    expect(lastToast()).toMatchObject({ durationMs: 10_000 });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Create invoice/ })).toBeNull());
    act(() => lastToast()?.action?.run());
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone', description: 'The job is to be invoiced again.' }));
    expect(await screen.findByRole('button', { name: 'Create invoice, Maria Santos' })).toBeVisible();
    expect(
      office.db
        .select()
        .from(invoices)
        .all()
        .filter(({ workOrderId, deletedAt }) => workOrderId === 2 && !deletedAt),
    ).toEqual([]);
  });

  test('asks for the price of a job that has none before it creates the invoice', async () => {
    const office = await openBusyOffice();
    office.db.update(workOrders).set({ totalAmountCents: null, actualDuration: 120 }).run();
    show();
    await press('Create invoice, Maria Santos');
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/invoices?new=1&order=2'));
    expect(lastToast()).toMatchObject({
      title: 'This job has no price yet.',
      description: 'Enter the subtotal, then create the invoice.',
    });
    expect(office.db.select().from(invoices).all()).toHaveLength(1);
  });

  test('creates the job of a booking, and sends a failed message again', async () => {
    const office = await openBusyOffice();
    show();
    await press('Create job, M');
    await waitFor(() => expect(lastToast()?.title).toBe('Job created.'));
    expect(lastToast()?.onOpen).toBeInstanceOf(Function);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Create job/ })).toBeNull());
    await press('Send again, Your visit');
    await waitFor(() => expect(lastToast()?.title).toBe('The message is sent again.'));
    expect(office.sent('drafts.retry')).toHaveLength(1);
  });

  test('reminds of an overdue invoice in place', async () => {
    const office = await openBusyOffice();
    show();
    await press('Remind, M');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Reminder of SPC001', description: 'On its way to M.' }));
    expect(await screen.findByText('Reminded')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull();
    expect(office.sent('invoices.remind')).toEqual([{ id: 1 }]);
  });

  test('leaves an invoice that the customer does not have to a person', async () => {
    const office = openOffice();
    insertRow(office.db, 'invoices', OVERDUE);
    show();
    expect(href(await screen.findByRole('link', { name: 'Open, M' }))).toBe('/invoices?invoice=1');
    expect(screen.queryByRole('button', { name: /^Remind/ })).toBeNull();
  });

  test('leaves a message without confirmation from the mail server to a person', async () => {
    const office = openOffice();
    insertRow(office.db, 'outbox', { status: 'unknown', subject: 'Your visit' });
    show();
    expect(href(await screen.findByRole('link', { name: 'Check, Your visit' }))).toBe('/messages?view=failed');
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
  });

  test('shows nothing until all parts are there', async () => {
    const office = openOffice();
    const release = office.hold('overview.day');
    show();
    expect(await screen.findByText('Loading today...')).toBeInTheDocument();
    expect(screen.queryByText('The quotes')).toBeNull();
    release();
    expect(await screen.findByText('The quotes')).toBeVisible();
  });

  test.each([
    ['needsYou', 'What needs you could not be loaded.'],
    ['day', "Today's jobs could not be loaded."],
    ['money', 'The money of this month could not be loaded.'],
  ])('can load %s again after an error', async (part, text) => {
    const office = openOffice();
    office.fail(`overview.${part}`, refuse(500));
    show();
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByText('The quotes')).toBeVisible();
    expect(office.sent(`overview.${part}`)).toHaveLength(1);
    office.repair(`overview.${part}`);
    await press('Try again');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('the day', () => {
  test('shows the jobs of each member with their times, and the unassigned ones first', async () => {
    const office = openOffice();
    insertRow(office.db, 'clients');
    insertRow(office.db, 'team_members');
    insertRow(office.db, 'team_members', { employee_id: 'E-2', first_name: 'Abe', email: 'abe@example.com' });
    const today = { inquiry_id: null, scheduled_date: '2026-11-20T21:00:00.000Z' };
    insertRow(office.db, 'work_orders', { ...today, work_order_id: 'WO-1' });
    insertRow(office.db, 'work_orders', { ...today, work_order_id: 'WO-2', assigned_team_member_id: null });
    show();
    const day = await findPanel('Friday, November 20');
    expect(href(day.getByRole('link', { name: 'Dispatch' }))).toBe('/dispatch');
    const jobs = within(day.getByRole('list', { name: 'Jobs of Dee Marsh' }));
    expect([wordsOf(jobs.getByRole('link')), href(jobs.getByRole('link'))]).toEqual(['2 p.m. Maria Santos', '/team?order=1']);
    expect(within(day.getByRole('list', { name: 'Jobs of Unassigned' })).getByRole('link')).toHaveAttribute('title', 'Maria Santos');
    expect(day.getAllByText('Free')).toHaveLength(2);
    expect(href(day.getByRole('link', { name: /^Dee Marsh 1 job/ }))).toBe('/dispatch?member=1');
  });

  test('leads a company without a team to its first member', async () => {
    openOffice();
    show();
    const day = await findPanel('Friday, November 20');
    expect(href(day.getByRole('link', { name: 'Add the first one' }))).toBe('/team-management');
    expect(await (await findPanel('Next bookings')).findByText('No bookings ahead.')).toBeVisible();
  });

  test('lists the next bookings with their windows', async () => {
    const office = openOffice();
    insertRow(office.db, 'appointment_slots', { team_member_id: null, date: '2026-11-22', time_slot: '16:00-18:00' });
    insertRow(office.db, 'appointment_bookings', { work_order_id: null, client_id: null });
    show();
    const link = within((await screen.findByRole('region', { name: 'Next bookings' })) as HTMLElement).getByRole('link', {
      name: /p\.m\.\s*M /,
    });
    expect(wordsOf(link)).toMatch(/^Sun, Nov 22, 4–6 p\.m\. M Residential$/);
    expect(href(link)).toBe('/bookings?booking=1');
  });
});

test('the documented tools are links with their names', async () => {
  openOffice();
  show();
  const tools = await findPanel('Tools');
  expect(tools.getAllByRole('link').map((link) => [wordsOf(link), href(link)])).toEqual([
    ['AI Dashboard', '/ai-dashboard'],
    ['Social Media', '/social-media'],
    ['Business Development', '/canaan-dashboard'],
    ['Inventory & Accounting', '/inventory-accounting'],
    ['Facebook Cover', '/facebook-cover'],
    ['Invoices', '/invoices'],
    ['Receipts', '/receipts'],
    ['Team Dashboard', '/team'],
    ['Team Login', '/team-login'],
    ['Achievements', '/achievements'],
  ]);
});
