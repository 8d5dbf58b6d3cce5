import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { automationRuns } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.canaan-dashboard';
import { addLeads, type Office, pressStart, RUN } from '../support/automation-rows';
import { lastToast, offline, openOffice, openStaffPage } from '../support/office';

describe('the business-development dashboard', () => {
  const KINDS = ['partnership', 'corporate_contract', 'market_expansion', 'strategic_alliance'] as const;
  /** Opens the dashboard of an office with one partnership, two contracts, three expansions and four alliances, after `prepare`. */
  function openCanaan(prepare: (office: Office) => void = () => {}) {
    const office = openOffice();
    addLeads(
      office,
      KINDS.flatMap((kind, place) => Array.from({ length: place + 1 }, (_, more) => ({ kind, dedupeKey: `${kind}-${more}` }))),
    );
    prepare(office);
    openStaffPage(Route, '/canaan-dashboard');
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
    const values = within(screen.getByLabelText('Values'));
    expect(await values.findByText('$24,000.00')).toBeVisible();
    expect(values.getByText('planning value (assumption): $12,000.00 each')).toBeVisible();
    expect(values.getByText('planning value (assumption): $8,000.00 each')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Assign a manager in Team' })).toHaveAttribute('href', '/team');
    const areas = within(screen.getByRole('region', { name: 'Focus Areas' }));
    expect(areas.getAllByRole('listitem').map((area) => area.textContent)).toEqual([
      'Partnerships',
      'Contracts',
      'Expansion',
      'Alliances',
      'Competitor analysis',
    ]);
    for (const words of ['every 45 min', 'every hour', 'every 90 min', 'every 2 hours', 'every 3 hours'])
      expect(screen.getByText(words)).toBeVisible();
  });

  test('lists the workers whose last run failed, with time and reason', async () => {
    openCanaan(({ db }) => {
      for (const [place, workerKey] of (['partnerships', 'contracts'] as const).entries())
        db.insert(automationRuns)
          .values({ ...RUN, workerKey, status: 'error', message: 'x', error: `Broken ${place}.` })
          .run();
    });
    expect(
      await screen.findByText('Last run failed: partnerships, 13:00, Broken 0. Last run failed: contracts, 13:00, Broken 1.'),
    ).toBeVisible();
  });

  test('shows the specified error when it cannot be started', async () => {
    openCanaan(({ fail }) => fail('automation.startCanaan', offline));
    await pressStart('Start Canaan AI');
    await waitFor(() => expect(lastToast()?.title).toBe('Failed to Start Canaan AI'));
  });
});
