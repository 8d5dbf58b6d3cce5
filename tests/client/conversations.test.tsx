import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.messages';
import { lastToast, openOffice, openStaffPage, press } from '../support/office';
import { insertRow } from '../support/rows';

function openMessages(search = '?view=conversations') {
  const office = openOffice();
  insertRow(office.db, 'clients');
  insertRow(office.db, 'client_messages');
  openStaffPage(Route, `/messages${search}`);
  return office;
}

test('lists conversations in a tab of their own', async () => {
  openMessages('');
  await userEvent.click(await screen.findByRole('tab', { name: 'Conversations' }));
  expect(await screen.findByText('Please ring at the back door.')).toBeInTheDocument();
  expect(screen.getAllByText('1 unread').length).toBeGreaterThan(0);
});

test('marks the messages as read when the conversation opens, and sends an answer', async () => {
  const { admin } = openMessages('?view=conversations&client=1');
  const drawer = await screen.findByRole('dialog', { name: 'Maria Santos' });
  await within(drawer).findByText('Please ring at the back door.');
  await waitFor(async () => expect((await admin.conversations.list({})).rows[0]?.unread).toBe(0));
  await userEvent.click(within(drawer).getByLabelText(/Your message/));
  await userEvent.paste('We will.');
  await press('Send message');
  expect(await within(drawer).findByText('We will.')).toBeInTheDocument();
  expect(lastToast()).toMatchObject({ title: 'Message sent' });
  expect(within(drawer).getByLabelText(/Your message/)).toHaveValue('');
  expect((await admin.conversations.get({ clientId: 1 })).rows[0]).toMatchObject({ from: 'office', text: 'We will.' });
});

test('asks for a text before it sends', async () => {
  openMessages('?view=conversations&client=1');
  await screen.findByText('Please ring at the back door.');
  await press('Send message');
  expect(await screen.findByText('Please enter text.')).toBeInTheDocument();
});
