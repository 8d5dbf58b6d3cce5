import '@testing-library/jest-dom/vitest';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { CompetitorPrices } from '../../src/client/features/automation/competitor-prices';
import { DemandCharts } from '../../src/client/features/automation/demand-charts';
import type { CompetitorPrice, Demand } from '../../src/shared/market';
import { fakeCalls, openPart, Refusal } from '../support/office';

const AT = '2026-11-20T20:05:00.000Z';
const refuse = () => Promise.reject(new Refusal(500, 'Broken'));

describe('the demand', () => {
  const figures = (inquiries: number, bookings: number, converted = 0, jobsDone = 0, revenue = '0.00') => ({
    inquiries,
    bookings,
    converted,
    jobsDone,
    revenue,
  });
  const row = (key: string, now = figures(0, 0), before = figures(0, 0)) => ({ key, now, before });
  const DEMAND: Demand = {
    measuredAt: AT,
    periodStart: '2026-08-23',
    periodEnd: '2026-11-20',
    beforeStart: '2026-05-25',
    beforeEnd: '2026-08-22',
    total: { now: figures(6, 2, 1, 1, '1249.00'), before: figures(0, 3) },
    isAreaCut: false,
    isBeforeWhole: true,
    dimensions: {
      service: [row('deep-cleaning', figures(6, 2, 1, 1, '1249.00'), figures(0, 3))],
      area: Array.from({ length: 11 }, (_, place) => row(`V${place}A`, figures(1, 0), figures(0, 2))),
      weekday: [row('Monday', figures(6, 2))],
      window: [],
    },
    months: [
      { key: '2026-08', figures: figures(0, 3) },
      { key: '2026-11', figures: figures(6, 2, 1, 1, '1249.00') },
    ],
  };

  test('is drawn beside the days before, each drawing with its figures in words and in a table', async () => {
    fakeCalls({ 'market.demand': () => DEMAND });
    openPart(<DemandCharts />);
    expect(await screen.findByRole('heading', { name: 'Demand in the last 90 days' })).toBeVisible();
    expect(screen.getByText(/August 23, 2026 to November 20, 2026, beside May 25, 2026 to August 22, 2026/)).toBeVisible();
    const figure = (name: string) => screen.getByText(name).closest('div');
    expect(figure('Inquiries with a job')).toHaveTextContent('1 of 6no inquiries before');
    expect(figure('Finished jobs, before tax')).toHaveTextContent('$1,249.00$0.00 before');
    expect(screen.getByRole('img', { name: 'Demand by service. Deep cleaning: 8, before 3.' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /^Inquiries and bookings by month\. August 2026: 3; November 2026: 8\.$/ })).toBeInTheDocument();
    const service = within(screen.getByRole('region', { name: 'Demand by service' }));
    await userEvent.click(service.getByText('Show the figures'));
    const cells = service.getAllByRole('row').map((one) => one.textContent);
    expect(cells).toEqual(['ServiceLast 90 days90 days beforeJobs done', 'Deep cleaning831, $1,249']);
  });

  test('of many areas is drawn with the smallest as one, and says where there is none', async () => {
    fakeCalls({ 'market.demand': () => DEMAND });
    openPart(<DemandCharts />);
    const area = within(await screen.findByRole('region', { name: 'Demand by area' }));
    expect(area.getByRole('img')).toHaveAccessibleName(/V7A: 1, before 2; 3 others: 3, before 6\.$/);
    expect(
      within(screen.getByRole('region', { name: 'Bookings by time window' })).getByText('Nothing was booked in these days.'),
    ).toBeVisible();
  });

  test('says where areas are counted in part, and only there', async () => {
    const text = /only the newest ones are counted by area/;
    const office = fakeCalls({ 'market.demand': () => DEMAND });
    openPart(<DemandCharts />);
    await screen.findByRole('region', { name: 'Demand by area' });
    expect(screen.queryByText(text) === null).toBe(true);
    cleanup();
    office.handlers['market.demand'] = () => ({ ...DEMAND, isAreaCut: true });
    openPart(<DemandCharts />);
    expect(within(await screen.findByRole('region', { name: 'Demand by area' })).getByText(text)).toBeVisible();
    expect(screen.getAllByText(text)).toHaveLength(1);
  });

  test('says if the records do not cover the earlier days, and only then', async () => {
    const text = /^Your records begin after May 25, 2026: they cover only part of the earlier 90 days/;
    const office = fakeCalls({ 'market.demand': () => DEMAND });
    openPart(<DemandCharts />);
    await screen.findByRole('heading', { name: 'Demand in the last 90 days' });
    expect(screen.queryByText(text)).toBeNull();
    cleanup();
    office.handlers['market.demand'] = () => ({ ...DEMAND, isBeforeWhole: false });
    openPart(<DemandCharts />);
    expect(await screen.findByText(text)).toBeVisible();
  });

  test('that nobody has looked at yet says what will fill it', async () => {
    fakeCalls({ 'market.demand': () => null });
    openPart(<DemandCharts />);
    expect(await screen.findByRole('heading', { name: 'No demand yet' })).toBeVisible();
  });

  test('that could not be loaded can be asked for again', async () => {
    const office = fakeCalls({ 'market.demand': refuse });
    openPart(<DemandCharts />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The demand could not be loaded.');
    office.handlers['market.demand'] = () => null;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No demand yet' })).toBeVisible();
  });
});

describe('the prices of competitors', () => {
  const PRICE: CompetitorPrice = {
    id: 4,
    competitor: 'Valley Maids',
    service: 'residential',
    price: '140.00',
    unit: 'job',
    source: 'their flyer',
    observedOn: '2026-11-01',
    enteredBy: 'owner',
    createdAt: AT,
  };
  const COMPARED = {
    service: 'residential',
    unit: 'job',
    prices: 2,
    competitors: 1,
    median: '165.00',
    ownJobs: 12,
    ownMedian: '150.00' as string | null,
    newestOn: '2026-11-19',
    oldestOn: '2026-11-01',
  };
  const open = (services: object[]) => {
    fakeCalls({
      'market.listPrices': () => ({ rows: [PRICE], nextCursor: null }),
      'market.comparison': () => ({ comparedAt: AT, today: '2026-11-20', services }),
    });
    openPart(<CompetitorPrices />);
  };
  test('are listed with where and when they were seen, above them how they stand to our own', async () => {
    const others = [
      { ...COMPARED, unit: 'hour', median: '60.00', ownMedian: '75.00', newestOn: '2026-11-20' },
      { ...COMPARED, unit: 'square-foot', ownMedian: null, ownJobs: 0 },
      { ...COMPARED, service: 'emergency', median: '150.40' },
    ];
    open([COMPARED, ...others]);
    const row = (await screen.findByText('Valley Maids')).closest('li');
    expect(row).toHaveTextContent('Residential, $140.00 per job');
    expect(row).toHaveTextContent('Seen on November 1, 2026, their flyer');
    const comparison = within(await screen.findByRole('region', { name: 'Comparison with our own prices' }));
    const [job, hour, foot, emergency] = comparison.getAllByRole('listitem');
    expect(job).toHaveTextContent('Residential, per job$165.00 theirs, $150.00 ours10% above ours');
    expect(job).toHaveTextContent('Median of 2 prices from 1 competitor, the newest 1 day old; ours of 12 jobs in the last 12 months');
    expect(hour).toHaveTextContent('20% below ours');
    expect(hour).toHaveTextContent('the newest seen today');
    expect(foot).toHaveTextContent('Residential, per square foot$165.00 theirsno figure of our own');
    expect(foot).not.toHaveTextContent('in the last 12 months');
    expect(emergency).toHaveTextContent('about the same');
  });
});
