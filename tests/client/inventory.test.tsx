import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { stockMovements } from '../../db/schema';
import { choose, findDialog, lastToast, press, refuse } from '../support/office';
import { fill, openPage, openProducts } from '../support/products-page';

describe('the inventory', () => {
  test('sums up products, value, low stock and categories', async () => {
    openProducts([
      {},
      { name: 'Soap', category: 'Detergents', stock_quantity: 5, price_cents: 400 },
      { name: 'Gift Card', category: 'Gift Cards', stock_quantity: 0 },
    ]);
    openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Inventory Management' })).toBeInTheDocument();
    await screen.findByText('$937.70');
    const cards = [...document.querySelectorAll('dt')].slice(0, 4).map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(cards).toEqual([
      ['Total Products', '3'],
      ['Total Value', '$937.70'],
      ['Low Stock', '2'],
      ['Categories', '3'],
    ]);
    expect(screen.queryByText('Is this your stock?')).toBeNull();
  });

  test('asks whether the starter catalogue is the real stock, and calls its value a sample until then', async () => {
    const office = openProducts([{ is_sample: 1 }]);
    openPage();
    expect(await screen.findByRole('heading', { name: 'Is this your stock?' })).toBeInTheDocument();
    expect(screen.getByText('Sample, at selling prices.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'No, start at zero' })).toBeInTheDocument();
    await press('Yes, this is our stock');
    await waitFor(() => expect(screen.queryByText('Is this your stock?')).toBeNull());
    expect(office.stored()).toMatchObject([{ isSample: false, stockQuantity: 46 }]);
    expect(screen.getByText('At selling prices.')).toBeInTheDocument();
  });

  test.each([
    [0, true, ['Low Stock', 'Out of Stock']],
    [9, true, ['Low Stock']],
    [10, true, ['In Stock']],
    [10, false, ['Retired']],
  ])('shows a product with %i left, sold %s, as %j', async (stock_quantity, isActive, badges) => {
    openProducts([{ stock_quantity, is_active: Number(isActive) }]);
    openPage(isActive ? '/inventory' : '/inventory?view=retired');
    const row = (await screen.findByText('Window Squeegee')).closest('tr') as HTMLElement;
    for (const words of ['Tools', '$19.95', String(stock_quantity)]) expect(row).toHaveTextContent(words);
    expect(['Low Stock', 'Out of Stock', 'In Stock', 'Retired'].filter((badge) => within(row).queryByText(badge))).toEqual(badges);
    expect(row.querySelector('img')).toHaveAttribute('src', '/images/squeegee.svg');
  });

  test('offers the five documented categories and those in use, each once', async () => {
    openProducts([{ category: 'tools' }, { name: 'Wax', category: 'floor care' }, { name: 'Gift Card', category: 'Gift Cards' }]);
    const page = openPage();
    await screen.findByRole('option', { name: 'Gift Cards' });
    const filter = screen.getByRole('combobox', { name: 'Category' });
    const options = within(filter).getAllByRole('option');
    const names = options.map((option) => option.textContent);
    expect(names.slice(0, 6)).toEqual(['All Categories', 'Detergents', 'Cleaning Supplies', 'Equipment', 'Disinfectants', 'Floor Care']);
    expect(names.slice(6).sort()).toEqual(['Gift Cards', 'tools']);
    fireEvent.change(filter, { target: { value: 'Floor Care' } });
    await waitFor(() => expect(page.search()).toEqual({ category: 'Floor Care' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Gift Card' })).toBeNull());
    expect(await screen.findByRole('link', { name: 'Wax' })).toBeInTheDocument();
  });

  test('searches, filters low stock, and opens as its address says', async () => {
    const office = openProducts([{ category: 'tools', stock_quantity: 0 }, { category: 'tools' }]);
    const page = openPage('/inventory?search=squee&view=out&category=TOOLS');
    expect(await screen.findAllByRole('link', { name: 'Window Squeegee' })).toHaveLength(1);
    expect(office.sent('inventory.list')).toEqual([{ limit: 20, search: 'squee', view: 'out', category: 'TOOLS' }]);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Category' })).toHaveDisplayValue('tools'));
    await press('Below 10 1');
    await waitFor(() => expect(page.search()).toEqual({ search: 'squee', view: 'low-ten', category: 'TOOLS' }));
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search products' }));
    await waitFor(() => expect(page.search()).toEqual({ view: 'low-ten', category: 'TOOLS' }));
    await waitFor(() => expect(office.sent('inventory.list').at(-1)).toEqual({ limit: 20, view: 'low-ten', category: 'TOOLS' }));
  });

  test('ignores unreadable parts of its address', async () => {
    const office = openProducts();
    openPage('/inventory?view=lost&product=-3');
    await screen.findByRole('link', { name: 'Window Squeegee' });
    expect(office.sent('inventory.list')).toEqual([{ limit: 20 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('asks for the first product in an empty list, and links back to all products after no match', async () => {
    openProducts([]);
    const page = openPage();
    expect(await screen.findByText('No products yet')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox'), 'mop{Enter}');
    expect(await screen.findByText('Nothing was found for “mop”.')).toBeInTheDocument();
    await press('Show All Products');
    await waitFor(() => expect(page.search()).toEqual({}));
    await press('Add a Product');
    expect((await findDialog()).getByRole('heading', { name: 'Add Product' })).toBeInTheDocument();
  });

  test('shows an error if it does not load, and can be loaded again', async () => {
    const office = openProducts();
    office.fail('inventory.list', refuse(500));
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The products could not be loaded.');
    office.repair('inventory.list');
    await press('Try again');
    expect(await screen.findByRole('link', { name: 'Window Squeegee' })).toBeInTheDocument();
  });

  test('is sorted by the server, and keeps the order in the address', async () => {
    const office = openProducts([{}, { name: 'Soap', stock_quantity: 5 }]);
    const page = openPage();
    await screen.findByRole('link', { name: 'Soap' });
    await press('Stock');
    await waitFor(() => expect(page.search()).toEqual({ sort: 'stock' }));
    expect(office.sent('inventory.list').at(-1)).toEqual({ limit: 20, sort: 'stock' });
    await waitFor(() => expect(screen.getAllByRole('link', { name: /Soap|Squeegee/ })[0]).toHaveTextContent('Soap'));
  });

  test('receives goods for the product of the row', async () => {
    const office = openProducts();
    openPage();
    await choose('Receive Stock', 'Window Squeegee');
    const form = await findDialog();
    expect(await form.findByLabelText(/^Window Squeegee/)).toBeChecked();
    fill(form, { 'Quantity received': '4' });
    await press('Receive Stock', form);
    await waitFor(() => expect(office.stored()).toMatchObject([{ stockQuantity: 50 }]));
    expect(office.db.select().from(stockMovements).all()).toMatchObject([{ kind: 'receive', quantity: 4, note: null }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('More actions, Window Squeegee');
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual(['Edit', 'Receive Stock', 'Adjust Stock', 'Stock History', 'Delete']);
  });
});

describe('deleting a product', () => {
  const start = async () => {
    await choose('Delete', 'Window Squeegee');
    return within(await screen.findByRole('alertdialog'));
  };

  test('asks first, and reports a failure with its reason and a success', async () => {
    const office = openProducts();
    office.fail('inventory.deleteProduct', refuse(500));
    openPage();
    const question = await start();
    expect(question.getByText('Are you sure you want to delete this product?')).toBeInTheDocument();
    await press('Cancel', question);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(office.sent('inventory.deleteProduct')).toEqual([]);
    await press('Delete', await start());
    const description = 'Failed to delete product. Please try again.';
    await waitFor(() => expect(lastToast()).toMatchObject({ description, kind: 'destructive' }));
    expect(office.stored()).toMatchObject([{ isActive: true }]);
    office.repair('inventory.deleteProduct');
    await press('Delete', await start());
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Deleted', description: 'Window Squeegee is no longer sold.' }));
    expect(office.stored()).toEqual([]);
  });

  test('can be undone for a retired product', async () => {
    const office = openProducts([{ is_active: 0 }]);
    openPage('/inventory?view=retired');
    await press('More actions, Window Squeegee');
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual(['Sell Again', 'Stock History']);
    await userEvent.keyboard('{Escape}');
    await press('Sell Again, Window Squeegee');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Updated' }));
    expect(office.stored()).toMatchObject([{ isActive: true }]);
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored()).toMatchObject([{ isActive: false }]));
  });
});

describe('the drawer of a product', () => {
  test('shows its facts and last stock changes, and gives the focus back to the row', async () => {
    const office = openProducts([{ supplier_name: 'Pacific Janitorial', supplier_sku: 'PJ-1', is_pst_taxable: 0 }]);
    await office.admin.inventory.receive({ id: 1, quantity: 4 });
    const page = openPage('/inventory?view=out&product=1');
    const drawer = within(await screen.findByRole('dialog'));
    expect(await drawer.findByRole('heading', { name: 'Window Squeegee' })).toBeInTheDocument();
    for (const words of ['$19.95', '$10.90', '45.36%', 'Excellent', 'Tools', 'HST', 'Pacific Janitorial', 'PJ-1', 'Rubber, 35 cm.'])
      expect(drawer.getByText(words)).toBeInTheDocument();
    expect(await drawer.findByText('+4')).toBeInTheDocument();
    expect(drawer.getByRole('link', { name: 'Show All Changes' })).toHaveAttribute('href', '/stock?product=1');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(page.search()).toEqual({ view: 'out' }));
  });

  test('edits, receives, adjusts and deletes the product in place', async () => {
    const office = openProducts();
    const page = openPage('/inventory?product=1');
    await press('Adjust Stock');
    const form = await findDialog();
    fill(form, { Difference: '-6', Reason: 'Broken' });
    await press('Adjust Stock', form);
    await waitFor(() => expect(office.stored()).toMatchObject([{ stockQuantity: 40 }]));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Adjust Stock' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Edit, Window Squeegee' })).toBeInTheDocument();
    await press('Delete, Window Squeegee');
    await press('Delete', within(await screen.findByRole('alertdialog')));
    await waitFor(() => expect(office.stored()).toEqual([]));
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('says that a product does not exist', async () => {
    openProducts([]);
    openPage('/inventory?product=9');
    expect(await screen.findByText('No such product')).toBeInTheDocument();
  });
});

describe('selected products', () => {
  const select = async (...names: string[]) => {
    for (const name of names) await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    return within(screen.getByRole('region', { name: 'Selected rows' }));
  };

  test('are retired at once, and sold again after Undo', async () => {
    const office = openProducts([{}, { name: 'Soap' }, { name: 'Mop' }]);
    openPage();
    const bar = await select('Soap', 'Mop');
    expect(bar.queryByRole('button', { name: 'Sell Again' })).toBeNull();
    await press('Retire', bar);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Products Updated', description: '2 products were changed.' }));
    expect(office.stored().map(({ isActive }) => isActive)).toEqual([true, false, false]);
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored().map(({ isActive }) => isActive)).toEqual([true, true, true]));
  });

  test('get the same reorder level, and their own ones back after Undo', async () => {
    const office = openProducts([{}, { name: 'Soap', reorder_level: 3 }]);
    openPage();
    await press('Set Reorder Level', await select('Window Squeegee', 'Soap'));
    const form = await findDialog();
    fill(form, { 'Reorder Level': '-1' });
    await press('Save Level', form);
    await waitFor(() => expect(form.getByLabelText(/^Reorder Level/)).toHaveAccessibleDescription(/at least 0/));
    fill(form, { 'Reorder Level': '8' });
    await press('Save Level', form);
    await waitFor(() => expect(office.stored().map(({ reorderLevel }) => reorderLevel)).toEqual([8, 8]));
    await waitFor(() => expect(lastToast()?.action?.label).toBe('Undo'));
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored().map(({ reorderLevel }) => reorderLevel)).toEqual([12, 3]));
  });
});
