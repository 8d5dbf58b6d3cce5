import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { invoices, outbox } from '../../db/schema';
import { openEmpty, openPage } from '../support/invoices-page';
import { lastToast, press } from '../support/office';
import { insertRow } from '../support/rows';

const DONE = { status: 'completed', completed_date: '2026-11-19T20:00:00.000Z', assigned_team_member_id: null, inquiry_id: null } as const;

/** Opens the tab with three finished jobs of Maria; the last one has no price. */
async function openJobs() {
  const office = await openEmpty();
  insertRow(office.db, 'clients', { name: 'Maria Santos' });
  for (const [place, cents] of [10_000, 5050, null].entries())
    insertRow(office.db, 'work_orders', { ...DONE, work_order_id: `WO-${place}`, total_amount_cents: cents, actual_duration: 90 });
  openPage('/invoices?view=to-bill');
  await screen.findByRole('table', { name: 'Jobs to bill' });
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(4));
  return office;
}

test('the tab lists finished jobs without an invoice and their sum', async () => {
  await openJobs();
  expect(screen.getByRole('tab', { name: 'To bill' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByText('$150.50').parentElement).toHaveTextContent('$150.50 before taxes for 3 finished jobs.');
  expect(screen.getAllByRole('row').at(1)).toHaveTextContent('No price yet');
});

test('bills the selected jobs, says which could not be billed, and takes the invoices back', async () => {
  const office = await openJobs();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await press('Bill 3 jobs');
  const dialog = within(await screen.findByRole('dialog', { name: '2 invoices made' }));
  expect(dialog.getByText(/no price yet/)).toBeVisible();
  expect(office.shop.rows(invoices)).toHaveLength(2);
  expect(office.shop.rows(outbox)).toEqual([]);
  await press('Close');
  act(() => lastToast()?.action?.run());
  await waitFor(() => expect(office.shop.rows(invoices).filter(({ deletedAt }) => deletedAt === null)).toEqual([]));
});

test('mails the invoices if asked', async () => {
  const office = await openJobs();
  await userEvent.click(screen.getAllByRole('checkbox').at(2) as HTMLElement);
  await press('Bill and send');
  await waitFor(() => expect(lastToast()?.title).toBe('1 invoice made'));
  expect(office.shop.rows(outbox).map(({ purpose }) => purpose)).toEqual(['invoice-sent']);
});

test('says so when every finished job is billed', async () => {
  await openEmpty();
  openPage();
  await userEvent.click(await screen.findByRole('tab', { name: 'To bill' }));
  expect(await screen.findByRole('heading', { name: 'Every finished job is billed' })).toBeVisible();
});
