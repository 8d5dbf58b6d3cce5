import '@testing-library/jest-dom/vitest';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { createMemberClient, trpc } from '../../src/client/trpc';
import { ConfirmationHost } from '../../src/client/ui/confirmation/confirmation-host';
import { fakeCalls, lastToast, Refusal } from '../support/office';

const QUESTION = 'This order is not paid yet. Ship it anyway?';

function ShipButton() {
  const ship = trpc.store.setOrderStatus.useMutation({ meta: { failure: 'Failed to update status. Please try again.' } });
  return (
    <button type="button" onClick={() => ship.mutate({ orderNumber: 'SPC-1', status: 'shipped' })}>
      {ship.isSuccess ? 'Shipped' : 'Ship'}
    </button>
  );
}

function openScreen() {
  const calls = fakeCalls({
    'store.setOrderStatus': ({ confirm }) => {
      if (confirm !== true) throw new Refusal(409, QUESTION, undefined, 'CONFIRMATION_NEEDED');
      return {};
    },
  });
  render(
    <CallsProvider>
      <ShipButton />
    </CallsProvider>,
  );
  return calls;
}

test('shows the question of a call that asks first and repeats the call once it is accepted', async () => {
  const calls = openScreen();
  await userEvent.click(screen.getByRole('button', { name: 'Ship' }));
  expect(await screen.findByRole('alertdialog', { name: 'Please confirm' })).toHaveTextContent(QUESTION);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('button', { name: 'Shipped' })).toBeVisible();
  expect(calls.sent('store.setOrderStatus')).toEqual([
    { orderNumber: 'SPC-1', status: 'shipped' },
    { orderNumber: 'SPC-1', status: 'shipped', confirm: true },
  ]);
});

test('changes nothing and shows no toast when the question is declined', async () => {
  const shownBefore = lastToast();
  const calls = openScreen();
  await userEvent.click(screen.getByRole('button', { name: 'Ship' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.sent('store.setOrderStatus')).toHaveLength(1);
  expect(lastToast()).toBe(shownBefore);
});

test('sends the call once more when the question is accepted after its time ran out', async () => {
  const calls = fakeCalls({
    'field.setStatus': ({ confirm }) => {
      if (confirm !== true) throw new Refusal(409, QUESTION, undefined, 'CONFIRMATION_NEEDED');
      return { id: 1 };
    },
  });
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  render(<ConfirmationHost />);
  const sent = createMemberClient().field.setStatus.mutate({ id: 1, teamMemberId: 1, status: 'enroute' }, { signal: patience.signal });
  const accept = await screen.findByRole('button', { name: 'Continue' });
  patience.abort();
  await userEvent.click(accept);
  expect(await sent).toEqual({ id: 1 });
  expect(calls.sent('field.setStatus')).toHaveLength(2);
  expect(timeout).toHaveBeenCalledExactlyOnceWith(30_000);
});
