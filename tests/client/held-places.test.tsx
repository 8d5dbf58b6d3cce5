import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Route as Orders } from '../../src/client/routes/_office._staff.orders';
import { Route as Settings } from '../../src/client/routes/_office._staff.settings';
import { openOffice, openStaffPage } from '../support/office';

test('a filter holds the place of its count while that is loading, and has none without one', async () => {
  const office = openOffice();
  const release = office.hold('store.countOrders');
  openStaffPage(Orders, '/orders');
  const unpaid = await screen.findByRole('button', { name: 'Unpaid' });
  expect(unpaid.querySelector('span')).toBeEmptyDOMElement();
  expect(screen.getByRole('button', { name: 'Paid' }).querySelector('span')).toBeNull();
  release();
  await waitFor(() => expect(unpaid).toHaveAccessibleName('Unpaid 0'));
});

test('a list that is mostly short holds the place of few rows while it is loading', async () => {
  const office = openOffice();
  const release = office.hold('data.backups');
  openStaffPage(Settings, '/settings?section=data');
  const table = await screen.findByRole('table', { name: 'Backups' });
  expect(within(table).getAllByRole('row', { hidden: true }).slice(1)).toHaveLength(5);
  release();
  expect(await screen.findByText(/^No backups yet/)).toBeVisible();
});
