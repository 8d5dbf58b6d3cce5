import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.inventory-accounting';
import { IMAGE_LIMIT } from '../../src/shared/inventory';
import { fileOf, openInventory, refuse, SQUEEGEE, SUMMARY } from '../support/inventory';
import { lastToast, openStaffPage, Refusal } from '../support/office';

const openPage = (address = '/inventory-accounting') => openStaffPage(Route, address);
const dialog = async () => within(await screen.findByRole('dialog'));
const openForm = async (address = '/inventory-accounting?product=new') => {
  const page = openPage(address);
  return { page, form: await dialog() };
};
const fill = (form: Awaited<ReturnType<typeof dialog>>, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(form.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
};
const choose = (form: Awaited<ReturnType<typeof dialog>>, file: File) =>
  fireEvent.change(form.getByLabelText('Image'), { target: { files: [file] } });
const NEW = { Name: 'Bucket', Category: 'Tools', 'Cost Price': '8', 'Selling Price': '12.50', 'Stock Quantity': '5' };
const FILE_NAME = 'summary-2026-11-20.csv';
const answerFile = (name = FILE_NAME) =>
  ({
    ok: true,
    headers: new Headers({ 'content-disposition': `attachment; filename="${name}"` }),
    blob: async () => new Blob(['x']),
  }) as Response;

const revoke = vi.fn();
beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: revoke }));
  // Noon in Kamloops; the tests' own zone is on the next day already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

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

describe('the form with cost and supplier', () => {
  test('asks for name, category, both prices and the stock', async () => {
    const office = openInventory();
    const { form } = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Missing Information', description: 'Please fill in all required fields.' }),
    );
    for (const label of ['Name', 'Category', 'Cost Price', 'Selling Price', 'Stock Quantity']) {
      const field = form.getByLabelText(new RegExp(`^${label}`));
      expect(field).toHaveAttribute('aria-required', 'true');
      await waitFor(() => expect(field).toHaveAccessibleDescription(/^Please (enter the|choose a)/));
    }
    expect(office.sent('inventory.createProduct')).toEqual([]);
  });

  test('refuses a price that is none', async () => {
    openInventory();
    const { form } = await openForm();
    fill(form, { ...NEW, 'Cost Price': 'cheap' });
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invalid Price', description: 'Please enter a valid price amount.' }));
    expect(form.getByLabelText(/^Cost Price/)).toHaveAttribute('aria-invalid', 'true');
  });

  test('offers the seven categories, a reorder level of 5, and both taxes on', async () => {
    openInventory();
    const { form } = await openForm();
    const options = within(form.getByLabelText(/^Category/)).getAllByRole('option');
    expect(options.slice(1).map((option) => option.textContent)).toEqual([
      'Detergents',
      'Equipment',
      'Tools',
      'Supplies',
      'Laundry Care',
      'Cleaning Supplies',
      'Safety Equipment',
    ]);
    expect(form.getByLabelText('Reorder Level')).toHaveValue('5');
    expect(form.getByLabelText('HST Taxable')).toBeChecked();
    expect(form.getByLabelText('PST Taxable')).toBeChecked();
  });

  test.each([
    ['8', '12.50', '36.00'],
    ['12.50', '8', '-56.25'],
    ['10.90', '19.95', '45.36'],
    ['0', '12.50', ''],
    ['8', '', ''],
    ['eight', '12.50', ''],
  ])('reckons the margin of %s and %s as %s while they are typed', async (cost, price, margin) => {
    openInventory();
    const { form } = await openForm();
    fill(form, { 'Cost Price': cost, 'Selling Price': price });
    await waitFor(() => expect(form.getByLabelText('Profit Margin (%)')).toHaveValue(margin));
    expect(form.getByLabelText('Profit Margin (%)')).toHaveAttribute('readonly');
  });

  test('creates a product with all that was typed', async () => {
    const office = openInventory();
    const { form } = await openForm();
    fill(form, { ...NEW, 'Supplier Name': 'Pacific', 'Supplier SKU': 'P-1', Description: 'Holds water.' });
    await userEvent.click(form.getByLabelText('PST Taxable'));
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Created' }));
    expect(office.sent('inventory.createProduct')).toEqual([
      {
        name: 'Bucket',
        category: 'Tools',
        costPrice: '8',
        price: '12.50',
        stockQuantity: '5',
        reorderLevel: '5',
        supplierName: 'Pacific',
        supplierSku: 'P-1',
        description: 'Holds water.',
        isHstTaxable: true,
        isPstTaxable: false,
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('changes a product, and sends no stock that nobody touched', async () => {
    const office = openInventory();
    const { form } = await openForm('/inventory-accounting?tab=products&product=7');
    expect(form.getByLabelText('Profit Margin (%)')).toHaveValue('45.36');
    fill(form, { 'Reorder Level': '20' });
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Updated' }));
    const [sent] = office.sent('inventory.updateProduct');
    expect(sent).toMatchObject({ id: 7, reorderLevel: '20', costPrice: '10.90' });
    expect(sent).not.toHaveProperty('stockQuantity');
    expect(sent).not.toHaveProperty('imageUrl');
  });

  test.each([
    [new Refusal(500, 'The disk is full.'), 'The disk is full.'],
    [new TypeError('Failed to fetch'), 'Failed to create product. Please try again.'],
  ])("tells the server's sentence where there is one (%#)", async (failure, told) => {
    openInventory([], { 'inventory.createProduct': () => Promise.reject(failure) });
    const { form } = await openForm();
    fill(form, NEW);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
    expect(form.getByLabelText(/^Name/)).toHaveValue('Bucket');
  });

  test('refuses a picture of more than 5 MB', async () => {
    const office = openInventory();
    const { form } = await openForm();
    choose(form, fileOf('huge.png', 'image/png', IMAGE_LIMIT + 1));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'File size must be less than 5MB', kind: 'destructive' }));
    expect(form.getByLabelText('Image')).toHaveAccessibleDescription(/File size must be less than 5MB/);
    expect(office.asked).toEqual([]);
  });

  test('sends a picture as soon as it is chosen, and saves where it is', async () => {
    const office = openInventory([], {}, { '/api/upload-image': () => Response.json({ success: true, imageUrl: '/uploads/b.webp' }) });
    const { form } = await openForm();
    choose(form, fileOf('bucket.png', 'image/png'));
    await waitFor(() => expect(form.getByRole('img')).toHaveAttribute('src', '/uploads/b.webp'));
    fill(form, NEW);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(office.sent('inventory.createProduct')[0]).toMatchObject({ imageUrl: '/uploads/b.webp' }));
  });

  test('tells of a picture that could not be sent', async () => {
    openInventory([], {}, { '/api/upload-image': () => refuse(400, 'This file is not a picture.') });
    const { form } = await openForm();
    choose(form, fileOf('bucket.png', 'image/png'));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Error uploading image',
        description: 'This file is not a picture.',
        kind: 'destructive',
      }),
    );
    expect(form.getByLabelText('Image')).toHaveAccessibleDescription(/Error uploading image/);
    expect(form.queryByRole('img')).toBeNull();
  });
});

describe('the reports', () => {
  const REPORTS = ['Summary', 'Detailed', 'Profit Analysis', 'Low Stock', 'Category Report'];

  test('are five, each saved under the name that the server gives it', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const office = openInventory([], {}, { '/documents/inventory/summary.csv': () => answerFile() });
    openPage('/inventory-accounting?tab=reports');
    for (const name of REPORTS) expect(await screen.findByRole('button', { name: `Download, ${name}` })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Download, Summary' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Report Downloaded', description: `${FILE_NAME} is among your downloads.` }),
    );
    expect(office.asked.map(({ path }) => path)).toEqual(['/documents/inventory/summary.csv']);
    const [link] = click.mock.contexts as HTMLAnchorElement[];
    expect([link?.download, link?.href]).toEqual([FILE_NAME, 'blob:file']);
    await waitFor(() => expect(revoke).toHaveBeenCalledWith('blob:file'));
  });

  test.each([
    [() => refuse(400, 'Invalid report type'), 'Invalid report type'],
    [() => Promise.reject(new TypeError('Failed to fetch')), 'Failed to download the report. Please try again.'],
  ])('that cannot be had say so (%#)', async (answer, told) => {
    openInventory([], {}, { '/documents/inventory/detailed.csv': answer });
    openPage('/inventory-accounting?tab=reports');
    await userEvent.click(await screen.findByRole('button', { name: 'Download, Detailed' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
  });
});

describe('the statements', () => {
  const openStatements = (files: Parameters<typeof openInventory>[2] = {}) => {
    const office = openInventory([], {}, files);
    openPage('/inventory-accounting?tab=statements');
    return office;
  };

  test('open in a window of their own that prints itself, the financial one for its period', async () => {
    const open = vi.fn(() => ({}));
    vi.stubGlobal('open', open);
    openStatements();
    await userEvent.click(await screen.findByRole('button', { name: /^Print, Stock Alert/ }));
    expect(lastToast()).toMatchObject({ title: 'PDF Report Ready' });
    await userEvent.click(screen.getByRole('button', { name: 'Last month' }));
    await userEvent.click(screen.getByRole('button', { name: /^Print, Financial Statement/ }));
    expect(open.mock.calls.map(([address]: unknown[]) => address)).toEqual([
      '/documents/report/stock-alert?print=1',
      '/documents/report/financial-statement?from=2026-10-01&to=2026-10-31&print=1',
    ]);
  });

  test('say how to let a window open where the browser does not', async () => {
    vi.stubGlobal('open', () => null);
    openStatements();
    await userEvent.click(await screen.findByRole('button', { name: /^Print, Inventory Valuation/ }));
    expect(lastToast()).toMatchObject({ description: 'Please allow popups to generate PDF reports.', kind: 'destructive' });
  });

  test('are saved as a page and as a PDF', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const office = openStatements({
      '/documents/report/financial-statement': () => answerFile('statement.html'),
      '/documents/report/inventory-valuation.pdf': () => answerFile('valuation.pdf'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Download, Financial Statement' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Report Downloaded' }));
    await userEvent.click(screen.getByRole('button', { name: 'PDF, Inventory Valuation' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'PDF Report Ready' }));
    expect(office.asked.map(({ path }) => path)).toEqual([
      '/documents/report/financial-statement?from=2026-01-01&to=2026-11-20&download=1',
      '/documents/report/inventory-valuation.pdf',
    ]);
  });

  test.each([
    [{ From: '', To: '2026-11-20' }, 'From', 'Please choose the first day.'],
    [{ From: '2026-11-20', To: '2026-11-19' }, 'To', 'The last day must not be before the first.'],
  ])('are not made of a period that is none: %j', async (days, label, told) => {
    const open = vi.fn();
    vi.stubGlobal('open', open);
    openStatements();
    await screen.findByLabelText(/^From/);
    for (const [name, value] of Object.entries(days))
      fireEvent.change(screen.getByLabelText(new RegExp(`^${name}`)), { target: { value } });
    await userEvent.click(screen.getByRole('button', { name: /^Print, Financial Statement/ }));
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toHaveAccessibleDescription(told);
    expect(screen.getByLabelText(new RegExp(`^${label}`))).toHaveFocus();
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['2026-01-15T20:00:00.000Z', '/documents/report/financial-statement?from=2025-12-01&to=2025-12-31'],
    ['2028-03-15T20:00:00.000Z', '/documents/report/financial-statement?from=2028-02-01&to=2028-02-29'],
  ])('know the month before %s', async (now, address) => {
    vi.setSystemTime(new Date(now));
    const open = vi.fn(() => ({}));
    vi.stubGlobal('open', open);
    openStatements();
    await userEvent.click(await screen.findByRole('button', { name: 'Last month' }));
    await userEvent.click(screen.getByRole('button', { name: /^Print, Financial Statement/ }));
    expect(open).toHaveBeenCalledWith(`${address}&print=1`, '_blank', expect.any(String));
  });
});
