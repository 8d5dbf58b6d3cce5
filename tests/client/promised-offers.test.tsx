import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openPage, press } from '../support/invoices-page';
import { fakeCalls, lastToast, Refusal } from '../support/office';

const SHARE = {
  offer: 'first-online-booking',
  referralId: null,
  description: '15% off first cleaning booked online',
  reason: 'Maria Santos booked this job online, for the first time: SPC-1.',
};
const REWARD = { offer: 'referral-reward', referralId: 4, description: '$25 for sending a friend', reason: 'Jon Toews booked.' };
const JOB = {
  ...{ invoiceId: null, workOrderId: 3, bookingId: null, customerName: 'Maria Santos', customerEmail: null, customerPhone: null },
  ...{ customerAddress: '12 Seymour St', serviceType: 'Deep Cleaning', serviceDescription: null, notes: null },
  ...{ serviceDate: '2026-11-18', dueDate: '2026-12-04', subtotal: '100.00' },
};
const openOffice = (more: Parameters<typeof fakeCalls>[0]) =>
  fakeCalls({
    'invoices.nextNumbers': () => ({ invoice: 'SPC006', receipt: 'SPC-RCP010' }),
    'invoices.create': ({ customerName, status }) => ({ id: 5, invoiceNumber: 'SPC006', totalAmount: '101.15', customerName, status }),
    'settings.get': () => ({ taxProfile: 'documented', invoiceDueDays: 14 }),
    'invoices.list': () => ({ rows: [], nextCursor: null }),
    'clients.list': () => ({ rows: [], nextCursor: null }),
    ...more,
  });
const summary = () => screen.getByRole('region', { name: 'Total' });
const openForm = (rows: object[], more = {}) => {
  const office = openOffice({ 'invoices.forJob': () => JOB, 'offers.listPromised': () => ({ rows }), ...more });
  openPage('/invoices?new=1&order=3');
  return office;
};
const type = (name: RegExp, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });

beforeEach(() => {
  // An evening in Kamloops that is already the next day in UTC and in the tests' own time zone.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:30:00.000Z') });
});

describe('the editor of a new invoice', () => {
  test('shows the promised offer and the total that is left, which follow the subtotal', async () => {
    const office = openForm([SHARE]);
    const line = await screen.findByRole('listitem');
    expect(line).toHaveTextContent(/^15% off first cleaning booked online−\$15\.00Maria Santos booked this job online/);
    expect(summary()).toHaveTextContent('Before offers$100.0015% off first cleaning booked online−$15.00Subtotal$85.00');
    expect(summary()).toHaveTextContent('Total$101.15');
    type(/^Subtotal/, '200');
    expect(line).toHaveTextContent('−$30.00');
    expect(summary()).toHaveTextContent('Total$202.30');
    await press('Create Invoice');
    await waitFor(() => expect(office.sent('invoices.create')).toHaveLength(1));
    expect(office.sent('invoices.create')[0]).toMatchObject({ subtotal: '200', items: [], workOrderId: 3 });
    expect(office.sent('invoices.create')[0]).not.toHaveProperty('withoutOffers');
    expect(office.sent('offers.listPromised')[0]).toMatchObject({ workOrderId: 3, bookingId: null });
  });
  test('removes a promised offer with a reason, and adds it again', async () => {
    const office = openForm([SHARE]);
    await press('Remove, 15% off first cleaning booked online');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this offer?' }));
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'Agreed by phone');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Offer' }));
    expect(await screen.findByText('Removed: Agreed by phone')).toBeInTheDocument();
    expect(summary()).toHaveTextContent('Total$119.00');
    await press('Add again, 15% off first cleaning booked online');
    expect(summary()).toHaveTextContent('Total$101.15');
    await press('Remove, 15% off first cleaning booked online');
    const again = within(await screen.findByRole('dialog', { name: 'Remove this offer?' }));
    await userEvent.type(again.getByLabelText(/^Reason/), 'Agreed by phone');
    await userEvent.click(again.getByRole('button', { name: 'Remove Offer' }));
    await press(/^Save as Draft/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Created'));
    expect(office.sent('invoices.create')[0]).toMatchObject({
      withoutOffers: [{ offer: 'first-online-booking', referralId: null, reason: 'Agreed by phone' }],
    });
  });
  test('says that a reward waits while the invoice has no room for all of it', async () => {
    openForm([REWARD]);
    const line = await screen.findByRole('listitem');
    expect(line).toHaveTextContent('−$25.00');
    type(/^Subtotal/, '24.99');
    expect(line).toHaveTextContent('It comes off once the amount has room for it.');
    expect(summary()).not.toHaveTextContent('Before offers');
  });
  test('shows each of two rewards in the total', async () => {
    openForm([REWARD, { ...REWARD, referralId: 5, reason: 'Lea Wong booked.' }]);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(summary()).toHaveTextContent('$25 for sending a friend−$25.00$25 for sending a friend−$25.00Subtotal$50.00');
  });
  test('asks for the promises of a customer who is typed, once the address is complete', async () => {
    const office = openOffice({ 'offers.listPromised': () => ({ rows: [REWARD] }) });
    openPage('/invoices?new=1');
    await screen.findByLabelText(/^Subtotal/);
    type(/^Subtotal/, '100');
    type(/^Customer Email/, 'anna@');
    expect(office.sent('offers.listPromised')).toEqual([]);
    type(/^Customer Email/, 'anna@example.com');
    expect(await screen.findByRole('listitem')).toHaveTextContent('$25 for sending a friend−$25.00');
    expect(office.sent('offers.listPromised')).toEqual([{ customerEmail: 'anna@example.com', customerPhone: '' }]);
    type(/^Customer Email/, '');
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });
  test('says so if the promises could not be loaded', async () => {
    openForm([], { 'offers.listPromised': () => Promise.reject(new Refusal(500, 'Down')) });
    expect(await screen.findByText(/promised offers could not be loaded/)).toBeInTheDocument();
  });
});
