import { screen, within } from '@testing-library/react';
import { Route } from '../../src/client/routes/_office._staff.invoices';
import type { TaxProfile } from '../../src/shared/store-sums';
import { INVOICE } from './invoice-inputs';
import type { NewInvoice } from './invoices';
import { openOffice, openStaffPage } from './office';

type Setup = { taxProfile?: TaxProfile; hasMailServer?: boolean };

/** Opens an office without invoices, on an evening in Kamloops that is the next day in UTC and in the tests' own time zone. */
export async function openEmpty({ taxProfile = 'documented', hasMailServer = false }: Setup = {}) {
  const office = openOffice({ now: '2026-11-21T05:30:00.000Z', hasMailServer });
  if (taxProfile !== 'documented') await office.admin.settings.save({ taxProfile });
  return { ...office, invoice: () => office.admin.invoices.get({ id: 1 }) };
}
/** The same with invoice SPC001 of $119.00. */
export async function openInvoice(change: Partial<NewInvoice> = {}, setup: Setup = {}) {
  const office = await openEmpty(setup);
  await office.admin.invoices.create({ ...INVOICE, notes: 'Key at the desk.', ...change });
  return office;
}
/** Pays a part of invoice SPC001 by cheque. */
export const pay = ({ admin }: Awaited<ReturnType<typeof openEmpty>>, amount: string) =>
  admin.invoices.recordPayment({ id: 1, amount, paymentMethod: 'cheque', paymentDate: '2026-11-20' });

export const openPage = (address = '/invoices') => openStaffPage(Route, address);
/** The table of the total in the form. */
export const summary = () => within(screen.getByRole('region', { name: 'Total' }));
