import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.clients';
import type { ClientProfile, ClientRow, TimelineEntry } from '../../src/shared/clients';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const AT = '2026-11-20T20:05:00.000Z';
const ROW: ClientRow = {
  id: 7,
  name: 'Maria Santos',
  email: 'maria@example.com',
  phone: '(250) 555-0133',
  address: '12 Seymour St, Kamloops',
  latitude: null,
  longitude: null,
  notes: 'Two cats',
  company: null,
  photoConsent: false,
  isActive: true,
  createdAt: AT,
  status: 'recurring',
  finishedJobs: 4,
  lastJobAt: AT,
  nextJobAt: null,
  doNotService: false,
};
const PROFILE: ClientProfile = {
  ...ROW,
  accessGate: '#4411',
  accessAlarm: null,
  accessPets: null,
  accessKey: null,
  doNotServiceReason: null,
  mergedIntoId: null,
  addresses: [
    {
      id: 3,
      clientId: 7,
      label: 'Cottage',
      address: '2 Lake Rd, Vernon',
      latitude: null,
      longitude: null,
      accessGate: null,
      accessAlarm: null,
      accessPets: 'A dog',
      accessKey: null,
      createdAt: AT,
    },
  ],
  formerly: [],
};
const ENTRY: TimelineEntry = {
  kind: 'workOrder',
  id: 12,
  at: AT,
  title: 'Work order WO-1',
  text: 'Residential',
  status: 'completed',
  amount: '149.00',
  link: { path: '/team', search: { order: 12 } },
};

/** An office with one client that changes as the server would change it. */
function openOffice(change: Partial<ClientProfile> = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
  let client = { ...PROFILE, ...change };
  const save = (values: object) => {
    client = { ...client, ...values };
    return client;
  };
  return fakeCalls({
    'clients.list': () => ({ rows: [{ ...ROW, ...change }], nextCursor: null }),
    'clients.get': () => client,
    'clients.timeline': () => ({ rows: [ENTRY], nextCursor: null }),
    'clients.findDuplicates': () => ({ rows: [] }),
    'offers.listFriends': () => ({ code: null, link: null, friends: 0, rows: [], refused: [], nextCursor: null }),
    'clients.create': (input) => ({ ...ROW, ...input, id: 8 }),
    'clients.update': save,
    'clients.setDoNotService': ({ doNotService, reason }) => save({ doNotService, doNotServiceReason: reason ?? null }),
    'clients.addAddress': (input) => save({ addresses: [...client.addresses, { ...client.addresses[0], ...input, id: 4 }] }),
    'clients.updateAddress': (input) => save({ addresses: [{ ...client.addresses[0], ...input }] }),
    'clients.removeAddress': () => save({ addresses: [] }),
    'clients.merge': () => save({ formerly: [{ id: 9, name: 'M. Santos', email: 'm@example.com', phone: '1' }] }),
    'dispatch.createWorkOrder': (input) => ({ id: 21, ...input }),
    'dispatch.createJobComponent': (input) => ({ id: 1, ...input }),
    ...more,
  });
}
const openPage = (address = '/clients') => openStaffPage(Route, address);
const openClient = () => openPage('/clients?client=7');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async () => within(await screen.findByRole('dialog'));
const panel = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(() => {
  // Noon in Kamloops; the tests' own zone is on the next day already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('the list of clients', () => {
  test('shows who, where, what they are to us, and when we were there', async () => {
    openOffice({ doNotService: true, isActive: false });
    openPage();
    const row = (await screen.findByText('Maria Santos')).closest('li') as HTMLElement;
    for (const words of ['maria@example.com', '(250) 555-0133', '12 Seymour St', 'recurring', 'do not service', 'inactive', '4', 'none'])
      expect(row).toHaveTextContent(words);
    expect(within(row).getByText(/Nov 20, 2026/)).toHaveAttribute('datetime', AT);
    expect(within(row).getByRole('link', { name: 'Maria Santos' })).toHaveAttribute('href', '/clients?client=7');
  });

  test('keeps what is chosen and looked for in the address', async () => {
    const office = openOffice();
    const page = openPage();
    await screen.findByText('Maria Santos');
    await press('Lapsed');
    await waitFor(() => expect(page.search()).toEqual({ status: 'lapsed' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search clients' }), ' maria ');
    await waitFor(() => expect(page.search()).toEqual({ status: 'lapsed', q: 'maria' }));
    await waitFor(() =>
      expect(office.sent('clients.list')).toEqual([
        { limit: 25 },
        { limit: 25, status: 'lapsed' },
        { limit: 25, status: 'lapsed', search: 'maria' },
      ]),
    );
    expect(screen.getByRole('button', { name: 'Lapsed' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('leaves out of its address what it cannot read', async () => {
    const office = openOffice();
    openPage('/clients?status=rich&client=-1&q=');
    await screen.findByText('Maria Santos');
    expect(office.sent('clients.list')).toEqual([{ limit: 25 }]);
  });

  test('without clients says how they come, and lets one be added', async () => {
    openOffice({}, { 'clients.list': () => ({ rows: [], nextCursor: null }) });
    openPage();
    expect(await screen.findByText('No clients yet')).toBeInTheDocument();
    await press('Add a Client');
    expect(await screen.findByRole('dialog', { name: 'New client' })).toBeInTheDocument();
  });

  test('without a match leads back to all', async () => {
    openOffice({}, { 'clients.list': () => ({ rows: [], nextCursor: null }) });
    const page = openPage('/clients?q=no');
    expect(await screen.findByText(/Nobody was found for “no”. Words of one or two letters/)).toBeInTheDocument();
    await press('Show All Clients');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('goes on where nobody of a status was among those looked through', async () => {
    const office = openOffice(
      {},
      { 'clients.list': ({ cursor }) => (cursor ? { rows: [ROW], nextCursor: null } : { rows: [], nextCursor: 40 }) },
    );
    openPage('/clients?status=lapsed');
    expect(await screen.findByText(/None among the clients looked through so far/)).toBeInTheDocument();
    await press('Load more');
    expect(await screen.findByText('Maria Santos')).toBeInTheDocument();
    expect(office.sent('clients.list').at(-1)).toMatchObject({ cursor: 40 });
  });

  test('that cannot be read says so and can be asked for again', async () => {
    const office = openOffice({}, { 'clients.list': () => Promise.reject(new Refusal(500, 'No.')) });
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The clients could not be loaded.');
    office.handlers['clients.list'] = () => ({ rows: [ROW], nextCursor: null });
    await press('Try again');
    expect(await screen.findByText('Maria Santos')).toBeInTheDocument();
  });
});

describe('a new client', () => {
  test('asks for what is missing, sends what was typed, and opens', async () => {
    const office = openOffice();
    const page = openPage();
    await press(/New Client/);
    const form = await inDialog();
    await userEvent.click(form.getByRole('button', { name: 'Add Client' }));
    expect(form.getByLabelText(/^Name/)).toHaveAccessibleDescription('Please enter the name.');
    expect(form.getByLabelText(/^Name/)).toHaveFocus();
    for (const [label, text] of [
      [/^Name/, 'Jon Park'],
      [/^Email/, 'jon@example.com'],
      [/^Phone/, '250 555 0199'],
      [/^Address/, '7 Pine St'],
      [/^Notes/, 'Rings twice'],
    ] as const)
      await userEvent.type(form.getByLabelText(label), text);
    await userEvent.type(form.getByLabelText('Company'), 'Oak Realty');
    await userEvent.click(form.getByLabelText('May show photos of their place'));
    await userEvent.click(form.getByRole('button', { name: 'Add Client' }));
    await waitFor(() => expect(page.search()).toEqual({ client: '8' }));
    const contact = { name: 'Jon Park', email: 'jon@example.com', phone: '250 555 0199' };
    expect(office.sent('clients.create')).toEqual([
      { ...contact, address: '7 Pine St', notes: 'Rings twice', company: 'Oak Realty', photoConsent: true },
    ]);
    expect(lastToast()).toMatchObject({ title: 'Client Added' });
  });

  test('that the server refuses is told at its field', async () => {
    const message = 'Please enter a valid email address, such as name@example.com.';
    openOffice({}, { 'clients.create': () => Promise.reject(new Refusal(400, message, [{ path: 'email', message }])) });
    openPage();
    await press(/New Client/);
    const form = await inDialog();
    for (const label of [/^Name/, /^Phone/, /^Address/]) await userEvent.type(form.getByLabelText(label), '1');
    await userEvent.type(form.getByLabelText(/^Email/), 'a@b.co');
    await userEvent.click(form.getByRole('button', { name: 'Add Client' }));
    await waitFor(() => expect(form.getByLabelText(/^Email/)).toHaveAccessibleDescription(message));
  });
});

describe('the page of a client', () => {
  test('holds contact, figures, addresses with a map, the way in and who sees it, notes and the timeline', async () => {
    openOffice();
    openPage('/clients?status=recurring&client=7');
    expect(await screen.findByRole('heading', { level: 1, name: 'Maria Santos' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '(250) 555-0133' })).toHaveAttribute('href', 'tel:2505550133');
    expect(screen.getByRole('link', { name: 'Back to Clients' })).toHaveAttribute('href', '/clients?status=recurring');
    expect(screen.getByText('none planned')).toBeInTheDocument();
    const [own, cottage] = panel('Addresses').getAllByRole('link', { name: /^View on Map/ });
    expect(own).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('12 Seymour St, Kamloops')));
    expect(cottage).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('2 Lake Rd, Vernon')));
    expect(panel('Addresses').getByText('A dog')).toBeInTheDocument();
    expect(panel('Access notes').getByText('#4411')).toBeInTheDocument();
    expect(
      panel('Access notes').getByText(/only the cleaner of the job sees these, from the day before it to the day after/),
    ).toBeInTheDocument();
    expect(panel('Notes').getByText('Two cats')).toBeInTheDocument();
    const timeline = panel('Timeline');
    expect(await timeline.findByRole('link', { name: 'Work order WO-1' })).toHaveAttribute('href', '/team?order=12');
    for (const words of ['$149.00', 'completed', 'Residential']) expect(timeline.getByText(words)).toBeInTheDocument();
    expect(screen.queryByText('Possible duplicates')).toBeNull();
  });

  test('of nobody says so; of one that was merged leads to the other', async () => {
    openOffice({ mergedIntoId: 9 });
    openClient();
    expect(await screen.findByRole('link', { name: 'Open the Other Client' })).toHaveAttribute('href', '/clients?client=9');
    expect(screen.queryByRole('button', { name: 'Edit Client' })).toBeNull();
    cleanup();
    openOffice({}, { 'clients.get': () => Promise.reject(new Refusal(404, 'This client does not exist.')) });
    openClient();
    expect(await screen.findByText('No such client')).toBeInTheDocument();
  });

  test('has a timeline that goes on, also where it was empty, failed, or gave money back', async () => {
    const refund = { ...ENTRY, kind: 'receipt', id: 1, title: 'Receipt R-1', amount: '-11.90', link: { path: '/receipts', search: {} } };
    const cursor = { at: AT, kind: 'workOrder', id: 12 };
    const office = openOffice(
      {},
      { 'clients.timeline': (input) => (input.cursor ? { rows: [refund], nextCursor: null } : { rows: [ENTRY], nextCursor: cursor }) },
    );
    openClient();
    await press('Load more');
    expect(await screen.findByText('−$11.90')).toBeInTheDocument();
    expect(office.sent('clients.timeline').at(-1)).toMatchObject({ id: 7, cursor });
    cleanup();
    openOffice({}, { 'clients.timeline': () => ({ rows: [], nextCursor: null }) });
    openClient();
    expect(await screen.findByText(/appear here by themselves/)).toBeInTheDocument();
    cleanup();
    openOffice({}, { 'clients.timeline': () => Promise.reject(new Refusal(500, 'No.')) });
    openClient();
    expect(await screen.findByRole('alert')).toHaveTextContent('The timeline could not be loaded.');
  });

  test('is edited part by part, with the rest sent as it is', async () => {
    const office = openOffice();
    openClient();
    expect((await screen.findByRole('region', { name: 'About' })).textContent).toContain('not to be shown');
    await press('Edit Client');
    const details = await inDialog();
    await userEvent.clear(details.getByLabelText(/^Name/));
    await userEvent.type(details.getByLabelText(/^Name/), 'Maria Silva');
    await userEvent.click(details.getByLabelText('Active client'));
    await userEvent.type(details.getByLabelText('Company'), 'Oak Realty');
    await userEvent.click(details.getByLabelText('May show photos of their place'));
    await userEvent.click(details.getByRole('button', { name: 'Save Client' }));
    await screen.findByRole('heading', { level: 1, name: 'Maria Silva' });
    expect(panel('About').getByText('Oak Realty')).toBeInTheDocument();
    expect(panel('About').getByText('may be shown')).toBeInTheDocument();
    await press('Edit Access Notes');
    const access = await inDialog();
    await userEvent.type(access.getByLabelText('Key'), 'Lock box');
    await userEvent.click(access.getByRole('button', { name: 'Save Access Notes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await panel('Access notes').findByText('Lock box')).toBeInTheDocument();
    await press('Edit Notes');
    const notes = await inDialog();
    await userEvent.clear(notes.getByLabelText('Notes'));
    await userEvent.click(notes.getByRole('button', { name: 'Save Notes' }));
    expect(await screen.findByText('No notes yet.')).toBeInTheDocument();
    const sent = office.sent('clients.update');
    expect(sent[0]).toMatchObject({
      id: 7,
      name: 'Maria Silva',
      email: 'maria@example.com',
      isActive: false,
      notes: 'Two cats',
      accessGate: '#4411',
    });
    expect(sent[1]).toMatchObject({ name: 'Maria Silva', isActive: false, accessGate: '#4411', accessKey: 'Lock box', notes: 'Two cats' });
    expect(sent[2]).toMatchObject({ name: 'Maria Silva', accessKey: 'Lock box', notes: null });
  });

  test('gets, changes and loses a further address', async () => {
    const office = openOffice();
    openClient();
    await press('Add Address');
    const form = await inDialog();
    await userEvent.click(form.getByRole('button', { name: 'Save Address' }));
    expect(form.getByLabelText(/^Name of the Place/)).toHaveAccessibleDescription('Please name the place, such as Cottage.');
    await userEvent.type(form.getByLabelText(/^Name of the Place/), 'Office');
    await userEvent.type(form.getByLabelText(/^Address/), '9 Main St');
    await userEvent.type(form.getByLabelText('Alarm'), '99');
    await userEvent.click(form.getByRole('button', { name: 'Save Address' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.sent('clients.addAddress')).toMatchObject([
      { clientId: 7, label: 'Office', address: '9 Main St', accessAlarm: '99', accessKey: null },
    ]);
    await press(/^Edit, Cottage/);
    const edit = await inDialog();
    await userEvent.type(edit.getByLabelText('Key'), 'Pot');
    await userEvent.click(edit.getByRole('button', { name: 'Save Address' }));
    await waitFor(() =>
      expect(office.sent('clients.updateAddress')).toMatchObject([{ id: 3, label: 'Cottage', accessPets: 'A dog', accessKey: 'Pot' }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press(/^Remove, Cottage/);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Address' }));
    await waitFor(() => expect(office.sent('clients.removeAddress')).toEqual([{ id: 3 }]));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Address Removed' }));
  });

  test('keeps an address that an open work order goes to, and says why', async () => {
    const message = 'An open work order goes to this address. Finish or cancel it first.';
    openOffice({}, { 'clients.removeAddress': () => Promise.reject(new Refusal(409, message)) });
    openClient();
    await press(/^Remove, Cottage/);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Address' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: message }));
  });
});

describe('do not service', () => {
  test('asks for the reason, stands over the page, and is taken away again', async () => {
    const office = openOffice();
    openClient();
    await press('Do Not Service');
    const question = await inDialog();
    await userEvent.click(question.getByRole('button', { name: 'Do Not Service' }));
    expect(question.getByLabelText(/^Reason/)).toHaveAccessibleDescription('Please give a reason.');
    expect(office.sent('clients.setDoNotService')).toEqual([]);
    await userEvent.type(question.getByLabelText(/^Reason/), 'Never pays');
    await userEvent.click(question.getByRole('button', { name: 'Do Not Service' }));
    const banner = await screen.findByRole('note', { name: 'Do not service' });
    expect(banner).toHaveTextContent('Never pays');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Do Not Service' })).toBeNull();
    await press('Serve Again');
    await waitFor(() => expect(screen.queryByRole('note', { name: 'Do not service' })).toBeNull());
    expect(office.sent('clients.setDoNotService')).toEqual([
      { id: 7, doNotService: true, reason: 'Never pays' },
      { id: 7, doNotService: false },
    ]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('is said before another job is planned', async () => {
    openOffice({ doNotService: true, doNotServiceReason: 'Never pays' });
    openClient();
    await press('Create Work Order');
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription('Maria Santos is marked “do not service”: Never pays');
  });
});

describe('a work order from the page of a client', () => {
  test("is planned in the company's time at the chosen address, with the tasks of its service", async () => {
    const office = openOffice();
    openClient();
    await press('Create Work Order');
    const form = await inDialog();
    expect(form.getByLabelText(/^Date/)).toHaveValue('2026-11-21');
    await userEvent.selectOptions(form.getByLabelText(/^Service/), 'emergency');
    await userEvent.clear(form.getByLabelText(/^Date/));
    await userEvent.type(form.getByLabelText(/^Date/), '2026-12-01');
    await userEvent.clear(form.getByLabelText(/^Time/));
    await userEvent.type(form.getByLabelText(/^Time/), '23:30');
    expect(form.getByLabelText(/^Time/)).toHaveAccessibleDescription('This is outside business hours.');
    await userEvent.selectOptions(form.getByLabelText(/^Address/), 'Cottage: 2 Lake Rd, Vernon');
    await userEvent.type(form.getByLabelText('Description'), 'Burst pipe');
    await userEvent.click(form.getByRole('button', { name: 'Create Work Order' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Work Order Created', description: 'It is on the Team Dashboard, for Maria Santos.' }),
    );
    expect(office.sent('dispatch.createWorkOrder')).toEqual([
      { clientId: 7, addressId: '3', serviceType: 'emergency', description: 'Burst pipe', scheduledDate: '2026-12-02T06:30:00.000Z' },
    ]);
    expect(office.sent('dispatch.createJobComponent').map(({ workOrderId, component }) => [workOrderId, component])).toEqual([
      [21, 'Safety check'],
      [21, 'Emergency clean-up'],
      [21, 'Disinfect and dry'],
    ]);
  });

  test('without a time is not sent; one whose tasks fail is told as such', async () => {
    const office = openOffice({ addresses: [] }, { 'dispatch.createJobComponent': () => Promise.reject(new Refusal(500, 'No.')) });
    openClient();
    await press('Create Work Order');
    const form = await inDialog();
    expect(form.queryByLabelText(/^Address/)).toBeNull();
    await userEvent.clear(form.getByLabelText(/^Time/));
    await userEvent.click(form.getByRole('button', { name: 'Create Work Order' }));
    expect(form.getByLabelText(/^Time/)).toHaveAccessibleDescription('Please enter a time such as 09:00.');
    expect(office.sent('dispatch.createWorkOrder')).toEqual([]);
    await userEvent.type(form.getByLabelText(/^Time/), '10:00');
    await userEvent.click(form.getByRole('button', { name: 'Create Work Order' }));
    await waitFor(() => expect(lastToast()?.description).toContain('not all of its tasks could be added'));
  });
});

describe('possible duplicates', () => {
  const TWIN = { ...ROW, id: 9, name: 'M. Santos', email: 'm@example.com', phone: '1', reasons: ['same phone', 'same name and address'] };
  test('say what they share, and are merged after a clear word', async () => {
    const office = openOffice({}, { 'clients.findDuplicates': () => ({ rows: office?.sent('clients.merge').length ? [] : [TWIN] }) });
    openClient();
    expect(await screen.findByText('Has the same phone, the same name and address.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'M. Santos' })).toHaveAttribute('href', '/clients?client=9');
    await press(/^Merge/);
    const question = within(await screen.findByRole('alertdialog', { name: 'Merge M. Santos into Maria Santos?' }));
    expect(question.getByText(/quotes, bookings, work orders, addresses and notes of M. Santos.*cannot be undone/)).toBeInTheDocument();
    expect(office.sent('clients.merge')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Merge Clients' }));
    await waitFor(() => expect(office.sent('clients.merge')).toEqual([{ id: 9, intoId: 7 }]));
    await waitFor(() => expect(screen.queryByText('Possible duplicates')).toBeNull());
    expect(panel('Merged into this client').getByText('M. Santos')).toBeInTheDocument();
    expect(lastToast()).toMatchObject({ title: 'Clients Merged', description: 'Everything is with Maria Santos now.' });
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('that cannot be merged stay, and why is told', async () => {
    const message = 'This client was merged into another one already.';
    openOffice(
      {},
      { 'clients.findDuplicates': () => ({ rows: [TWIN] }), 'clients.merge': () => Promise.reject(new Refusal(409, message)) },
    );
    openClient();
    await press(/^Merge/);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Merge Clients' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: message }));
    expect(screen.getByRole('button', { name: /^Merge/ })).toHaveAttribute('aria-disabled', 'false');
  });
});

test('the page of a client names the bookings that they made with their own code', async () => {
  const refused = [{ bookingId: 3, name: 'M. Santos', bookedAt: AT }];
  openOffice({}, { 'offers.listFriends': () => ({ code: 'ABCDEFG', link: 'l', friends: 0, rows: [], refused, nextCursor: null }) });
  openClient();
  const note = await screen.findByRole('region', { name: 'Bookings without a reward' });
  expect(note).toHaveTextContent('M. Santos, booked on Friday, November 20, 2026');
  expect(within(note).getByRole('link', { name: 'M. Santos' })).toHaveAttribute('href', '/bookings?booking=3');
});
