import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { IMAGE_LIMIT } from '../../src/shared/inventory';
import { openPage, prepareAccountingPage } from '../support/accounting-page';
import { fileOf, openInventory, refuse } from '../support/inventory';
import { lastToast, Refusal } from '../support/office';

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

prepareAccountingPage();

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

  test('changes a product, and sends no stock and no cost that nobody touched', async () => {
    const office = openInventory();
    const { form } = await openForm('/inventory-accounting?tab=products&product=7');
    expect(form.getByLabelText('Profit Margin (%)')).toHaveValue('45.36');
    fill(form, { 'Reorder Level': '20' });
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Updated' }));
    const [sent] = office.sent('inventory.updateProduct');
    expect(sent).toMatchObject({ id: 7, reorderLevel: '20' });
    for (const untouched of ['stockQuantity', 'costPrice', 'costReason']) expect(sent).not.toHaveProperty(untouched);
    expect(sent).not.toHaveProperty('imageUrl');
  });

  test('asks why the cost of a product changes', async () => {
    const office = openInventory();
    const { form } = await openForm('/inventory-accounting?tab=products&product=7');
    expect(form.queryByLabelText('Reason for the new cost')).toBeNull();
    fill(form, { 'Cost Price': '9.50' });
    fill(form, { 'Reason for the new cost': 'Price list of December' });
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Product Updated' }));
    expect(office.sent('inventory.updateProduct')[0]).toMatchObject({ costPrice: '9.50', costReason: 'Price list of December' });
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
