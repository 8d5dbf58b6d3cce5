import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { refuse } from '../support/office';
import { openPage, openProducts, toast } from '../support/products-page';
import { insertRow } from '../support/rows';

const CART = { name: 'Cart', cost_cents: 1800, stock_quantity: 1 };
const GOGGLES = { name: 'Goggles', cost_cents: null, stock_quantity: 0, reorder_level: 8, supplier_sku: 'ISP-1' };
const tableRows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe('the tabs', () => {
  test('are four, kept in the address, and led by the arrow keys', async () => {
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
    expect(screen.getByRole('link', { name: 'Inventory' })).toHaveAttribute('href', '/inventory');
  });

  test('begin with the overview if the address names an unknown one', async () => {
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

  test('draws three charts whose figures can be heard and opened', async () => {
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

  test('draws many categories as the greatest and the rest', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({
      category: `Kind ${n}`,
      price_cents: 100 * (n + 1),
      cost_cents: 100,
      stock_quantity: 1,
    }));
    openProducts(rows);
    openPage('/inventory-accounting');
    expect(await screen.findByRole('img', { name: /^Stock value/ })).toHaveAccessibleName(
      expect.stringMatching(/Kind 11: .*Kind 4: .*4 others: \$4\.00 at cost, \$10\.00 at price\.$/),
    );
  });

  test('says when there is nothing to draw, to rank or to order', async () => {
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

  test('names each part that could not be loaded, and loads it again', async () => {
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
  test('show cost, price, margin, rating, status and supplier, and are narrowed to those without a cost', async () => {
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
      const row = (await screen.findByRole('heading', { name })).closest('li');
      for (const words of shown) expect(row).toHaveTextContent(words);
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Without Cost 1' }));
    await waitFor(() => expect(page.search()).toEqual({ tab: 'products', view: 'no-cost' }));
    await waitFor(() => expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Mop']));
  });

  test("that cannot be deleted show the server's sentence", async () => {
    openProducts().fail('inventory.deleteProduct', refuse(500, 'The disk is full.'));
    openPage('/inventory-accounting?tab=products');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete, Window Squeegee' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete this product?')).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await toast({ description: 'The disk is full.', kind: 'destructive' });
  });
});
