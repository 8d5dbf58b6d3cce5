import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { readTeamSearch } from '../../src/client/features/dispatch/team-search';
import { QuotesPanel } from '../../src/client/features/quotes/quotes-panel';
import { readQuotesSearch } from '../../src/client/features/quotes/quotes-search';
import { AdminHeader } from '../../src/client/features/shell/admin-header';
import { OfficeNavigation } from '../../src/client/features/shell/office-navigation';
import { TodaySummary } from '../../src/client/features/shell/today-summary';
import { readOrdersSearch } from '../../src/client/features/store/office/orders-search';
import { Route as TeamRoute } from '../../src/client/routes/_office._staff.team';
import type { Overview } from '../../src/shared/overview';
import { addJob, addPeople, type JobOptions } from '../support/jobs';
import { openOffice, openPart, openStaffPage, refuse } from '../support/office';
import { insertRow } from '../support/rows';

const FIGURES: Overview = {
  jobsToday: 12,
  unassigned: 1,
  quotesPending: 5,
  quotesWaiting: 3,
  bookingsToConvert: 2,
  ordersToShip: 7,
  jobsToInvoice: 6,
  overdueInvoices: 1,
  lowStock: 4,
  failedMessages: 0,
  missedPosts: 2,
};

/** Opens a part of an office whose figures are these. */
function openPartWith(part: ReactNode) {
  const office = openOffice();
  office.fail('overview.today', () => ({ result: { data: FIGURES } }));
  openPart(part);
  return office;
}

const strip = () => screen.findByRole('region', { name: 'What needs doing now' });
const wordsOf = (link: HTMLElement) => link.textContent?.replace(/\s+/g, ' ').trim();

describe('the strip of the admin page', () => {
  test('shows every figure with a link to its list, highlights waiting work and mutes zeros', async () => {
    const office = openPartWith(<TodaySummary />);
    await screen.findByRole('link', { name: '12 jobs today' });
    const links = within(await strip()).getAllByRole('link');
    expect(links.map((link) => [wordsOf(link), decodeURIComponent(link.getAttribute('href') ?? '')])).toEqual([
      ['12 jobs today', '/team?when=today'],
      ['1 unassigned job', '/dispatch'],
      ['3 quotes waiting over 24 h', '/admin?status=pending&waiting=24h'],
      ['2 bookings without a live job', '/bookings?view=convert'],
      ['7 orders to ship', '/orders?view=to-ship'],
      ['6 jobs to invoice', '/team?when=to-invoice'],
      ['1 overdue invoice', '/invoices?view=overdue'],
      ['4 low stock products', '/inventory-accounting?tab=products&view=reorder'],
      ['0 failed messages', '/messages?view=failed'],
      ['2 missed posts', '/social-media?tab=schedule&view=missed'],
    ]);
    for (const link of links) expect(link).toHaveAccessibleName(wordsOf(link));
    expect(office.sent('overview.today')).toHaveLength(1);

    // Waiting work is highlighted, and zeros are muted.
    const tile = (name: string) => links.find((link) => wordsOf(link) === name) as HTMLElement;
    for (const name of ['7 orders to ship', '1 overdue invoice']) expect(tile(name).className).toContain('border-l-4');
    // Jobs are what the day is for; nothing is wrong with them.
    for (const name of ['0 failed messages', '12 jobs today']) expect(tile(name).className).not.toContain('border-l-4');
    expect(within(tile('7 orders to ship')).getByText('7').className).toContain('font-bold');
    expect(within(tile('0 failed messages')).getByText('0').className).toContain('text-muted');
  });

  test('keeps the space of the figures while they load', async () => {
    const release = openOffice().hold('overview.today');
    openPart(<TodaySummary />);
    expect(within(await strip()).getAllByRole('link')).toHaveLength(10);
    expect(await strip()).toHaveAttribute('aria-busy', 'true');
    expect(await strip()).not.toHaveTextContent(/\b0\b/);
    release();
    expect(await screen.findByRole('link', { name: '0 jobs today' })).toBeVisible();
    expect(await strip()).toHaveAttribute('aria-busy', 'false');
  });

  test('shows an error without figures when loading fails, and can be reloaded', async () => {
    const office = openOffice();
    office.fail('overview.today', refuse(500));
    openPart(<TodaySummary />);
    expect(await screen.findByRole('alert')).toHaveTextContent("Today's figures could not be loaded.");
    expect(within(await strip()).queryAllByRole('link')).toEqual([]);
    office.repair('overview.today');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: '0 bookings without a live job' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('the admin header shows the end of the login in the same form as all other times of the office', async () => {
  openOffice({ now: '2026-11-22T23:46:00.000Z' });
  openPart(<AdminHeader />);
  expect(await screen.findByText('Logged in as owner until 4:46 a.m.')).toBeVisible();
});

test('the navigation shows the same figures beside its links', async () => {
  const office = openPartWith(
    <>
      <OfficeNavigation onNavigate={() => undefined} onShortcuts={() => undefined} onLogOut={() => undefined} />
      <TodaySummary />
    </>,
  );
  await screen.findByText('to ship');
  const links = within(screen.getByRole('navigation', { name: 'Office' })).getAllByRole('link');
  expect(links.map((link) => wordsOf(link)).filter((words) => /\d/.test(words ?? ''))).toEqual([
    'Home 5 pending',
    'Orders 7 to ship',
    'Bookings 2 to convert',
    'Dispatch 1 unassigned',
    'Jobs 6 to invoice',
    'Invoices 1 overdue',
    'Growth 2 missed',
  ]);
  expect(office.sent('overview.today')).toHaveLength(1);
});

describe('quote requests', () => {
  test.each([
    [
      { status: 'pending', waiting: '24h' },
      { status: 'pending', waiting: '24h' },
    ],
    [{ status: 'confirmed', waiting: '24h' }, { status: 'confirmed' }],
    [{ waiting: '24h' }, {}],
    [{ status: 'pending', waiting: true }, { status: 'pending' }],
    [{ status: 'lost' }, {}],
  ])('read their filters from a URL such as %j', (typed, read) => {
    expect(readQuotesSearch(typed)).toEqual(read);
  });

  test('can be filtered to those waiting over 24 hours', async () => {
    const office = openOffice();
    const onSearch = vi.fn();
    openPart(<QuotesPanel search={{ status: 'pending', waiting: '24h' }} onSearch={onSearch} />);
    expect(await screen.findByText('No request is waiting over 24 h')).toBeVisible();
    expect(office.sent('quotes.list')).toEqual([{ limit: 25, status: 'pending', waiting: true }]);
    expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Waiting over 24 h');
    for (const name of ['Pending', 'Waiting over 24 h', 'All']) await userEvent.click(screen.getByRole('button', { name }));
    expect(onSearch.mock.calls).toEqual([[{ status: 'pending' }], [{ status: 'pending', waiting: '24h' }], [{}]]);
  });

  test('show a single request from the URL, with a link back to the list and no Delete All', async () => {
    expect(readQuotesSearch({ quote: '7' })).toMatchObject({ quote: 7 });
    expect(readQuotesSearch({ quote: 'x' }).quote).toBeUndefined();
    const office = openOffice();
    const onSearch = vi.fn();
    openPart(<QuotesPanel search={{ quote: 7 }} onSearch={onSearch} />);
    expect(await screen.findByText('This request is not on the list')).toBeVisible();
    expect(office.sent('quotes.list')).toEqual([{ limit: 25, id: 7 }]);
    expect(screen.queryAllByRole('button', { pressed: true })).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(onSearch.mock.calls).toEqual([[{}]]);
    cleanup();
    insertRow(openOffice().db, 'contact_inquiries', { id: 7, client_id: null });
    openPart(<QuotesPanel search={{ quote: 7 }} onSearch={onSearch} />);
    expect(await screen.findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
    expect(screen.queryAllByRole('button', { name: /Delete All/ })).toEqual([]);
  });
});

describe('the Team Dashboard', () => {
  const openTeam = (address: string, jobs: JobOptions[] = [{}]) => {
    const office = openOffice();
    addPeople(office);
    for (const [index, job] of jobs.entries()) addJob(office, index + 1, job);
    return { ...office, ...openStaffPage(TeamRoute, address) };
  };

  test.each([
    [{ when: 'today' }, { when: 'today' }],
    [{ when: 'to-invoice' }, { when: 'to-invoice' }],
    [{ when: 'tomorrow' }, {}],
  ])('reads its filters from a URL such as %j', (typed, read) => {
    expect(readTeamSearch(typed)).toEqual(read);
  });

  test("shows only today's jobs when the URL says so, with a link back to all", async () => {
    const { sent, search } = openTeam('/team?when=today');
    expect(await screen.findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
    expect(sent('dispatch.listWorkOrders')).toEqual([{ limit: 24, when: 'today' }]);
    expect(await screen.findByRole('button', { name: 'Today 1' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'All Days' }));
    await waitFor(() => expect(search()).toEqual({}));
    await waitFor(() => expect(sent('dispatch.listWorkOrders')).toEqual([{ limit: 24, when: 'today' }, { limit: 24 }]));
    await userEvent.click(screen.getByRole('button', { name: 'Today 1' }));
    await waitFor(() => expect(search()).toEqual({ when: 'today' }));
  });

  test('returns to today from an order opened there', async () => {
    const { search } = openTeam('/team?when=today');
    await userEvent.click(await screen.findByRole('button', { name: /^Details/ }));
    await waitFor(() => expect(search()).toEqual({ when: 'today', order: '1' }));
  });

  test('shows that today has no jobs, and offers the others', async () => {
    const { search } = openTeam('/team?when=today', []);
    expect(await screen.findByText('No jobs today')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show All Work Orders' }));
    await waitFor(() => expect(search()).toEqual({}));
    expect(await screen.findByText('No work orders yet')).toBeVisible();
  });

  test('lists the jobs to invoice, each with Create Invoice as its primary action', async () => {
    const office = openTeam('/team', [{ row: { status: 'completed', total_amount_cents: 14_900 } }]);
    expect(await screen.findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Create Invoice/ })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'To Invoice 1' }));
    await waitFor(() => expect(office.search()).toEqual({ when: 'to-invoice' }));
    expect(office.sent('dispatch.listWorkOrders')).toEqual([{ limit: 24 }, { limit: 24, when: 'to-invoice' }]);
    const create = await screen.findByRole('button', { name: 'Create Invoice, WO-1-ABC' });
    expect(create).toHaveClass('button-primary');
    await userEvent.click(create);
    await waitFor(() => expect([office.path(), office.search()]).toEqual(['/invoices', { invoice: '1' }]));
  });

  test('shows a message when every finished job has an invoice', async () => {
    const { search } = openTeam('/team?when=to-invoice', []);
    expect(await screen.findByText('No jobs to invoice')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show All Work Orders' }));
    await waitFor(() => expect(search()).toEqual({}));
  });
});

test.each([
  [{ view: 'to-ship' }, { view: 'to-ship' }],
  [{ view: 'to-ship', status: 'shipped' }, { view: 'to-ship' }],
  [{ view: 'all', status: 'shipped' }, { status: 'shipped' }],
])('orders read their filters from a URL such as %j', (typed, read) => {
  expect(readOrdersSearch(typed)).toEqual(read);
});
