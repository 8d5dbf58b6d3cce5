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
import { readOrdersSearch } from '../../src/client/features/store/office/orders-search';
import { Route as TeamRoute } from '../../src/client/routes/_office._staff.team';
import { TooltipProvider } from '../../src/client/ui/tooltip';
import type { Overview } from '../../src/shared/overview';
import { addJob, addPeople, type JobOptions } from '../support/jobs';
import { findDialog, openOffice, openPart, openStaffPage } from '../support/office';
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
  unreadMessages: 0,
  missedPosts: 2,
  todos: [],
  overload: [],
};

/** Opens a part of an office whose figures are these. */
function openPartWith(part: ReactNode) {
  const office = openOffice();
  office.fail('overview.today', () => ({ result: { data: FIGURES } }));
  openPart(part);
  return office;
}

const wordsOf = (link: HTMLElement) => link.textContent?.replace(/\s+/g, ' ').trim();

test('the admin header shows the end of the login in the same form as all other times of the office', async () => {
  openOffice({ now: '2026-11-22T23:46:00.000Z' });
  openPart(<AdminHeader />);
  expect(await screen.findByText('Logged in until 4:46 a.m.')).toBeVisible();
});

test('the navigation shows the same figures beside its links', async () => {
  const office = openPartWith(<OfficeNavigation onNavigate={() => undefined} onShortcuts={() => undefined} onLogOut={() => undefined} />);
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
    expect(office.sent('quotes.list')).toEqual([{ limit: 5, status: 'pending', waiting: true }]);
    expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Waiting over 24 h');
    for (const name of ['Pending', 'Waiting over 24 h', 'All']) await userEvent.click(screen.getByRole('button', { name }));
    expect(onSearch.mock.calls).toEqual([[{ status: 'pending' }], [{ status: 'pending', waiting: '24h' }], [{}]]);
  });

  test('open a single request from the URL beside the list, and close it', async () => {
    expect(readQuotesSearch({ quote: '7' })).toMatchObject({ quote: 7 });
    expect(readQuotesSearch({ quote: 'x' }).quote).toBeUndefined();
    const office = openOffice();
    const panel = (
      <TooltipProvider>
        <QuotesPanel search={{ quote: 7 }} onSearch={() => undefined} />
      </TooltipProvider>
    );
    window.history.replaceState({}, '', '/?status=pending&quote=7');
    openPart(panel);
    expect(await (await findDialog()).findByText('This request is not on the list')).toBeVisible();
    expect(office.sent('quotes.get')).toEqual([{ id: 7 }]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(window.location.search).toBe('?status=pending'));
    cleanup();
    insertRow(openOffice().db, 'contact_inquiries', { id: 7, client_id: null, message: 'Two floors' });
    openPart(panel);
    const drawer = await findDialog();
    expect(await drawer.findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
    expect(drawer.getByText('Two floors')).toBeVisible();
    expect(drawer.getByText('no address given')).toBeVisible();
    expect(drawer.getByRole('link', { name: 'maria@example.com' })).toHaveAttribute('href', 'mailto:maria@example.com');
    expect(drawer.getByRole('button', { name: 'Confirm Quote, Maria Santos' })).toBeVisible();
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
    expect(await screen.findByRole('link', { name: /^Maria Santos/ })).toBeVisible();
    expect(sent('dispatch.listSortedWorkOrders')).toEqual([{ limit: 24, when: 'today' }]);
    expect(await screen.findByRole('button', { name: 'Today 1' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'All Days' }));
    await waitFor(() => expect(search()).toEqual({}));
    await waitFor(() => expect(sent('dispatch.listSortedWorkOrders')).toEqual([{ limit: 24, when: 'today' }, { limit: 24 }]));
    await userEvent.click(screen.getByRole('button', { name: 'Today 1' }));
    await waitFor(() => expect(search()).toEqual({ when: 'today' }));
  });

  test('returns to today from an order opened there', async () => {
    const { search } = openTeam('/team?when=today');
    await userEvent.click(await screen.findByRole('link', { name: /^Maria Santos/ }));
    await waitFor(() => expect(search()).toEqual({ when: 'today', order: '1' }));
  });

  test('shows that today has no jobs, and offers the others', async () => {
    const { search } = openTeam('/team?when=today', []);
    expect(await screen.findByText('No jobs today')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show All Work Orders' }));
    await waitFor(() => expect(search()).toEqual({}));
    expect(await screen.findByText('No work orders yet')).toBeVisible();
  });

  test('lists the jobs to invoice, each with Create Invoice as its action', async () => {
    const office = openTeam('/team', [{ row: { status: 'completed', total_amount_cents: 14_900 } }]);
    expect(await screen.findByRole('link', { name: /^Maria Santos/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Create Invoice/ })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'To Invoice 1' }));
    await waitFor(() => expect(office.search()).toEqual({ when: 'to-invoice' }));
    expect(office.sent('dispatch.listSortedWorkOrders')).toEqual([{ limit: 24 }, { limit: 24, when: 'to-invoice' }]);
    const create = await screen.findByRole('button', { name: 'Create Invoice, WO-1-ABC' });
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
