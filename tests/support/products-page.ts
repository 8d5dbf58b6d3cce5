import { fireEvent, screen, within } from '@testing-library/react';
import sharp from 'sharp';
import { products } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.inventory';
import { openOffice, openStaffPage } from './office';
import { insertRow } from './rows';

type Row = Parameters<typeof insertRow>[2];
const SQUEEGEE = {
  name: 'Window Squeegee',
  description: 'Rubber, 35 cm.',
  image_url: '/images/squeegee.svg',
  stock_quantity: 46,
  reorder_level: 12,
};

/** Opens an office with these products, each a squeegee of $19.95 but for its changes. */
export function openProducts(rows: readonly Row[] = [{}]) {
  const office = openOffice();
  for (const row of rows) insertRow(office.db, 'products', { ...SQUEEGEE, ...row });
  return { ...office, stored: () => office.db.select().from(products).all() };
}
export const openPage = (address = '/inventory') => openStaffPage(Route, address);
export const dialog = async () => within(await screen.findByRole('dialog'));
export type Form = Awaited<ReturnType<typeof dialog>>;
/** Opens the page with the form of a product. */
export async function openForm(address = '/inventory?product=new') {
  const page = openPage(address);
  return { page, form: await dialog() };
}
/** Fills in fields by their labels. */
export function fill(form: Form, values: Record<string, string>): void {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(form.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
}
export const NEW = { Name: 'Bucket', Price: '12.50', Category: 'Equipment' };

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
