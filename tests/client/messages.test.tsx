import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.messages';
import { DEFAULT_FACTS } from '../../src/shared/company';
import type { Message } from '../../src/shared/messages';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const MESSAGE: Message = {
  id: 7,
  purpose: 'quote-received',
  marketing: false,
  to: 'maria@example.com',
  subject: 'We received your request',
  body: 'Hello Maria,\n\nthank you.\n',
  footer: null,
  heldBack: null,
  sendAfter: null,
  opportunityId: null,
  approvedBy: null,
  status: 'queued',
  attempts: 2,
  nextAttemptAt: '2026-11-20T20:05:00.000Z',
  lastError: '451 Not today',
  hasAttachments: false,
  relatedType: 'quote',
  relatedId: 1,
  createdAt: '2026-11-20T20:00:00.000Z',
  sentAt: null,
};
function openMessages(change: Partial<Message> = {}, { hasMailServer = true, address = '/messages', more = {} } = {}) {
  let message = { ...MESSAGE, ...change };
  const office = fakeCalls({
    'mail.list': ({ view = 'all' }) => ({
      rows: view === 'all' || view === 'waiting' ? [message] : [],
      nextCursor: null,
      hasMailServer,
    }),
    'mail.counts': () => ({ all: 9, drafts: 0, waiting: 1, sent: 5, failed: 2, kept: 1, stopped: 0 }),
    'drafts.retry': () => {
      message = { ...message, status: 'queued', attempts: 0 };
      return message;
    },
    'mail.sendTest': ({ to }) => ({ ...MESSAGE, to, status: hasMailServer ? 'queued' : 'stored' }),
    'settings.get': () => ({ company: DEFAULT_FACTS }),
    ...more,
  });
  return { ...office, ...openStaffPage(Route, address) };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the messages', () => {
  test("show the mail server's reply and the time of the next attempt", async () => {
    openMessages();
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('Waiting');
    expect(row).toHaveTextContent('Tried 2 times: 451 Not today');
    expect(row).toHaveTextContent('Next try Fri, Nov 20, 2026, 1:05 p.m.');
    // The owner can skip the wait once the mail server is back.
    expect(within(row).getByRole('button', { name: 'Send Now, We received your request' })).toBeVisible();
    expect(within(row).getByRole('link', { name: 'Download .eml, We received your request' })).toHaveAttribute(
      'href',
      '/documents/message/7.eml',
    );
    await userEvent.click(within(row).getByText(MESSAGE.subject, { selector: 'summary *' }));
    expect(within(row).getByText(/thank you/)).toBeVisible();
  });

  test('can be sent again after they failed', async () => {
    const office = openMessages({ status: 'failed', attempts: 8, hasAttachments: true });
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('Failed');
    expect(row).toHaveTextContent('with attachment');
    expect(row).not.toHaveTextContent('Next try');
    await press('Send Again, We received your request');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Message Queued' }));
    expect(office.sent('drafts.retry')).toEqual([{ id: 7 }]);
    await waitFor(() => expect(row).toHaveTextContent('Waiting'));
    expect(row).not.toHaveTextContent('Tried');
  });

  test('show the reason when they cannot be sent again', async () => {
    openMessages(
      { status: 'failed' },
      { more: { 'drafts.retry': () => Promise.reject(new Refusal(409, 'A message that is sent cannot be sent again.')) } },
    );
    await press('Send Again, We received your request');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: 'A message that is sent cannot be sent again.' }));
  });

  test('are filtered by status in the URL, with the number of each', async () => {
    const office = openMessages();
    const pills = within(await screen.findByRole('group', { name: 'State' }));
    await waitFor(() =>
      expect(pills.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'All 9',
        'Drafts 0',
        'Waiting 1',
        'Sent 5',
        'Failed 2',
        'Kept 1',
        'Stopped 0',
      ]),
    );
    await userEvent.click(pills.getByRole('button', { name: /^Failed/ }));
    expect(await screen.findByRole('heading', { name: 'Nothing failed' })).toBeInTheDocument();
    expect(office.search()).toEqual({ view: 'failed' });
    expect(office.sent('mail.list').at(-1)).toMatchObject({ view: 'failed' });
    await press('Show All Messages');
    expect(await screen.findByRole('listitem')).toBeInTheDocument();
    expect(office.search()).toEqual({});
  });

  test.each([
    ['waiting', undefined],
    ['sent', 'Nothing was sent yet'],
    ['kept', 'Nothing is kept'],
    ['nonsense', undefined],
  ])('open at the view in the URL: %s', async (view, title) => {
    openMessages({}, { address: `/messages?view=${view}` });
    expect(await (title ? screen.findByRole('heading', { name: title }) : screen.findByRole('listitem'))).toBeInTheDocument();
  });

  test('show that they are kept when there is no mail server', async () => {
    openMessages({ status: 'stored', attempts: 0, lastError: null }, { hasMailServer: false });
    expect(await screen.findByRole('note')).toHaveTextContent('No mail server is set up');
    expect(screen.getByRole('listitem')).toHaveTextContent('Kept');
    expect(screen.queryByRole('button', { name: /^Send Now/ })).toBeNull();
  });

  test('show the reason when an address got too many, and can be sent', async () => {
    const office = openMessages({ status: 'stored', attempts: 0, lastError: 'Kept back: this address got 12 messages within an hour.' });
    expect(await screen.findByRole('listitem')).toHaveTextContent('Kept back: this address got 12 messages within an hour.');
    await press(/^Send Now/);
    await waitFor(() => expect(office.sent('drafts.retry')).toEqual([{ id: 7 }]));
  });

  test('show an error when they cannot be loaded, and can be reloaded', async () => {
    let isDown = true;
    openMessages(
      {},
      {
        more: {
          'mail.list': () =>
            isDown ? Promise.reject(new Refusal(500, 'No.')) : { rows: [MESSAGE], nextCursor: null, hasMailServer: true },
        },
      },
    );
    expect(await screen.findByRole('alert')).toHaveTextContent('The messages could not be loaded.');
    isDown = false;
    await press('Try again');
    expect(await screen.findByRole('listitem')).toBeInTheDocument();
  });
});

describe('a test message', () => {
  test('goes to the company by default', async () => {
    const office = openMessages();
    await press('Send Test Message');
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a test message' }));
    const field = dialog.getByLabelText(/^Email/);
    await waitFor(() => expect(field).toHaveValue(DEFAULT_FACTS.email));
    fireEvent.change(field, { target: { value: '' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Send Test Message' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription('Please enter the email address.'));
    fireEvent.change(field, { target: { value: 'maria' } });
    await waitFor(() => expect(field).toHaveAccessibleDescription(/valid email address/));
    expect(office.sent('mail.sendTest')).toEqual([]);
    fireEvent.change(field, { target: { value: 'maria@example.com' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Send Test Message' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Test Message Queued', description: 'It is on its way to maria@example.com.' }),
    );
    expect(office.sent('mail.sendTest')).toEqual([{ to: 'maria@example.com' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is kept when there is no mail server, with a notice', async () => {
    openMessages({}, { hasMailServer: false });
    await screen.findByRole('note');
    await press('Send Test Message');
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByLabelText(/^Email/)).toHaveValue(DEFAULT_FACTS.email));
    await userEvent.click(dialog.getByRole('button', { name: 'Send Test Message' }));
    await waitFor(() => expect(lastToast()?.description).toBe('kept in the outbox: no mail server configured'));
  });
});
