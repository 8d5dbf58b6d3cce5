import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { automationRuns, automationWorkers, opportunities } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.ai-dashboard';
import { AT, addLeads, LEAD, type Lead, type Office, pressStart, RUN } from '../support/automation-rows';
import { CART_ID, cart } from '../support/leads';
import { findRow, lastToast, openOffice, openStaffPage, refuse } from '../support/office';
import { insertRow } from '../support/rows';

/** Opens the dashboard of an office with these leads, after `prepare`. */
function openAi(leads: Lead[] = [{}], { path = '/ai-dashboard', prepare = (_office: Office) => {} } = {}) {
  const office = openOffice();
  addLeads(office, leads);
  prepare(office);
  openStaffPage(Route, path);
  return office;
}
const getWorker = async (label: string) => within(await findRow(new RegExp(`^${label}`)));
/** The address of the dashboard with the first opportunity beside the list. */
const OPENED = '/ai-dashboard?opportunity=1';

describe('the AI dashboard', () => {
  test('shows the status, the clients against the target, and which figures are estimates', async () => {
    openAi([], {
      prepare: ({ db }) => {
        insertRow(db, 'invoices', {
          status: 'pending',
          issued_at: AT,
          total_cents: 119_00,
          subtotal_cents: 100_00,
          hst_cents: 12_00,
          pst_cents: 7_00,
        });
        for (let id = 1; id <= 6; id += 1)
          insertRow(db, 'contact_inquiries', { email: `${id}@example.com`, client_id: null, status: 'confirmed', confirmed_at: AT });
      },
    });
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
    const start = await pressStart('Start AI Workers');
    await waitFor(() => expect(screen.getByText('Active')).toBeVisible());
    expect(start).toBeDisabled();
    expect(screen.getByText('Active: the first runs begin within a minute')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(start).toBeEnabled());
    expect([office.sent('automation.startAi').length, office.sent('automation.stopAi').length]).toEqual([1, 1]);
  });

  test('shows the specified error when it cannot be started', async () => {
    openAi().fail('automation.startAi', refuse(503));
    await pressStart('Start AI Workers');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Failed to Start AI', description: 'Unable to activate AI workers' }));
  });

  test('shows the opportunities page by page', async () => {
    openAi(Array.from({ length: 25 }, (_, place) => ({ title: `Lead ${25 - place}` })));
    await screen.findByText('Lead 20');
    expect(screen.queryByText('Lead 21')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Lead 25')).toBeInTheDocument();
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
    const { db, sent } = openAi([], {
      prepare: ({ db }) => {
        db.update(automationWorkers).set({ enabled: false }).where(eq(automationWorkers.key, 'engagement')).run();
        const error = 'The worker stopped.';
        db.insert(automationRuns)
          .values([
            { ...RUN, status: 'error', message: error, error, examined: 3 },
            { ...RUN, message: 'Examined 14, created 2.', examined: 14, created: 2 },
          ])
          .run();
      },
    });
    const row = await getWorker('Lead generation');
    for (const words of ['every 30 min', 'Found something', 'Examined 14, created 2.']) expect(row.getByText(words)).toBeVisible();
    expect(screen.getByText('every 4 hours')).toBeVisible();
    await userEvent.click(row.getByRole('button', { name: 'Run now, Lead generation' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Lead generation Ran',
        description: expect.stringMatching(/^examined 0, created 0: no clients/),
      }),
    );
    expect(sent('automation.runNow')).toEqual([{ key: 'lead-generation' }]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Engagement enabled' }));
    await waitFor(() =>
      expect(
        db
          .select()
          .from(automationWorkers)
          .all()
          .every(({ enabled }) => enabled),
      ).toBe(true),
    );
    await userEvent.click(row.getByRole('link', { name: /^Lead generation/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Lead generation' }));
    expect(await drawer.findByText('The worker stopped. Examined 3, created 0.')).toBeVisible();
    expect(drawer.getByText('Failed')).toBeVisible();
  });

  test("shows each opportunity with its evidence, and stores the owner's decision", async () => {
    const { db } = openAi();
    const row = await findRow(new RegExp(LEAD.title));
    for (const words of [LEAD.reason, 'Lapsed client', '$149.00']) expect(within(row).getByText(words)).toBeInTheDocument();
    await userEvent.click(within(row).getByRole('link', { name: new RegExp(`^${LEAD.title}`) }));
    const drawer = within(await screen.findByRole('dialog', { name: LEAD.title }));
    for (const words of [LEAD.callOnly, 'WO-3, finished 2 September', 'median of 3 jobs'])
      expect(await drawer.findByText(words)).toBeInTheDocument();
    expect(drawer.getByRole('link', { name: /Open client/ })).toHaveAttribute('href', '/clients?client=12');
    await userEvent.click(drawer.getByRole('button', { name: /Mark Contacted/ }));
    await waitFor(() => expect(lastToast()?.title).toBe('Opportunity Updated'));
    const stored = () => db.select().from(opportunities).get();
    expect(stored()).toMatchObject({ status: 'contacted', closedReason: null });
    await userEvent.click(await drawer.findByRole('button', { name: /Dismiss/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this opportunity?' }));
    await userEvent.type(dialog.getByLabelText(/Reason/), 'Moved away');
    await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(stored()).toMatchObject({ status: 'dismissed', closedReason: 'Moved away' }));
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
    ['service', 'moving', 'link', 'Open demand', '/ai-dashboard?part=demand#results'],
    ['area', 'V2C', 'link', 'Open demand', '/ai-dashboard?part=demand#results'],
    ['cart', 'a4ba6ea1-4a4c-4a6b-8d8e-0f2f4a1f2b3c', 'button', 'Open cart', null],
  ] as const)('links a subject of type %s', async (subjectType, subjectId, role, label, href) => {
    openAi([{ subjectType, subjectId }], { path: OPENED });
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
    openAi([{ kind: 'insight', subjectType: 'town', subjectId: 'Merritt', evidence: JSON.stringify(evidence) }], {
      path: OPENED,
    });
    const row = within(await screen.findByRole('dialog', { name: LEAD.title }));
    expect(await row.findByRole('link', { name: /Open demand/ })).toHaveAttribute('href', '/ai-dashboard?part=demand#results');
    const facts = row.getAllByRole('listitem', { hidden: true });
    expect(facts.map((fact) => [fact.textContent, fact.querySelector('a')?.getAttribute('href') ?? null])).toEqual([
      ['12 Seymour St', '/clients?client=1'],
      ['2 Lake Rd', '/clients?client=1'],
      ['Asked for on 2 September', '/admin?quote=2#quotes'],
      ['Ordered on 2 September', '/orders?order=3'],
      ['Glass cleaner', '/inventory-accounting?tab=products&product=4'],
      ['90 days to 20 November', '/ai-dashboard?part=demand#results'],
      ['1 product', null],
    ]);
  });

  test('shows the contents of an abandoned cart, or that it no longer exists', async () => {
    const lead = { kind: 'lead_cart', subjectType: 'cart', subjectId: CART_ID } as const;
    openAi([lead], { path: OPENED, prepare: ({ shop }) => void cart(shop, '2026-11-20T18:00:00.000Z', { consent: 0 }) });
    await userEvent.click(await screen.findByRole('button', { name: /^Open cart/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cart left behind' }));
    for (const words of ['2 × Squeegee', '$19.95 each', '$39.90', 'jo@example.com', 'not agreed to at the checkout'])
      expect(await dialog.findByText(words)).toBeVisible();
    cleanup();
    openAi([lead], { path: OPENED });
    await userEvent.click(await screen.findByRole('button', { name: /^Open cart/ }));
    expect(await screen.findByText('This cart no longer exists.')).toBeVisible();
  });

  test.each([
    ['lead-generation', '/ai-dashboard?found=lead-generation#results'],
    ['engagement', '/ai-dashboard?found=engagement#results'],
    ['quote-optimisation', '/admin?status=pending#quotes'],
    ['social-content', '/social-media?tab=schedule'],
    ['market-analysis', '/ai-dashboard?part=demand#results'],
  ])('links the worker %s to its results', async (worker, href) => {
    openAi([], { path: `/ai-dashboard?worker=${worker}` });
    expect(await screen.findByRole('link', { name: /^See results/ })).toHaveAttribute('href', href);
  });

  test('filters the list by the worker in the address, and explains an empty list', async () => {
    const office = openAi([], { path: '/ai-dashboard?found=engagement&view=won' });
    expect(await screen.findByText('No opportunities with this status')).toBeVisible();
    expect(office.sent('automation.listOpportunities')).toMatchObject([{ kinds: ['review_request'], view: 'won' }]);
    await userEvent.click(screen.getByRole('button', { name: 'To do' }));
    expect(await screen.findByText("You're all caught up")).toBeVisible();
  });

  test('offers a retry when data does not load', async () => {
    const prepare = ({ fail }: Office) => {
      for (const call of ['aiStatus', 'workers', 'listOpportunities', 'aiFigures']) fail(`automation.${call}`, refuse(503));
    };
    openAi([], { prepare });
    for (const words of ['The status', 'The workers', 'The opportunities', 'The figures'])
      expect(await screen.findByText(`${words} could not be loaded.`)).toBeVisible();
  });
});
