import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/react';
import { test as base, expect } from 'vitest';
import { invoices } from '../../db/schema';
import { openEmpty, openPage, summary } from '../support/invoices-page';
import { addJob, addPeople } from '../support/jobs';
import { change, field, lastToast, press } from '../support/office';

const test = base.extend('office', () => openEmpty());
type Office = Awaited<ReturnType<typeof openEmpty>>;

/** Adds a finished and booked job of this price, whose deposit of $50.00 is invoice 1. */
async function addJobWithDeposit(office: Office, cents: number | null) {
  addPeople(office);
  const row = { status: 'completed', completed_date: '2026-11-18T20:00:00.000Z', total_amount_cents: cents };
  addJob(office, 1, { isBooked: true, row });
  office.db.$client.exec('update appointment_bookings set total_amount_cents = 0, is_first_booking = 0');
  await office.admin.invoices.create({
    ...{ customerName: 'Maria Santos', serviceType: 'Residential Cleaning', serviceDate: '2026-11-20', dueDate: '2026-12-04' },
    ...{ subtotal: '42.02', status: 'pending' as const },
  });
  office.db.update(invoices).set({ depositBookingId: 1 }).run();
}
const getMade = ({ admin }: Office) => admin.invoices.get({ id: 2 });
const create = async () => {
  await press('Create Invoice');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Invoice Created' }));
};

test('starts with the price less the deposit, and says so', async ({ office }) => {
  await addJobWithDeposit(office, 150_00);
  openPage('/invoices?new=1&order=1');
  expect(await screen.findByText('The deposit of $42.02 before taxes was invoiced and is off this subtotal already.')).toBeVisible();
  expect(field(/^Subtotal/)).toHaveValue('107.98');
  await create();
  expect(await getMade(office)).toMatchObject({ subtotal: '107.98', totalAmount: '128.50' });
});

test('shows the offer of the whole price, not of what is left of it', async ({ office }) => {
  await addJobWithDeposit(office, 150_00);
  office.db.$client.exec('update appointment_bookings set is_first_booking = 1');
  openPage('/invoices?new=1&order=1');
  expect(await screen.findByText('$85.48')).toBeVisible();
  expect(await summary().findByText(/22\.50/)).toBeVisible();
  await create();
  expect((await getMade(office)).items.map(({ price }) => price)).toEqual(['150.00', '-42.02', '-22.50']);
});

test('has the whole price in its first line, from which the deposit comes off', async ({ office }) => {
  await addJobWithDeposit(office, 150_00);
  openPage('/invoices?new=1&order=1');
  await waitFor(() => expect(field(/^Subtotal/)).toHaveValue('107.98'));
  await press('Add Line Item');
  expect(field(/^Price/)).toHaveValue('150.00');
  expect(await summary().findByText('Deposit, before taxes')).toBeVisible();
  expect(await summary().findByText('$107.98')).toBeVisible();
  await create();
  expect((await getMade(office)).items.map(({ price }) => price)).toEqual(['150.00', '-42.02']);
});

test('asks for the whole price of a job without one', async ({ office }) => {
  await addJobWithDeposit(office, null);
  openPage('/invoices?new=1&order=1');
  expect(await screen.findByText(/comes off by itself. Please enter the whole price/)).toBeVisible();
  change(/^Subtotal/, '100');
  expect(await summary().findByText('$57.98')).toBeVisible();
  await create();
  expect(await getMade(office)).toMatchObject({ subtotal: '57.98' });
});

test('keeps the deposit as it is when the invoice is edited', async ({ office }) => {
  await addJobWithDeposit(office, 150_00);
  await office.admin.invoices.createFromWorkOrder({ id: 1 });
  openPage('/invoices?invoice=2&edit=1');
  expect(await screen.findByText('The deposit comes off as it was invoiced.')).toBeVisible();
  change(/^Due Date/, '2026-12-31');
  await press('Save Changes');
  await waitFor(async () => expect(await getMade(office)).toMatchObject({ dueDate: '2026-12-31', subtotal: '107.98' }));
  expect(office.sent('invoices.update')).not.toMatchObject([{ items: expect.anything() }]);
});

/** Adds the job of $51.37 with a deposit of 30 %, whose taxes are rounded on their own. */
async function addJobWithShare(office: Office, settings: Parameters<Office['admin']['settings']['save']>[0] = {}) {
  await addJobWithDeposit(office, 51_37);
  const sums = { subtotalCents: 15_41, hstCents: 1_85, pstCents: 1_08, totalCents: 18_34 };
  office.db.update(invoices).set(sums).run();
  await office.admin.settings.save(settings);
}

test('shows the stored total, to the cent, with the taxes that were invoiced with the deposit', async ({ office }) => {
  await addJobWithShare(office);
  openPage('/invoices?new=1&order=1');
  expect(await screen.findByText(/The deposit of \$15\.41/)).toBeVisible();
  expect(await summary().findByText('$42.79')).toBeVisible();
  await create();
  expect(await getMade(office)).toMatchObject({ subtotal: '35.96', totalAmount: '42.79' });
});

test('taxes a new invoice by the terms of its deposit when those of today are others', async ({ office }) => {
  await addJobWithShare(office, { taxProfile: 'bc-current' });
  openPage('/invoices?new=1&order=1');
  expect(await screen.findByText(/The deposit of \$15\.41/)).toBeVisible();
  expect(await summary().findByText('HST (12%)')).toBeVisible();
  expect(await summary().findByText('$42.79')).toBeVisible();
});

test('subtracts the same taxes of the deposit when a line of the invoice changes', async ({ office }) => {
  await addJobWithShare(office);
  await office.admin.invoices.createFromWorkOrder({ id: 1 });
  openPage('/invoices?invoice=2&edit=1');
  await screen.findByText('The deposit comes off as it was invoiced.');
  change(/^Price/, '61.37');
  expect(await summary().findByText('$54.69')).toBeVisible();
  await press('Save Changes');
  await waitFor(async () => expect(await getMade(office)).toMatchObject({ subtotal: '45.96', totalAmount: '54.69' }));
});
