import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { competitorPrices, priceSuggestions } from '../../db/schema';
import type { DemandTab } from '../../src/client/features/automation/automation-search';
import { CompetitorPrices } from '../../src/client/features/automation/competitor-prices';
import { DemandCharts } from '../../src/client/features/automation/demand-charts';
import { QuoteDrawer } from '../../src/client/features/quotes/quote-drawer';
import { runWorker } from '../../src/server/automation/scheduler';
import type { Demand } from '../../src/shared/market';
import { ask, BEFORE, book, finish, OLD } from '../support/demand';
import { choose, findRow, lastToast, openOffice, openPart, refuse } from '../support/office';
import { insertRow } from '../support/rows';
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

  test('ask for the first one', async () => {
    await open([]);
    expect(await screen.findByRole('heading', { name: 'No competitor prices entered' })).toBeVisible();
    expect(screen.queryAllByRole('region', { name: 'Comparison with our own prices' })).toHaveLength(0);
  });

  test('are entered in a form that names missing fields', async () => {
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
    expect(await findRow(/Bright Homes.*Commercial.*\$62\.50 per hour/)).toBeVisible();
  });

  test('show an error of the server at its field, and keep the form', async () => {
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
    await choose('Remove', 'Valley Maids');
    const asked = within(await screen.findByRole('alertdialog'));
    expect(asked.getByRole('heading')).toHaveTextContent('Remove $145.00 per job of Valley Maids?');
    await userEvent.click(asked.getByRole('button', { name: 'Remove Price' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Price Removed' }));
    expect(office.stored()).toEqual([]);
  });

  test('are listed with their source and day, below a comparison with our own', async () => {
    const office = openOffice();
    insertRow(office.db, 'clients');
    for (const minutes of [110, 120, 130]) finish(office.shop, { total_amount_cents: 150_00, actual_duration: minutes });
    for (const price of [
      { ...PRICE, price: '190.00', observedOn: '2026-11-19' },
      { ...PRICE, unit: 'hour', price: '60.00', observedOn: '2026-11-20' },
      { ...PRICE, unit: 'square-foot', price: '0.25' },
      { ...PRICE, service: 'emergency', price: '150.40' },
      PRICE,
    ] as const)
      await office.admin.market.addPrice(price);
    finish(office.shop, { total_amount_cents: 150_00, actual_duration: 120, service_type: 'emergency' });
    runWorker(office.shop.ctx, 'competitor-analysis', 'manual');
    openPart(<CompetitorPrices />);
    const rowsOf = async (name: string) =>
      within(await screen.findByRole('table', { name }))
        .getAllByRole('row')
        .map((row) => row.textContent);
    await screen.findAllByText('their flyer');
    expect((await rowsOf('Entered prices'))[1]).toMatch(/Valley Maidstheir flyerResidentialNov 1\$140\.00 per job/);
    const texts = await rowsOf('Comparison with our own prices');
    expect(texts.slice(1)).toEqual([
      expect.stringMatching(/^Residential, per job\$165\.00\$150\.0010% above ours/),
      expect.stringMatching(/^Emergency, per job.*about the same/),
      expect.stringMatching(/^Residential, per square foot\$0\.25no figure of our own(?!.*in the last 12 months)/),
      expect.stringMatching(/^Residential, per hour.*20% below ours.*the newest seen today/),
    ]);
    expect(texts[1]).toContain('2 prices from 1 competitor, the newest 1 day old; ours of 3 jobs in the last 12 months');
  });

  test('show an error if they do not load', async () => {
    (await open([])).fail('market.listPrices', refuse(500));
    expect(await screen.findByRole('alert')).toHaveTextContent('The competitor prices could not be loaded.');
  });
});

describe('a suggested price', () => {
  const FIGURES = { n: 5, p25Cents: 110_00, medianCents: 120_00, p75Cents: 150_00, minutesMedian: 100, suggestedCents: 120_00 };
  type Row = Partial<typeof priceSuggestions.$inferInsert>;
  /** Opens the drawer of a quote request for which the market worker stored this suggestion. */
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
    openPart(<QuoteDrawer id={id} onClose={() => undefined} />);
    return office;
  };

  test('is shown with a pending quote, with its range and its explanation', async () => {
    await open({});
    const price = (await screen.findByText('Suggested price')).nextElementSibling;
    expect(price).toHaveTextContent('$120.00 suggestion only, usually $110.00 to $150.00');
    await userEvent.click(screen.getByText('How it was calculated'));
    expect(screen.getByText('5 past residential jobs in all areas, last 12 months.')).toBeVisible();
  });

  test('is missing after too few jobs, which the drawer explains', async () => {
    await open({ n: 3, suggestedCents: null, p25Cents: null, medianCents: null, p75Cents: null, explanation: 'only 3 past jobs' });
    expect(await screen.findByText('No suggestion: only 3 past jobs.')).toBeVisible();
  });

  test('is missing before the first run, and not requested once the quote is confirmed', async () => {
    const office = await open(null);
    await screen.findByText(QUOTE.address);
    await waitFor(() => expect(office.sent('market.priceSuggestion')).toHaveLength(1));
    expect(screen.queryAllByText('Suggested price')).toHaveLength(0);
    cleanup();
    const later = await open({}, 'confirmed');
    await screen.findByText(QUOTE.address);
    expect(later.sent('market.priceSuggestion')).toEqual([]);
  });
});

/** Shows the demand with its tabs. */
function Demanded() {
  const [tab, setTab] = useState<DemandTab>();
  return <DemandCharts tab={tab} onTab={setTab} />;
}

describe('the demand', () => {
  /** Chooses how the demand is divided, and returns its panel. */
  const divideBy = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name }));
    return within(screen.getByRole('region', { name: 'Demand in the last 90 days' }));
  };
  /** Opens the charts of an office after the market analysis ran. */
  const open = (prepare: (office: ReturnType<typeof openOffice>) => void = () => {}) => {
    const office = openOffice();
    prepare(office);
    runWorker(office.shop.ctx, 'market-analysis', 'manual');
    openPart(<Demanded />);
    return office;
  };
  /** Eleven areas with one inquiry now and two before, one of which became a job for $1,249. The records begin before both periods. */
  const fillAreas = ({ shop }: ReturnType<typeof openOffice>) => {
    ask(shop, 1, { created_at: OLD });
    for (let area = 0; area < 11; area += 1) {
      const of = { address: `1 A St, V${Math.floor(area / 9)}${'ABCEGHJKL'[area % 9]} 1A1`, service_type: 'commercial' };
      ask(shop, 1, of);
      ask(shop, 2, { ...of, created_at: BEFORE });
    }
    insertRow(shop.db, 'clients', { address: 'nowhere' });
    const atNight = '2026-10-06T10:00:00.000Z';
    finish(shop, { inquiry_id: 2, service_type: 'commercial', total_amount_cents: 124_900, scheduled_date: atNight });
  };
  /** Replaces some facts of the analysis. */
  const change = (facts: Partial<Demand>) => async (answer: () => Promise<unknown>) => {
    const { result } = (await answer()) as { result: { data: Demand } };
    return { result: { data: { ...result.data, ...facts } } };
  };

  test('is charted beside the previous days, with the figures in words and in a table', async () => {
    open(fillAreas);
    expect(await screen.findByRole('heading', { name: 'Demand in the last 90 days' })).toBeVisible();
    expect(screen.getByText(/Aug 23 to Nov 20, beside May 25 to Aug 22/)).toBeVisible();
    const figure = (name: string) => screen.getByText(name).closest('div');
    expect(figure('Inquiries with a job')).toHaveTextContent('1 of 110 of 22 before');
    expect(figure('Finished jobs, before tax')).toHaveTextContent('$1,249.00$0.00 before');
    expect(
      screen.getByRole('img', { name: /^Inquiries and bookings by month\. .*June 2026: 22;.* October 2026: 11;/ }),
    ).toBeInTheDocument();
    const service = await divideBy('Service');
    expect(service.getByRole('img', { name: 'Demand by service. Commercial: 11, before 22.' })).toBeInTheDocument();
    await userEvent.click(service.getByText('Show the figures'));
    const cells = service.getAllByRole('row').map((one) => one.textContent);
    expect(cells).toEqual(['ServiceLast 90 days90 days beforeJobs done', 'Commercial11221, $1,249']);
  });

  test('counts bookings like inquiries, and says when no inquiry came before', async () => {
    open(({ shop }) => {
      const of = { service_type: 'commercial' };
      insertRow(shop.db, 'clients');
      ask(shop, 1, { created_at: OLD });
      ask(shop, 6, of);
      for (const created_at of [undefined, undefined, BEFORE, BEFORE, BEFORE]) book(shop, { ...of, ...(created_at && { created_at }) });
      finish(shop, { ...of, inquiry_id: 2, total_amount_cents: 124_900 });
    });
    const figure = async (name: string) => (await screen.findByText(name)).closest('div');
    expect(await figure('Inquiries with a job')).toHaveTextContent('1 of 6no inquiries before');
    expect(screen.getByRole('img', { name: /bookings by month\. .*June 2026: 3;.* October 2026: 8;/ })).toBeInTheDocument();
    const service = await divideBy('Service');
    expect(service.getByRole('img', { name: 'Demand by service. Commercial: 8, before 3.' })).toBeInTheDocument();
    await userEvent.click(service.getByText('Show the figures'));
    expect(service.getAllByRole('row').at(-1)).toHaveTextContent(/^Commercial831, \$1,249$/);
  });

  test('combines the smallest of many areas, and shows a message in an empty chart', async () => {
    open(fillAreas);
    const area = await divideBy('Area');
    expect(area.getByRole('img')).toHaveAccessibleName(/: 1, before 2; 3 others: 3, before 6\.$/);
    const windows = await divideBy('Time window');
    expect(windows.getByText('Nothing was booked in these days.')).toBeVisible();
  });

  test.each([
    ['areas are counted in part', { isAreaCut: true }, /only the newest ones are counted by area/],
    [
      'the records do not cover the earlier days',
      { isBeforeWhole: false },
      /^Your records begin after May 25: they cover only part of the earlier 90 days/,
    ],
  ])('has a note if %s, once and only then', async (_what, facts, text) => {
    open(fillAreas);
    await divideBy('Area');
    expect(screen.queryByText(text)).toBeNull();
    cleanup();
    open((office) => {
      fillAreas(office);
      office.fail('market.demand', change(facts));
    });
    await divideBy('Area');
    expect(screen.getAllByText(text)).toHaveLength(1);
    await divideBy('Service');
    expect(screen.queryAllByText(text)).toHaveLength('isAreaCut' in facts ? 0 : 1);
  });

  test('offers a retry if it does not load, and is empty before the first request', async () => {
    const { repair } = open(({ fail }) => fail('market.demand', refuse(500)));
    expect(await screen.findByRole('alert')).toHaveTextContent('The demand could not be loaded.');
    repair('market.demand');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No demand yet' })).toBeVisible();
  });
});
