import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { openPage as openClients } from '../support/clients-page';
import { draftOfJob, PAYMENT } from '../support/invoices';
import { openEmpty, openInvoice, openPage, summary } from '../support/invoices-page';
import { ANNA, book, FIRST, FRIEND, finish, openWithCode, openWithInvoice, openWithPromises, REASON, REWARD } from '../support/offers';
import { change, lastToast, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

const SHARE = '15% off first cleaning booked online';
const SENT = '$25 off, sent by a friend';
const findPanel = async () => within(await screen.findByRole('region', { name: 'Offers for this invoice' }));
const findLine = () => screen.findByRole('listitem');
/** Opens the page of Maria's invoice, from which the owner removed the offers. */
async function openWithoutOffers(subtotal?: string) {
  const office = await openEmpty();
  await openWithInvoice(subtotal, office.shop);
  return office;
}
/** Opens an office in which the draft of Maria's invoice has the 15 %. */
async function openWithShare() {
  const office = await openEmpty();
  await openWithPromises('100.00', office.shop);
  await office.admin.offers.remove({ ...FRIEND, reason: REASON });
  return office;
}
/** Removes an offer with a reason, which is asked for. */
async function removeOffer(name = SHARE) {
  await press(`Remove, ${name}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this offer?' }));
  await press('Remove Offer', dialog);
  expect(dialog.getByText('Please give a reason.')).toBeInTheDocument();
  change(/^Reason/, REASON, dialog);
  await press('Remove Offer', dialog);
  expect(await screen.findByText(`Removed: ${REASON}`)).toBeInTheDocument();
}

describe('the offers for an invoice', () => {
  test('each show their amount and reason, and are added with one press', async () => {
    const office = await openWithoutOffers();
    openPage('/invoices?invoice=1');
    const panel = await findPanel();
    const [share, friend] = panel.getAllByRole('listitem');
    expect(share).toHaveTextContent(`${SHARE}−$15.00Maria Santos booked this job online`);
    expect(friend).toHaveTextContent(`${SENT}−$25.00`);
    await press(`Add to invoice, ${SENT}`);
    await waitFor(() => expect(panel.getAllByText('On this invoice')).toHaveLength(1));
    expect(office.sent('offers.grant')).toEqual([FRIEND]);
    expect(lastToast()?.description).toBe('SPC001 comes to $89.25 now.');
  });
  test('explain why they can no longer be added', async () => {
    const office = await openWithoutOffers();
    await office.admin.invoices.recordPayment(PAYMENT);
    openPage('/invoices?invoice=1');
    const panel = await findPanel();
    expect(panel.getByText(/^Some of invoice SPC001 is paid already/)).toBeInTheDocument();
    expect(panel.queryAllByRole('button')).toEqual([]);
  });
  test('are removed with a reason, which is shown', async () => {
    const office = await openWithShare();
    openPage('/invoices?invoice=1');
    await findPanel();
    await removeOffer();
    expect(office.sent('offers.remove')).toEqual([{ ...FIRST, referralId: null, reason: REASON }]);
    expect(lastToast()?.description).toBe('SPC001 comes to $119.00 now.');
  });
  test('show a message if the invoice has nothing left to take off', async () => {
    const office = await openWithoutOffers('20.00');
    await office.admin.offers.grant(FRIEND);
    openPage('/invoices?invoice=1');
    const panel = await findPanel();
    expect(panel.getByText('No amount is left for this offer.')).toBeInTheDocument();
    expect(panel.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([`Remove, ${SENT}`]);
  });
  test('show no panel if the list is empty, and can be loaded again after a failure', async () => {
    await openInvoice();
    openPage('/invoices?invoice=1');
    await screen.findByRole('region', { name: 'Payments' });
    expect(screen.queryAllByText('Offers for this invoice')).toEqual([]);
    cleanup();
    const office = await openWithoutOffers();
    office.fail('offers.listFor', refuse(500, 'Down'));
    openPage('/invoices?invoice=1');
    await press('Try again');
    office.repair('offers.listFor');
    await press('Try again');
    expect(await (await findPanel()).findByText(SHARE)).toBeInTheDocument();
  });
});

describe('an invoice with an offer', () => {
  test('shows its line with a minus', async () => {
    await openWithShare();
    openPage('/invoices?invoice=1');
    expect((await screen.findByText(SHARE, { selector: 'th' })).closest('tr')?.textContent).toMatch(/−\$15\.00$/);
  });
  test('keeps the line in the form, in which its amount can be changed', async () => {
    const office = await openWithShare();
    openPage('/invoices?invoice=1&edit=1');
    expect(await screen.findByLabelText(/^Subtotal/)).toHaveValue('85.00');
    change(/^Price/, '200');
    change(/^Takes off/, '-30.00');
    expect(screen.getByLabelText(/^Subtotal/)).toHaveValue('170.00');
    expect(await summary().findByText('$202.30')).toBeInTheDocument();
    await press('Save Changes');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Saved'));
    expect(await office.invoice()).toMatchObject({
      subtotal: '170.00',
      items: [{ price: '200.00' }, { price: '-30.00', offer: 'first-online-booking', referralId: null, quantity: 1 }],
    });
  });
  test('rejects a larger discount, and points to the page that removes it with a reason', async () => {
    await openWithShare();
    openPage('/invoices?invoice=1&edit=1');
    await screen.findByLabelText(/^Takes off/);
    change(/^Takes off/, '5');
    await press('Save Changes');
    expect(await screen.findByText('Please enter an offer as one negative amount, such as -25.00.')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.textContent)).toEqual(['Remove, line 1']);
    expect(screen.getByText(/To remove the offer, go back to the invoice: it takes a reason\./)).toBeInTheDocument();
  });
});

describe('the editor of a new invoice', () => {
  /** Opens the form of the invoice of Maria's job, of $100.00. */
  async function openForm(isDown = false) {
    const office = await openEmpty();
    await book(office.shop);
    await finish(office.shop, 1);
    if (isDown) office.fail('offers.listPromised', refuse(500, 'Down'));
    openPage('/invoices?new=1&order=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Subtotal/, '100.00');
    return office;
  }

  test('shows the promised offer and the total that is left, which follow the subtotal', async () => {
    const office = await openForm();
    const line = await findLine();
    expect(line).toHaveTextContent(/^15% off first cleaning booked online−\$15\.00Maria Santos booked this job online/);
    const total = screen.getByRole('region', { name: 'Total' });
    await waitFor(() => expect(total).toHaveTextContent(`Before offers$100.00${SHARE}−$15.00Subtotal$85.00`));
    expect(total).toHaveTextContent('Total$101.15');
    change(/^Subtotal/, '200');
    expect(line).toHaveTextContent('−$30.00');
    expect(total).toHaveTextContent('Total$202.30');
    await press('Create Invoice');
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Created'));
    await screen.findByRole('heading', { name: 'Invoice Management' });
    const [sent] = office.sent('invoices.create');
    expect(sent).toMatchObject({ subtotal: '200', items: [], workOrderId: 1 });
    expect(sent).not.toHaveProperty('withoutOffers');
    expect(office.sent('offers.listPromised')[0]).toMatchObject({ workOrderId: 1, bookingId: 1 });
    expect(await office.invoice()).toMatchObject({ totalAmount: '202.30' });
  });
  test('removes a promised offer with a reason, and adds it again', async () => {
    const office = await openForm();
    await removeOffer();
    expect(summary().getByText('$119.00')).toBeInTheDocument();
    await press(`Add again, ${SHARE}`);
    expect(summary().getByText('$101.15')).toBeInTheDocument();
    await removeOffer();
    await press(/^Save as Draft/);
    await waitFor(() => expect(lastToast()?.title).toBe('Invoice Created'));
    await screen.findByRole('heading', { name: 'Invoice Management' });
    expect(office.sent('invoices.create')[0]).toMatchObject({
      withoutOffers: [{ offer: 'first-online-booking', referralId: null, reason: REASON }],
    });
  });
  test('loads the promises of a typed customer, and adds a reward only when the amount has room for all of it', async () => {
    const office = await openEmpty();
    await openWithPromises('100.00', office.shop);
    await office.admin.invoices.update({ id: 1, status: 'paid' });
    openPage('/invoices?new=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Subtotal/, '100');
    change(/^Customer Email/, 'anna@');
    expect(office.sent('offers.listPromised')).toEqual([]);
    change(/^Customer Email/, ANNA.email);
    const line = await findLine();
    expect(line).toHaveTextContent('$25 for sending a friend−$25.00');
    expect(office.sent('offers.listPromised')).toEqual([{ customerEmail: ANNA.email, customerPhone: '' }]);
    change(/^Subtotal/, '24.99');
    expect(line).toHaveTextContent('It is subtracted once the amount is high enough.');
    expect(summary().queryByText('Before offers')).toBeNull();
    change(/^Customer Email/, '');
    await waitFor(() => expect(screen.queryByRole('listitem')).toBeNull());
  });
  test('shows each of two rewards in the total', async () => {
    const office = await openEmpty();
    const { code } = await openWithPromises('100.00', office.shop);
    const lea = { clientName: 'Lea Wong', clientEmail: 'lea@example.com', clientPhone: '250-555-0188' };
    await book(office.shop, { ...lea, ref: code }, '12:00-14:00');
    await finish(office.shop, 2);
    await draftOfJob(office, { workOrderId: 2 });
    await office.admin.invoices.update({ id: 2, subtotal: 100 });
    for (const id of [1, 2]) await office.admin.invoices.update({ id, status: 'paid' });
    openPage('/invoices?new=1');
    await screen.findByLabelText(/^Subtotal/);
    change(/^Subtotal/, '100');
    change(/^Customer Email/, ANNA.email);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
    expect(screen.getByRole('region', { name: 'Total' })).toHaveTextContent(
      '$25 for sending a friend−$25.00$25 for sending a friend−$25.00Subtotal$50.00',
    );
  });
  test('shows an error if the promises do not load', async () => {
    await openForm(true);
    expect(await screen.findByText(/promised offers could not be loaded/)).toBeInTheDocument();
  });
});

describe("a client's friends", () => {
  const openAnna = async () => {
    openClients('/clients?client=1');
    return within(await screen.findByRole('region', { name: 'Referrals' }));
  };

  test('are invited by a code that is created with one press and whose link can be copied', async () => {
    const office = await openEmpty();
    await office.admin.clients.create(ANNA);
    const panel = await openAnna();
    await press('Make a Code');
    const link = await panel.findByText(/^http:\/\/shop\.test\/\?ref=\w{7}$/);
    expect(office.sent('offers.makeCode')).toEqual([{ clientId: 1 }]);
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    fireEvent.click(panel.getByRole('button', { name: 'Copy Link' }));
    await waitFor(() => expect(lastToast()?.title).toBe('Link Copied'));
    expect(writeText).toHaveBeenCalledWith(link.textContent);
  });
  test('are listed with the state of each reward', async () => {
    const { db, shop } = await openEmpty();
    await openWithCode(shop);
    insertRow(db, 'appointment_slots', { team_member_id: null });
    const [waiting, granted, earned, refused] = [14, 13, 12, 11];
    for (let id = 1; id <= waiting; id++) {
      const client_name = id === granted ? 'Jon Toews' : 'Maria Santos';
      const status = id === refused ? 'cancelled' : id === earned ? 'completed' : 'confirmed';
      insertRow(db, 'appointment_bookings', { id, client_name, status, booking_reference: `SPC-${id}`, client_id: null });
      insertRow(db, 'referrals', { booking_id: id, friend_email: `${id}@example.com`, created_at: '2026-11-20T04:00:00.000Z' });
    }
    insertRow(db, 'invoices', { booking_id: earned, status: 'paid', paid_date: '2026-11-20', amount_paid_cents: 1190 });
    insertRow(db, 'receipts');
    insertRow(db, 'invoices', { invoice_number: 'SPC012', number_value: 12 });
    insertRow(db, 'invoice_items', { invoice_id: 2, offer: REWARD.offer, referral_id: granted, price_cents: -2500 });
    const panel = await openAnna();
    expect(await panel.findByText('14 friends booked with it')).toBeInTheDocument();
    const items = panel.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items.slice(0, 4)).toEqual([
      'Maria SantosBooked on Nov 19Waiting for the first finished and paid job',
      'Jon ToewsBooked on Nov 19Granted$25 on SPC012',
      'Maria SantosBooked on Nov 19Earned',
      'Maria SantosBooked on Nov 19No reward',
    ]);
    expect(panel.getByRole('link', { name: '$25 on SPC012' })).toHaveAttribute('href', '/invoices?invoice=2');
    expect(panel.getByRole('button', { name: 'Load more' })).toBeInTheDocument();
  });
});
