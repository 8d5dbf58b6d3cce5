import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { outbox } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.messages';
import { writeDraft } from '../../src/server/mail/drafts';
import type { LanguageModel } from '../../src/server/providers/language-model';
import type { Message } from '../../src/shared/messages';
import { EMAIL, VALUES } from '../support/drafts';
import { change, choose, findDialog, findRow as findRowOf, lastToast, openOffice, openStaffPage, press } from '../support/office';
import { ADDRESSED } from '../support/shop';

type Options = { changes?: Partial<typeof outbox.$inferInsert>; rewrite?: (body: string) => string; isAddressed?: boolean };
/** Opens the messages with a draft to Maria, who agreed to marketing. A language model rewrites its body with `rewrite`. */
async function openDrafts({ changes, rewrite, isAddressed = true }: Options = {}) {
  const complete = async (_instruction: string, text: string) => {
    const draft = JSON.parse(text);
    return JSON.stringify({ ...draft, body: rewrite?.(draft.body) });
  };
  const languageModel = rewrite && ({ complete } as LanguageModel);
  const office = openOffice({ hasMailServer: true, languageModel });
  if (isAddressed) await office.admin.settings.save({ company: ADDRESSED });
  await office.admin.consents.record({ email: EMAIL, source: 'said on the phone' });
  const draft = { purpose: 'lead-lapsed', to: EMAIL, values: VALUES, relatedType: 'client', relatedId: 1, dedupeKey: '1' } as const;
  writeDraft(office.shop.ctx, draft);
  if (changes) office.db.update(outbox).set(changes).run();
  openStaffPage(Route, `/messages${changes?.status ? '' : '?view=drafts'}`);
  const message = async () => (await office.admin.mail.list({})).rows[0] as Message;
  return { ...office, message };
}
const SUBJECT = 'Time for another clean?';
const findRow = () => findRowOf(new RegExp(SUBJECT.replace('?', '.')));
/** Opens the message beside the list. */
async function openDrawer() {
  await userEvent.click(await screen.findByRole('link', { name: new RegExp(SUBJECT.replace('?', '.')) }));
  const drawer = await findDialog();
  await drawer.findByText(/It has been a while/);
  return drawer;
}

const HELD = 'Held back: by law, this message must show your street and postal code. Please add them in Settings.';
describe('a message that lacks the postal address of the company', () => {
  test('shows a warning with a link to the settings, and again when it is approved', async () => {
    await openDrafts({ isAddressed: false });
    const drawer = await openDrawer();
    expect(drawer.getByText(HELD)).toBeVisible();
    expect(drawer.getByRole('link', { name: 'Add the Address' })).toHaveAttribute('href', '/settings?section=company');
    await press(/^Approve/, drawer);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Message Approved', description: HELD }));
  });
  test.each(['sent', 'cancelled', 'suppressed'] as const)('shows no warning once it is %s', async (status) => {
    await openDrafts({ isAddressed: false, changes: { status } });
    const drawer = await openDrawer();
    expect(drawer.queryByText(HELD)).not.toBeInTheDocument();
  });
});

describe('a draft', () => {
  test('shows its text, that it is marketing and its footer, and cannot be rewritten without a language model', async () => {
    const office = await openDrafts();
    const drawer = await openDrawer();
    expect(drawer.getByText('Draft')).toBeVisible();
    expect(drawer.getByText('Marketing')).toBeVisible();
    const text = drawer.getByText(/It has been a while/);
    expect(text).toBeVisible();
    expect(text).toHaveTextContent(/press Unsubscribe on this page: http:\/\/shop\.test\/unsubscribe\/[\w-]{22}/);
    expect(office.sent('mail.list')[0]).toMatchObject({ view: 'drafts' });
    expect(await screen.findByText('Drafts', { selector: '[aria-pressed=true]' })).toHaveTextContent('Drafts 1');
    await waitFor(() => expect(office.sent('drafts.rewriting')).toHaveLength(1));
    expect(drawer.queryAllByRole('button', { name: /^(Send|Rewrite)/ })).toHaveLength(0);
  });

  test('is approved, and shows by whom', async () => {
    const office = await openDrafts({ changes: { status: 'draft' } });
    const drawer = await openDrawer();
    await press(`Approve, ${SUBJECT}`, drawer);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Message Approved', description: `It is on its way to ${EMAIL}.` }));
    expect(await office.message()).toMatchObject({ status: 'queued' });
    expect(await drawer.findByText('Approved by')).toBeVisible();
    expect(drawer.getByText('owner')).toBeVisible();
    expect(drawer.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  test('shows the reason if it may no longer be sent', async () => {
    const office = await openDrafts();
    await findRow();
    await office.admin.subscriptions.withdraw({ email: EMAIL });
    office.db.update(outbox).set({ status: 'draft' }).run();
    await press(`Approve, ${SUBJECT}`);
    const description = 'This message may not be sent. They unsubscribed on Nov 20.';
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description }));
  });

  test('is edited, and shows errors at invalid fields', async () => {
    const office = await openDrafts();
    await findRow();
    await choose('Edit');
    const dialog = await findDialog();
    const { body } = await office.message();
    expect(dialog.getByRole('heading', { name: 'Edit the draft' })).toBeVisible();
    expect(dialog.getByLabelText(/^Text/)).toHaveValue(body.trimEnd());
    expect(dialog.getByText('Your address and the link to unsubscribe are added below it.')).toBeVisible();
    change(/^Subject/, ' ', dialog);
    await press('Save Draft', dialog);
    expect(await dialog.findByText('Please enter a subject.')).toBeVisible();
    change(/^Subject/, 'Hello again', dialog);
    await press('Save Draft', dialog);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Draft Saved' }));
    expect(office.sent('drafts.edit')).toEqual([{ id: 1, subject: 'Hello again', body: body.trimEnd() }]);
  });

  test('is discarded after a question', async () => {
    const office = await openDrafts({ changes: { status: 'draft' } });
    await findRow();
    await choose('Discard');
    const question = within(await screen.findByRole('alertdialog'));
    expect(office.sent('drafts.discard')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Draft Discarded' }));
    await waitFor(async () => expect(await findRow()).toHaveTextContent('Cancelled'));
    expect(screen.queryAllByRole('button', { name: /^Approve/ })).toHaveLength(0);
  });

  test.each([
    [
      'is rewritten by a language model',
      (body: string) => body.replace('been a while', 'been a little while'),
      { title: 'Draft Rewritten' },
    ],
    [
      'keeps its text and shows the reason',
      (body: string) => `${body}\n$99`,
      { title: 'Draft Not Changed', description: 'It added “$99”.' },
    ],
  ])('%s', async (_what, rewrite, toast) => {
    const office = await openDrafts({ rewrite });
    const drawer = await openDrawer();
    await press(`Rewrite, ${SUBJECT}`, drawer);
    await waitFor(() => expect(lastToast()).toMatchObject(toast));
    expect(office.sent('drafts.rewrite')).toEqual([{ id: 1 }]);
    if (toast.title === 'Draft Rewritten') expect(await drawer.findByText(/been a little while/)).toBeInTheDocument();
  });
});

describe('a message', () => {
  test.each(['suppressed', 'cancelled'] as const)('that was %s shows the reason', async (status) => {
    await openDrafts({ changes: { status, lastError: 'They unsubscribed.' } });
    expect(await findRow()).toHaveTextContent('Not sent: They unsubscribed.');
    expect(screen.queryAllByRole('button', { name: /^(Approve|Send Now|Send Again)/ })).toHaveLength(0);
  });
  test('shows the time at which it will be sent', async () => {
    await openDrafts({ changes: { sendAfter: '2026-11-21T17:00:00.000Z' } });
    expect(await findRow()).toHaveTextContent('Not before Nov 21, 10:00 a.m.');
  });
});
