import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useNavigate,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { OfficeShell } from '../../src/client/features/shell/office-shell';
import { closePalette } from '../../src/client/features/shell/palette-store';
import { Button } from '../../src/client/ui/button';
import { PageTitle } from '../../src/client/ui/page-title';
import { openOffice } from './office';
import { insertRow } from './rows';
import { untyped } from './untyped';

class Observer {
  observe() {}
  disconnect() {}
  unobserve() {}
}

/** Replaces what jsdom lacks, and begins with a closed palette. */
export function prepareShell(): void {
  // jsdom lays nothing out, so it has nothing to observe or to scroll.
  vi.stubGlobal('ResizeObserver', Observer);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  closePalette();
}

export const added = vi.fn();
export const loggedOut = vi.fn();

/** A screen at any address, with a field, a menu button and a button that creates. */
function AnyScreen() {
  const navigate = useNavigate();
  return (
    <>
      <PageTitle>Some screen</PageTitle>
      <input aria-label="A field" />
      <Button isNew label="Add Thing" onPress={added} />
      <Button label="Elsewhere" onPress={() => void navigate({ to: '/orders' })} />
      <Link to="/clients" search={{ client: 1 }}>
        Maria
      </Link>
    </>
  );
}

/** Opens the office around an empty screen at an address. */
export function openShell(address = '/orders', options?: Parameters<typeof openOffice>[0]) {
  added.mockClear();
  loggedOut.mockClear();
  const office = openOffice(options);
  const root = createRootRoute({
    component: () => (
      <OfficeShell onLoggedOut={loggedOut}>
        <Outlet />
      </OfficeShell>
    ),
  });
  const any = createRoute({ getParentRoute: () => root, path: '$', component: AnyScreen });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([any]), history });
  render(<RouterProvider router={untyped(router)} />);
  const at = () => history.location.pathname + history.location.search;
  return { ...office, at };
}

/** Inserts a client, her request, her job and her invoice. */
export const fill = ({ db }: ReturnType<typeof openOffice>) => {
  insertRow(db, 'team_members');
  insertRow(db, 'clients', { phone: '(250) 555-0133' });
  insertRow(db, 'contact_inquiries');
  insertRow(db, 'work_orders', { work_order_id: 'WO-1795204800000-BEDB70', assigned_team_member_id: null });
  insertRow(db, 'invoices', { invoice_number: 'SPC034', number_value: 34, customer_name: 'Maria Santos', status: 'pending' });
};
/** Returns the texts of the palette's rows. */
export const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
/** Waits for the field of the palette, whose code is loaded on first use. */
export const findBox = () => screen.findByRole('combobox', {}, { timeout: 10_000 });
export const selected = () => screen.getAllByRole('option', { selected: true }).map((option) => option.textContent);
