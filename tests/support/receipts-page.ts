import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { receipts } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.receipts';
import type { TaxProfile } from '../../src/shared/store-sums';
import { INVOICE } from './invoice-inputs';
import type { NewReceipt } from './invoices';
import { findRow, openOffice, openStaffPage } from './office';

/** A payment of the invoice in full. */
const PAYMENT: NewReceipt = {
  invoiceId: 1,
  customerName: 'Maria Santos',
  customerEmail: 'maria@example.com',
  paymentMethod: 'card',
  amountPaid: '1190.00',
  paymentDate: '2026-11-20',
  description: 'Windows at Seymour St',
};
/** A payment without an invoice and without taxes. */
export const UNTAXED: NewReceipt = { ...PAYMENT, invoiceId: null };
/** The refund of receipt 1. */
export const REFUND: NewReceipt = { ...UNTAXED, customerEmail: null, isRefund: true, refundOfId: 1 };

/** Opens an office with an invoice of $1000 before tax and these receipts, on an evening in Kamloops that is the next day in UTC. */
export async function openReceipts(made: NewReceipt[] = [PAYMENT], taxProfile: TaxProfile = 'documented') {
  const office = openOffice({ now: '2026-11-21T05:30:00.000Z' });
  if (taxProfile !== 'documented') await office.admin.settings.save({ taxProfile });
  const { totalAmount } = await office.admin.invoices.create({ ...INVOICE, subtotal: '1000.00' });
  for (const receipt of made)
    await office.admin.invoices.createReceipt(receipt.invoiceId ? { ...receipt, amountPaid: totalAmount } : receipt);
  return office;
}
export const openPage = (address = '/receipts') => openStaffPage(Route, address);
/** Returns the row of a receipt. */
export const row = (number = 'SPC-RCP001') => findRow(new RegExp(number));
/** Opens the drawer of a receipt. */
export async function openReceipt(number = 'SPC-RCP001') {
  await userEvent.click(await screen.findByRole('link', { name: number }));
  return screen.findByRole('dialog', { name: number });
}
export const storedReceipts = ({ db }: Pick<ReturnType<typeof openOffice>, 'db'>) => db.select().from(receipts).all();
