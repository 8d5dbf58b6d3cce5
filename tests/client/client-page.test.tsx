import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AT, ENTRY, inDialog, openClient, openOffice, openPage, panel, prepareClientsPage, press } from '../support/clients-page';
import { lastToast, Refusal } from '../support/office';

prepareClientsPage();

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

test('the page of a client names the bookings that they made with their own code', async () => {
  const refused = [{ bookingId: 3, name: 'M. Santos', bookedAt: AT }];
  openOffice({}, { 'offers.listFriends': () => ({ code: 'ABCDEFG', link: 'l', friends: 0, rows: [], refused, nextCursor: null }) });
  openClient();
  const note = await screen.findByRole('region', { name: 'Bookings without a reward' });
  expect(note).toHaveTextContent('M. Santos, booked on Friday, November 20, 2026');
  expect(within(note).getByRole('link', { name: 'M. Santos' })).toHaveAttribute('href', '/bookings?booking=3');
});
