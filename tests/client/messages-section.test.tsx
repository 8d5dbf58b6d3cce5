import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.settings';
import { readToasts } from '../../src/client/ui/toast/toast-store';
import { DEFAULT_FACTS } from '../../src/shared/company';
import { MESSAGE_TEMPLATES, PURPOSES } from '../../src/shared/message-templates';
import { lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';

/** Opens the section of a company named Clear & Bright. */
async function openSection(prepare: (office: ReturnType<typeof openOffice>) => unknown = () => {}) {
  const office = openOffice();
  await office.admin.settings.save({ company: { ...DEFAULT_FACTS, name: 'Clear & Bright' } });
  await prepare(office);
  openStaffPage(Route, '/settings?section=messages');
  return office;
}
const subject = () => screen.getByLabelText<HTMLInputElement>(/^Subject/);
const body = () => screen.getByLabelText<HTMLTextAreaElement>(/^Message/);
const preview = () => screen.getByRole('region', { name: /^Preview/ });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('lists every message by recipient, and marks reworded ones', async () => {
  await openSection(({ admin }) => admin.mail.saveTemplate({ purpose: 'new-quote', subject: 'A', body: 'B' }));
  const list = within(await screen.findByRole('navigation', { name: 'Kinds of messages' }));
  expect(list.getAllByRole('button')).toHaveLength(PURPOSES.length);
  expect(list.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['To clients', 'To the team', 'To you']);
  expect(list.getAllByText('Changed')).toHaveLength(1);
  await press(/^New quote request/);
  expect(screen.getByRole('heading', { name: 'New quote request' })).toBeInTheDocument();
  expect(subject()).toHaveValue('A');
  expect(body()).toHaveValue('B');
});

test('shows only the recipients on a phone until one is opened', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
  await openSection();
  const group = await screen.findByRole('heading', { name: 'To clients' });
  expect(screen.getByText('Booking confirmed')).not.toBeVisible();
  await userEvent.click(group);
  expect(screen.getByText('Booking confirmed')).toBeVisible();
});

test("previews a message while typing, with the company's details", async () => {
  await openSection();
  await press('Booking confirmed');
  expect(preview()).toHaveTextContent('Your booking is confirmed: Tuesday, November 24, 2026, 10:00 a.m. to 12:00 p.m.');
  expect(preview()).toHaveTextContent('Thank you for booking with Clear & Bright.');
  type(body(), 'Hi {{customerName}} of {{companyName}}');
  expect(preview()).toHaveTextContent('Hi Maria Santos of Clear & Bright');
});

test('inserts a variable at the last cursor position', async () => {
  await openSection();
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
  const office = await openSection();
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
  const office = await openSection(({ fail }) => fail('mail.saveTemplate', refuse(400, 'No.', issues)));
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
  await openSection();
  await press('Quote request received');
  type(subject(), 'Not yet');
  await press('On the way');
  let dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
  await press('Cancel', dialog);
  expect(subject()).toHaveValue('Not yet');
  await press('On the way');
  dialog = within(await screen.findByRole('alertdialog'));
  await press('Discard Changes', dialog);
  await waitFor(() => expect(subject()).toHaveValue('We are on our way to you'));
  await press('Quote request received');
  expect(subject()).toHaveValue('We received your request');
});

test('shows an error when loading fails, and can be reloaded', async () => {
  const office = await openSection(({ fail }) => fail('settings.get', refuse(500)));
  expect(await screen.findByRole('alert')).toHaveTextContent('The messages could not be loaded.');
  office.repair('settings.get');
  await press('Try again');
  expect(await screen.findByRole('navigation', { name: 'Kinds of messages' })).toBeInTheDocument();
});
