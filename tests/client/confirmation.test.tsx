import '@testing-library/jest-dom/vitest';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { createMemberClient, trpc } from '../../src/client/trpc';
import { ConfirmationHost } from '../../src/client/ui/confirmation/confirmation-host';
import { addJob, addPeople } from '../support/jobs';
import { lastToast, openOffice } from '../support/office';
import { insertRow } from '../support/rows';

function ShipButton() {
  const ship = trpc.store.setOrderStatus.useMutation({ meta: { failure: 'Failed to update status. Please try again.' } });
  return (
    <button type="button" onClick={() => ship.mutate({ orderNumber: 1, status: 'shipped' })}>
      {ship.isSuccess ? 'Shipped' : 'Ship'}
    </button>
  );
}

/** Opens the button of an order whose e-Transfer has not arrived, so that shipping it asks first. */
function openScreen() {
  const office = openOffice();
  insertRow(office.db, 'orders', { status: 'processing', payment_method: 'interac' });
  render(
    <CallsProvider>
      <ShipButton />
    </CallsProvider>,
  );
  return office;
}

test('shows the question of a call that asks first and repeats the call once it is accepted', async () => {
  const { sent } = openScreen();
  await userEvent.click(screen.getByRole('button', { name: 'Ship' }));
  expect(await screen.findByRole('alertdialog', { name: 'Please confirm' })).toHaveTextContent(
    'The e-Transfer for ORD-0001 has not arrived. Ship it anyway?',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('button', { name: 'Shipped' })).toBeVisible();
  expect(sent('store.setOrderStatus')).toEqual([
    { orderNumber: 1, status: 'shipped' },
    { orderNumber: 1, status: 'shipped', confirm: true },
  ]);
});

test('changes nothing and shows no toast when the question is declined', async () => {
  const shownBefore = lastToast();
  const { sent } = openScreen();
  await userEvent.click(screen.getByRole('button', { name: 'Ship' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('store.setOrderStatus')).toHaveLength(1);
  expect(lastToast()).toBe(shownBefore);
});

test('sends the call once more when the question is accepted after its time ran out', async () => {
  const office = openOffice();
  addPeople(office);
  // The job is a day away, so setting off asks first.
  addJob(office, 1, { row: { scheduled_date: '2026-11-21T21:00:00.000Z' }, assignment: {} });
  office.signInAs({ member: 1 });
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  render(<ConfirmationHost />);
  const answer = createMemberClient().field.setStatus.mutate({ id: 1, teamMemberId: 1, status: 'enroute' }, { signal: patience.signal });
  const accept = await screen.findByRole('button', { name: 'Continue' });
  patience.abort();
  await userEvent.click(accept);
  expect(await answer).toMatchObject({ status: 'enroute' });
  expect(office.sent('field.setStatus')).toHaveLength(2);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000);
});
