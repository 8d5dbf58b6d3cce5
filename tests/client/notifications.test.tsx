import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { type openOffice, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';
import { openShell, prepareShell } from '../support/shell';

beforeEach(prepareShell);

const record = ({ db }: ReturnType<typeof openOffice>, verb: string, entity: string, more: object = {}) =>
  insertRow(db, 'activity', { verb, entity_type: entity, entity_id: '1', actor_kind: 'visitor', ...more });

/** Opens an office where a request came in today, and a booking was cancelled and a message failed yesterday. */
function openBusy() {
  const office = openShell();
  insertRow(office.db, 'clients');
  insertRow(office.db, 'contact_inquiries', { client_id: 1 });
  insertRow(office.db, 'appointment_slots', { team_member_id: null });
  insertRow(office.db, 'appointment_bookings', { client_name: 'Peter Ong' });
  record(office, 'message.failed', 'message', { actor_kind: 'system', at: '2026-11-19T19:00:00.000Z' });
  record(office, 'booking.cancelled', 'booking', { at: '2026-11-19T20:00:00.000Z' });
  record(office, 'quote.received', 'quote');
  return office;
}
const openPanel = async (name = 'Notifications, 3 unread') => {
  await press(name);
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
};
const textOf = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim();

describe('the notification centre', () => {
  test('shows what others did by days, each with a link to its record', async () => {
    const { at } = openBusy();
    const panel = await openPanel();
    const today = within(await panel.findByRole('region', { name: 'Today' }));
    expect(today.getAllByRole('listitem').map(textOf)).toEqual(['New quote request, unreadMaria Santos · Residential · Pending1:00 p.m.']);
    const yesterday = within(panel.getByRole('region', { name: 'Yesterday' }));
    expect(yesterday.getAllByRole('listitem').map(textOf)).toEqual([
      'Booking cancelled by the client, unreadPeter Ong · Residential · Confirmed1:00 p.m.',
      'Message could not be sent, unreadDeleted since then12:00 p.m.',
    ]);
    expect(panel.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin?quote=1', '/bookings?booking=1']);
    await userEvent.click(panel.getByRole('link', { name: /New quote request/ }));
    await waitFor(() => expect(at()).toBe('/admin?quote=1'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('marks all as read, which stays so', async () => {
    const { sent } = openBusy();
    const panel = await openPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeInTheDocument();
    expect(sent('notifications.markSeen')).toEqual([{ upTo: 3 }]);
    await waitFor(() => expect(panel.queryByText(/unread/)).toBeNull());
    expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Notifications' })).toHaveFocus());
  });

  test('says that nothing happened', async () => {
    openShell();
    const panel = await openPanel('Notifications');
    expect(await panel.findByText("You're all caught up")).toBeVisible();
  });

  test('shows that loading failed, and tries again', async () => {
    const office = openBusy();
    office.fail('notifications.list', refuse(500));
    const panel = await openPanel();
    expect(await panel.findByRole('alert')).toHaveTextContent('The notifications could not be loaded.');
    office.repair('notifications.list');
    await press('Try again', panel);
    expect(await panel.findByRole('region', { name: 'Today' })).toBeVisible();
  });

  test('shows 99+ from a hundred on', async () => {
    const office = openShell();
    for (let made = 0; made < 120; made++) record(office, 'quote.received', 'quote');
    expect(await screen.findByRole('button', { name: 'Notifications, 99+ unread' })).toHaveTextContent('99+');
  });
});
