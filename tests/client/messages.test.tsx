import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { outbox } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.messages';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { choose, findDialog, findRow, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

type Row = Parameters<typeof insertRow>[2];
const MESSAGE: Row = {
  purpose: 'quote-received',
  to: 'maria@example.com',
  subject: 'We received your request',
  body: 'Hello Maria,\n\nthank you.\n',
  attempts: 2,
  next_attempt_at: '2026-11-20T20:45:00.000Z',
  last_error: '451 Not today',
};
/** Opens the outbox of an office with these messages, each waiting but for its changes. */
function openMessages(rows: readonly Row[] = [{}], { hasMailServer = true, address = '/messages', isDown = false } = {}) {
  const office = openOffice({ hasMailServer });
  for (const [index, row] of rows.entries())
    insertRow(office.db, 'outbox', { ...MESSAGE, message_id: `<${index}@shop.test>`, dedupe_key: String(index), ...row });
  if (isDown) office.fail('mail.list', refuse(500));
  return { ...office, ...openStaffPage(Route, address), stored: () => office.db.select().from(outbox).all() };
}

describe('the messages', () => {
  test("show the mail server's reply and the time of the next attempt", async () => {
    openMessages();
    const row = await findRow(/We received your request/);
    expect(row).toHaveTextContent('Waiting');
    expect(row).toHaveTextContent('Tried 2 times: 451 Not today');
    expect(row).toHaveTextContent('Next try Nov 20, 1:45 p.m.');
    // The owner can skip the wait once the mail server is back.
    expect(within(row).getByRole('button', { name: 'Send Now, We received your request' })).toBeInTheDocument();
  });

  test('open beside the list with their text, by a link that a reload keeps, and close with Escape', async () => {
    const office = openMessages();
    await userEvent.click(await screen.findByRole('link', { name: /We received your request/ }));
    const drawer = await findDialog();
    expect(await drawer.findByRole('heading', { name: 'We received your request' })).toBeVisible();
    expect(drawer.getByText(/thank you/)).toBeVisible();
    expect(drawer.getByText('maria@example.com')).toBeVisible();
    expect(drawer.getByText(/Tried 2 times: 451 Not today/)).toBeVisible();
    expect(drawer.getByRole('link', { name: 'Download .eml, We received your request' })).toHaveAttribute(
      'href',
      '/documents/message/1.eml',
    );
    expect(office.search()).toEqual({ message: '1' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.search()).toEqual({});
  });

  test('that do not exist say so, with a way to the list', async () => {
    const office = openMessages([{}], { address: '/messages?view=failed&message=99' });
    const drawer = await findDialog();
    expect(await drawer.findByText('No such message')).toBeVisible();
    await press('Show All Messages', drawer);
    await waitFor(() => expect(office.search()).toEqual({ view: 'failed' }));
  });

  test('that may have been sent are marked as sent in their menu', async () => {
    const office = openMessages([{ status: 'unknown' }]);
    await findRow(/May have been sent/);
    await choose('Mark as sent');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Marked as sent' }));
    expect(office.stored()).toMatchObject([{ status: 'sent' }]);
  });

  test('can be sent again after they failed', async () => {
    const office = openMessages([
      { status: 'failed', attempts: 8, attachments: '[{"name":"a.pdf","type":"application/pdf","content":""}]' },
    ]);
    const row = await findRow(/Failed/);
    expect(row).not.toHaveTextContent('Next try');
    await press('Send Again, We received your request');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Message Queued' }));
    expect(office.stored()).toMatchObject([{ status: 'queued', attempts: 0 }]);
    await waitFor(() => expect(row).toHaveTextContent('Waiting'));
    expect(row).not.toHaveTextContent('Tried');
  });

  test('show the reason when they cannot be sent again', async () => {
    const office = openMessages([{ status: 'failed' }]);
    const again = await screen.findByRole('button', { name: 'Send Again, We received your request' });
    office.db.update(outbox).set({ status: 'sent' }).run();
    await userEvent.click(again);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: 'A message that is sent cannot be sent again.' }));
  });

  test('are filtered by status in the URL, with the number of each', async () => {
    const office = openMessages([{}, { status: 'sent' }, { status: 'sent' }, { status: 'stored' }]);
    const pills = within(await screen.findByRole('group', { name: 'State' }));
    await waitFor(() =>
      expect(pills.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'All 4',
        'Drafts 0',
        'Waiting 1',
        'Sent 2',
        'Failed 0',
        'Saved 1',
        'Stopped 0',
      ]),
    );
    await press(/^Failed/, pills);
    expect(await screen.findByRole('heading', { name: 'Nothing failed' })).toBeInTheDocument();
    expect(office.search()).toEqual({ view: 'failed' });
    await press('Show All Messages');
    // The row of the columns' names, and four messages.
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
    expect(office.search()).toEqual({});
  });

  test.each([
    ['waiting', undefined],
    ['sent', 'Nothing was sent yet'],
    ['kept', 'Nothing is saved'],
    ['nonsense', undefined],
  ])('open at the view in the URL: %s', async (view, title) => {
    openMessages([{}], { address: `/messages?view=${view}` });
    expect(await (title ? screen.findByRole('heading', { name: title }) : findRow(/We received your request/))).toBeInTheDocument();
  });

  test('show that they are kept when there is no mail server', async () => {
    openMessages([{ status: 'stored', attempts: 0, last_error: null }], { hasMailServer: false });
    expect(await screen.findByRole('note')).toHaveTextContent('No mail server is set up');
    expect(await findRow(/We received your request/)).toHaveTextContent('Saved');
    expect(screen.queryByRole('button', { name: /^Send Now/ })).toBeNull();
  });

  test('show the reason when an address got too many, and can be sent', async () => {
    const last_error = 'Kept back: this address got 12 messages within an hour.';
    const office = openMessages([{ status: 'stored', attempts: 0, last_error }]);
    expect(await findRow(/We received your request/)).toHaveTextContent(last_error);
    await press(/^Send Now/);
    await waitFor(() => expect(office.stored()).toMatchObject([{ status: 'queued' }]));
  });

  test('show an error when they cannot be loaded, and can be reloaded', async () => {
    const office = openMessages([{}], { isDown: true });
    expect(await screen.findByRole('alert')).toHaveTextContent('The messages could not be loaded.');
    office.repair('mail.list');
    await press('Try again');
    expect(await findRow(/We received your request/)).toBeInTheDocument();
  });
});

describe('a test message', () => {
  test('goes to the company by default', async () => {
    const office = openMessages([]);
    await press('Send Test Message');
    const dialog = await findDialog();
    const field = dialog.getByLabelText(/^Email/);
    await waitFor(() => expect(field).toHaveValue(DEFAULT_FACTS.email));
    fireEvent.change(field, { target: { value: '' } });
    await press('Send Test Message', dialog);
    await waitFor(() => expect(field).toHaveAccessibleDescription('Please enter the email address.'));
    fireEvent.change(field, { target: { value: 'maria' } });
    await waitFor(() => expect(field).toHaveAccessibleDescription(/valid email address/));
    expect(office.stored()).toEqual([]);
    fireEvent.change(field, { target: { value: 'maria@example.com' } });
    await press('Send Test Message', dialog);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Test Message Queued', description: 'It is on its way to maria@example.com.' }),
    );
    expect(office.stored()).toMatchObject([{ to: 'maria@example.com', status: 'queued' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is offered by an empty list', async () => {
    const office = openMessages([], { hasMailServer: false });
    await press('Send a Test Message');
    const dialog = await findDialog();
    await waitFor(() => expect(dialog.getByLabelText(/^Email/)).toHaveValue(DEFAULT_FACTS.email));
    await press('Send Test Message', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.stored()).toMatchObject([{ status: 'stored' }]);
    expect(await screen.findByRole('button', { name: 'Send Test Message' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send a Test Message' })).toBeNull();
  });

  test('is kept when there is no mail server, with a notice', async () => {
    const office = openMessages([], { hasMailServer: false });
    await screen.findByRole('note');
    await press('Send Test Message');
    const dialog = await findDialog();
    await waitFor(() => expect(dialog.getByLabelText(/^Email/)).toHaveValue(DEFAULT_FACTS.email));
    await press('Send Test Message', dialog);
    await waitFor(() => expect(lastToast()?.description).toBe('kept in the outbox: no mail server configured'));
    expect(office.stored()).toMatchObject([{ to: DEFAULT_FACTS.email, status: 'stored' }]);
  });
});
