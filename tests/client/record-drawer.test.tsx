import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Route as PlansRoute } from '../../src/client/routes/_office._staff.plans';
import { Route as TeamRoute } from '../../src/client/routes/_office._staff.team';
import { RecordDrawer } from '../../src/client/ui/record-drawer';
import * as clients from '../support/clients-page';
import { MARIA } from '../support/dispatch';
import * as invoices from '../support/invoices-page';
import { addJob, addPeople } from '../support/jobs';
import { openOffice, openStaffPage } from '../support/office';
import * as orders from '../support/orders-page';
import { WEEKLY } from '../support/plans';
import * as products from '../support/products-page';
import * as receipts from '../support/receipts-page';
import { openTeam } from '../support/team-page';
import { untyped } from '../support/untyped';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const loading = { data: undefined, isPending: true, isError: false, isFetching: true, error: null, refetch: () => undefined };
const draw = (action?: () => string) =>
  render(
    <RecordDrawer
      query={untyped(loading)}
      id={1}
      title="Job"
      loading="Loading..."
      failed="Failed."
      action={action}
      onClose={() => undefined}
    >
      {() => null}
    </RecordDrawer>,
  );
const findActionRow = () => screen.getByRole('heading', { name: 'Job' }).parentElement?.nextElementSibling;

test('keeps room for the action while the record loads', () => {
  draw(() => 'Assign');
  expect(findActionRow()?.className).toContain('h-11');
});

test('keeps no room in a drawer without an action', () => {
  draw();
  expect(findActionRow()?.className).not.toContain('h-11');
});

/** Returns the properties that React drew an element with, which are new ones each time it is drawn. */
function readDrawn(element: Element): unknown {
  const [drawn] = Object.entries(element).flatMap(([name, value]) => (name.startsWith('__reactProps$') ? [value] : []));
  expect(drawn).toBeDefined();
  return drawn;
}

async function openWithPlan() {
  const { admin } = openOffice();
  await admin.clients.create(MARIA);
  await admin.plans.create(WEEKLY);
}
function openWithJob() {
  const office = openOffice();
  addPeople(office);
  addJob(office, 1);
}

test.each([
  ['invoice', invoices.openInvoice, invoices.openPage, 'SPC001'],
  ['receipt', receipts.openReceipts, receipts.openPage, 'SPC-RCP001'],
  ['client', clients.openMaria, clients.openPage, /^Maria/],
  ['order', orders.openWithOrder, orders.openPage, /1/],
  ['member', () => undefined, openTeam, /Dee Marsh/],
  ['plan', openWithPlan, () => openStaffPage(PlansRoute, '/plans'), /Maria/],
  ['job', openWithJob, () => openStaffPage(TeamRoute, '/team'), /Maria/],
  ['product', products.openProducts, products.openPage, /Squeegee/],
  ['stock', products.openProducts, () => products.openPage('/inventory-accounting?tab=products'), /Squeegee/],
] as const)(
  'leaves the rows of the list and the scrolled page as they are while a drawer opens and closes beside them: %s',
  async (_, openCompany, openPage, name) => {
    await openCompany();
    openPage();
    const link = await screen.findByRole('link', { name });
    const row = link.closest('tr') as Element;
    const drawn = readDrawn(row);
    const scroll = vi.fn();
    vi.stubGlobal('scrollTo', scroll);
    vi.stubGlobal('scrollY', 500);
    fireEvent.scroll(document);
    await userEvent.click(link);
    await screen.findByRole('dialog');
    expect(readDrawn(row)).toBe(drawn);
    expect(scroll).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(scroll.mock.calls.filter(([to]) => to.top !== 500)).toEqual([]);
    expect(readDrawn(row)).toBe(drawn);
  },
);

const openOrder = async () => {
  await userEvent.click(await screen.findByRole('link', { name: /1/ }));
  await screen.findByRole('dialog');
};
const closeDrawer = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};

test('closes with Escape after the menu and the question above it, one at a time', async () => {
  await invoices.openInvoice();
  invoices.openPage('/invoices?invoice=1');
  const drawer = await screen.findByRole('dialog');
  const pressEscape = async (layer: Element) => {
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(layer.isConnected).toBe(false));
  };
  const openMenu = async () => userEvent.click(await within(drawer).findByRole('button', { name: /^More actions/ }));
  await openMenu();
  await pressEscape(await screen.findByRole('menu'));
  await openMenu();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await pressEscape(await screen.findByRole('alertdialog'));
  expect(drawer.isConnected).toBe(true);
  await pressEscape(drawer);
});

test('leaves no page in the history when a record that its list opened is closed', async () => {
  await orders.openWithOrder();
  const { router, search } = orders.openPage('/orders?status=processing');
  await openOrder();
  expect(router.history.length).toBe(2);
  await closeDrawer();
  expect(search()).toEqual({ status: 'processing' });
  await openOrder();
  await closeDrawer();
  expect(router.history.length).toBe(2);
  expect(router.history.location.state.__TSR_index).toBe(0);
  router.history.forward();
  await screen.findByRole('dialog');
  await closeDrawer();
});

test('keeps the search of a record that is opened while it is still being typed', async () => {
  await orders.openWithOrder();
  const { router, search } = orders.openPage();
  await screen.findByRole('link', { name: /1/ });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search orders' }), { target: { value: 'maria' } });
  screen.getByRole('searchbox', { name: 'Search orders' }).focus();
  await openOrder();
  expect(search()).toEqual({ q: 'maria', order: '1' });
  router.history.back();
  await waitFor(() => expect(search()).toEqual({ q: 'maria' }));
});

test('goes back once when a record is closed twice before the browser has gone back', async () => {
  await orders.openWithOrder();
  const { router } = orders.openPage();
  await openOrder();
  const back = vi.spyOn(router.history, 'back').mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(back).toHaveBeenCalledTimes(1);
});

test('shows the list in place of a record that was opened by its address', async () => {
  await orders.openWithOrder();
  const { router, search } = orders.openPage('/orders?status=processing&order=1');
  await screen.findByRole('dialog');
  await closeDrawer();
  expect(search()).toEqual({ status: 'processing' });
  expect(router.history.length).toBe(1);
});
