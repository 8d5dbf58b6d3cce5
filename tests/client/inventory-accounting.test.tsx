import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPage, prepareAccountingPage } from '../support/accounting-page';
import { openInventory, SQUEEGEE, SUMMARY } from '../support/inventory';
import { lastToast, Refusal } from '../support/office';

prepareAccountingPage();

describe('the tabs', () => {
  test('are four, kept in the address, and led by the arrow keys', async () => {
    openInventory();
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

  test('begin with the overview where the address names none that there is', async () => {
    openInventory();
    openPage('/inventory-accounting?tab=secrets');
    expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent('Overview');
  });
});

describe('the overview', () => {
  test('holds the figures, out of stock apart from low, each leading to its products', async () => {
    openInventory();
    openPage();
    await screen.findByText('$14,326.25');
    const cards = [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(cards).toEqual([
      ['Total Products', '24'],
      ['Value at Cost', '$14,326.25'],
      ['Value at Price', '$20,208.26'],
      ['Potential Profit', '$5,882.01'],
      ['Average Margin', '32.83%'],
      ['Low Stock', '8'],
      ['Out of Stock', '3'],
      ['Without Cost', '2'],
    ]);
    expect(screen.getAllByRole('link', { name: /^Show them/ }).map((link) => link.getAttribute('href'))).toEqual([
      '/inventory-accounting?tab=products&view=low',
      '/inventory-accounting?tab=products&view=out',
      '/inventory-accounting?tab=products&view=no-cost',
    ]);
  });

  test('has no margin where no product has both prices', async () => {
    openInventory([], { 'inventory.summary': () => ({ ...SUMMARY, averageMargin: null }) });
    openPage();
    expect((await screen.findByText('Average Margin')).closest('div')).toHaveTextContent('Average Margin');
    await waitFor(() => expect(screen.getByText('Average Margin').nextElementSibling).toHaveTextContent('n/a'));
  });

  test('draws three charts whose figures can be heard and opened', async () => {
    openInventory([], {
      'inventory.charts': () => ({
        valueByCategory: [{ category: 'Tools', valueAtCost: '1535.60', valueAtPrice: '2531.00' }],
        salesByMonth: [
          { month: '2026-10', orders: 2, sales: '40.00' },
          { month: '2026-11', orders: 5, sales: '1234.50' },
        ],
        marginSpread: [
          { rating: 'Excellent', products: 3 },
          { rating: 'n/a', products: 1 },
        ],
      }),
    });
    openPage();
    expect(await screen.findByRole('img', { name: /^Stock value by category/ })).toHaveAccessibleName(
      'Stock value by category. Tools: $1,535.60 at cost, $2,531.00 at price.',
    );
    expect(screen.getByRole('img', { name: /^Sales by month/ })).toHaveAccessibleName(
      'Sales by month before tax. October 2026: $40.00; November 2026: $1,234.50.',
    );
    expect(screen.getByRole('img', { name: /^Products by profit margin/ })).toHaveAccessibleName(
      'Products by profit margin. Excellent, 30% or more: 3; n/a, no cost: 1.',
    );
    const [values, sales, spread] = screen.getAllByRole('table', { hidden: true }).map((table) =>
      within(table)
        .getAllByRole('row', { hidden: true })
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    expect(screen.getAllByText('Show the figures')).toHaveLength(3);
    expect(values).toEqual([
      ['Category', 'At cost', 'At price'],
      ['Tools', '$1,535.60', '$2,531.00'],
    ]);
    expect(sales?.at(-1)).toEqual(['November 2026', '$1,234.50', '5']);
    expect(spread?.slice(1)).toEqual([
      ['Excellent, 30% or more', '3', '75%'],
      ['n/a, no cost', '1', '25%'],
    ]);
  });

  test('draws many categories as the greatest and the rest', async () => {
    const valueByCategory = Array.from({ length: 12 }, (_, place) => ({
      category: `Kind ${place}`,
      valueAtCost: '1.00',
      valueAtPrice: `${place + 1}.00`,
    }));
    openInventory([], { 'inventory.charts': () => ({ valueByCategory, salesByMonth: [], marginSpread: [] }) });
    openPage();
    const chart = await screen.findByRole('img', { name: /^Stock value/ });
    expect(chart).toHaveAccessibleName(expect.stringMatching(/Kind 11: .*Kind 4: .*4 others: \$4\.00 at cost, \$10\.00 at price\.$/));
  });

  test('says where there is nothing to draw, to rank or to order', async () => {
    openInventory([]);
    openPage();
    for (const words of [
      'Nothing was sold in the last twelve months.',
      'No product has both a price and a cost yet.',
      'There is nothing to order again now.',
    ])
      expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getAllByText('There are no products yet.')).toHaveLength(2);
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('ranks the top performers with their rating, and lists by supplier what to order', async () => {
    const { id, name, category, price, stockQuantity } = SQUEEGEE;
    openInventory([], {
      'inventory.topPerformers': () => [
        {
          id,
          name,
          category,
          price,
          costPrice: '10.90',
          profitMargin: '45.36',
          rating: 'Excellent',
          stockQuantity,
          potentialProfit: '416.30',
        },
        {
          id: 9,
          name: 'Cart',
          category,
          price,
          costPrice: '18.00',
          profitMargin: '9.77',
          rating: 'Poor',
          stockQuantity: 1,
          potentialProfit: '1.95',
        },
      ],
      'inventory.reorderList': () => [
        {
          supplierName: null,
          orderCost: '0.00',
          withoutCost: 1,
          products: [
            {
              id: 3,
              name: 'Goggles',
              supplierSku: 'ISP-1',
              stockQuantity: 0,
              reorderLevel: 8,
              status: 'Out of Stock',
              suggestedQuantity: 16,
              costPrice: null,
              orderCost: null,
            },
          ],
        },
      ],
    });
    openPage();
    const first = (await screen.findByText('Window Squeegee')).closest('li') as HTMLElement;
    for (const words of ['45.36%', 'Excellent', '$416.30 potential profit on 46']) expect(first).toHaveTextContent(words);
    expect(screen.getByText('Cart').closest('li')).toHaveTextContent('Poor');
    const supplier = (await screen.findByRole('heading', { name: 'No supplier given' })).closest('li') as HTMLElement;
    for (const words of ['1 without a cost', 'ISP-1', '0 left, level 8', 'Order 16', 'no cost', 'Out of Stock'])
      expect(supplier).toHaveTextContent(words);
  });

  test('tells of each part that could not be loaded', async () => {
    const fail = () => Promise.reject(new Refusal(500, 'No.'));
    const office = openInventory([], {
      'inventory.summary': fail,
      'inventory.charts': fail,
      'inventory.topPerformers': fail,
      'inventory.reorderList': fail,
    });
    openPage();
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
        'The figures could not be loaded.Try again',
        'The charts could not be loaded.Try again',
        'The top performers could not be loaded.Try again',
        'The reorder list could not be loaded.Try again',
      ]),
    );
    office.handlers['inventory.summary'] = () => SUMMARY;
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    expect(await screen.findByText('$14,326.25')).toBeInTheDocument();
  });
});

describe('the products', () => {
  test.each([
    [SQUEEGEE, ['45.36%', 'Excellent', 'In Stock', '$10.90', '$19.95', 'Pacific Janitorial']],
    [{ ...SQUEEGEE, costPrice: null, profitMargin: null, stockQuantity: 12 }, ['n/a', 'none', 'Low']],
    [{ ...SQUEEGEE, costPrice: '17.56', profitMargin: '11.98', stockQuantity: 0 }, ['Fair', 'Out of Stock']],
  ])('show cost, price, margin, rating, status and supplier (%#)', async (product, told) => {
    openInventory([product]);
    openPage('/inventory-accounting?tab=products');
    const row = (await screen.findByRole('heading', { name: 'Window Squeegee' })).closest('li');
    for (const words of told) expect(row).toHaveTextContent(words);
  });

  test('are narrowed to those without a cost', async () => {
    const office = openInventory();
    const page = openPage('/inventory-accounting?tab=products');
    await userEvent.click(await screen.findByRole('button', { name: 'Without Cost 2' }));
    await waitFor(() => expect(page.search()).toEqual({ tab: 'products', view: 'no-cost' }));
    await waitFor(() => expect(office.sent('inventory.list').at(-1)).toEqual({ limit: 50, view: 'no-cost' }));
  });

  test("that cannot be deleted tell the server's sentence", async () => {
    openInventory([SQUEEGEE], { 'inventory.deleteProduct': () => Promise.reject(new Refusal(500, 'The disk is full.')) });
    openPage('/inventory-accounting?tab=products');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete, Window Squeegee' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete this product?')).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'The disk is full.', kind: 'destructive' }));
  });
});
