import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.messages';
import type { Message } from '../../src/shared/messages';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const DRAFT: Message = {
  id: 7,
  purpose: 'lead-lapsed',
  marketing: true,
  to: 'maria@example.com',
  subject: 'Time for another clean?',
  body: 'Hello Maria,\n\nit has been a while.\n',
  footer: 'Sage & Pine Cleaning, Kamloops, BC\nNo more such messages? Unsubscribe with one click: https://example.com/unsubscribe/abc\n',
  heldBack: null,
  status: 'draft',
  attempts: 0,
  nextAttemptAt: '2026-11-20T20:00:00.000Z',
  sendAfter: null,
  lastError: null,
  hasAttachments: false,
  relatedType: 'client',
  relatedId: 1,
  opportunityId: 3,
  approvedBy: null,
  createdAt: '2026-11-20T20:00:00.000Z',
  sentAt: null,
};
function openDrafts(before: Partial<Message> = {}, { isAvailable = false, more = {} as Parameters<typeof fakeCalls>[0] } = {}) {
  let message = { ...DRAFT, ...before };
  const set = (changes: Partial<Message>) => {
    message = { ...message, ...changes };
    return message;
  };
  const office = fakeCalls({
    'mail.list': () => ({ rows: [message], nextCursor: null, hasMailServer: true }),
    'mail.counts': () => ({ all: 1, drafts: 1, waiting: 0, sent: 0, failed: 0, kept: 0, stopped: 0 }),
    'settings.get': () => ({}),
    'drafts.rewriting': () => ({ isAvailable }),
    'drafts.approve': () => set({ status: 'queued', approvedBy: 'owner' }),
    'drafts.edit': ({ subject, body }) => set({ subject: String(subject), body: String(body) }),
    'drafts.discard': () => set({ status: 'cancelled' }),
    'drafts.rewrite': () => ({ message: set({ body: 'Hello Maria,\n\nnew words.\n' }), isRewritten: true, reason: null }),
    ...more,
  });
  return { ...office, ...openStaffPage(Route, '/messages?view=drafts') };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

const HELD = 'Held back: by law, this message must show your street and postal code. Please add them in Settings.';
describe('a message without the postal address that it needs', () => {
  test('says so, with the way to where it is entered, and again when it is approved', async () => {
    openDrafts({ heldBack: HELD });
    expect(await screen.findByText(HELD)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Add the Address' })).toHaveAttribute('href', '/settings?section=company');
    await press(/^Approve/);
    await waitFor(() => expect(lastToast()).toEqual(expect.objectContaining({ title: 'Message Approved', description: HELD })));
  });
  test.each(['sent', 'cancelled', 'suppressed'] as const)('says nothing of it once it is %s', async (status) => {
    openDrafts({ heldBack: HELD, status });
    await screen.findByText(DRAFT.subject);
    expect(screen.queryByText(HELD)).not.toBeInTheDocument();
  });
});

describe('a draft', () => {
  test('shows that it is marketing, its text, and what will stand below it', async () => {
    const office = openDrafts();
    const row = await screen.findByRole('listitem');
    expect(row).toHaveTextContent('DraftMarketing');
    expect(within(row).getByText(/it has been a while/)).toBeVisible();
    expect(within(row).getByText(/it has been a while/)).toHaveTextContent(
      /Unsubscribe with one click: https:\/\/example.com\/unsubscribe\/abc/,
    );
    expect(within(row).queryAllByRole('button', { name: /^Send/ })).toHaveLength(0);
    expect(office.sent('mail.list')[0]).toMatchObject({ view: 'drafts' });
    expect(await screen.findByRole('button', { name: 'Drafts 1' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('is read before it is approved; its text is folded only once it is decided', async () => {
    openDrafts();
    expect(await screen.findByText(/it has been a while/)).toBeVisible();
    await press('Approve, Time for another clean?');
    await waitFor(() => expect(screen.getByText(/it has been a while/)).not.toBeVisible());
  });

  test('is approved', async () => {
    const office = openDrafts();
    await press('Approve, Time for another clean?');
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Message Approved', description: 'It is on its way to maria@example.com.' }),
    );
    expect(office.sent('drafts.approve')).toEqual([{ id: 7 }]);
    await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('approved by owner'));
  });

  test('that may not be sent any more says why', async () => {
    const reason = 'This message may not be sent. They unsubscribed on Friday, November 20, 2026.';
    openDrafts({}, { more: { 'drafts.approve': () => Promise.reject(new Refusal(409, reason)) } });
    await press('Approve, Time for another clean?');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: reason }));
  });

  test('is given other words, with the fields checked', async () => {
    const office = openDrafts();
    await press('Edit, Time for another clean?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit the draft' }));
    expect(dialog.getByLabelText(/^Text/)).toHaveValue('Hello Maria,\n\nit has been a while.');
    expect(dialog.getByText('Your address and the link to unsubscribe are added below it.')).toBeVisible();
    fireEvent.change(dialog.getByLabelText(/^Subject/), { target: { value: ' ' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Save Draft' }));
    expect(await dialog.findByText('Please enter a subject.')).toBeVisible();
    fireEvent.change(dialog.getByLabelText(/^Subject/), { target: { value: 'Hello again' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Save Draft' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Draft Saved' }));
    expect(office.sent('drafts.edit')).toEqual([{ id: 7, subject: 'Hello again', body: 'Hello Maria,\n\nit has been a while.' }]);
  });

  test('is discarded after a question', async () => {
    const office = openDrafts();
    await press('Discard, Time for another clean?');
    const question = within(await screen.findByRole('alertdialog'));
    expect(office.sent('drafts.discard')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Draft Discarded' }));
    await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('Cancelled'));
    expect(screen.queryAllByRole('button', { name: /^Approve/ })).toHaveLength(0);
  });

  test('is rewritten where there is a language model', async () => {
    const office = openDrafts({}, { isAvailable: true });
    await press('Rewrite, Time for another clean?');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Draft Rewritten' }));
    expect(office.sent('drafts.rewrite')).toEqual([{ id: 7 }]);
    await waitFor(() => expect(screen.getByText(/new words/)).toBeInTheDocument());
  });

  test('says why its words stay', async () => {
    const kept = { message: DRAFT, isRewritten: false, reason: 'It added “$99”.' };
    openDrafts({}, { isAvailable: true, more: { 'drafts.rewrite': () => kept } });
    await press('Rewrite, Time for another clean?');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Draft Not Changed', description: 'It added “$99”.' }));
  });

  test('cannot be rewritten without one', async () => {
    const office = openDrafts();
    await screen.findByRole('button', { name: /^Edit/ });
    await waitFor(() => expect(office.sent('drafts.rewriting')).toHaveLength(1));
    expect(screen.queryAllByRole('button', { name: /^Rewrite/ })).toHaveLength(0);
  });
});

describe('a message', () => {
  test.each(['suppressed', 'cancelled'] as const)('that was %s says why', async (status) => {
    openDrafts({ status, lastError: 'They unsubscribed.' });
    expect(await screen.findByRole('listitem')).toHaveTextContent('Not sent: They unsubscribed.');
    expect(screen.queryAllByRole('button', { name: /^(Approve|Send Now|Send Again)/ })).toHaveLength(0);
  });
  test('that waits for its time says for which', async () => {
    openDrafts({ sendAfter: '2026-11-21T17:00:00.000Z' });
    expect(await screen.findByRole('listitem')).toHaveTextContent('Not before Sat, Nov 21, 2026, 10:00 a.m.');
  });
});
