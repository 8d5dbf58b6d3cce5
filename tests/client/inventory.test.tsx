import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.inventory';
import { IMAGE_LIMIT, type Product } from '../../src/shared/inventory';
import { fileOf, openInventory, refuse, SQUEEGEE, SUMMARY } from '../support/inventory';
import { lastToast, openStaffPage, Refusal } from '../support/office';

const openPage = (address = '/inventory') => openStaffPage(Route, address);
const product = (change: Partial<Product>): Product => ({ ...SQUEEGEE, ...change });
const dialog = async () => within(await screen.findByRole('dialog'));
const openForm = async (address = '/inventory?product=new') => {
  const page = openPage(address);
  return { page, form: await dialog() };
};
/** Types into the fields by their labels, all at once. */
const fill = (form: Awaited<ReturnType<typeof dialog>>, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(form.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
};
const choose = (form: Awaited<ReturnType<typeof dialog>>, file: File) =>
  fireEvent.change(form.getByLabelText('Image'), { target: { files: [file] } });
const NEW = { Name: 'Bucket', Price: '12.50', Category: 'Equipment' };
const PICTURE = fileOf('bucket.png', 'image/png');

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined }));
});

describe('the inventory', () => {
  test('sums up products, value, what is low and the categories', async () => {
    openInventory();
    openPage();
    expect(await screen.findByRole('heading', { level: 1, name: 'Inventory Management' })).toBeInTheDocument();
    await screen.findByText('$20,208.26');
    const cards = [...document.querySelectorAll('dt')].slice(0, 4).map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(cards).toEqual([
      ['Total Products', '24'],
      ['Total Value', '$20,208.26'],
      ['Low Stock', '9'],
      ['Categories', '3'],
    ]);
    expect(screen.getByRole('link', { name: 'Accounting' })).toHaveAttribute('href', '/inventory-accounting');
    expect(screen.queryByText('Is this your stock?')).toBeNull();
  });

  test('asks whether the starter catalogue is the own stock, and calls its value a sample until then', async () => {
    let isSample = true;
    const office = openInventory([SQUEEGEE], {
      'inventory.summary': () => ({ ...SUMMARY, isSample }),
      'inventory.confirmCatalogue': () => {
        isSample = false;
        return SUMMARY;
      },
    });
    openPage();
    expect(await screen.findByRole('heading', { name: 'Is this your stock?' })).toBeInTheDocument();
    expect(screen.getByText('Sample, at selling prices.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'No, start at zero' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Yes, this is our stock' }));
    await waitFor(() => expect(screen.queryByText('Is this your stock?')).toBeNull());
    expect(office.sent('inventory.confirmCatalogue')).toEqual([{ isOurs: true }]);
    expect(screen.getByText('At selling prices.')).toBeInTheDocument();
  });

  test.each([
    [0, true, ['Low Stock', 'Out of Stock']],
    [9, true, ['Low Stock']],
    [10, true, ['In Stock']],
    [10, false, ['Retired']],
  ])('shows a product with %i left, sold %s, as %j', async (stockQuantity, isActive, badges) => {
    openInventory([product({ stockQuantity, isActive })]);
    openPage();
    const row = (await screen.findByRole('heading', { name: 'Window Squeegee' })).closest('li') as HTMLElement;
    for (const words of ['Tools', '$19.95', String(stockQuantity)]) expect(row).toHaveTextContent(words);
    expect(['Low Stock', 'Out of Stock', 'In Stock', 'Retired'].filter((badge) => within(row).queryByText(badge))).toEqual(badges);
    expect(row.querySelector('img')).toHaveAttribute('src', '/images/squeegee.svg');
  });

  test('offers the five documented categories and those in use, each once', async () => {
    const office = openInventory();
    const page = openPage();
    await screen.findByRole('option', { name: 'Gift Cards' });
    const filter = screen.getByRole('combobox', { name: 'Category' });
    expect(
      within(filter)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['All Categories', 'Detergents', 'Cleaning Supplies', 'Equipment', 'Disinfectants', 'Floor Care', 'tools', 'Gift Cards']);
    fireEvent.change(filter, { target: { value: 'Floor Care' } });
    await waitFor(() => expect(page.search()).toEqual({ category: 'Floor Care' }));
    await waitFor(() => expect(office.sent('inventory.list').at(-1)).toEqual({ limit: 50, category: 'Floor Care' }));
  });

  test('searches, narrows to what is low, and opens as its address says', async () => {
    const office = openInventory();
    const page = openPage('/inventory?search=squee&view=out&category=TOOLS');
    await screen.findByRole('heading', { name: 'Window Squeegee' });
    expect(office.sent('inventory.list')).toEqual([{ limit: 50, search: 'squee', view: 'out', category: 'TOOLS' }]);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Category' })).toHaveDisplayValue('tools'));
    await userEvent.click(screen.getByRole('button', { name: 'Low Stock 9' }));
    await waitFor(() => expect(page.search()).toEqual({ search: 'squee', view: 'low-ten', category: 'TOOLS' }));
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Search products' }));
    await waitFor(() => expect(page.search()).toEqual({ view: 'low-ten', category: 'TOOLS' }));
  });

  test('leaves out of its address what it cannot read', async () => {
    const office = openInventory();
    openPage('/inventory?view=lost&product=-3');
    await screen.findByRole('heading', { name: 'Window Squeegee' });
    expect(office.sent('inventory.list')).toEqual([{ limit: 50 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('without products leads to the first; without a match back to all', async () => {
    openInventory([]);
    const page = openPage();
    expect(await screen.findByText('No products yet')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox'), 'mop{Enter}');
    expect(await screen.findByText('Nothing was found for “mop”.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show All Products' }));
    await waitFor(() => expect(page.search()).toEqual({}));
    await userEvent.click(await screen.findByRole('button', { name: 'Add a Product' }));
    expect((await dialog()).getByRole('heading', { name: 'Add Product' })).toBeInTheDocument();
  });

  test('that cannot be read says so and can be asked for again', async () => {
    const office = openInventory([SQUEEGEE], { 'inventory.list': () => Promise.reject(new Refusal(500, 'No.')) });
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The products could not be loaded.');
    office.handlers['inventory.list'] = () => ({ rows: [SQUEEGEE], nextCursor: null });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Window Squeegee' })).toBeInTheDocument();
  });

  test('takes goods that arrived for the product of the row', async () => {
    const office = openInventory([SQUEEGEE], { 'inventory.receive': () => ({ productId: 7, stockQuantity: 50 }) });
    openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Receive Stock, Window Squeegee' }));
    const form = await dialog();
    expect(form.getByLabelText('Window Squeegee')).toBeChecked();
    fill(form, { 'Quantity received': '4' });
    await userEvent.click(form.getByRole('button', { name: 'Receive Stock' }));
    await waitFor(() => expect(office.sent('inventory.receive')).toEqual([{ id: 7, quantity: 4, note: null }]));
    expect(await screen.findByRole('button', { name: 'Adjust Stock, Window Squeegee' })).toBeInTheDocument();
  });
});

describe('deleting a product', () => {
  const start = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Delete, Window Squeegee' }));
    return within(await screen.findByRole('alertdialog'));
  };

  test('asks first, and can be left', async () => {
    const office = openInventory();
    openPage();
    const question = await start();
    expect(question.getByText('Are you sure you want to delete this product?')).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(office.sent('inventory.deleteProduct')).toEqual([]);
  });

  test('says that it is done', async () => {
    const office = openInventory();
    openPage();
    await userEvent.click((await start()).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Deleted', description: 'Window Squeegee is no longer sold.' }));
    expect(office.sent('inventory.deleteProduct')).toEqual([{ id: 7 }]);
  });

  test('that fails is told in the documented words', async () => {
    openInventory([SQUEEGEE], { 'inventory.deleteProduct': () => Promise.reject(new Refusal(500, 'Broken.')) });
    openPage();
    await userEvent.click((await start()).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Failed to delete product. Please try again.', kind: 'destructive' }),
    );
  });

  test('can be taken back for one that was retired', async () => {
    const office = openInventory([product({ isActive: false })]);
    openPage('/inventory?view=retired');
    await userEvent.click(await screen.findByRole('button', { name: 'Sell Again, Window Squeegee' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Updated' }));
    expect(office.sent('inventory.updateProduct')).toEqual([{ id: 7, isActive: true }]);
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });
});

describe('a new product', () => {
  test('asks for name, price and category, in a toast and at the fields', async () => {
    const office = openInventory();
    const { form } = await openForm();
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Missing Information',
        description: 'Please fill in all required fields (name, price, category).',
        kind: 'destructive',
      }),
    );
    for (const label of ['Name', 'Price', 'Category']) {
      expect(form.getByLabelText(new RegExp(`^${label}`))).toHaveAttribute('aria-required', 'true');
      await waitFor(() => expect(form.getByLabelText(new RegExp(`^${label}`))).toHaveAccessibleDescription(/^Please/));
    }
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveFocus());
    expect(office.sent('inventory.createProduct')).toEqual([]);
  });

  test.each(['-1', 'abc', '1.234'])('refuses “%s” as a price', async (price) => {
    openInventory();
    const { form } = await openForm();
    fill(form, { ...NEW, Price: price });
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invalid Price', description: 'Please enter a valid price amount.' }));
    expect(form.getByLabelText(/^Price/)).toHaveAccessibleDescription('Please enter a valid price amount.');
  });

  test.each(['-1', '2.5', ''])('refuses “%s” as a stock', async (stock) => {
    const office = openInventory();
    const { form } = await openForm();
    fill(form, { ...NEW, 'Stock Quantity': stock });
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() =>
      expect(form.getByLabelText('Stock Quantity')).toHaveAccessibleDescription('Please enter a whole number of at least 0.'),
    );
    expect(office.sent('inventory.createProduct')).toEqual([]);
  });

  test('offers the five categories', async () => {
    openInventory();
    const { form } = await openForm();
    const options = within(form.getByLabelText(/^Category/)).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Select a category',
      'Detergents',
      'Cleaning Supplies',
      'Equipment',
      'Disinfectants',
      'Floor Care',
    ]);
  });

  test('is created with its price as text, and the dialog closes', async () => {
    const office = openInventory();
    const { form, page } = await openForm();
    fill(form, { ...NEW, Description: 'Holds water.', 'Stock Quantity': '5' });
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Created', description: 'Bucket is in the store now.' }));
    expect(office.sent('inventory.createProduct')).toEqual([
      { name: 'Bucket', price: '12.50', category: 'Equipment', description: 'Holds water.', stockQuantity: '5' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.search()).toEqual({});
  });

  test.each([
    [500, 'Broken.', 'Failed to create product. Please try again.'],
    [409, 'There is one already.', 'There is one already.'],
  ])('that fails with %i is told, and what was typed stays', async (status, message, told) => {
    openInventory([], { 'inventory.createProduct': () => Promise.reject(new Refusal(status, message)) });
    const { form } = await openForm();
    fill(form, NEW);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
    expect(form.getByLabelText(/^Name/)).toHaveValue('Bucket');
    await waitFor(() => expect(form.getByRole('button', { name: 'Add Product' })).toHaveAttribute('aria-disabled', 'false'));
  });

  test('shows what the server found wrong at the field', async () => {
    const issues = [{ path: 'name', message: 'Please use one line of ordinary text.' }];
    openInventory([], { 'inventory.createProduct': () => Promise.reject(new Refusal(400, 'Wrong.', issues)) });
    const { form } = await openForm();
    fill(form, NEW);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveAccessibleDescription('Please use one line of ordinary text.'));
  });
});

describe('the picture of a product', () => {
  test.each([
    ['image/png', IMAGE_LIMIT + 1, 'Please select an image smaller than 5MB'],
    ['application/pdf', 12, 'Please select an image file'],
  ])('that is a file of %s with %i bytes is refused', async (type, size, told) => {
    openInventory();
    const { form } = await openForm();
    choose(form, fileOf('file', type, size));
    expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' });
    expect(form.getByLabelText('Image')).toHaveAccessibleDescription(expect.stringContaining(told));
    expect(form.queryByRole('img')).toBeNull();
  });

  test('of exactly 5 MB is shown, sent with the session when the product is saved, and kept', async () => {
    localStorage.setItem('adminToken', 'secret');
    const office = openInventory([], {}, { '/api/upload-image': () => Response.json({ success: true, imageUrl: '/uploads/b.webp' }) });
    const { form } = await openForm();
    choose(form, fileOf('bucket.png', 'image/png', IMAGE_LIMIT));
    expect(await form.findByRole('img', { name: 'Preview of the product' })).toHaveAttribute('src', 'blob:preview');
    fill(form, NEW);
    expect(office.asked).toEqual([]);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Created' }));
    const { path, init } = office.asked[0] ?? { path: '', init: {} };
    expect([path, init.method, init.credentials]).toEqual(['/api/upload-image', 'POST', 'same-origin']);
    expect(new Headers(init.headers).get('authorization')).toBe('Bearer secret');
    expect((init.body as FormData).get('image')).toBeInstanceOf(File);
    expect(office.sent('inventory.createProduct')[0]).toMatchObject({ imageUrl: '/uploads/b.webp' });
  });

  test('that cannot be sent is left out, and the product is created all the same', async () => {
    const office = openInventory([], {}, { '/api/upload-image': () => refuse(400, 'Please choose a picture.') });
    const { form } = await openForm();
    choose(form, PICTURE);
    fill(form, NEW);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    const description = 'Failed to upload image. Product will be created without image.';
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Created', description }));
    expect(office.sent('inventory.createProduct')).toHaveLength(1);
    expect(office.sent('inventory.createProduct')[0]).not.toHaveProperty('imageUrl');
  });

  test('loses its background on the server, and what comes back is what is sent', async () => {
    const cut = new Blob(['cut out'], { type: 'image/png' });
    const office = openInventory(
      [],
      {},
      {
        // The Response of Node does not know a picture of jsdom.
        '/api/remove-background': () => ({ ok: true, blob: async () => cut }) as Response,
        '/api/upload-image': () => Response.json({ success: true, imageUrl: '/uploads/c.webp' }),
      },
    );
    const { form } = await openForm();
    choose(form, PICTURE);
    await userEvent.click(form.getByRole('button', { name: 'Remove Background' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Background Removed' }));
    fill(form, NEW);
    await userEvent.click(form.getByRole('button', { name: 'Add Product' }));
    await waitFor(() => expect(office.asked.map(({ path }) => path)).toEqual(['/api/remove-background', '/api/upload-image']));
    const body = office.asked[1]?.init.body;
    const sent = (body instanceof FormData && body.get('image')) as File;
    expect([sent.name, sent.size]).toEqual(['picture.png', cut.size]);
  });

  test('is put in the middle of a white square where its background cannot be removed', async () => {
    openInventory([], {}, { '/api/remove-background': () => refuse(422, 'The border is not one colour.') });
    const close = vi.fn();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 100, close }));
    const pen = { fillStyle: '', fillRect: vi.fn(), drawImage: vi.fn() };
    const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['square'])));
    const { form } = await openForm();
    choose(form, PICTURE);
    await userEvent.click(form.getByRole('button', { name: 'Remove Background' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Background Kept' }));
    expect(pen.fillStyle).toBe('#ffffff');
    expect(pen.fillRect).toHaveBeenCalledWith(0, 0, 400, 400);
    expect(pen.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 150, 400, 100);
    expect(toBlob).toHaveBeenCalledWith(expect.any(Function), 'image/png', 0.9);
    expect(close).toHaveBeenCalled();
    context.mockRestore();
    toBlob.mockRestore();
  });

  test('can be taken away again', async () => {
    const office = openInventory();
    const { form } = await openForm('/inventory?product=7');
    expect(form.getByRole('img', { name: 'Preview of the product' })).toHaveAttribute('src', '/images/squeegee.svg');
    await userEvent.click(form.getByRole('button', { name: 'Remove Image' }));
    expect(form.queryByRole('img')).toBeNull();
    expect(form.getByLabelText('Image')).toHaveFocus();
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(office.sent('inventory.updateProduct')[0]).toMatchObject({ id: 7, imageUrl: null }));
  });
});

describe('changing a product', () => {
  test('opens with what it has, and sends no stock that nobody touched', async () => {
    const office = openInventory();
    openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Edit, Window Squeegee' }));
    const form = await dialog();
    expect(form.getByLabelText(/^Price/)).toHaveValue('19.95');
    expect(form.getByLabelText(/^Category/)).toHaveValue('Tools');
    expect(form.getByLabelText('Stock Quantity')).toHaveValue('46');
    fill(form, { Name: 'Squeegee' });
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Updated', description: 'Squeegee is saved.' }));
    expect(office.sent('inventory.updateProduct')).toEqual([
      { id: 7, name: 'Squeegee', price: '19.95', category: 'Tools', description: 'Rubber, 35 cm.' },
    ]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit, Window Squeegee' })).toHaveFocus());
  });

  test('sends a stock with what the form showed', async () => {
    const office = openInventory();
    const { form } = await openForm('/inventory?product=7');
    fill(form, { 'Stock Quantity': '40' });
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(office.sent('inventory.updateProduct')[0]).toMatchObject({ stockQuantity: '40', stockWas: 46 }));
  });

  test.each([
    [500, 'Broken.', 'Failed to update product. Please try again.'],
    [
      409,
      'The stock of Window Squeegee is now 3, not 46. Please look again.',
      'The stock of Window Squeegee is now 3, not 46. Please look again.',
    ],
  ])('that fails with %i is told', async (status, message, told) => {
    openInventory([SQUEEGEE], { 'inventory.updateProduct': () => Promise.reject(new Refusal(status, message)) });
    const { form } = await openForm('/inventory?product=7');
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: told, kind: 'destructive' }));
  });

  test('that the list does not show says so', async () => {
    openInventory();
    const { form, page } = await openForm('/inventory?product=99');
    expect(form.getByText('This product is not among those that the list shows.')).toBeInTheDocument();
    await userEvent.click(form.getByRole('button', { name: 'Back to the List' }));
    await waitFor(() => expect(page.search()).toEqual({}));
  });
});
