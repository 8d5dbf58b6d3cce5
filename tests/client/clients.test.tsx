import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AT, inDialog, openClient, openOffice, openPage, panel, prepareClientsPage, press, ROW } from '../support/clients-page';
import { lastToast, Refusal } from '../support/office';

prepareClientsPage();

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
