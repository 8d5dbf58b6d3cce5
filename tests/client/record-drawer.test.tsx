import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { RecordDrawer } from '../../src/client/ui/record-drawer';
import * as clients from '../support/clients-page';
import * as invoices from '../support/invoices-page';
import * as orders from '../support/orders-page';
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

test.each([
  ['invoice', invoices.openInvoice, invoices.openPage, 'SPC001'],
  ['receipt', receipts.openReceipts, receipts.openPage, 'SPC-RCP001'],
  ['client', clients.openMaria, clients.openPage, /^Maria/],
  ['order', orders.openWithOrder, orders.openPage, /1/],
  ['member', () => undefined, openTeam, /Dee Marsh/],
  ['product', products.openProducts, products.openPage, /Squeegee/],
  ['stock', products.openProducts, () => products.openPage('/inventory-accounting?tab=products'), /Squeegee/],
] as const)('leaves the rows of the list as they are while a drawer opens beside them: %s', async (_, openCompany, openPage, name) => {
  await openCompany();
  openPage();
  const link = await screen.findByRole('link', { name });
  const row = link.closest('tr') as Element;
  const drawn = readDrawn(row);
  await userEvent.click(link);
  await screen.findByRole('dialog');
  expect(readDrawn(row)).toBe(drawn);
});
