import '@testing-library/jest-dom/vitest';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { QuotesReport } from '../../src/client/features/quoting/office/quotes-report';
import { openOffice, openPart } from '../support/office';

const open = () => {
  openOffice();
  openPart(<QuotesReport search={{}} onSearch={() => {}} />);
};

test('the figures of priced quotes are one line on a phone until it is pressed', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  open();
  const line = await screen.findByText('0 sent, 0 approved');
  expect(screen.getByText('Value approved')).not.toBeVisible();
  fireEvent.click(line);
  expect(screen.getByText('Value approved')).toBeVisible();
});

test('the figures of priced quotes are open in a wide window', async () => {
  open();
  expect(await screen.findByText('$0.00')).toBeVisible();
});
