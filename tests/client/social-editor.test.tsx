import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.social-media';
import { graph, startPages } from '../support/facebook-shop';
import { lastToast, openStaffPage } from '../support/office';
import { openSocial, POST, POSTED, POSTS, storedPost, UNKNOWN } from '../support/social';

const openPage = (id: number | 'new') => openStaffPage(Route, `/social-media?tab=schedule&post=${id}`);
const dialog = async () => within(await screen.findByRole('dialog'));
/** Opens the form of a post. */
async function openForm(id: number | 'new', posts: Parameters<typeof openSocial>[0] = POSTS) {
  const office = openSocial(posts);
  const page = openPage(id);
  const form = await dialog();
  await form.findByLabelText(/^Content/);
  return { office, page, form };
}
type Form = Awaited<ReturnType<typeof dialog>>;
const pressIn = (form: Form, name: string | RegExp) => userEvent.click(form.getByRole('button', { name }));
const write = (form: Form, value: string) => fireEvent.change(form.getByLabelText(/^Content/), { target: { value } });
const time = (form: Form) => form.getByLabelText(/^Date and Time/);
const setTime = (form: Form, value: string) => fireEvent.change(time(form), { target: { value } });
const toast = () => ({ title: lastToast()?.title, description: lastToast()?.description });
const closed = () => waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0));

startPages();

test('changes the text without sending an unchanged time', async () => {
  const { office, form, page } = await openForm(22);
  expect(form.getByText('The token is not accepted.')).toBeInTheDocument();
  expect(time(form)).toHaveValue('2026-11-17T10:00');
  write(form, 'Another try.');
  await pressIn(form, 'Save');
  await closed();
  expect(office.sent('social.updatePost')[0]).not.toHaveProperty('scheduledFor');
  expect(storedPost(office, 22)).toMatchObject({ status: 'failed', content: 'Another try.', scheduledFor: '2026-11-17T17:00:00.000Z' });
  expect(page.search()).toEqual({ tab: 'schedule' });
});

test('moves a post to another time, and makes it a draft without one', async () => {
  const { office, form } = await openForm(11);
  expect(time(form)).toHaveValue('2026-11-24T10:00');
  setTime(form, '2026-11-25T18:30');
  await pressIn(form, 'Save');
  await closed();
  expect(storedPost(office, 11)).toMatchObject({ status: 'scheduled', scheduledFor: '2026-11-26T01:30:00.000Z' });
  expect(toast()).toEqual({ title: 'Post Scheduled', description: 'Nov 25, 6:30 p.m.' });
  cleanup();
  openPage(11);
  const again = await dialog();
  await again.findByLabelText(/^Content/);
  setTime(again, '');
  await pressIn(again, 'Save');
  await closed();
  expect(storedPost(office, 11)).toMatchObject({ status: 'draft', scheduledFor: null });
});

test('shows an error of the server about the time at its field', async () => {
  const { office, form } = await openForm(11);
  setTime(form, '2026-11-01T10:00');
  await pressIn(form, 'Save');
  expect(await form.findByText('Please choose a time in the future.')).toBeInTheDocument();
  expect(storedPost(office, 11)?.scheduledFor).toBe(POST.scheduledFor);
});

test('stores a new post, and requires a text', async () => {
  const { office, form } = await openForm('new', []);
  await pressIn(form, 'Save Post');
  expect(await form.findByText('Content Required: Please enter content for your post.')).toBeInTheDocument();
  write(form, 'Soon.');
  await pressIn(form, 'Save Post');
  await closed();
  expect(storedPost(office)).toMatchObject({ platform: 'facebook', type: 'business-update', content: 'Soon.', status: 'draft' });
  expect(toast().title).toBe('Draft Saved');
});

test('fills in a suggested time', async () => {
  // Tuesdays at ten.
  const posted = Array.from({ length: 20 }, (_, id) => ({
    ...POSTED,
    id: id + 1,
    externalId: `1_${id}`,
    postedAt: '2026-11-17T17:00:00.000Z',
  }));
  const { form } = await openForm('new', posted);
  await userEvent.click(await form.findByRole('button', { name: /^Nov 24, 10:00 a.m./ }));
  expect(time(form)).toHaveValue('2026-11-24T10:00');
});

test('approves a proposal and shows what it is based on; a changed one is saved first', async () => {
  const { office, form } = await openForm(21);
  expect(form.getByText('Based on: 14 jobs finished from 9 to 15 November')).toBeInTheDocument();
  await pressIn(form, /^Approve/);
  await waitFor(() => expect(storedPost(office, 21)?.isApproved).toBe(true));
  write(form, 'Changed.');
  expect(await form.findByText('Save the changes before you approve, post or cancel it.')).toBeInTheDocument();
  expect(form.queryAllByRole('button', { name: /^(Approve|Post Now|Cancel Post)/ })).toHaveLength(0);
});

test('posts at once, and stays open with the reason if posting fails', async () => {
  const { office, form } = await openForm(22);
  graph.mood = { error: { code: 368, message: 'Blocked for a while.' } };
  await pressIn(form, 'Post Now');
  await waitFor(() => expect(toast()).toEqual({ title: 'Posting Failed', description: 'Facebook refused it: Blocked for a while.' }));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  graph.mood = 'good';
  await pressIn(form, 'Post Now');
  await closed();
  expect(toast().title).toBe('Posted');
  expect(storedPost(office, 22)).toMatchObject({ status: 'posted', attempts: 3, externalId: graph.posts[0]?.id });
});

test.each([
  ['Post Now', { status: 'posted' }],
  ['Save', { status: 'scheduled', scheduledFor: '2026-11-26T01:30:00.000Z' }],
])('asks for a look at the page before %s of a post that may be on the page', async (button, stored) => {
  const { office, form } = await openForm(25, [UNKNOWN]);
  if (button === 'Save') setTime(form, '2026-11-25T18:30');
  await pressIn(form, button);
  const question = () => screen.findByRole('alertdialog', { name: 'Is it on the page already?' });
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(0));
  expect(storedPost(office, 25)).toMatchObject({ status: 'failed', scheduledFor: UNKNOWN.scheduledFor });
  await pressIn(form, button);
  await userEvent.click(within(await question()).getByRole('button', { name: 'I looked, it is not on the page' }));
  await closed();
  expect(storedPost(office, 25)).toMatchObject(stored);
});

test('saves a new text of a post that may be on the page without a question', async () => {
  const { office, form } = await openForm(25, [UNKNOWN]);
  write(form, 'Other words.');
  await pressIn(form, 'Save');
  await closed();
  expect(storedPost(office, 25)).toMatchObject({ status: 'failed', content: 'Other words.', scheduledFor: UNKNOWN.scheduledFor });
});

test('cancels a post after a question', async () => {
  const { office, form } = await openForm(11);
  await pressIn(form, 'Cancel Post');
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this post?' }));
  expect(storedPost(office, 11)?.status).toBe('scheduled');
  await userEvent.click(question.getByRole('button', { name: 'Cancel Post' }));
  await waitFor(() => expect(toast().title).toBe('Post Cancelled'));
  expect(storedPost(office, 11)?.status).toBe('cancelled');
  await closed();
});

test('only shows a published post, with its figures', async () => {
  openSocial(POSTS);
  openPage(7);
  const past = await dialog();
  expect(await past.findByText(POSTED.content)).toBeInTheDocument();
  expect(past.getAllByRole('term').map((name) => [name.textContent, name.nextElementSibling?.textContent])).toEqual([
    ['Platform', 'Facebook'],
    ['Post Type', 'Cleaning tip'],
    ['Likes', '12'],
    ['Comments', '3'],
    ['Shares', '1'],
    ['Reach', 'not available'],
  ]);
  expect(past.queryAllByRole('textbox')).toHaveLength(0);
  expect(past.getByRole('link', { name: /^See it there/ })).toHaveAttribute('href', POSTED.permalink);
});

test('shows an error if the post does not load', async () => {
  openSocial();
  openPage(99);
  expect(await screen.findByText('The post could not be loaded.')).toBeInTheDocument();
});
