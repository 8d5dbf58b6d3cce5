import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { choose, offline, press, refuse } from '../support/office';
import { openPage, openProducts, toast } from '../support/products-page';
import { insertRow } from '../support/rows';

const CART = { name: 'Cart', cost_cents: 1800, stock_quantity: 1 };
const GOGGLES = { name: 'Goggles', cost_cents: null, stock_quantity: 0, reorder_level: 8, supplier_sku: 'ISP-1' };
const tableRows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the tabs', () => {
  test('appear in the address and follow the arrow keys', async () => {
    openProducts();
    const page = openPage('/inventory-accounting?tab=statements');
    expect(await screen.findByRole('heading', { level: 1, name: 'Inventory & Accounting' })).toBeInTheDocument();
    const tabs = within(screen.getByRole('tablist')).getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Overview', 'Products', 'Financial Reports', 'Downloadable Statements']);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Downloadable Statements');
    expect(screen.getByRole('tabpanel')).toHaveAccessibleName('Downloadable Statements');
    await userEvent.click(screen.getByRole('tab', { name: 'Products' }));
    await waitFor(() => expect(page.search()).toEqual({ tab: 'products' }));
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(page.search()).toEqual({}));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Overview' })).toHaveFocus());
  });

  test('start with the overview if the address names an unknown tab', async () => {
    openProducts();
    openPage('/inventory-accounting?tab=secrets');
    expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent('Overview');
  });
});

describe('the overview', () => {
  test('shows the figures with links to their products, the best products, and what to order by supplier', async () => {
    openProducts([{}, CART, GOGGLES]);
    openPage('/inventory-accounting');
    await screen.findByText('27.57%');
    const cards = [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(cards).toEqual([
      ['Total Products', '3'],
      ['Value at Cost', '$519.40'],
      ['Value at Price', '$937.65'],
      ['Potential Profit', '$418.25'],
      ['Average Margin', '27.57%'],
      ['Low Stock', '1'],
      ['Out of Stock', '1'],
      ['Without Cost', '1'],
    ]);
    expect(screen.getAllByRole('link', { name: /^Show them/ }).map((link) => link.getAttribute('href'))).toEqual([
      '/inventory-accounting?tab=products&view=low',
      '/inventory-accounting?tab=products&view=out',
      '/inventory-accounting?tab=products&view=no-cost',
    ]);
    const best = (await screen.findByText('Window Squeegee')).closest('li') as HTMLElement;
    for (const words of ['45.36%', 'Excellent', '$416.30 potential profit on 46']) expect(best).toHaveTextContent(words);
    expect(screen.getAllByText('Cart')[0]?.closest('li')).toHaveTextContent('Poor');
    const supplier = (await screen.findByRole('heading', { name: 'No supplier given' })).closest('li') as HTMLElement;
    for (const words of ['1 without a cost', 'ISP-1', '0 left, level 8', 'Order 16', 'no cost', 'Out of Stock'])
      expect(supplier).toHaveTextContent(words);
  });

  test('draws three charts with a description and a table of their figures', async () => {
    const office = openProducts([{}, CART, GOGGLES]);
    const order = (created_at: string, cents: number) =>
      insertRow(office.db, 'orders', { public_id: created_at, created_at, subtotal_cents: cents, tax_cents: 0, total_cents: cents });
    order('2026-10-10T20:00:00.000Z', 40_00);
    order('2026-11-10T20:00:00.000Z', 1234_50);
    openPage('/inventory-accounting');
    expect(await screen.findByRole('img', { name: /^Stock value by category/ })).toHaveAccessibleName(
      'Stock value by category. Tools: $519.40 at cost, $937.65 at price.',
    );
    expect(screen.getByRole('img', { name: /^Sales by month/ })).toHaveAccessibleName(
      expect.stringMatching(/^Sales by month before tax\. December 2025: \$0\.00; .*October 2026: \$40\.00; November 2026: \$1,234\.50\.$/),
    );
    expect(screen.getByRole('img', { name: /^Products by profit margin/ })).toHaveAccessibleName(
      'Products by profit margin. Excellent, 30% or more: 1; Good, 20% or more: 0; Fair, 10% or more: 0; Poor, below 10%: 1; n/a, no cost: 1.',
    );
    const [values, sales, spread] = screen.getAllByRole('table', { hidden: true }).map(tableRows);
    expect(screen.getAllByText('Show the figures')).toHaveLength(3);
    expect(values).toEqual([
      ['Category', 'At cost', 'At price'],
      ['Tools', '$519.40', '$937.65'],
    ]);
    expect(sales?.at(-1)).toEqual(['November 2026', '$1,234.50', '1']);
    expect([spread?.[1], spread?.[5]]).toEqual([
      ['Excellent, 30% or more', '1', '33%'],
      ['n/a, no cost', '1', '33%'],
    ]);
  });

  test('folds two of the charts on a phone', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    openProducts([{}]);
    openPage('/inventory-accounting');
    const title = await screen.findByRole('heading', { name: 'Stock value by category' });
    const chart = screen.getByRole('img', { name: /^Stock value by category/, hidden: true });
    expect(chart).not.toBeVisible();
    fireEvent.click(title);
    expect(chart).toBeVisible();
    expect(screen.getByRole('img', { name: /^Products by profit margin/, hidden: true })).not.toBeVisible();
  });

  test('draws the smallest of many categories as one bar', async () => {
    const makeRow = (n: number) => ({ category: `Kind ${n}`, price_cents: 100 * (n + 1), cost_cents: 100, stock_quantity: 1 });
    openProducts(Array.from({ length: 12 }, (_, n) => makeRow(n)));
    openPage('/inventory-accounting');
    expect(await screen.findByRole('img', { name: /^Stock value/ })).toHaveAccessibleName(
      expect.stringMatching(/Kind 11: .*Kind 4: .*4 others: \$4\.00 at cost, \$10\.00 at price\.$/),
    );
  });

  test('says if there are no sales, products or low stock', async () => {
    openProducts([]);
    openPage('/inventory-accounting');
    for (const words of [
      'Nothing was sold in the last twelve months.',
      'No product has both a price and a cost yet.',
      'There is nothing to order again now.',
    ])
      expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getAllByText('There are no products yet.')).toHaveLength(2);
    await waitFor(() => expect(screen.getByText('Average Margin').nextElementSibling).toHaveTextContent('n/a'));
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('reports each part that could not be loaded, and retries', async () => {
    const office = openProducts();
    for (const part of ['summary', 'charts', 'topPerformers', 'reorderList']) office.fail(`inventory.${part}`, refuse(500));
    openPage('/inventory-accounting');
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
        'The figures could not be loaded.Try again',
        'The charts could not be loaded.Try again',
        'The top performers could not be loaded.Try again',
        'The reorder list could not be loaded.Try again',
      ]),
    );
    office.repair('inventory.summary');
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    expect(await screen.findByText('$501.40')).toBeInTheDocument();
  });
});

describe('the products', () => {
  test('show cost, price, margin, rating, status and supplier, and can be filtered to those without a cost', async () => {
    openProducts([
      { supplier_name: 'Pacific Janitorial' },
      { name: 'Mop', cost_cents: null, stock_quantity: 12 },
      { name: 'Cloth', cost_cents: 1756, stock_quantity: 0 },
    ]);
    const page = openPage('/inventory-accounting?tab=products');
    for (const [name = '', ...shown] of [
      ['Window Squeegee', '45.36%', 'Excellent', 'In Stock', '$10.90', '$19.95', 'Pacific Janitorial'],
      ['Mop', 'n/a', 'none', 'Low'],
      ['Cloth', '11.98%', 'Fair', 'Out of Stock'],
    ]) {
      const row = (await screen.findByRole('link', { name })).closest('tr');
      for (const words of shown) expect(row).toHaveTextContent(words);
    }
    await press('Without Cost 1');
    await waitFor(() => expect(page.search()).toEqual({ tab: 'products', view: 'no-cost' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Cloth' })).toBeNull());
    expect(screen.getByRole('link', { name: 'Mop' })).toBeInTheDocument();
  });

  test('show the message of the server if they cannot be deleted', async () => {
    openProducts().fail('inventory.deleteProduct', refuse(500, 'The disk is full.'));
    openPage('/inventory-accounting?tab=products');
    await choose('Delete', 'Window Squeegee');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete this product?')).toBeInTheDocument();
    await press('Delete', question);
    await toast({ description: 'The disk is full.', kind: 'destructive' });
  });
});

const openTab = (tab: 'reports' | 'statements') => {
  const office = openProducts([]);
  const [open, click] = [vi.fn((): unknown => ({})), vi.spyOn(HTMLAnchorElement.prototype, 'click')];
  click.mockReset().mockImplementation(() => undefined);
  vi.stubGlobal('open', open);
  openPage(`/inventory-accounting?tab=${tab}`);
  return {
    office,
    open,
    click,
    opened: () => open.mock.calls.map(([address]: unknown[]) => address),
    fetched: () => office.requests.map(({ path }) => path),
  };
};

describe('the reports', () => {
  test('are downloaded under the name that the server gives them', async () => {
    const { click, fetched } = openTab('reports');
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    for (const name of ['Summary', 'Detailed', 'Profit Analysis', 'Low Stock', 'Category Report'])
      expect(await screen.findByRole('button', { name: `Download, ${name}` })).toBeInTheDocument();
    await press('Download, Summary');
    await toast({ title: 'Report Downloaded', description: 'summary-2026-11-20.csv is among your downloads.' });
    expect(fetched()).toEqual(['/documents/inventory/summary.csv']);
    const [link] = click.mock.contexts as HTMLAnchorElement[];
    expect([link?.download, link?.href]).toEqual(['summary-2026-11-20.csv', 'blob:file']);
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:file'));
  });

  test.each([
    [refuse(400, 'Invalid report type'), 'Invalid report type'],
    [offline, 'Failed to download the report. Please try again.'],
  ])('show an error if they cannot be created (%#)', async (fault, description) => {
    openTab('reports').office.fail('/documents/inventory/detailed.csv', fault);
    await press('Download, Detailed');
    await toast({ description, kind: 'destructive' });
  });
});

describe('the statements', () => {
  test('open in a window that prints itself, the financial statement for its period', async () => {
    const { open, opened } = openTab('statements');
    await press(/^Print, Stock Alert/);
    await toast({ title: 'PDF Report Ready' });
    await press('Last month');
    await press(/^Print, Financial Statement/);
    expect(opened()).toEqual([
      '/documents/report/stock-alert?print=1',
      '/documents/report/financial-statement?from=2026-10-01&to=2026-10-31&print=1',
    ]);
    open.mockReturnValue(null);
    await press(/^Print, Inventory Valuation/);
    await toast({ description: 'Please allow popups to generate PDF reports.', kind: 'destructive' });
  });

  test('are saved as a page and as a PDF', async () => {
    const { fetched } = openTab('statements');
    await press('Download, Financial Statement');
    await toast({ title: 'Report Downloaded' });
    await press('PDF, Inventory Valuation');
    await toast({ title: 'PDF Report Ready' });
    expect(fetched()).toEqual([
      '/documents/report/financial-statement?from=2026-01-01&to=2026-11-20&download=1',
      '/documents/report/inventory-valuation.pdf',
    ]);
  });

  test('are not created for an invalid period', async () => {
    const { open } = openTab('statements');
    const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
    await screen.findByLabelText(/^From/);
    for (const [from, to, label = '', description] of [
      ['', '2026-11-20', 'From', 'Please choose the first day.'],
      ['2026-11-20', '2026-11-19', 'To', 'The last day must not be before the first.'],
    ]) {
      fireEvent.change(field('From'), { target: { value: from } });
      fireEvent.change(field('To'), { target: { value: to } });
      await press(/^Print, Financial Statement/);
      expect(field(label)).toHaveAccessibleDescription(description);
      expect(field(label)).toHaveFocus();
    }
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['2026-01-15T20:00:00.000Z', 'from=2025-12-01&to=2025-12-31'],
    ['2028-03-15T20:00:00.000Z', 'from=2028-02-01&to=2028-02-29'],
  ])('offer the month before %s', async (now, period) => {
    const { opened } = openTab('statements');
    vi.setSystemTime(new Date(now));
    await press('Last month');
    await press(/^Print, Financial Statement/);
    expect(opened()).toEqual([`/documents/report/financial-statement?${period}&print=1`]);
  });
});
