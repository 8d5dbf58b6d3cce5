import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, describe, expect } from 'vitest';
import { MARIA, openClient, openEmpty, openMaria, openPage, panel } from '../support/clients-page';
import { addJob } from '../support/jobs';
import { change, choose, findDialog, findPanel, findRow, lastToast, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

const test = base.extend('office', () => openMaria());

describe('the list of clients', () => {
  test('shows contact, address, status and visits', async () => {
    openMaria({ do_not_service: 1, is_active: 0 }, { jobs: 4 });
    openPage();
    const row = await findRow(/Maria Santos/);
    const contact = ['maria@example.com', '(250) 555-0133', '12 Seymour St'];
    for (const words of [...contact, 'recurring', 'do not service', 'archived', '4 finished, last Nov 20', 'none planned'])
      expect(row).toHaveTextContent(words);
    expect(within(row).getByText('Nov 20', { selector: 'span time' })).toHaveAttribute('datetime', '2026-11-20T20:05:00.000Z');
    expect(within(row).getByRole('link', { name: /^Maria Santos/ })).toHaveAttribute('href', '/clients?client=1');
    expect(within(row).getByRole('link', { name: 'Create Work Order, Maria Santos' })).toHaveAttribute('href', '/clients?client=1&plan=1');
  });

  test('keeps the filter and the search in the address', async ({ office }) => {
    const page = openPage();
    await screen.findByText('Maria Santos');
    await press('Lapsed');
    await waitFor(() => expect(page.search()).toEqual({ status: 'lapsed' }));
    await waitFor(() => expect(screen.queryByText('Maria Santos')).toBeNull());
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

  test('is sorted by the server over all clients, in an order that the address keeps', async ({ office }) => {
    insertRow(office.db, 'clients', { name: 'Ada Low', email: 'ada@example.com' });
    const page = openPage();
    await findRow(/Maria Santos/);
    const names = () => screen.getAllByRole('row').flatMap((row) => /Ada Low|Maria Santos/.exec(row.textContent ?? '') ?? []);
    expect(names()).toEqual(['Ada Low', 'Maria Santos']);
    await press('Client');
    await press('Client');
    await waitFor(() => expect(names()).toEqual(['Maria Santos', 'Ada Low']));
    expect(page.search()).toEqual({ sort: '-name' });
    expect(screen.getByRole('columnheader', { name: 'Client' })).toHaveAttribute('aria-sort', 'descending');
    expect(office.sent('clients.list').at(-1)).toEqual({ limit: 25, sort: '-name' });
  });

  test('archives several clients, reports each that a rule refuses, and undoes it', async ({ office }) => {
    for (const name of ['Ada Low', 'Jon Park']) insertRow(office.db, 'clients', { name, email: `${name.slice(0, 3)}@example.com` });
    await office.admin.clients.setActive({ ids: [3], isActive: false });
    openPage();
    await findRow(/Jon Park/);
    await userEvent.click(screen.getByLabelText('Select all shown'));
    const bar = await findPanel('Selected rows');
    await office.admin.clients.merge({ id: 2, intoId: 3 });
    await press('Archive', bar);
    const report = within(await screen.findByRole('dialog', { name: '1 of 2 done' }));
    expect(report.getByText('Ada Low')).toBeInTheDocument();
    expect(report.getByText('This client was merged into another one.')).toBeInTheDocument();
    expect(office.sent('clients.setActive')).toEqual([{ ids: [2, 1], isActive: false }]);
    expect(lastToast()).toMatchObject({ description: '1 client is archived.', durationMs: 10_000 });
    lastToast()?.action?.run();
    await waitFor(() => expect(office.stored()?.isActive).toBe(true));
    expect(office.sent('clients.setActive')[1]).toEqual({ ids: [1], isActive: true });
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone', description: '1 client is active again.' }));
  });

  test('makes archived clients active again, one or several, and exports the selected ones', async () => {
    const office = openMaria({ is_active: 0 });
    openPage();
    await findRow(/Maria Santos/);
    await choose('Make Active', 'Maria Santos');
    await waitFor(() => expect(office.stored()?.isActive).toBe(true));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Client Active Again', durationMs: 10_000 }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Client Archived' }));
    await userEvent.click(await screen.findByLabelText('Select Maria Santos'));
    const bar = await findPanel('Selected rows');
    expect(bar.getByRole('button', { name: 'Export CSV' })).toBeInTheDocument();
    await press('Make Active', bar);
    await waitFor(() => expect(office.stored()?.isActive).toBe(true));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
  });

  test('ignores unreadable parts of its address', async ({ office }) => {
    openPage('/clients?status=rich&client=-1&q=&sort=phone');
    await screen.findByText('Maria Santos');
    expect(office.sent('clients.list')).toEqual([{ limit: 25 }]);
  });

  test('explains in an empty list how clients are added, and offers to add one', async () => {
    openEmpty();
    openPage();
    expect(await screen.findByText('No clients yet')).toBeInTheDocument();
    await press('Add a Client');
    expect(await screen.findByRole('dialog', { name: 'New client' })).toBeInTheDocument();
  });

  test('links back to all clients when none matches', async () => {
    openMaria();
    const page = openPage('/clients?q=no');
    expect(await screen.findByText(/Nothing was found for “no”. Words of one or two letters/)).toBeInTheDocument();
    await press('Show All Clients');
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('offers to search on if none of the first clients has the status', async ({ office }) => {
    const past = { scheduled_date: '2026-02-01T20:00:00.000Z', completed_date: '2026-02-01T20:00:00.000Z' };
    addJob(office, 1, { row: { ...past, status: 'completed' } });
    office.db.$client.exec(`insert into clients (name, email, phone, address, created_at)
      with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < 1000)
      select 'Client ' || i, i || '@example.com', '', '', '2026-11-20T20:00:00.000Z' from numbers`);
    openPage('/clients?status=lapsed');
    expect(await screen.findByText(/No match among the clients searched so far/)).toBeInTheDocument();
    await press('Load more');
    expect(await screen.findByText('Maria Santos')).toBeInTheDocument();
  });

  test('shows an error if it does not load, and can be loaded again', async ({ office }) => {
    office.fail('clients.list', refuse(500));
    openPage();
    expect(await screen.findByRole('alert')).toHaveTextContent('The clients could not be loaded.');
    office.repair('clients.list');
    await press('Try again');
    expect(await screen.findByText('Maria Santos')).toBeInTheDocument();
  });
});

describe('a new client', () => {
  test('names missing fields, stores the typed values, and opens', async ({ office }) => {
    const page = openPage();
    await press(/New Client/);
    const form = await findDialog();
    await press('Add Client', form);
    expect(form.getByLabelText(/^Name/)).toHaveAccessibleDescription('Please enter the name.');
    expect(form.getByLabelText(/^Name/)).toHaveFocus();
    change(/^Name/, 'Jon Park', form);
    change(/^Email/, 'jon@example.com', form);
    change(/^Phone/, '250 555 0199', form);
    change(/^Address/, '7 Pine St', form);
    change(/^Notes/, 'Rings twice', form);
    change('Company', 'Oak Realty', form);
    await userEvent.click(form.getByLabelText('May show photos of their place'));
    await press('Add Client', form);
    await waitFor(() => expect(page.search()).toEqual({ client: '2' }));
    const contact = { name: 'Jon Park', email: 'jon@example.com', phone: '250 555 0199', address: '7 Pine St' };
    expect(office.stored(2)).toMatchObject({ ...contact, notes: 'Rings twice', company: 'Oak Realty', photoConsent: true });
    expect(lastToast()).toMatchObject({ title: 'Client Added' });
  });

  test('shows an error of the server at its field', async () => {
    const message = 'Please enter a valid email address, such as name@example.com.';
    openMaria().fail('clients.create', refuse(400, message, [{ path: 'email', message }]));
    openPage();
    await press(/New Client/);
    const form = await findDialog();
    for (const label of [/^Name/, /^Phone/, /^Address/]) change(label, '1', form);
    change(/^Email/, 'a@b.co', form);
    await press('Add Client', form);
    await waitFor(() => expect(form.getByLabelText(/^Email/)).toHaveAccessibleDescription(message));
  });
});

describe('possible duplicates', () => {
  const openTwins = () => {
    const office = openMaria();
    insertRow(office.db, 'clients', { ...MARIA, name: 'MARIA SANTOS', email: 'm@example.com' });
    return office;
  };

  test('show which values they share, and are merged after a confirmation', async () => {
    const office = openTwins();
    openClient();
    expect(await screen.findByText('Has the same phone, the same name and address.')).toBeInTheDocument();
    expect(panel('Possible duplicates').getByRole('link', { name: 'MARIA SANTOS' })).toHaveAttribute('href', '/clients?client=2');
    await press(/^Merge/);
    const question = within(await screen.findByRole('alertdialog', { name: 'Merge MARIA SANTOS into Maria Santos?' }));
    expect(question.getByText(/quotes, bookings, work orders, addresses and notes of MARIA SANTOS.*cannot be undone/)).toBeInTheDocument();
    expect(office.stored(2)?.mergedIntoId).toBeNull();
    await press('Merge Clients', question);
    await waitFor(() => expect(office.stored(2)?.mergedIntoId).toBe(1));
    await waitFor(() => expect(screen.queryByText('Possible duplicates')).toBeNull());
    expect(panel('Merged into this client').getByText('MARIA SANTOS')).toBeInTheDocument();
    expect(lastToast()).toMatchObject({ title: 'Clients Merged', description: 'Everything is with Maria Santos now.' });
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: 'Maria Santos' })).toContainElement(document.activeElement as HTMLElement),
    );
  });

  test('stay with the reason if they cannot be merged', async () => {
    const office = openTwins();
    insertRow(office.db, 'clients', { name: 'Ada Low', email: 'ada@example.com' });
    openClient();
    await press(/^Merge/);
    await office.admin.clients.merge({ id: 2, intoId: 3 });
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Merge Clients' }));
    const description = 'This client was merged into another one already.';
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description }));
    expect(screen.getByRole('button', { name: /^Merge/ })).toHaveAttribute('aria-disabled', 'false');
  });
});
