import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { competitorPrices, priceSuggestions } from '../../db/schema';
import { CompetitorPrices } from '../../src/client/features/automation/competitor-prices';
import { QuoteCard } from '../../src/client/features/quotes/quote-card';
import { lastToast, openOffice, openPart, refuse } from '../support/office';
import { QUOTE } from '../support/shop';

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
