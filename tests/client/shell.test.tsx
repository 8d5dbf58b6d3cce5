import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OfficeShell } from '../../src/client/features/shell/office-shell';
import { trpc } from '../../src/client/trpc';
import { RELOADED_PAGE_KEY } from '../../src/shared/session-keys';
import { openOffice, openPart, press } from '../support/office';
import { added, findBox, loggedOut, openShell, prepareShell } from '../support/shell';

beforeEach(prepareShell);

test('draws the office although the stored pages of a reload have another shape', async () => {
  sessionStorage.setItem(RELOADED_PAGE_KEY, JSON.stringify({ entry: window.location.href, top: 0, lists: 5 }));
  openShell();
  expect(await screen.findByRole('navigation', { name: 'Office' })).toBeVisible();
});

const QUERIES = {
  'plans.list': () => trpc.plans.list.useQuery({ limit: 10 }).isSuccess,
  'billing.listUnbilled': () => trpc.billing.listUnbilled.useQuery({ limit: 10 }).isSuccess,
  'pricing.list': () => trpc.pricing.list.useQuery().isSuccess,
  'consents.counts': () => trpc.consents.counts.useQuery().isSuccess,
  'admins.list': () => trpc.admins.list.useQuery().isSuccess,
};
const Screen = ({ useQuery }: { useQuery: () => boolean }) => <p>{useQuery() ? 'Loaded' : 'Loading'}</p>;

describe('a change elsewhere', () => {
  test.each([
    ['dispatch', 'plans.list'],
    ['dispatch', 'billing.listUnbilled'],
    ['money', 'billing.listUnbilled'],
    ['settings', 'pricing.list'],
    ['messages', 'consents.counts'],
    ['session', 'admins.list'],
  ] as const)('of the topic %s refreshes %s on the screen', async (topic, query) => {
    const streams: EventTarget[] = [];
    class Stream extends EventTarget {
      constructor() {
        super();
        streams.push(this);
      }
      close() {}
    }
    vi.stubGlobal('EventSource', Stream);
    const { sent } = openOffice();
    openPart(
      <OfficeShell onLoggedOut={loggedOut}>
        <Screen useQuery={QUERIES[query]} />
      </OfficeShell>,
    );
    expect(await screen.findByText('Loaded')).toBeVisible();
    await waitFor(() => expect(streams).toHaveLength(1));
    streams[0]?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(topic) }));
    await waitFor(() => expect(sent(query)).toHaveLength(2));
  });
});

describe('the navigation', () => {
  test('has 13 entries, with Settings and the account menu as the last ones', async () => {
    openShell();
    const navigation = within(await screen.findByRole('navigation', { name: 'Office' }));
    expect(navigation.getAllByRole('link').map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
      ['Sage & Pine', '/'],
      ['Home', '/admin'],
      ['Orders', '/orders'],
      ['Bookings', '/bookings'],
      ['Dispatch', '/dispatch'],
      ['Jobs', '/team'],
      ['Clients', '/clients'],
      ['Team', '/team-management'],
      ['Invoices', '/invoices'],
      ['Inventory', '/inventory'],
      ['Growth', '/ai-dashboard'],
      ['Messages', '/messages'],
      ['Settings', '/settings'],
    ]);
    expect(await screen.findByRole('button', { name: 'Account menu, owner' })).toBeVisible();
  });

  test.each([
    ['/invoices', 'Invoices', ['Invoices', 'Receipts'], 'Invoices'],
    ['/receipts', 'Invoices', ['Invoices', 'Receipts'], 'Receipts'],
    ['/plans', 'Jobs', ['Jobs', 'Plans'], 'Plans'],
    ['/stock', 'Inventory', ['Inventory', 'Stock history', 'Accounting'], 'Stock history'],
    ['/inventory-accounting', 'Inventory', ['Inventory', 'Stock history', 'Accounting'], 'Accounting'],
    ['/canaan-dashboard', 'Growth', ['AI', 'Business development', 'Social', 'Achievements'], 'Business development'],
    ['/achievements', 'Growth', ['AI', 'Business development', 'Social', 'Achievements'], 'Achievements'],
  ])('marks the entry and the tab of %s', async (address, entry, tabs, current) => {
    openShell(address);
    const row = within(await screen.findByRole('navigation', { name: entry }));
    expect(row.getAllByRole('link').map((link) => link.textContent)).toEqual(tabs);
    expect(row.getByRole('link', { current: 'page' })).toHaveTextContent(current);
    const office = within(screen.getByRole('navigation', { name: 'Office' }));
    const marked = office.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
    expect(marked.map((link) => link.textContent?.trim())).toEqual([entry]);
    // Only the entry of the page itself is the current page; that of another tab is the current item.
    expect(marked[0]).toHaveAttribute('aria-current', marked[0]?.getAttribute('href') === address ? 'page' : 'true');
  });

  test('shows no tabs above a screen that has its entry to itself', async () => {
    openShell('/orders');
    await screen.findByRole('heading', { name: 'Some screen' });
    expect(screen.getAllByRole('navigation')).toHaveLength(1);
  });
});

describe('the account menu', () => {
  test('names the admin and the end of the session, and leads to the website', async () => {
    openShell('/orders', { now: '2026-11-22T22:15:00.000Z' });
    await press('Account menu, owner');
    expect(await screen.findByText('Logged in until 3:15 a.m.')).toBeVisible();
    expect(screen.getByRole('menuitem', { name: 'Public website' })).toHaveAttribute('href', '/');
  });

  test('offers the colours of this device', async () => {
    openShell();
    await press('Account menu, owner');
    expect(await screen.findByRole('menuitemradio', { name: 'System' })).toBeChecked();
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(screen.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    expect(localStorage.getItem('colorScheme')).toBe('dark');
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'System' }));
  });

  test('logs out', async () => {
    const { sent } = openShell();
    await press('Account menu, owner');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(loggedOut).toHaveBeenCalledOnce());
    expect(sent('session.logout')).toHaveLength(1);
  });
});

describe('the shortcuts', () => {
  const openReady = async (address?: string) => {
    const office = openShell(address);
    await screen.findByRole('heading', { name: 'Some screen' });
    (document.activeElement as HTMLElement).blur();
    return office;
  };

  test.each([
    ['h', '/admin'],
    ['o', '/orders'],
    ['b', '/bookings'],
    ['d', '/dispatch'],
    ['j', '/team'],
    ['c', '/clients'],
    ['i', '/invoices'],
    ['s', '/settings'],
  ])('g then %s opens %s', async (key, path) => {
    const { at } = await openReady('/stock');
    await userEvent.keyboard(`g${key}`);
    await waitFor(() => expect(at()).toBe(path));
  });

  test('n presses the button that creates on this screen', async () => {
    await openReady();
    await userEvent.keyboard('n');
    expect(added).toHaveBeenCalledOnce();
  });

  test('n offers all that can be created on a screen without such a button', async () => {
    await openReady();
    screen.getByRole('button', { name: 'Add Thing' }).removeAttribute('data-new');
    await userEvent.keyboard('n');
    expect(await screen.findByRole('combobox')).toHaveValue('new');
    expect(added).not.toHaveBeenCalled();
  });

  test('do nothing while typing, with a modifier, or while a dialog is open', async () => {
    const { at } = await openReady('/stock');
    await userEvent.type(screen.getByLabelText('A field'), 'gon/?');
    expect(screen.getByLabelText('A field')).toHaveValue('gon/?');
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('{Control>}n{/Control}{Alt>}n{/Alt}{Meta>}n{/Meta}');
    await userEvent.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    screen.getByRole('dialog').focus();
    await userEvent.keyboard('nga/');
    expect(added).not.toHaveBeenCalled();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(at()).toBe('/stock');
  });

  test('open nothing above a dialog, but the palette above a record', async () => {
    await openReady();
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    await userEvent.keyboard('{Control>}k{/Control}/n');
    expect(screen.queryByRole('combobox')).toBeNull();
    dialog.innerHTML = '<div data-drawer-body></div>';
    await userEvent.keyboard('n/');
    expect(screen.queryByRole('combobox')).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await findBox()).toHaveFocus();
    expect(added).not.toHaveBeenCalled();
    dialog.remove();
  });

  test('forget a g that was pressed long before the next key', async () => {
    const { at, advance } = await openReady('/stock');
    await userEvent.keyboard('g');
    advance(1);
    await userEvent.keyboard('o');
    expect(at()).toBe('/stock');
  });

  test('can be turned off on this device, except for Ctrl+K', async () => {
    await openReady();
    await press('Account menu, owner');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }));
    const isOn = await screen.findByRole('checkbox', { name: 'Use single-key shortcuts on this device' });
    expect(isOn).toBeChecked();
    await userEvent.click(isOn);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('n?/');
    expect(added).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await findBox()).toHaveFocus();
  });
});
