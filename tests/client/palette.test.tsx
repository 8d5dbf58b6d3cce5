import { getScheme } from '../../src/client/color-scheme';
import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { readRecentRecords, rememberAddress } from '../../src/client/features/shell/palette/recent-records';
import { openPalette, planJob } from '../../src/client/features/shell/palette-store';
import { RECENT_RECORDS_KEY } from '../../src/shared/session-keys';
import { lastToast, offline, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';
import { fill, findBox, loggedOut, openShell, options, prepareShell, selected } from '../support/shell';

beforeEach(prepareShell);

describe('the command palette', () => {
  const openWith = async (text: string, office = openShell()) => {
    fill(office);
    await press('Search or jump to…');
    fireEvent.change(await findBox(), { target: { value: text } });
    return office;
  };

  test.each(['/', '{Control>}k{/Control}', '{Meta>}k{/Meta}'])('opens with %s, and Escape returns the focus', async (keys) => {
    openShell();
    const button = await screen.findByRole('button', { name: 'Elsewhere' });
    button.focus();
    await userEvent.keyboard(keys);
    const box = await findBox();
    expect(box).toHaveFocus();
    expect(box).toHaveValue('');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(button).toHaveFocus());
  });

  test('opens with a text of another screen', async () => {
    fill(openShell());
    openPalette('maria');
    expect(await findBox()).toHaveValue('maria');
    await waitFor(() => expect(options().join()).toContain('Maria Santos'));
  });

  test('puts the client of that name first, and opens it with Enter', async () => {
    const { at } = await openWith('maria santos');
    await waitFor(() => expect(selected()).toEqual(['Maria SantosClient · (250) 555-0133 · maria@example.com']));
    expect(
      screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby') && group.previousElementSibling?.textContent),
    ).toEqual(['Best match', 'Jobs', 'Quote requests', 'Invoices']);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/clients?client=1'));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Some screen' })).toHaveFocus();
  });

  test('puts an invoice of that number first', async () => {
    const { at } = await openWith('spc034');
    await waitFor(() => expect(selected()).toEqual(['SPC034 · Maria SantosInvoice · $11.90 · PendingNov 20']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/invoices?invoice=1'));
  });

  test.each([
    ['rece', 'Invoices: Receipts', '/receipts'],
    ['stock hist', 'Inventory: Stock history', '/stock'],
    ['taxes', 'Settings: Taxes', '/settings?section=taxes'],
    ['backups', 'Settings: Data', '/settings?section=data'],
    ['assign', 'Dispatch', '/dispatch'],
    ['new inv', 'New invoice', '/invoices?new=1'],
    ['new rec', 'New receipt', '/receipts?new=1'],
    ['new cli', 'New client', '/clients?new=1'],
    ['new prod', 'New product', '/inventory?product=new'],
  ])('finds the screen, section or action of "%s" without the server', async (text, label, path) => {
    const office = openShell();
    office.fail('search.everything', () => new Promise(() => undefined));
    await openWith(text, office);
    await waitFor(() => expect(selected()[0]).toMatch(new RegExp(`^${label}`)));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(office.at()).toBe(path));
  });

  test('changes the colours of the office on this device', async () => {
    await openWith('dark');
    await waitFor(() => expect(selected()).toEqual(['Colours: Dark']));
    await userEvent.keyboard('{Enter}');
    expect(getScheme()).toBe('dark');
  });

  test('assigns a job by the end of its number, or of a client', async () => {
    const { at } = await openWith('bedb70');
    await waitFor(() => expect(options()).toContain('Assign WO …BEDB70Maria Santos'));
    await userEvent.clear(await findBox());
    await userEvent.type(await findBox(), 'assign maria');
    await waitFor(() => expect(selected()).toEqual(['Assign WO …BEDB70Maria Santos']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/dispatch?assign=1'));
  });

  test('plans a job for a client that it asks for', async () => {
    const { at } = await openWith('new job');
    await waitFor(() => expect(selected()).toEqual(['New job']));
    await userEvent.keyboard('{Enter}');
    const box = await screen.findByPlaceholderText('Which client is the job for?');
    expect(box).toHaveFocus();
    await userEvent.type(box, 'mar');
    await waitFor(() => expect(options()).toEqual(['Maria Santos(250) 555-0133 · maria@example.com']));
    await userEvent.clear(box);
    await userEvent.keyboard('{Backspace}');
    expect(await screen.findByPlaceholderText('Search or jump to…')).toHaveFocus();
    await userEvent.type(await findBox(), 'new job');
    await waitFor(() => expect(selected()).toEqual(['New job']));
    await userEvent.keyboard('{Enter}');
    await userEvent.type(await screen.findByPlaceholderText('Which client is the job for?'), 'mar');
    await waitFor(() => expect(options()).toHaveLength(1));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/clients?client=1&plan=1'));
  });

  test('offers the newest clients for a new job, or to add the first one', async () => {
    const { db, at } = openShell();
    act(planJob);
    expect(await screen.findByText('No clients yet', {}, { timeout: 10_000 })).toBeVisible();
    await waitFor(() => expect(options()).toEqual(['New client']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/clients?new=1'));
    insertRow(db, 'clients', { phone: '(250) 555-0133' });
    act(planJob);
    await waitFor(() => expect(options()).toEqual(['Maria Santos(250) 555-0133 · maria@example.com']));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at()).toBe('/clients?client=1&plan=1'));
  });

  test('leaves an error of the clients for a new job out of the ordinary palette', async () => {
    const office = openShell();
    fill(office);
    office.fail('clients.list', refuse(500));
    act(planJob);
    expect(await screen.findByRole('alert')).toBeVisible();
    await userEvent.type(await findBox(), '{Backspace}');
    expect(await screen.findByPlaceholderText('Search or jump to…')).toHaveFocus();
    await waitFor(() => expect(options()).toContain('New invoice'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('offers to add a client that a new job cannot find', async () => {
    fill(openShell());
    act(planJob);
    await userEvent.type(await findBox(), 'nobody');
    expect(await screen.findByText('Nothing matches “nobody”')).toBeVisible();
    await waitFor(() => expect(selected()).toEqual(['New client']));
  });

  test('announces the selected row before any key, after typing and after an arrow', async () => {
    await openWith('');
    const announced = () => document.getElementById(screen.getByRole('combobox').getAttribute('aria-activedescendant') ?? '')?.textContent;
    await waitFor(() => expect(announced()).toBe('New invoice'));
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(announced()).toBe('New receipt'));
    await userEvent.type(await findBox(), 'maria santos');
    await waitFor(() => expect(announced()).toBe('Maria SantosClient · (250) 555-0133 · maria@example.com'));
    await userEvent.type(await findBox(), 'qq');
    await screen.findByText('Nothing matches “maria santosqq”');
    await waitFor(() => expect(announced()).toBeUndefined());
  });

  test('offers the records that were opened last, by the names that they have now', async () => {
    const { db, at } = await openWith('');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('link', { name: 'Maria' }));
    await waitFor(() => expect(at()).toBe('/clients?client=1'));
    expect(JSON.parse(localStorage.getItem(RECENT_RECORDS_KEY) ?? '')).toEqual([{ kind: 'client', id: 1 }]);
    db.$client.exec("update clients set name = 'Maria Silva'");
    await press('Search or jump to…');
    await waitFor(() => expect(options()[0]).toContain('Maria SilvaClient'));
    await userEvent.keyboard('{ArrowDown}');
    expect(selected()).toEqual(['New invoice']);
  });

  test.each([
    ['/admin', { view: 'priced', priced: 4 }, 'priced-quote'],
    ['/admin', { quote: 4 }, 'quote'],
    ['/dispatch', { day: '2026-11-20', job: 4 }, 'work-order'],
    ['/inventory-accounting', { product: 4 }, 'product'],
  ])('remembers the record that %s opens by %o', (path, search, kind) => {
    rememberAddress(path, search);
    expect(readRecentRecords()).toEqual([{ kind, id: 4 }]);
  });

  test('announces how many results there are, and that there are none', async () => {
    await openWith('maria santos');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('4 results'));
    await userEvent.type(await findBox(), 'qq');
    expect(await screen.findByText('Nothing matches “maria santosqq”')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('No results');
  });

  test('shows that the search failed, and repeats it with the keyboard', async () => {
    const office = openShell();
    office.fail('search.everything', refuse(500));
    await openWith('maria', office);
    expect(await screen.findByRole('alert')).toHaveTextContent('Your records could not be searched.');
    office.repair('search.everything');
    (await screen.findByRole('button', { name: 'Try again' })).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(options().join()).toContain('Maria Santos'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await findBox()).toHaveFocus();
  });

  test('asks the server once for what was typed, and keeps only rows that still match', async () => {
    const { sent } = await openWith('maria');
    await waitFor(() => expect(options().join()).toContain('Maria Santos'));
    expect(sent('search.everything')).toEqual([{ text: 'maria', limit: 5 }]);
    await userEvent.type(await findBox(), ' zzz');
    expect(options().join()).not.toContain('Maria');
  });

  test('logs out and shows the shortcuts', async () => {
    await openWith('keyboard');
    await waitFor(() => expect(selected()).toEqual(['Keyboard shortcuts']));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await press('Search or jump to…');
    await userEvent.type(await findBox(), 'log out{Enter}');
    await waitFor(() => expect(loggedOut).toHaveBeenCalledOnce());
  });

  test('shows the checklist of a new company again if it is hidden', async () => {
    const office = openShell();
    await office.admin.settings.save({ checklist: { isHidden: true, done: ['share'] } });
    await openWith('', office);
    await waitFor(() => expect(options()).toContain('Show the checklist'));
    await userEvent.type(await findBox(), 'checklist{Enter}');
    await waitFor(() => expect(office.at()).toBe('/admin'));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Checklist shown' }));
    await userEvent.click(screen.getByRole('button', { name: 'Search or jump to…' }));
    await findBox();
    expect(options()).not.toContain('Show the checklist');
    expect((await office.admin.settings.get()).checklist).toEqual({ isHidden: false, done: ['share'] });
  });

  test('shows that the search failed without a network', async () => {
    const office = openShell();
    office.fail('search.everything', offline);
    await openWith('maria', office);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(lastToast()?.open).not.toBe(true);
  });
});
