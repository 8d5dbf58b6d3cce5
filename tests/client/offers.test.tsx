import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route as ClientsRoute } from '../../src/client/routes/_office._staff.clients';
import { Route as InvoicesRoute } from '../../src/client/routes/_office._staff.invoices';
import type { InvoiceDetails } from '../../src/shared/invoices-schemas';
import type { InvoiceOffer } from '../../src/shared/offers';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';
import { INVOICE as PAPER } from '../support/papers';

const INVOICE: InvoiceDetails = {
  ...PAPER,
  id: 5,
  status: 'pending',
  items: [],
  receipts: [],
  creditNotes: [],
  refundDue: '0.00',
  mailedAt: null,
  handedOverAt: null,
};
const SHARE: InvoiceOffer = {
  offer: 'first-online-booking',
  referralId: null,
  description: '15% off first cleaning booked online',
  reason: 'Maria Santos booked this job online, for the first time: SPC-1.',
  amount: '15.00',
  isGranted: false,
  removedReason: null,
};
const FRIEND: InvoiceOffer = {
  ...SHARE,
  offer: 'referral-friend',
  referralId: 4,
  description: '$25 off, sent by a friend',
  amount: '25.00',
};
const OFFERED = [
  { description: 'Residential Cleaning', quantity: 1, price: '100.00', isGoods: false },
  { description: SHARE.description, quantity: 1, price: '-15.00', isGoods: false, offer: SHARE.offer, referralId: null },
];

function openInvoice(offers: { rows: InvoiceOffer[]; refusal: string | null }, address = '', change: Partial<InvoiceDetails> = {}) {
  const office = fakeCalls({
    'invoices.get': () => ({ ...INVOICE, ...change }),
    'invoices.update': () => ({ ...INVOICE, ...change }),
    'settings.get': () => ({ taxProfile: 'documented', invoiceDueDays: 14 }),
    'clients.list': () => ({ rows: [], nextCursor: null }),
    'offers.listFor': () => offers,
    'offers.grant': () => {
      offers.rows = offers.rows.map((row) => ({ ...row, isGranted: true }));
      return { ...INVOICE, totalAmount: '101.15' };
    },
  });
  openStaffPage(InvoicesRoute, `/invoices?invoice=5${address}`);
  return office;
}
const findPanel = async () => within(await screen.findByRole('region', { name: 'Offers for this invoice' }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('the offers for an invoice', () => {
  test('each say what they take off and why, and come onto it with one press', async () => {
    const office = openInvoice({ rows: [SHARE, FRIEND], refusal: null });
    const panel = await findPanel();
    const [share, friend] = panel.getAllByRole('listitem');
    expect(share).toHaveTextContent('15% off first cleaning booked online−$15.00Maria Santos booked this job online');
    expect(friend).toHaveTextContent('$25 off, sent by a friend−$25.00');
    await userEvent.click(panel.getByRole('button', { name: 'Add to invoice, $25 off, sent by a friend' }));
    await waitFor(() => expect(panel.getAllByText('On this invoice')).toHaveLength(2));
    expect(office.sent('offers.grant')).toEqual([{ invoiceId: 5, offer: 'referral-friend', referralId: 4 }]);
    expect(lastToast()?.description).toBe(`${INVOICE.invoiceNumber} comes to $101.15 now.`);
  });
  test('that cannot come any more say why', async () => {
    openInvoice({ rows: [SHARE, { ...FRIEND, isGranted: true }], refusal: 'Some of it is paid already.' });
    const panel = await findPanel();
    expect(panel.getByText('Some of it is paid already.')).toBeInTheDocument();
    expect(panel.queryAllByRole('button')).toEqual([]);
  });
  test('are removed with a reason, which is shown', async () => {
    const offers = { rows: [{ ...SHARE, isGranted: true }], refusal: null };
    const office = openInvoice(offers);
    office.handlers['offers.remove'] = () => {
      offers.rows = [{ ...SHARE, removedReason: 'Agreed by phone' }];
      return { ...INVOICE, totalAmount: '119.00' };
    };
    const panel = await findPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Remove, 15% off first cleaning booked online' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this offer?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Offer' }));
    expect(dialog.getByText('Please give a reason.')).toBeInTheDocument();
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'Agreed by phone');
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Offer' }));
    expect(await panel.findByText('Removed: Agreed by phone')).toBeInTheDocument();
    expect(office.sent('offers.remove')).toEqual([
      { invoiceId: 5, offer: 'first-online-booking', referralId: null, reason: 'Agreed by phone' },
    ]);
    expect(lastToast()?.description).toBe(`${INVOICE.invoiceNumber} comes to $119.00 now.`);
  });
  test('that have nothing left to take off say so', async () => {
    openInvoice({ rows: [{ ...FRIEND, amount: '0.00' }], refusal: null });
    const panel = await findPanel();
    expect(panel.getByText('There is nothing left to take it off.')).toBeInTheDocument();
    expect(panel.queryAllByRole('button')).toEqual([]);
  });
  test('are no panel where there are none, and can be asked for again where they did not come', async () => {
    openInvoice({ rows: [], refusal: null });
    await screen.findByRole('region', { name: 'Payments' });
    expect(screen.queryAllByText('Offers for this invoice')).toEqual([]);
    cleanup();
    const office = openInvoice({ rows: [SHARE], refusal: null });
    const answer = office.handlers['offers.listFor'] ?? (() => undefined);
    office.handlers['offers.listFor'] = () => Promise.reject(new Refusal(500, 'Down'));
    await userEvent.click(await screen.findByRole('button', { name: /try again/i }));
    office.handlers['offers.listFor'] = answer;
    await userEvent.click(await screen.findByRole('button', { name: /try again/i }));
    expect(await (await findPanel()).findByText(SHARE.description)).toBeInTheDocument();
  });
});

describe('an invoice with an offer', () => {
  test('shows its line below nothing', async () => {
    openInvoice({ rows: [], refusal: null }, '', { items: OFFERED, subtotal: '85.00' });
    const row = (await screen.findByText(SHARE.description)).closest('tr');
    expect(row?.textContent).toMatch(/−\$15\.00$/);
  });
  test('keeps it in the form, where what it takes off can be changed', async () => {
    const office = openInvoice({ rows: [], refusal: null }, '&edit=1', { items: OFFERED, subtotal: '85.00' });
    expect(await screen.findByLabelText(/^Subtotal/)).toHaveValue('85.00');
    fireEvent.change(screen.getByLabelText(/^Takes off/), { target: { value: '-20.00' } });
    expect(screen.getByLabelText(/^Subtotal/)).toHaveValue('80.00');
    expect(within(screen.getByRole('region', { name: 'Total' })).getByText('$95.20')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(office.sent('invoices.update')).toHaveLength(1));
    expect(office.sent('invoices.update')[0]).toMatchObject({
      subtotal: '80.00',
      items: [{ price: '100.00' }, { price: '-20.00', offer: 'first-online-booking', referralId: null, quantity: '1' }],
    });
  });
  test('refuses to add to it, and points to the page that removes it with a reason', async () => {
    openInvoice({ rows: [], refusal: null }, '&edit=1', { items: OFFERED, subtotal: '85.00' });
    fireEvent.change(await screen.findByLabelText(/^Takes off/), { target: { value: '5' } });
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('An offer takes its amount off once, such as -25.00.')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Remove/ }).map((button) => button.textContent)).toEqual(['Remove, line 1']);
    expect(screen.getByText(/To remove the offer, go back to the invoice: it takes a reason\./)).toBeInTheDocument();
  });
});

describe("a client's friends", () => {
  const NOBODY = { code: null, link: null, friends: 0, rows: [], refused: [], nextCursor: null };
  const LINK = 'http://shop.test/?ref=ABC2DEF';
  const CLIENT = {
    id: 7,
    name: 'Anna Berg',
    email: 'anna@example.com',
    phone: '(250) 555-0177',
    address: '5 Pine St, Kamloops',
    latitude: null,
    longitude: null,
    notes: null,
    company: null,
    photoConsent: false,
    isActive: true,
    createdAt: '2026-11-20T20:00:00.000Z',
    status: 'one-time',
    finishedJobs: 1,
    lastJobAt: null,
    nextJobAt: null,
    doNotService: false,
    accessGate: null,
    accessAlarm: null,
    accessPets: null,
    accessKey: null,
    doNotServiceReason: null,
    mergedIntoId: null,
    addresses: [],
    formerly: [],
  };
  const openClient = (friends: object) => {
    const office = fakeCalls({
      'clients.get': () => CLIENT,
      'clients.timeline': () => ({ rows: [], nextCursor: null }),
      'clients.findDuplicates': () => ({ rows: [] }),
      'offers.listFriends': () => friends,
      'offers.makeCode': () => {
        friends = { ...friends, code: 'ABC2DEF', link: LINK };
        return { code: 'ABC2DEF', link: LINK };
      },
    });
    openStaffPage(ClientsRoute, '/clients?client=7');
    return office;
  };
  const findFriends = async () => within(await screen.findByRole('region', { name: 'Referrals' }));

  test('come by a code that is made with one press, whose link can be copied', async () => {
    const office = openClient(NOBODY);
    const panel = await findFriends();
    await userEvent.click(await panel.findByRole('button', { name: 'Make a Code' }));
    expect(await panel.findByText(LINK)).toBeInTheDocument();
    expect(office.sent('offers.makeCode')).toEqual([{ clientId: 7 }]);
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    fireEvent.click(panel.getByRole('button', { name: 'Copy Link' }));
    await waitFor(() => expect(lastToast()?.title).toBe('Link Copied'));
    expect(writeText).toHaveBeenCalledWith(LINK);
  });
  test('are listed with what became of each reward', async () => {
    const friend = { id: 1, name: 'Maria Santos', bookingId: 3, bookedAt: '2026-11-20T04:00:00.000Z', state: 'waiting', invoice: null };
    const granted = { ...friend, id: 2, name: 'Jon Toews', state: 'granted', invoice: { id: 12, invoiceNumber: 'SPC012' } };
    const rows = [friend, granted, { ...friend, id: 3, state: 'earned' }, { ...friend, id: 4, state: 'void' }];
    openClient({ ...NOBODY, code: 'ABC2DEF', link: LINK, friends: 14, rows, nextCursor: 4 });
    const panel = await findFriends();
    expect(await panel.findByText('14 friends booked with it')).toBeInTheDocument();
    const items = panel.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual([
      'Maria SantosBooked on Thursday, November 19, 2026Waiting for the first finished and paid job',
      'Jon ToewsBooked on Thursday, November 19, 2026Granted$25 on SPC012',
      'Maria SantosBooked on Thursday, November 19, 2026Earned',
      'Maria SantosBooked on Thursday, November 19, 2026No reward',
    ]);
    expect(panel.getByRole('link', { name: '$25 on SPC012' })).toHaveAttribute('href', '/invoices?invoice=12');
    expect(panel.getByRole('button', { name: 'Load more' })).toBeInTheDocument();
  });
});
