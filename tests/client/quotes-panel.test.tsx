import '@testing-library/jest-dom/vitest';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { QuotesPanel } from '../../src/client/features/quotes/quotes-panel';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { TooltipProvider } from '../../src/client/ui/tooltip';
import type { QuoteStatus } from '../../src/shared/quotes';
import type { Inquiry } from '../../src/shared/quotes-schemas';
import { fakeCalls } from '../support/office';

const toast = () => readToasts().at(-1);

describe('requests in the office', () => {
  const INQUIRY: Inquiry = {
    id: 5,
    name: 'Maria Santos',
    email: 'maria@example.com',
    phone: null,
    address: '12 Seymour St',
    serviceType: 'residential',
    message: null,
    status: 'pending',
    confirmedAt: null,
    createdAt: '2026-11-20T20:00:00.000Z',
    clientId: null,
    workOrderId: null,
  };
  function openList(inquiry: Inquiry, deleted = 0) {
    const list = { inquiries: [inquiry], total: 1, nextCursor: null as number | null };
    const office = fakeCalls({
      'quotes.list': () => list,
      'quotes.bin': () => ({ count: deleted, deletedAt: '2026-11-20T19:00:00.000Z' }),
      'market.priceSuggestion': () => null,
      'quotes.setStatus': ({ status }) => {
        list.inquiries = [{ ...inquiry, status: status as QuoteStatus }];
        return { success: true, inquiry: list.inquiries[0] };
      },
      'quotes.createWorkOrder': () => ({ success: true }),
      'quotes.restore': () => ({ restoredCount: deleted }),
    });
    render(
      <CallsProvider>
        <TooltipProvider>
          <QuotesPanel search={{}} onSearch={() => {}} />
        </TooltipProvider>
      </CallsProvider>,
    );
    return office;
  }
  const doubleClick = async (name: string | RegExp) => {
    const pressed = await screen.findByRole('button', { name });
    // Clicks again before the page has rendered the first click.
    act(() => {
      for (const detail of [1, 2]) fireEvent.click(pressed, { detail });
    });
  };

  test('move only one step on a double click, even if the second click meets the next button', async () => {
    const office = openList(INQUIRY);
    await doubleClick('Confirm Quote, Maria Santos');
    const next = await screen.findByRole('button', { name: 'Mark Completed, Maria Santos' });
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'false'));
    fireEvent.click(next, { detail: 2 });
    await doubleClick('Mark Completed, Maria Santos');
    await screen.findByRole('button', { name: 'Reset to Pending, Maria Santos' });
    expect(office.sent('quotes.setStatus')).toEqual([
      { id: 5, status: 'confirmed' },
      { id: 5, status: 'completed' },
    ]);
  });

  test('move only one step while a key is held down', async () => {
    openList(INQUIRY);
    const step = await screen.findByRole('button', { name: 'Confirm Quote, Maria Santos' });
    // A browser sends these for a held key.
    expect(fireEvent.keyDown(step, { key: 'Enter' })).toBe(true);
    expect(fireEvent.keyDown(step, { key: 'Enter', repeat: true })).toBe(false);
  });

  test('create one work order on a double click', async () => {
    const office = openList({ ...INQUIRY, status: 'confirmed' });
    await doubleClick(/^Create Work Order/);
    await waitFor(() => expect(toast()?.title).toBe('Work Order Created'));
    expect(office.sent('quotes.createWorkOrder')).toEqual([{ id: 5, another: false }]);
  });

  test('are restored one deletion at a time', async () => {
    const office = openList(INQUIRY, 2);
    await doubleClick('Restore the last deletion');
    await waitFor(() => expect(toast()).toMatchObject({ title: 'Restored', description: '2 quote requests brought back.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Restore the last deletion' }), { detail: 2 });
    // A second call would have been sent before this one.
    await doubleClick('Confirm Quote, Maria Santos');
    await waitFor(() => expect(office.sent('quotes.setStatus')).toHaveLength(1));
    expect(office.sent('quotes.restore')).toHaveLength(1);
  });
});
