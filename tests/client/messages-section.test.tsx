import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { MESSAGE_TEMPLATES, type MessageTemplates, PURPOSES } from '../../src/shared/message-templates';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

/** The section over a server that keeps what is saved. */
function openSection(own: MessageTemplates = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
  let messageTemplates = own;
  const office = fakeCalls({
    'settings.get': () => ({ company: { ...DEFAULT_FACTS, name: 'Clear & Bright' }, messageTemplates }),
    'mail.saveTemplate': ({ purpose, subject, body }) => {
      messageTemplates = { ...messageTemplates, [String(purpose)]: { subject, body } };
      return messageTemplates;
    },
    'mail.resetTemplate': ({ purpose }) => {
      messageTemplates = Object.fromEntries(Object.entries(messageTemplates).filter(([name]) => name !== purpose));
      return messageTemplates;
    },
    ...more,
  });
  openStaffPage(Route, '/settings?section=messages');
  return office;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const subject = () => screen.getByLabelText<HTMLInputElement>(/^Subject/);
const body = () => screen.getByLabelText<HTMLTextAreaElement>(/^Message/);
const preview = () => screen.getByRole('region', { name: /^Preview/ });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('lists every message by recipient, and marks reworded ones', async () => {
  openSection({ 'new-quote': { subject: 'A', body: 'B' } });
  const list = within(await screen.findByRole('navigation', { name: 'Kinds of messages' }));
  expect(list.getAllByRole('button')).toHaveLength(PURPOSES.length);
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['To clients', 'To the team', 'To you']);
  expect(list.getAllByText('Changed')).toHaveLength(1);
  await press(/^New quote request/);
  expect(screen.getByRole('heading', { name: 'New quote request' })).toBeInTheDocument();
  expect(subject()).toHaveValue('A');
  expect(body()).toHaveValue('B');
});

test("previews a message while typing, with the company's details", async () => {
  openSection();
  await press('Booking confirmed');
  expect(preview()).toHaveTextContent('Your booking is confirmed: Tuesday, November 24, 2026, 10:00 a.m. to 12:00 p.m.');
  expect(preview()).toHaveTextContent('thank you for booking with Clear & Bright.');
  type(body(), 'Hi {{customerName}} of {{companyName}}');
  expect(preview()).toHaveTextContent('Hi Maria Santos of Clear & Bright');
});

test('inserts a variable at the last cursor position', async () => {
  openSection();
  await press('Quote request received');
  type(body(), 'Hello !');
  await userEvent.click(body());
  body().setSelectionRange(6, 6);
  await press(/^\{\{customerName\}\}/);
  expect(body()).toHaveValue('Hello {{customerName}}!');
  expect(body()).toHaveFocus();
  expect(body().selectionStart).toBe(22);
  await userEvent.click(subject());
  subject().setSelectionRange(0, subject().value.length);
  await press(/^\{\{companyName\}\}/);
  expect(subject()).toHaveValue('{{companyName}}');
  expect(preview()).toHaveTextContent('Hello Maria Santos!');
});

test("saves and marks the owner's wording, and restores the default", async () => {
  const office = openSection();
  await press('Quote request received');
  expect(screen.queryByRole('button', { name: 'Reset to Default' })).toBeNull();
  type(subject(), 'Got it');
  expect(screen.getByText('There are changes that are not saved yet.')).toBeInTheDocument();
  await press('Save Message');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Message Saved' }));
  const { body: house } = MESSAGE_TEMPLATES['quote-received'];
  expect(office.sent('mail.saveTemplate')).toEqual([{ purpose: 'quote-received', subject: 'Got it', body: house }]);
  await waitFor(() => expect(screen.queryByText('There are changes that are not saved yet.')).toBeNull());
  expect(await screen.findAllByText('Changed')).toHaveLength(2);
  await press('Reset to Default');
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset to Default' }));
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Message Reset' }));
  expect(office.sent('mail.resetTemplate')).toEqual([{ purpose: 'quote-received' }]);
  expect(subject()).toHaveValue(MESSAGE_TEMPLATES['quote-received'].subject);
  await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
});

test('shows client and server errors at the field', async () => {
  const issues = [{ path: 'body', message: 'Please use ordinary text.' }];
  const office = openSection({}, { 'mail.saveTemplate': () => Promise.reject(new Refusal(400, 'No.', issues)) });
  await press('Quote request received');
  type(subject(), ' ');
  type(body(), 'Dear {{nobody}}');
  await press('Save Message');
  await waitFor(() => expect(subject()).toHaveAccessibleDescription('Please enter a subject.'));
  expect(body()).toHaveAccessibleDescription(/There is no variable \{\{nobody\}\}\. Allowed here: \{\{customerName\}\}, /);
  expect(office.sent('mail.saveTemplate')).toEqual([]);
  type(subject(), 'Hi');
  type(body(), 'Dear {{customerName}}');
  await press('Save Message');
  await waitFor(() => expect(body()).toHaveAccessibleDescription(/Please use ordinary text\./));
  expect(readToasts().some(({ open, title }) => open && title === 'Message Saved')).toBe(false);
});

test('asks before leaving an unsaved message', async () => {
  openSection();
  await press('Quote request received');
  type(subject(), 'Not yet');
  await press('On the way');
  let dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(subject()).toHaveValue('Not yet');
  await press('On the way');
  dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Discard Changes' }));
  await waitFor(() => expect(subject()).toHaveValue('We are on our way to you'));
  await press('Quote request received');
  expect(subject()).toHaveValue('We received your request');
});

test('shows an error when loading fails, and can be reloaded', async () => {
  let isDown = true;
  const answer = { company: DEFAULT_FACTS, messageTemplates: {} };
  openSection({}, { 'settings.get': () => (isDown ? Promise.reject(new Refusal(500, 'No.')) : answer) });
  expect(await screen.findByRole('alert')).toHaveTextContent('The messages could not be loaded.');
  isDown = false;
  await press('Try again');
  expect(await screen.findByRole('navigation', { name: 'Kinds of messages' })).toBeInTheDocument();
});
