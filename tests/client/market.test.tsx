import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { competitorPrices, priceSuggestions } from '../../db/schema';
import { CompetitorPrices } from '../../src/client/features/automation/competitor-prices';
import { DemandCharts } from '../../src/client/features/automation/demand-charts';
import { QuoteCard } from '../../src/client/features/quotes/quote-card';
import type { CompetitorPrice, Demand } from '../../src/shared/market';
import { fakeCalls, lastToast, openOffice, openPart, Refusal, refuse } from '../support/office';
import { QUOTE } from '../support/shop';
import '@testing-library/jest-dom/vitest';

describe('the prices of competitors', () => {
  const PRICE = {
    competitor: 'Valley Maids',
    service: 'residential',
    price: '140.00',
    unit: 'job',
    source: 'their flyer',
    observedOn: '2026-11-01',
  } as const;
  /** Opens the list of an office with these prices. */
  const open = async (prices: (typeof PRICE)[] = [PRICE]) => {
    const office = openOffice();
    for (const price of prices) await office.admin.market.addPrice(price);
    openPart(<CompetitorPrices />);
    return { ...office, stored: () => office.db.select().from(competitorPrices).all() };
  };
  const dialog = async () => within(await screen.findByRole('dialog'));
  const type = (form: Awaited<ReturnType<typeof dialog>>, label: RegExp, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });

  test('ask for the first one when there is none', async () => {
    await open([]);
    expect(await screen.findByRole('heading', { name: 'No competitor prices entered' })).toBeVisible();
    expect(screen.queryAllByRole('region', { name: 'Comparison with our own prices' })).toHaveLength(0);
  });

  test('are entered in a form, which says what is missing', async () => {
    const office = await open([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Price' }));
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: 'Save Price' }));
    expect(await form.findByText('Please name the competitor.')).toBeVisible();
    expect(form.getByText('Please enter an amount such as 149.00.')).toBeVisible();
    type(form, /^Competitor/, 'Bright Homes');
    await userEvent.selectOptions(form.getByLabelText(/^Service/), 'commercial');
    type(form, /^Price/, '62.5');
    await userEvent.selectOptions(form.getByLabelText(/^Unit/), 'per hour');
    type(form, /^Seen On/, '2026-11-02');
    await userEvent.click(form.getByRole('button', { name: 'Save Price' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Price Saved' }));
    const price = { competitor: 'Bright Homes', service: 'commercial', priceCents: 62_50, unit: 'hour', observedOn: '2026-11-02' };
    expect(office.stored()).toMatchObject([price]);
    expect(screen.queryAllByRole('dialog')).toHaveLength(0);
    expect((await screen.findByText('Bright Homes')).closest('li')).toHaveTextContent('Commercial, $62.50 per hour');
  });

  test('show at the field what the server rejects, and keep the form', async () => {
    const office = await open([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add Price' }));
    const form = await dialog();
    type(form, /^Competitor/, 'Bright Homes');
    type(form, /^Price/, '62.50');
    type(form, /^Seen On/, '2026-11-21');
    await userEvent.click(form.getByRole('button', { name: 'Save Price' }));
    await waitFor(() => expect(form.getByLabelText(/^Seen On/)).toHaveAccessibleDescription('Please enter a day up to today.'));
    expect(form.getByLabelText(/^Competitor/)).toHaveValue('Bright Homes');
    expect(office.stored()).toEqual([]);
  });

  test('are corrected and removed', async () => {
    const office = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit, Valley Maids, Residential, $140.00 per job' }));
    const form = await dialog();
    type(form, /^Price/, '145');
    await userEvent.click(form.getByRole('button', { name: 'Save Price' }));
    await waitFor(() => expect(office.stored()).toMatchObject([{ priceCents: 145_00, source: 'their flyer' }]));
    await userEvent.click(await screen.findByRole('button', { name: /^Remove, Valley Maids, Residential, \$145.00/ }));
    const asked = within(await screen.findByRole('alertdialog'));
    expect(asked.getByRole('heading')).toHaveTextContent('Remove $145.00 per job of Valley Maids?');
    await userEvent.click(asked.getByRole('button', { name: 'Remove Price' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Price Removed' }));
    expect(office.stored()).toEqual([]);
  });

  test('say when they could not be loaded', async () => {
    (await open([])).fail('market.listPrices', refuse(500));
    expect(await screen.findByRole('alert')).toHaveTextContent('The competitor prices could not be loaded.');
  });
});

describe('a suggested price', () => {
  const FIGURES = { n: 5, p25Cents: 110_00, medianCents: 120_00, p75Cents: 150_00, minutesMedian: 100, suggestedCents: 120_00 };
  type Row = Partial<typeof priceSuggestions.$inferInsert>;
  /** Opens the card of a quote request for which the market worker stored this suggestion. */
  const open = async (suggestion: Row | null, status: 'pending' | 'confirmed' = 'pending') => {
    const office = openOffice();
    const { id } = (await office.visitor.quotes.submit(QUOTE)).inquiry;
    const facts = { inquiryId: id, serviceType: 'residential', explanation: '5 past residential jobs in all areas, last 12 months.' };
    if (suggestion)
      office.db
        .insert(priceSuggestions)
        .values({ ...facts, ...FIGURES, createdAt: '2026-11-20T20:05:00.000Z', ...suggestion })
        .run();
    if (status === 'confirmed') await office.admin.quotes.setStatus({ id, status });
    const { inquiries } = await office.admin.quotes.list({});
    openPart(
      <ul>
        {inquiries.map((inquiry) => (
          <QuoteCard key={inquiry.id} inquiry={inquiry} />
        ))}
      </ul>,
    );
    return office;
  };

  test('is shown with a pending quote as a suggestion, with its range and its explanation', async () => {
    await open({});
    const price = (await screen.findByText('Suggested price')).nextElementSibling;
    expect(price).toHaveTextContent('$120.00 suggestion only, usually $110.00 to $150.00');
    await userEvent.click(screen.getByText('How it was calculated'));
    expect(screen.getByText('5 past residential jobs in all areas, last 12 months.')).toBeVisible();
  });

  test('is missing when there were too few jobs, which the card explains', async () => {
    await open({ n: 3, suggestedCents: null, p25Cents: null, medianCents: null, p75Cents: null, explanation: 'only 3 past jobs' });
    expect(await screen.findByText('No suggestion: only 3 past jobs.')).toBeVisible();
  });

  test('is missing before the first run, and not asked for once the quote is confirmed', async () => {
    const office = await open(null);
    await screen.findByText('Maria Santos');
    await waitFor(() => expect(office.sent('market.priceSuggestion')).toHaveLength(1));
    expect(screen.queryAllByText('Suggested price')).toHaveLength(0);
    cleanup();
    const later = await open({}, 'confirmed');
    await screen.findByText('Maria Santos');
    expect(later.sent('market.priceSuggestion')).toEqual([]);
  });
});

const AT = '2026-11-20T20:05:00.000Z';

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

  test.each([
    ['areas are counted in part', { isAreaCut: true }, /only the newest ones are counted by area/],
    [
      'the records do not cover the earlier days',
      { isBeforeWhole: false },
      /^Your records begin after May 25, 2026: they cover only part of the earlier 90 days/,
    ],
  ])('says that %s, once and only then', async (_what, changes, text) => {
    const office = fakeCalls({ 'market.demand': () => DEMAND });
    openPart(<DemandCharts />);
    await screen.findByRole('region', { name: 'Demand by area' });
    expect(screen.queryByText(text)).toBeNull();
    cleanup();
    office.handlers['market.demand'] = () => ({ ...DEMAND, ...changes });
    openPart(<DemandCharts />);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getAllByText(text)).toHaveLength(1);
    const area = within(screen.getByRole('region', { name: 'Demand by area' }));
    expect(area.queryAllByText(text)).toHaveLength('isAreaCut' in changes ? 1 : 0);
  });

  test('that could not be loaded can be asked for again', async () => {
    const office = fakeCalls({ 'market.demand': () => Promise.reject(new Refusal(500, 'Broken')) });
    openPart(<DemandCharts />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The demand could not be loaded.');
    office.handlers['market.demand'] = () => null;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No demand yet' })).toBeVisible();
  });
});

describe('compared prices of competitors', () => {
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
