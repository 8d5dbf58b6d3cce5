import '@testing-library/jest-dom/vitest';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { contactInquiries, workOrders } from '../../db/schema';
import { QuotesPanel } from '../../src/client/features/quotes/quotes-panel';
import { TooltipProvider } from '../../src/client/ui/tooltip';
import { change, findDialog, findRow, lastToast, openOffice, openPart, press } from '../support/office';
import { QUOTE } from '../support/shop';

/** Opens an office with a quote request, and with others of which each was deleted on its own. */
async function openList({ deleted = 0, isConfirmed = false, isOpen = false } = {}) {
  const office = openOffice();
  for (let count = 0; count < deleted; count++) {
    await office.visitor.quotes.submit({ ...QUOTE, name: `Jon ${count}` });
    await office.admin.quotes.deleteAll();
  }
  const { inquiry } = await office.visitor.quotes.submit(QUOTE);
  // A request that was confirmed before it had an address has no work order.
  if (isConfirmed) office.db.update(contactInquiries).set({ status: 'confirmed', confirmedAt: inquiry.createdAt }).run();
  openPart(
    <TooltipProvider>
      <QuotesPanel search={isOpen ? { quote: inquiry.id } : {}} onSearch={() => {}} />
    </TooltipProvider>,
  );
  const rows = () => office.db.select().from(contactInquiries).all();
  return { ...office, stored: () => rows().find(({ id }) => id === inquiry.id), kept: () => rows().filter((row) => !row.deletedAt) };
}
const doubleClick = async (name: string | RegExp) => {
  const pressed = await screen.findByRole('button', { name });
  // Clicks again before the page has rendered the first click.
  act(() => {
    for (const detail of [1, 2]) fireEvent.click(pressed, { detail });
  });
};

describe('requests in the office', () => {
  test('show each its status, its next step and further actions', async () => {
    const office = await openList();
    const row = await findRow(/Maria Santos/);
    expect(within(row).getByText('pending')).toBeVisible();
    expect(within(row).getByText(QUOTE.address)).toBeVisible();
    expect(within(row).getByText('Nov 20, 1:30 p.m.')).toBeVisible();
    await press('Confirm Quote, Maria Santos');
    await waitFor(() => expect(office.stored()?.status).toBe('confirmed'));
    await press('More actions, Maria Santos');
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Mark Completed', 'Open work order', 'Create Work Order']);
  });

  test('report the job of a confirmation in a toast that opens it or takes the confirmation back', async () => {
    const office = await openList();
    await press('Confirm Quote, Maria Santos');
    await waitFor(() => expect(lastToast()?.title).toBe('Confirmed. Job set for tomorrow 1:30 p.m.'));
    expect(lastToast()).toMatchObject({ description: 'Maria Santos', durationMs: 10_000, action: { label: 'Undo' } });
    expect(lastToast()?.onOpen).toBeInstanceOf(Function);
    await screen.findByRole('button', { name: 'Mark Completed, Maria Santos' });
    act(() => lastToast()?.action?.run());
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Undone', description: 'The request of Maria Santos is pending again.' }),
    );
    expect(office.stored()).toMatchObject({ status: 'pending', clientId: null });
    expect(office.db.select().from(workOrders).all()).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Confirm Quote, Maria Santos' })).toBeVisible();
  });

  test('explain why a confirmation cannot be undone any more', async () => {
    const office = await openList();
    await press('Confirm Quote, Maria Santos');
    await waitFor(() => expect(lastToast()?.action?.label).toBe('Undo'));
    await office.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' });
    act(() => lastToast()?.action?.run());
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ kind: 'destructive', description: expect.stringContaining('was changed in the meantime') }),
    );
    expect(office.stored()?.status).toBe('confirmed');
  });

  test('take back the other steps as well', async () => {
    const office = await openList({ isConfirmed: true });
    await press('Mark Completed, Maria Santos');
    await waitFor(() => expect(lastToast()?.title).toBe('Marked as completed.'));
    expect(lastToast()?.onOpen).toBeUndefined();
    act(() => lastToast()?.action?.run());
    await waitFor(() => expect(office.stored()?.status).toBe('confirmed'));
  });

  test('move only one step on a double click, even if the second click meets the next button', async () => {
    const office = await openList();
    await doubleClick('Confirm Quote, Maria Santos');
    const next = await screen.findByRole('button', { name: 'Mark Completed, Maria Santos' });
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'));
    fireEvent.click(next, { detail: 2 });
    expect(office.stored()?.status).toBe('confirmed');
    await doubleClick('Mark Completed, Maria Santos');
    await screen.findByRole('button', { name: 'Reset to Pending, Maria Santos' });
    expect(office.sent('quotes.setStatus').map(({ status }) => status)).toEqual(['confirmed', 'completed']);
    expect(office.stored()?.status).toBe('completed');
  });

  test('move only one step while a key is held down', async () => {
    await openList();
    const step = await screen.findByRole('button', { name: 'Confirm Quote, Maria Santos' });
    // A browser sends these for a held key.
    expect(fireEvent.keyDown(step, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(step, { key: 'Enter', repeat: true })).toBe(false);
  });

  test('create a work order with its price and crew', async () => {
    const office = await openList({ isConfirmed: true, isOpen: true });
    // The list behind the drawer is out of reach.
    await press(/^Create Work Order/);
    const dialog = await findDialog();
    change('Price', '180', dialog);
    change(/^Crew size/, '2', dialog);
    await press('Create Work Order', dialog);
    await waitFor(() => expect(lastToast()?.title).toBe('Work Order Created'));
    expect(office.sent('quotes.createWorkOrder')).toMatchObject([{ id: 1, another: false }]);
    expect(office.db.select().from(workOrders).all()).toMatchObject([{ totalAmountCents: 18000, estimatedDuration: 120, crewSize: 2 }]);
  });

  test('are restored one deletion at a time', async () => {
    const office = await openList({ deleted: 2 });
    await doubleClick('Restore the last deletion');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Restored', description: '1 quote request brought back.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Restore the last deletion' }), { detail: 2 });
    // A second call would have been sent before this one.
    await doubleClick('Confirm Quote, Maria Santos');
    await waitFor(() => expect(office.sent('quotes.setStatus')).toHaveLength(1));
    expect(office.sent('quotes.restore')).toHaveLength(1);
    expect(office.kept()).toHaveLength(2);
  });
});
