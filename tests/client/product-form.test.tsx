import { untyped } from '../support/untyped';
import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { IMAGE_LIMIT } from '../../src/shared/inventory';
import { findDialog, lastToast, press, refuse } from '../support/office';
import { choose, type Form, fileOf, fill, makePicture, NEW, openForm, openPage, openProducts, toast } from '../support/products-page';

const add = (form: Form) => press('Add Product', form);
const save = (form: Form) => press('Save Changes', form);
const UPLOADED = expect.stringMatching(/^\/uploads\/[\w-]+\.webp$/);

describe('a new product', () => {
  test('needs a name, a price and a category, as a toast and the fields say', async () => {
    const office = openProducts([]);
    const { form } = await openForm();
    await add(form);
    await toast({
      title: 'Missing Information',
      description: 'Please fill in all required fields (name, price, category).',
      kind: 'destructive',
    });
    for (const label of ['Name', 'Price', 'Category']) {
      expect(form.getByLabelText(new RegExp(`^${label}`))).toHaveAttribute('aria-required', 'true');
      await waitFor(() => expect(form.getByLabelText(new RegExp(`^${label}`))).toHaveAccessibleDescription(/^Please/));
    }
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveFocus());
    expect(office.sent('inventory.createProduct')).toEqual([]);
  });

  test('rejects invalid prices and stocks, and offers the five categories', async () => {
    const office = openProducts([]);
    const { form } = await openForm();
    const options = within(form.getByLabelText(/^Category/)).getAllByRole('option');
    const categories = ['Detergents', 'Cleaning Supplies', 'Equipment', 'Disinfectants', 'Floor Care'];
    expect(options.map((option) => option.textContent)).toEqual(['Select a category', ...categories]);
    const whole = 'Please enter a whole number of at least 0.';
    fill(form, NEW);
    for (const [label = '', value = '', description, good = ''] of [
      ...['-1', 'abc', '1.234'].map((price) => ['Price', price, 'Please enter a valid price amount.', '12.50']),
      ...['-1', '2.5', ''].map((stock) => ['Stock Quantity', stock, whole, '5']),
    ]) {
      fill(form, { [label]: value });
      const earlier = lastToast()?.id;
      await add(form);
      const field = form.getByLabelText(new RegExp(`^${label}`));
      await waitFor(() => expect(field).toHaveAccessibleDescription(description));
      if (label === 'Price') {
        expect(lastToast()).toMatchObject({ title: 'Invalid Price', description });
        expect(lastToast()?.id).not.toBe(earlier);
      }
      fill(form, { [label]: good });
      await waitFor(() => expect(field).not.toHaveAccessibleDescription(description));
    }
    expect(office.sent('inventory.createProduct')).toEqual([]);
  });

  test('keeps the typed values after a failure, and shows errors of the server at their fields', async () => {
    const office = openProducts([]);
    const { form } = await openForm();
    fill(form, NEW);
    for (const [fault, description] of [
      [refuse(500, 'Broken.'), 'Failed to create product. Please try again.'],
      [refuse(409, 'There is one already.'), 'There is one already.'],
    ] as const) {
      office.fail('inventory.createProduct', fault);
      await add(form);
      await toast({ description, kind: 'destructive' });
      expect(form.getByLabelText(/^Name/)).toHaveValue('Bucket');
      await waitFor(() => expect(form.getByRole('button', { name: 'Add Product' })).toHaveAttribute('aria-disabled', 'false'));
    }
    const message = 'Please use one line of ordinary text.';
    office.fail('inventory.createProduct', refuse(400, 'Wrong.', [{ path: 'name', message }]));
    await add(form);
    await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveAccessibleDescription(message));
  });
});

describe('the picture of a product', () => {
  test.each([
    ['image/png', IMAGE_LIMIT + 1, 'Please select an image smaller than 5MB'],
    ['application/pdf', 12, 'Please select an image file'],
  ])('is rejected as a file of %s with %i bytes', async (type, size, shown) => {
    openProducts([]);
    const { form } = await openForm();
    choose(form, fileOf('file', type, size));
    expect(lastToast()).toMatchObject({ description: shown, kind: 'destructive' });
    expect(form.getByLabelText('Image')).toHaveAccessibleDescription(expect.stringContaining(shown));
    expect(form.queryByRole('img')).toBeNull();
  });

  test('is accepted with exactly 5 MB, sent when the product is saved, and stored with it', async () => {
    const office = openProducts([]);
    const { form, page } = await openForm();
    choose(form, Object.defineProperty(await makePicture(), 'size', { value: IMAGE_LIMIT }));
    expect(await form.findByRole('img', { name: 'Preview of the product' })).toHaveAttribute('src', 'blob:file');
    fill(form, { ...NEW, Description: 'Holds water.', 'Stock Quantity': '5' });
    expect(office.requests).toEqual([]);
    await add(form);
    await toast({ title: 'Product Created', description: 'Bucket is in the store now.' });
    expect(office.requests.map(({ path, init }) => [path, init.credentials])).toEqual([['/api/upload-image', 'same-origin']]);
    const product = { name: 'Bucket', priceCents: 12_50, category: 'Equipment', description: 'Holds water.', stockQuantity: 5 };
    expect(office.stored()).toMatchObject([{ ...product, imageUrl: UPLOADED }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.search()).toEqual({});
  });

  test('is left out if it cannot be stored, and the product is still created', async () => {
    const office = openProducts([]);
    const { form } = await openForm();
    choose(form, fileOf('bucket.png', 'image/png'));
    fill(form, NEW);
    await add(form);
    await toast({ title: 'Product Created', description: 'Failed to upload image. Product will be created without image.' });
    expect(office.stored()).toMatchObject([{ name: 'Bucket', imageUrl: null }]);
  });

  test('has its background removed on the server, and the result is stored', async () => {
    const office = openProducts([]);
    const { form } = await openForm();
    choose(form, await makePicture());
    await press('Remove Background', form);
    await toast({ title: 'Background Removed' });
    fill(form, NEW);
    await add(form);
    await toast({ title: 'Product Created' });
    expect(office.requests.map(({ path }) => path)).toEqual(['/api/remove-background', '/api/upload-image']);
    const body = office.requests[1]?.init.body;
    expect(body instanceof FormData && body.get('image')).toMatchObject({ name: 'picture.png', type: 'image/png' });
    expect(office.stored()).toMatchObject([{ imageUrl: UPLOADED }]);
  });

  test('is centred on a white square when its background cannot be removed', async () => {
    openProducts([]).fail('/api/remove-background', refuse(422, 'The border is not one colour.'));
    const close = vi.fn();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 100, close }));
    const pen = { fillStyle: '', fillRect: vi.fn(), drawImage: vi.fn() };
    const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(untyped(pen));
    const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['square'])));
    const { form } = await openForm();
    choose(form, fileOf('bucket.png', 'image/png'));
    await press('Remove Background', form);
    await toast({ title: 'Background Kept' });
    expect(pen.fillStyle).toBe('#ffffff');
    expect(pen.fillRect).toHaveBeenCalledWith(0, 0, 400, 400);
    expect(pen.drawImage).toHaveBeenCalledWith(expect.anything(), 0, 150, 400, 100);
    expect(toBlob).toHaveBeenCalledWith(expect.any(Function), 'image/png');
    expect(close).toHaveBeenCalled();
    context.mockRestore();
    toBlob.mockRestore();
  });

  test('can be removed', async () => {
    const office = openProducts();
    const { form } = await openForm('/inventory?product=1');
    expect(form.getByRole('img', { name: 'Preview of the product' })).toHaveAttribute('src', '/images/squeegee.svg');
    await press('Remove Image', form);
    expect(form.queryByRole('img')).toBeNull();
    expect(form.getByLabelText('Image')).toHaveFocus();
    await save(form);
    await waitFor(() => expect(office.stored()).toMatchObject([{ imageUrl: null }]));
  });
});

describe('changing a product', () => {
  test('begins with the stored values, and sends the stock only if it was changed', async () => {
    const office = openProducts();
    openPage();
    await press('Edit, Window Squeegee');
    const form = await findDialog();
    expect(form.getByLabelText(/^Price/)).toHaveValue('19.95');
    expect(form.getByLabelText(/^Category/)).toHaveValue('Tools');
    expect(form.getByLabelText('Stock Quantity')).toHaveValue('46');
    await office.admin.inventory.adjust({ id: 1, quantity: -6, note: 'Broken' });
    fill(form, { Name: 'Squeegee' });
    await save(form);
    await toast({ title: 'Product Updated', description: 'Squeegee is saved.' });
    const kept = { priceCents: 19_95, category: 'Tools', description: 'Rubber, 35 cm.', stockQuantity: 40 };
    expect(office.stored()).toMatchObject([{ name: 'Squeegee', ...kept }]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit, Squeegee' })).toHaveFocus());
  });

  test('stores a counted stock', async () => {
    const office = openProducts();
    const { form } = await openForm('/inventory?product=1');
    fill(form, { 'Stock Quantity': '40' });
    await save(form);
    await waitFor(() => expect(office.stored()).toMatchObject([{ stockQuantity: 40 }]));
  });

  test('shows the documented words when it fails', async () => {
    openProducts().fail('inventory.updateProduct', refuse(500));
    const { form } = await openForm('/inventory?product=1');
    await save(form);
    await toast({ description: 'Failed to update product. Please try again.', kind: 'destructive' });
  });

  test('is rejected when the stock changed since the form was opened', async () => {
    const office = openProducts();
    const { form } = await openForm('/inventory?product=1');
    await office.admin.inventory.adjust({ id: 1, quantity: -43, note: 'Broken' });
    fill(form, { 'Stock Quantity': '40' });
    await save(form);
    await toast({ description: 'The stock of Window Squeegee is now 3, not 46. Please look again.', kind: 'destructive' });
    expect(office.stored()).toMatchObject([{ stockQuantity: 3 }]);
  });
});
