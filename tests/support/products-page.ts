import { fireEvent, waitFor } from '@testing-library/react';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { products } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.inventory';
import { Route as AccountingRoute } from '../../src/client/routes/_office._staff.inventory-accounting';
import { change, findDialog, lastToast, openOffice, openStaffPage, press } from './office';
import { insertRow } from './rows';

type Row = Parameters<typeof insertRow>[2];
const SQUEEGEE = {
  name: 'Window Squeegee',
  description: 'Rubber, 35 cm.',
  image_url: '/images/squeegee.svg',
  stock_quantity: 46,
  reorder_level: 12,
};

/** Opens an office with these products, each a squeegee of $19.95 but for its changes. The browser's files have the address blob:file. */
export function openProducts(rows: readonly Row[] = [{}]) {
  const office = openOffice();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }));
  for (const row of rows) insertRow(office.db, 'products', { ...SQUEEGEE, ...row });
  return { ...office, stored: () => office.db.select().from(products).all() };
}
/** Opens an address of the inventory screen, or of the accounting screen. */
export const openPage = (address = '/inventory') =>
  openStaffPage(address.startsWith('/inventory-accounting') ? AccountingRoute : Route, address);
export type Form = Awaited<ReturnType<typeof findDialog>>;
/** Opens the page with the form of a new product, or with the drawer of one and then its form. */
export async function openForm(address = '/inventory?product=new') {
  const page = openPage(address);
  if (/product=\d/.test(address)) await press(/^Edit/);
  return { page, form: await findDialog() };
}
/** Fills in fields by their labels. */
export function fill(form: Form, values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values)) change(new RegExp(`^${label}`), value, form);
}
export const choose = (form: Form, file: File) => fireEvent.change(form.getByLabelText('Image'), { target: { files: [file] } });
export const toast = (words: object) => waitFor(() => expect(lastToast()).toMatchObject(words));
export const NEW = { Name: 'Bucket', Price: '12.50', Category: 'Equipment' };

/** Returns a file of a type and size with arbitrary contents. */
export const fileOf = (name: string, type: string, size = 12): File =>
  Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });

/** Returns a picture of a grey square on white, which the server can cut out. */
export async function makePicture(): Promise<File> {
  const square = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#555555' } })
    .png()
    .toBuffer();
  const picture = sharp({ create: { width: 120, height: 120, channels: 3, background: '#ffffff' } });
  const bytes = await picture
    .composite([{ input: square }])
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'bucket.png', { type: 'image/png' });
}
