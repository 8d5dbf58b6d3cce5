import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Route as AiRoute } from '../../src/client/routes/_office._staff.ai-dashboard';
import { Route as CanaanRoute } from '../../src/client/routes/_office._staff.canaan-dashboard';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';
import type { Opportunity, Worker } from '../../src/shared/automation';
import { WORKER_KEYS, WORKERS } from '../../src/shared/automation-words';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

const RUN = {
  id: 4,
  workerKey: 'lead-generation',
  trigger: 'schedule',
  startedAt: '2026-11-20T20:00:00.000Z',
  finishedAt: '2026-11-20T20:00:00.000Z',
  status: 'ok',
  examined: 14,
  created: 2,
  message: 'Examined 14, created 2.',
  error: null,
} as const;
const workersOf = (dashboard: 'ai' | 'canaan'): Worker[] =>
  WORKER_KEYS.filter((key) => WORKERS[key].dashboard === dashboard).map((key, place) => ({
    key,
    label: WORKERS[key].label,
    intervalMinutes: WORKERS[key].intervalMinutes,
    enabled: place !== 1,
    lastRunAt: place === 0 ? RUN.startedAt : null,
    nextRunAt: place === 0 ? '2026-11-20T20:30:00.000Z' : null,
    lastRun: place === 0 ? { ...RUN, workerKey: key } : null,
  }));
const LEAD: Opportunity = {
  id: 7,
  kind: 'lead_lapsed',
  subjectType: 'client',
  subjectId: '12',
  title: 'Maria Santos has not been back',
  reason: '3 jobs, last on 2 September, usual gap 28 days.',
  evidence: [{ type: 'work-order', id: 3, text: 'WO-3, finished 2 September' }],
  score: 72,
  value: '149.00',
  valueBasis: 'median of 3 jobs',
  callOnly: 'No consent on record: call only.',
  status: 'open',
  closedReason: null,
  runId: 4,
  messageId: null,
  createdAt: '2026-11-20T20:00:00.000Z',
  statusChangedAt: '2026-11-20T20:00:00.000Z',
  statusChangedBy: null,
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
    'automation.listOpportunities': () => ({ rows: [LEAD], nextCursor: null }),
    ...more,
  });
  openStaffPage(AiRoute, path);
  return office;
}

describe('the AI dashboard', () => {
  test('says whether it is on, how many clients came against the target, and what is an estimate', async () => {
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

  test('starts, whose button is then disabled, and stops', async () => {
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

  test('says in the documented words that it could not be started', async () => {
    openAi({
      'automation.startAi': () => {
        throw new Refusal(503, 'Storage is not available right now.');
      },
    });
    const start = await screen.findByRole('button', { name: 'Start AI Workers' });
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Failed to Start AI', description: 'Unable to activate AI workers' }));
  });

  test('reads again every 30 seconds, until that is switched off', async () => {
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
    for (const words of ['every 30 min', 'Found something', 'examined 14, created 2', 'Examined 14, created 2.'])
      expect(within(row).getByText(words)).toBeVisible();
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

  test('shows each opportunity with its evidence in words, and what a person decides goes to the server', async () => {
    const office = openAi({
      'automation.setOpportunityStatus': (input) => ({ ...LEAD, status: input.status }),
    });
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

  test('an address narrows the list to what one worker finds, and an empty list says what would fill it', async () => {
    const office = openAi(
      { 'automation.listOpportunities': () => ({ rows: [], nextCursor: null }) },
      '/ai-dashboard?found=engagement&view=won',
    );
    expect(await screen.findByText('None in this state')).toBeVisible();
    expect(office.sent('automation.listOpportunities')).toMatchObject([{ kinds: ['review_request'], view: 'won' }]);
    await userEvent.click(screen.getByRole('button', { name: 'To do' }));
    expect(await screen.findByText('Nothing waits for you')).toBeVisible();
  });

  test('what does not load says so, and can be tried again', async () => {
    const refuse = () => {
      throw new Refusal(503, 'Storage is not available right now.');
    };
    openAi({
      'automation.aiStatus': refuse,
      'automation.workers': refuse,
      'automation.listOpportunities': refuse,
      'automation.aiFigures': refuse,
    });
    for (const words of ['The status', 'The workers', 'The opportunities', 'The figures'])
      expect(await screen.findByText(`${words} could not be loaded.`)).toBeVisible();
  });
});

describe('the dashboard of business development', () => {
  const STATUS = {
    isRunning: false,
    totalOpportunities: 10,
    partnershipOpportunities: 1,
    corporateContracts: 2,
    marketExpansions: 3,
    strategicAlliances: 4,
    teamMembers: [] as string[],
    focusAreas: ['Partnerships', 'Merritt'],
  };
  function openCanaan(more: Parameters<typeof fakeCalls>[0] = {}) {
    const office = fakeCalls({
      'automation.canaanStatus': () => STATUS,
      'automation.workers': () => ({ startedAt: null, startedBy: null, workers: workersOf('canaan') }),
      'automation.canaanFigures': () => ({
        contractValue: '24000.00',
        partnershipRevenue: '8000.00',
        storedValue: '4960.00',
        wonValue: '0.00',
      }),
      'automation.listOpportunities': () => ({ rows: [], nextCursor: null }),
      ...more,
    });
    openStaffPage(CanaanRoute, '/canaan-dashboard');
    return office;
  }

  test('shows the counts with their bars, the planning values as such, and invents no people', async () => {
    openCanaan();
    for (const [name, now] of [
      ['Partnership Opportunities', '20'],
      ['Corporate Contracts', '50'],
      ['Market Expansions', '99'],
      ['Strategic Alliances', '100'],
    ] as const)
      await waitFor(() => expect(screen.getByRole('progressbar', { name })).toHaveAttribute('aria-valuenow', now));
    expect(screen.getByText('10')).toBeVisible();
    expect(screen.getByText(/5, 4, 3 \(99 %\), 4 fill the bar/)).toBeVisible();
    const values = screen.getByLabelText('Values');
    expect(await within(values).findByText('$24,000.00')).toBeVisible();
    expect(within(values).getByText('planning value (assumption): $12,000.00 each')).toBeVisible();
    expect(within(values).getByText('planning value (assumption): $8,000.00 each')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Assign a manager in Team' })).toHaveAttribute('href', '/team');
    expect(screen.getByText('Merritt')).toBeVisible();
    for (const words of ['every 45 min', 'every hour', 'every 90 min', 'every 2 hours', 'every 3 hours'])
      expect(screen.getByText(words)).toBeVisible();
  });

  test('says in the documented words that it could not be started', async () => {
    openCanaan({
      'automation.startCanaan': () => {
        throw new TypeError('no network');
      },
    });
    const start = await screen.findByRole('button', { name: 'Start Canaan AI' });
    await waitFor(() => expect(start).toBeEnabled());
    await userEvent.click(start);
    await waitFor(() => expect(lastToast()?.title).toBe('Failed to Start Canaan AI'));
  });
});
