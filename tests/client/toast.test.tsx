import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dismissToast, hideToast, readToasts, showToast } from '../../src/client/ui/toast/toast-store';
import ToastView from '../../src/client/ui/toast/toast-view';
import { Toaster } from '../../src/client/ui/toast/toaster';

// Loaded ahead, so that the toaster's own loading needs no time that the tests turn.
void ToastView;

const REMOVED_AFTER = 1_000_000;
beforeEach(() => {
  vi.useFakeTimers();
});
// Removes all toasts, shown and hidden, before the next test.
afterEach(() => {
  cleanup();
  for (const { id } of readToasts()) dismissToast(id);
  vi.advanceTimersByTime(REMOVED_AFTER);
  expect(readToasts()).toEqual([]);
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
async function renderToaster() {
  render(<Toaster />);
  await pass(0);
}
const show = async (toast: Parameters<typeof showToast>[0]) => {
  act(() => showToast(toast));
  await pass(0);
};
/** The toast itself, not what is announced to screen readers beside it. */
const toasts = () => [...document.querySelectorAll<HTMLElement>('li[data-state="open"]')];

describe('the store', () => {
  test('shows one toast at a time', () => {
    showToast({ title: 'First' });
    showToast({ title: 'Second', description: 'More', kind: 'destructive' });
    expect(readToasts()).toMatchObject([{ title: 'Second', description: 'More', kind: 'destructive', open: true }]);
  });

  test('removes a dismissed toast after 1,000,000 ms', () => {
    showToast({ title: 'Saved' });
    const [toast] = readToasts();
    dismissToast(toast?.id ?? 0);
    expect(readToasts()).toMatchObject([{ title: 'Saved', kind: 'default', open: false }]);
    vi.advanceTimersByTime(REMOVED_AFTER - 1);
    expect(readToasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(readToasts()).toEqual([]);
  });

  test('hides the toast of an earlier step, but not one that offers Undo', () => {
    showToast({ title: 'Error', kind: 'destructive' });
    hideToast();
    expect(readToasts()).toMatchObject([{ open: false }]);
    showToast({ title: 'Deleted', action: { label: 'Undo', run: () => undefined } });
    hideToast();
    expect(readToasts()).toMatchObject([{ open: true }]);
  });

  test('removes only the dismissed toast if another has replaced it', () => {
    showToast({ title: 'First' });
    dismissToast(readToasts()[0]?.id ?? 0);
    showToast({ title: 'Second' });
    vi.advanceTimersByTime(REMOVED_AFTER);
    expect(readToasts()).toMatchObject([{ title: 'Second', open: true }]);
  });
});

describe('on the screen', () => {
  test('a toast is shown for five seconds', async () => {
    await renderToaster();
    expect(toasts()).toEqual([]);
    await show({ title: 'Status Updated', description: 'Work order status has been updated successfully.' });
    expect(toasts()).toHaveLength(1);
    expect(toasts()[0]).toHaveTextContent('Status UpdatedWork order status has been updated successfully.');
    await pass(4999);
    expect(toasts()).toHaveLength(1);
    await pass(1);
    expect(toasts()).toEqual([]);
    expect(readToasts()).toMatchObject([{ open: false }]);
  });

  test('a newer toast replaces the old one and is shown for five seconds', async () => {
    await renderToaster();
    await show({ title: 'First' });
    await pass(4000);
    await show({ title: 'Second' });
    expect(toasts().map((toast) => toast.textContent)).toEqual(['Second']);
    await pass(4999);
    expect(toasts()).toHaveLength(1);
    await pass(1);
    expect(toasts()).toEqual([]);
  });

  test('a toast shown before the screen renders is not lost', async () => {
    showToast({ title: 'Session Expired' });
    await renderToaster();
    expect(toasts()[0]).toHaveTextContent('Session Expired');
  });

  test('only a failure has the destructive kind', async () => {
    await renderToaster();
    await show({ title: 'Error', kind: 'destructive' });
    expect(toasts()[0]).toHaveAttribute('data-kind', 'destructive');
    await show({ title: 'Saved' });
    expect(toasts()[0]).toHaveAttribute('data-kind', 'default');
  });

  test('it can be closed and offers its action', async () => {
    await renderToaster();
    const undo = vi.fn();
    await show({ title: 'Deleted', action: { label: 'Undo', run: undo } });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    await show({ title: 'Deleted again' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await pass(0);
    expect(toasts()).toEqual([]);
  });

  test('F8 focuses it, and it has an accessible name', async () => {
    await renderToaster();
    await show({ title: 'Saved' });
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(document.activeElement).toBe(screen.getByRole('region', { name: /Notifications/ }).querySelector('ol'));
  });

  test.each(['Undo', 'Close'])('pressing %s gives the focus back to the element that had it before', async (name) => {
    render(
      <>
        <h1 tabIndex={-1}>Team</h1>
        <button type="button">Complete Work</button>
      </>,
    );
    await renderToaster();
    await show({ title: 'Status Updated', action: { label: 'Undo', run: () => undefined } });
    screen.getByRole('button', { name: 'Complete Work' }).focus();
    act(() => screen.getByRole('button', { name }).focus());
    fireEvent.click(screen.getByRole('button', { name }));
    await pass(0);
    expect(screen.getByRole('button', { name: 'Complete Work' })).toHaveFocus();
  });

  test('closing it gives the focus to the title when the element that had it is gone', async () => {
    render(<h1 tabIndex={-1}>Team</h1>);
    await renderToaster();
    await show({ title: 'Status Updated', action: { label: 'Undo', run: () => undefined } });
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    act(() => screen.getByRole('button', { name: 'Undo' }).focus());
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await pass(0);
    expect(screen.getByRole('heading', { name: 'Team' })).toHaveFocus();
  });
});
