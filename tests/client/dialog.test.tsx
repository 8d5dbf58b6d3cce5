import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '../../src/client/ui/dialog';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'], shouldAdvanceTime: true });
});

function Opened() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="Record Payment" text="What was paid?">
      <input aria-label="Amount" />
    </Dialog>
  );
}

test('a press beside a dialog closes it, except the second half of the double click that opened it', async () => {
  render(<Opened />);
  const pressBeside = async () => {
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    await vi.advanceTimersByTimeAsync(10);
  };
  await vi.advanceTimersByTimeAsync(200);
  await pressBeside();
  expect(screen.getByRole('dialog', { name: 'Record Payment' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(400);
  await pressBeside();
  expect(screen.queryAllByRole('dialog')).toHaveLength(0);
});

test('a dialog that nothing on the page opened leaves the focus on the title', async () => {
  render(
    <>
      <h1 tabIndex={-1}>Dispatch</h1>
      <Opened />
    </>,
  );
  expect(screen.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  fireEvent.keyDown(document, { key: 'Escape' });
  await vi.advanceTimersByTimeAsync(10);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Dispatch' })).toHaveFocus();
});
