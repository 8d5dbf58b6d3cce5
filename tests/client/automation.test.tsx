import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Route as AiRoute } from '../../src/client/routes/_office._staff.ai-dashboard';
import { LEAD, RUN, workersOf } from '../support/automation-rows';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

/** The list of opportunities with these in place of the lead. */
const listed = (...rows: Partial<typeof LEAD>[]) => ({
  'automation.listOpportunities': () => ({ rows: rows.map((row) => ({ ...LEAD, ...row })), nextCursor: null as number | null }),
});
const down = () => {
  throw new Refusal(503, 'Storage is not available right now.');
};

function openAi(more: Parameters<typeof fakeCalls>[0] = {}, path = '/ai-dashboard') {
  let isActive = false;
  const status = () => ({
    isActive,
    dailyClientsAcquired: 6,
    dailyTarget: 5,
    completionRate: 120,
    message: isActive ? 'Last run 13:00: lead generation found 2, 1 draft waits for approval' : 'Inactive — press Start',
  });
  const office = fakeCalls({
    'automation.aiStatus': status,
    'automation.startAi': () => {
      isActive = true;
      return status();
    },
    'automation.stopAi': () => {
      isActive = false;
      return status();
    },
    'automation.workers': () => ({ startedAt: null, startedBy: null, workers: workersOf('ai') }),
    'automation.aiFigures': () => ({
      estimatedRevenue: '900.00',
      monthlyTarget: '22500.00',
      invoicedToday: '119.00',
      receivedToday: '0.00',
      receivedThisMonth: '1190.00',
      draftsWaiting: 1,
    }),
    ...listed({}),
    ...more,
  });
  openStaffPage(AiRoute, path);
  return office;
}

describe('the AI dashboard', () => {
  test('shows the status, the clients against the target, and which figures are estimates', async () => {
    openAi();
    expect(await screen.findByText('Inactive')).toBeVisible();
    const bar = screen.getByRole('progressbar', { name: 'Daily Clients Acquired' });
    await waitFor(() => expect(bar).toHaveAttribute('aria-valuenow', '100'));
    expect(bar).toHaveAttribute('aria-valuetext', '6 of 5, completion rate 120%');
    expect(await screen.findByText('Inactive — press Start')).toBeVisible();
    const figures = screen.getByLabelText('Figures');
    expect(await within(figures).findByText('$900.00')).toBeVisible();
    expect(within(figures).getByText('estimate at $150.00 per client, today')).toBeVisible();
    expect(within(figures).getByText('$22,500.00')).toBeVisible();
    expect(within(figures).getByText('$119.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Achievements' })).toHaveAttribute('href', '/achievements');
  });

  test('disables the start button after a start, and can be stopped', async () => {
    const office = openAi();
    const start = await screen.findByRole('button', { name: 'Start AI Workers' });
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start);
    await waitFor(() => expect(screen.getByText('Active')).toBeVisible());
    expect(start).toBeDisabled();
    expect(screen.getByText(/Last run 13:00/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(start).toBeEnabled());
    expect([office.sent('automation.startAi').length, office.sent('automation.stopAi').length]).toEqual([1, 1]);
  });

  test('shows the specified error when it cannot be started', async () => {
    openAi({ 'automation.startAi': down });
    const start = await screen.findByRole('button', { name: 'Start AI Workers' });
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Failed to Start AI', description: 'Unable to activate AI workers' }));
  });

  test('shows only the first rows of a long list until the owner asks for all', async () => {
    const rows = Array.from({ length: 12 }, (_, place) => ({ ...LEAD, id: 30 - place, title: `Lead ${place}` }));
    openAi({ 'automation.listOpportunities': () => ({ rows, nextCursor: 19 }) });
    await screen.findByText('Lead 4');
    expect(screen.queryByText('Lead 5')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Show all 12\+/ }));
    expect(screen.getByText('Lead 11')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByText('Lead 5').closest('li')).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Load more' })).toBeInTheDocument();
  });

  test('shows a whole list that is only slightly longer than the limit', async () => {
    openAi(listed(...Array.from({ length: 6 }, (_, place) => ({ id: 30 - place, title: `Lead ${place}` }))));
    expect(await screen.findByText('Lead 5')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull();
  });

  test('refreshes every 30 seconds until the owner switches that off', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const office = openAi();
    await screen.findByText('Inactive');
    const before = office.sent('automation.aiStatus').length;
    await vi.advanceTimersByTimeAsync(30_500);
    expect(office.sent('automation.aiStatus').length).toBe(before + 1);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Auto-refresh on' }));
    expect(screen.getByRole('checkbox', { name: 'Auto-refresh off' })).not.toBeChecked();
    await vi.advanceTimersByTimeAsync(95_000);
    expect(office.sent('automation.aiStatus').length).toBe(before + 1);
    vi.useRealTimers();
  });

  test('lists each worker with its interval, runs and switch, and runs one by hand', async () => {
    const office = openAi({
      'automation.runNow': () => ({ ...RUN, trigger: 'manual' }),
      'automation.setWorkerEnabled': () => workersOf('ai')[0],
      'automation.runs': () => ({ rows: [RUN, { ...RUN, id: 3, status: 'error', message: 'The worker stopped.' }], nextCursor: null }),
    });
    const row = (await screen.findByRole('heading', { name: 'Lead generation' })).closest('li') as HTMLElement;
    for (const words of ['every 30 min', 'Found something', 'Examined 14, created 2.']) expect(within(row).getByText(words)).toBeVisible();
    expect(within(row).getAllByText(/examined 14, created 2/i)).toHaveLength(1);
    expect(screen.getByText('every 4 hours')).toBeVisible();
    await userEvent.click(within(row).getByRole('button', { name: 'Run now, Lead generation' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Lead generation Ran', description: 'Examined 14, created 2.' }));
    expect(office.sent('automation.runNow')).toEqual([{ key: 'lead-generation' }]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Engagement enabled' }));
    await waitFor(() => expect(office.sent('automation.setWorkerEnabled')).toEqual([{ key: 'engagement', enabled: true }]));
    await userEvent.click(within(row).getByRole('button', { name: 'Runs, Lead generation' }));
    const dialog = await screen.findByRole('dialog', { name: 'Runs: Lead generation' });
    expect(await within(dialog).findByText('The worker stopped.')).toBeVisible();
    expect(within(dialog).getByText('Failed')).toBeVisible();
  });

  test("shows each opportunity with its evidence, and sends the owner's decision to the server", async () => {
    const office = openAi({ 'automation.setOpportunityStatus': (input) => ({ ...LEAD, status: input.status }) });
    const row = (await screen.findByRole('heading', { name: LEAD.title })).closest('li') as HTMLElement;
    for (const words of [LEAD.reason, 'No consent on record: call only.', 'WO-3, finished 2 September', 'Lapsed client'])
      expect(within(row).getByText(words)).toBeInTheDocument();
    expect(within(row).getByRole('link', { name: /Open client/ })).toHaveAttribute('href', '/clients?client=12');
    await userEvent.click(within(row).getByRole('button', { name: /Mark Contacted/ }));
    await waitFor(() => expect(lastToast()?.title).toBe('Opportunity Updated'));
    await userEvent.click(within(row).getByRole('button', { name: /Dismiss/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Dismiss this opportunity?' });
    await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Moved away');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() =>
      expect(office.sent('automation.setOpportunityStatus')).toEqual([
        { id: 7, status: 'contacted' },
        { id: 7, status: 'dismissed', reason: 'Moved away' },
      ]),
    );
  });

  test.each([
    ['client', '12', 'link', 'Open client', '/clients?client=12'],
    ['booking', '3', 'link', 'Open booking', '/bookings?booking=3'],
    ['quote', '7', 'link', 'Open quote', '/admin?quote=7#quotes'],
    ['order', '4', 'link', 'Open order', '/orders?order=4'],
    ['work-order', '5', 'link', 'Open work order', '/team?order=5'],
    ['supplier', 'Pine Supply', 'link', 'Open products', '/inventory-accounting?tab=products&search=Pine%20Supply'],
    ['domain', 'acme.ca', 'link', 'Open clients', '/clients?q=acme.ca'],
    ['company', 'Oak', 'link', 'Open clients', '/clients?q=Oak'],
    ['town', 'Chase', 'link', 'Open clients', '/clients?q=Chase'],
    ['service', 'moving', 'link', 'Open demand', '/ai-dashboard#demand'],
    ['area', 'V2C', 'link', 'Open demand', '/ai-dashboard#demand'],
    ['cart', 'a4ba6ea1-4a4c-4a6b-8d8e-0f2f4a1f2b3c', 'button', 'Open cart', null],
  ] as const)('links a subject of type %s', async (subjectType, subjectId, role, label, href) => {
    openAi(listed({ subjectType, subjectId }));
    const opener = await screen.findByRole(role, { name: new RegExp(`^${label} ?of ${LEAD.title}$`) });
    expect(opener.getAttribute('href')?.replace('Pine+', 'Pine%20') ?? null).toBe(href);
  });

  test('links a change in demand to the charts, even for a town, and each piece of evidence to its row', async () => {
    const evidence = [
      { type: 'client', id: 1, text: '12 Seymour St' },
      { type: 'client', id: 1, text: '2 Lake Rd' },
      { type: 'quote', id: 2, text: 'Asked for on 2 September' },
      { type: 'order', id: 3, text: 'Ordered on 2 September' },
      { type: 'product', id: 4, text: 'Glass cleaner' },
      { type: 'demand', id: 'area:Merritt', text: '90 days to 20 November' },
      { type: 'cart', id: 'x', text: '1 product' },
    ];
    openAi(listed({ kind: 'insight', subjectType: 'town', subjectId: 'Merritt', evidence }));
    const row = (await screen.findByRole('heading', { name: LEAD.title })).closest('li') as HTMLElement;
    expect(within(row).getByRole('link', { name: /Open demand/ })).toHaveAttribute('href', '/ai-dashboard#demand');
    const facts = within(row).getAllByRole('listitem', { hidden: true });
    expect(facts.map((fact) => [fact.textContent, fact.querySelector('a')?.getAttribute('href') ?? null])).toEqual([
      ['12 Seymour St', '/clients?client=1'],
      ['2 Lake Rd', '/clients?client=1'],
      ['Asked for on 2 September', '/admin?quote=2#quotes'],
      ['Ordered on 2 September', '/orders?order=3'],
      ['Glass cleaner', '/inventory-accounting?tab=products&product=4'],
      ['90 days to 20 November', '/ai-dashboard#demand'],
      ['1 product', null],
    ]);
  });

  test('shows the contents of an abandoned cart, or that it no longer exists', async () => {
    const id = 'a4ba6ea1-4a4c-4a6b-8d8e-0f2f4a1f2b3c';
    const office = openAi({
      ...listed({ kind: 'lead_cart', subjectType: 'cart', subjectId: id }),
      'store.getCart': () => ({
        email: 'jo@example.com',
        consent: false,
        items: [{ name: 'Squeegee', quantity: 2, price: '19.95' }],
        subtotal: '39.90',
        updatedAt: '2026-11-20T18:00:00.000Z',
        orderNumber: null,
      }),
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Open cart/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Cart left behind' });
    for (const words of ['2 × Squeegee', '$19.95 each', '$39.90', 'jo@example.com', 'not agreed to at the checkout'])
      expect(await within(dialog).findByText(words)).toBeVisible();
    expect(office.sent('store.getCart')).toEqual([{ id }]);
    cleanup();
    openAi({
      ...listed({ subjectType: 'cart', subjectId: id }),
      'store.getCart': () => {
        throw new Refusal(404, 'This cart does not exist any more.');
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: /^Open cart/ }));
    expect(await screen.findByText('This cart does not exist any more.')).toBeVisible();
  });

  test('links each worker to its results, and the quote optimisation to the pending quotes', async () => {
    openAi();
    await screen.findByRole('heading', { name: 'Lead generation' });
    expect(screen.getAllByRole('link', { name: /^See results/ }).map((link) => link.getAttribute('href'))).toEqual([
      '/ai-dashboard?found=lead-generation#opportunities',
      '/ai-dashboard?found=engagement#opportunities',
      '/admin?status=pending#quotes',
      '/social-media?tab=schedule',
      '/ai-dashboard#demand',
    ]);
  });

  test('filters the list by the worker in the address, and describes what would fill an empty list', async () => {
    const office = openAi(listed(), '/ai-dashboard?found=engagement&view=won');
    expect(await screen.findByText('No opportunities with this status')).toBeVisible();
    expect(office.sent('automation.listOpportunities')).toMatchObject([{ kinds: ['review_request'], view: 'won' }]);
    await userEvent.click(screen.getByRole('button', { name: 'To do' }));
    expect(await screen.findByText("You're all caught up")).toBeVisible();
  });

  test('offers a retry when data does not load', async () => {
    const calls = ['aiStatus', 'workers', 'listOpportunities', 'aiFigures'];
    openAi(Object.fromEntries(calls.map((call) => [`automation.${call}`, down])));
    for (const words of ['The status', 'The workers', 'The opportunities', 'The figures'])
      expect(await screen.findByText(`${words} could not be loaded.`)).toBeVisible();
  });
});
