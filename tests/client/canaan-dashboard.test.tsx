import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route as CanaanRoute } from '../../src/client/routes/_office._staff.canaan-dashboard';
import { RUN, workersOf } from '../support/automation-rows';
import { fakeCalls, lastToast, openStaffPage } from '../support/office';

describe('the business-development dashboard', () => {
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

  test('shows counts with bars, labels planning values, and lists no people without managers', async () => {
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

  test('lists the workers whose last run failed, with time and reason', async () => {
    const failed = (place: number) => ({ ...RUN, id: place, status: 'error' as const, message: 'x', error: `Broken ${place}.` });
    const workers = workersOf('canaan').map((worker, place) => ({ ...worker, lastRun: place < 2 ? failed(place) : worker.lastRun }));
    openCanaan({ 'automation.workers': () => ({ startedAt: null, startedBy: null, workers }) });
    expect(
      await screen.findByText('Last run failed: partnerships, 13:00, Broken 0. Last run failed: contracts, 13:00, Broken 1.'),
    ).toBeVisible();
  });

  test('shows the specified error when it cannot be started', async () => {
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
