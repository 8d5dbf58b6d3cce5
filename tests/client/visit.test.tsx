import '@testing-library/jest-dom/vitest';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CallsProvider } from '../../src/client/calls';
import { VisitPage } from '../../src/client/features/visits/visit-page';
import { MARIA } from '../support/dispatch';
import { lastToast, offline, openOffice, press } from '../support/office';

/** Opens the page of a visit of Maria. */
async function openVisit() {
  const office = openOffice();
  await office.admin.clients.create(MARIA);
  const { id } = await office.admin.dispatch.createWorkOrder({
    clientId: 1,
    serviceType: 'residential',
    scheduledDate: '2026-11-24T17:00:00.000Z',
  });
  const row = office.db.$client.prepare('select visit_token as token from work_orders where id = ?').get(id) as { token: string };
  render(
    <CallsProvider>
      <VisitPage token={row.token} initial={await office.visitor.visits.get({ token: row.token })} />
    </CallsProvider>,
  );
  return { ...office, id };
}

test('a visit is confirmed, and the focus moves to the thanks', async () => {
  const office = await openVisit();
  await press('See you then');
  expect(await screen.findByText('Thank you. See you then!')).toHaveFocus();
  expect(screen.getByText('Confirmed')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'See you then' })).toBeNull();
  expect(office.sent('visits.confirm')).toHaveLength(1);
});

test('a confirmation that could not be sent is reported in words, and can be sent again', async () => {
  const office = await openVisit();
  office.fail('visits.confirm', offline);
  await press('See you then');
  await waitFor(() => expect(lastToast()?.description).toBe('Your answer could not be sent. Please try again, or call us.'));
  office.repair('visits.confirm');
  await press('See you then');
  expect(await screen.findByText('Confirmed')).toBeVisible();
});

test('a visit that was cancelled meanwhile is shown as cancelled', async () => {
  const office = await openVisit();
  await office.admin.dispatch.setWorkOrderStatus({ id: office.id, status: 'cancelled', reason: 'Client asked' });
  await press('See you then');
  expect(await screen.findByText('This visit is cancelled, and nobody will come.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'See you then' })).toBeNull();
});
