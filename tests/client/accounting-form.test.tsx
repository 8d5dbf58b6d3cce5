import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { IMAGE_LIMIT } from '../../src/shared/inventory';
import { offline, press, refuse } from '../support/office';
import { choose, fileOf, fill, makePicture, openForm, openProducts, toast } from '../support/products-page';
import { ledgerOf } from '../support/storefront';

const NEW = { Name: 'Bucket', Category: 'Tools', 'Cost Price': '8', 'Selling Price': '12.50', 'Stock Quantity': '5' };
const CREATED = '/inventory-accounting?product=new';
const CHANGED = '/inventory-accounting?tab=products&product=1';

describe('the form with cost and supplier', () => {
  test('asks for name, category, both prices and the stock, and rejects a price that is no amount', async () => {
    const office = openProducts([]);
    const { form } = await openForm(CREATED);
    const options = within(form.getByLabelText(/^Category/)).getAllByRole('option');
    const categories = ['Detergents', 'Equipment', 'Tools', 'Supplies', 'Laundry Care', 'Cleaning Supplies', 'Safety Equipment'];
    expect(options.slice(1).map((option) => option.textContent)).toEqual(categories);
    expect(form.getByLabelText('Reorder Level')).toHaveValue('5');
    for (const tax of ['HST Taxable', 'PST Taxable']) expect(form.getByLabelText(tax)).toBeChecked();
    await press('Add Product', form);
    await toast({ title: 'Missing Information', description: 'Please fill in all required fields.' });
    for (const label of Object.keys(NEW)) {
      const field = form.getByLabelText(new RegExp(`^${label}`));
      expect(field).toHaveAttribute('aria-required', 'true');
      await waitFor(() => expect(field).toHaveAccessibleDescription(/^Please (enter the|choose a)/));
    }
    fill(form, { ...NEW, 'Cost Price': 'cheap' });
    await press('Add Product', form);
    await toast({ title: 'Invalid Price', description: 'Please enter a valid price amount.' });
    expect(form.getByLabelText(/^Cost Price/)).toHaveAttribute('aria-invalid', 'true');
    expect(office.sent('inventory.createProduct')).toEqual([]);
  });

  test('computes the margin while the prices are typed', async () => {
    openProducts([]);
    const { form } = await openForm(CREATED);
    const margin = form.getByLabelText('Profit Margin (%)');
    expect(margin).toHaveAttribute('readonly');
    for (const [cost = '', price = '', shown] of [
      ['8', '12.50', '36.00'],
      ['12.50', '8', '-56.25'],
      ['10.90', '19.95', '45.36'],
      ['0', '12.50', ''],
      ['10.90', '19.95', '45.36'],
      ['8', '', ''],
      ['10.90', '19.95', '45.36'],
      ['eight', '12.50', ''],
    ]) {
      fill(form, { 'Cost Price': cost, 'Selling Price': price });
      await waitFor(() => expect(margin).toHaveValue(shown));
    }
  });

  test('creates a product with all typed values, and uploads its picture as soon as it is chosen', async () => {
    const office = openProducts([]);
    const { form } = await openForm(CREATED);
    choose(form, await makePicture());
    await waitFor(() => expect(form.getByRole('img').getAttribute('src')).toMatch(/^\/uploads\/[\w-]+\.webp$/));
    const imageUrl = form.getByRole('img').getAttribute('src');
    fill(form, { ...NEW, 'Supplier Name': 'Pacific', 'Supplier SKU': 'P-1', Description: 'Holds water.' });
    await userEvent.click(form.getByLabelText('PST Taxable'));
    await press('Add Product', form);
    await toast({ title: 'Product Created' });
    const typed = { name: 'Bucket', category: 'Tools', costCents: 8_00, priceCents: 12_50, stockQuantity: 5, reorderLevel: 5 };
    const more = { supplierName: 'Pacific', supplierSku: 'P-1', description: 'Holds water.', isHstTaxable: true, isPstTaxable: false };
    expect(office.stored()).toMatchObject([{ ...typed, ...more, imageUrl }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('changes a product, and sends no stock, cost or picture that was not edited', async () => {
    const office = openProducts();
    const { form } = await openForm(CHANGED);
    expect(form.getByLabelText('Profit Margin (%)')).toHaveValue('45.36');
    expect(form.queryByLabelText('Reason for the new cost')).toBeNull();
    fill(form, { 'Reorder Level': '20' });
    await press('Save Changes', form);
    await toast({ title: 'Product Updated' });
    const [sent] = office.sent('inventory.updateProduct');
    for (const untouched of ['stockQuantity', 'costPrice', 'costReason', 'imageUrl']) expect(sent).not.toHaveProperty(untouched);
    expect(office.stored()).toMatchObject([{ reorderLevel: 20, stockQuantity: 46, costCents: 10_90 }]);
  });

  test('asks why the cost of a product changes', async () => {
    const office = openProducts();
    const { form } = await openForm(CHANGED);
    fill(form, { 'Cost Price': '9.50' });
    fill(form, { 'Reason for the new cost': 'Price list of December' });
    await press('Save Changes', form);
    await toast({ title: 'Product Updated' });
    expect(ledgerOf(office.shop)).toMatchObject([{ kind: 'revaluation', unitCostCents: 9_50, note: 'Price list of December' }]);
  });

  test.each([
    [refuse(500, 'The disk is full.'), 'The disk is full.'],
    [offline, 'Failed to create product. Please try again.'],
  ])("shows the server's sentence if there is one (%#)", async (fault, description) => {
    openProducts([]).fail('inventory.createProduct', fault);
    const { form } = await openForm(CREATED);
    fill(form, NEW);
    await press('Add Product', form);
    await toast({ description, kind: 'destructive' });
    expect(form.getByLabelText(/^Name/)).toHaveValue('Bucket');
  });

  test.each([
    ['of more than 5 MB', IMAGE_LIMIT + 1, 'File Too Large', 'File size must be less than 5MB', /less than 5MB/, 0],
    ['that the server rejects', 12, 'Error uploading image', 'Please select an image file', /Error uploading image/, 1],
  ])('explains why a picture %s is left out', async (_which, size, title, description, shown, requests) => {
    const office = openProducts([]);
    const { form } = await openForm(CREATED);
    choose(form, fileOf('bucket.png', 'image/png', size));
    await toast({ title, description, kind: 'destructive' });
    expect(form.getByLabelText('Image')).toHaveAccessibleDescription(shown);
    expect(form.queryByRole('img')).toBeNull();
    expect(office.requests).toHaveLength(requests);
  });
});
