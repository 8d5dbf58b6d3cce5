import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.social-media';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';
import { graph, startPages } from '../support/facebook-shop';
import { lastToast, loseAnswer, offline, openStaffPage, refuse } from '../support/office';
import { insertPosts, openSocial, POST, POSTED, storedPost } from '../support/social';

const content = () => screen.getByLabelText<HTMLTextAreaElement>(/^Content/);
const write = (text: string) => fireEvent.change(content(), { target: { value: text } });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const latestPosts = () => within(screen.getByRole('region', { name: 'Latest posts' })).getAllByRole('listitem');
const toast = () => ({ title: lastToast()?.title, description: lastToast()?.description });
/** Opens an office with a post on its page, and the tab of a new post. */
async function openPost(...[posts = [POSTED], page]: Parameters<typeof openSocial>) {
  const office = openSocial(posts, page);
  openStaffPage(Route, '/social-media?tab=post');
  await screen.findByLabelText(/^Content/);
  return office;
}

startPages();

describe('a new post', () => {
  test('is published with its type, appears on top of the list, and empties the box', async () => {
    const office = await openPost();
    await userEvent.selectOptions(screen.getByLabelText(/^Post Type/), 'Achievement');
    write('  One hundred clients. ');
    const release = office.hold('social.postNow');
    await press('Post Now');
    expect(await screen.findByRole('button', { name: 'Posting...' })).toBeInTheDocument();
    await waitFor(() => expect(office.sent('social.postNow')).toHaveLength(1));
    await press('Posting...');
    release();
    await waitFor(() => expect(content()).toHaveValue(''));
    expect(office.sent('social.postNow')).toHaveLength(1);
    expect(graph.posts.map(({ message }) => message)).toEqual(['One hundred clients.']);
    expect(storedPost(office)).toMatchObject({ platform: 'facebook', type: 'achievement', status: 'posted' });
    expect(latestPosts().map((post) => post.textContent?.includes('One hundred clients.'))).toEqual([true, false]);
    expect(latestPosts()[0]).toHaveTextContent('Posted');
  });

  test('is listed once when the server lists it too', async () => {
    const office = await openPost([]);
    write('Twice?');
    await press('Post Now');
    await waitFor(() => expect(toast().title).toBe('Posted'));
    await waitFor(() => expect(content()).toHaveValue(''));
    await waitFor(() => expect(office.sent('social.overview')).toHaveLength(2));
    expect(latestPosts()).toHaveLength(1);
  });

  test('leaves the list after five newer posts', async () => {
    const office = await openPost();
    write('Soon an old one.');
    await press('Post Now');
    await waitFor(() => expect(latestPosts()[0]).toHaveTextContent('Soon an old one.'));
    const newer = [0, 1, 2, 3, 4].map((n) => ({
      ...POSTED,
      id: 50 + n,
      externalId: `123_${n + 50}`,
      postedAt: `2099-11-2${n}T18:00:00.000Z`,
    }));
    insertPosts(office, newer);
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    await press('Test Facebook');
    await waitFor(() => expect(screen.queryAllByText('Soon an old one.')).toHaveLength(0));
    expect(latestPosts()).toHaveLength(5);
  });

  test('is counted as a person counts characters, and needs 1 to 280', async () => {
    await openPost();
    const counter = () => document.querySelector('[data-counter]')?.textContent;
    const button = screen.getByRole('button', { name: 'Post Now' });
    expect([counter(), button.hasAttribute('disabled')]).toEqual(['0/280 characters', true]);
    write('   ');
    expect(button).toBeDisabled();
    write('👨‍👩‍👧‍👦'.repeat(280));
    expect([counter(), button.hasAttribute('disabled')]).toEqual(['280/280 characters', false]);
    expect(screen.getByText('full')).toBeInTheDocument();
    write('a'.repeat(262));
    expect(screen.getByText('nearly full')).toBeInTheDocument();
    write('a'.repeat(283));
    expect(counter()).toBe('283/280 characters');
    expect(screen.getByText('3 too many')).toBeInTheDocument();
    expect(button).toBeDisabled();
  });

  test.each([
    ['Facebook limits the calls', 'Facebook takes no more calls for now. Please try again later.'],
    ['no reason is known', 'Failed to post content. Please check your credentials.'],
    ['the server failed', 'Failed to post content. Please check your credentials.'],
    ['there is no network', 'Network error. Please try again.'],
  ])('keeps its text and shows why it failed: %s', async (what, description) => {
    const office = await openPost();
    if (what === 'Facebook limits the calls') graph.mood = { error: { code: 4 } };
    if (what === 'no reason is known') office.fail('social.postNow', () => ({ result: { data: { success: false } } }));
    if (what === 'the server failed') office.fail('social.postNow', refuse(500));
    if (what === 'there is no network') office.fail('social.postNow', offline);
    write('Hello.');
    await press('Post Now');
    await waitFor(() => expect(toast()).toEqual({ title: 'Posting Failed', description }));
    expect(content()).toHaveValue('Hello.');
  });

  test('is posted once if its answer was lost, and counts as new after an answer or with another text', async () => {
    const office = await openPost();
    const texts = ['One.', 'One.', 'One.', 'Two.'];
    for (const [index, text] of texts.entries()) {
      if (index === 1) office.repair('social.postNow');
      else office.fail('social.postNow', loseAnswer);
      write(text);
      await press('Post Now');
      await waitFor(() => expect(office.sent('social.postNow')).toHaveLength(index + 1));
      await screen.findByRole('button', { name: 'Post Now' });
    }
    const keys = office.sent('social.postNow').map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    expect(graph.posts.map(({ message }) => message)).toEqual(['One.', 'One.', 'Two.']);
  });

  test('stays the same post while its result is unknown, even after another text', async () => {
    const office = await openPost();
    graph.mood = 'made, then cut';
    for (const [index, text] of ['One.', 'Two.', 'One.'].entries()) {
      write(text);
      await press('Post Now');
      await waitFor(() => expect(office.sent('social.postNow')).toHaveLength(index + 1));
      await screen.findByRole('button', { name: 'Post Now' });
    }
    expect(toast().description).toBe(
      'Unknown result, check the page before you post it again. If it is not there, post it from the Schedule tab, under Failed.',
    );
    const keys = office.sent('social.postNow').map(({ idempotencyKey }) => idempotencyKey);
    expect([keys[2] === keys[0], keys[1] === keys[0]]).toEqual([true, false]);
    expect(graph.attempts).toBe(2);
  });

  test('for another platform is copied by hand', async () => {
    await openPost();
    const writeText = vi.fn(async (_text: string) => {});
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    await userEvent.selectOptions(screen.getByLabelText(/^Platform/), 'Instagram');
    expect(screen.getByText('Instagram posting is not available; copy the text instead.')).toBeInTheDocument();
    write(' For Instagram. ');
    await press('Copy text');
    await waitFor(() => expect(toast().title).toBe('Text Copied'));
    expect(writeText).toHaveBeenCalledWith('For Instagram.');
    writeText.mockRejectedValue(new Error('Not allowed.'));
    await press('Copy text');
    await waitFor(() => expect(toast().title).toBe('Copying Failed'));
  });

  test('is filled from a template, which can be undone, and survives a change of tabs', async () => {
    await openPost();
    write('My own words.');
    for (const name of ['Monday Motivation', 'Transformation Tuesday', 'Service Spotlight']) {
      await press(new RegExp(`^${name}`));
      expect(content().value.startsWith(`${name}:`)).toBe(true);
      if (name === 'Monday Motivation') {
        lastToast()?.action?.run();
        await waitFor(() => expect(content()).toHaveValue('My own words.'));
      }
    }
    expect(screen.getByLabelText(/^Post Type/)).toHaveValue('service-highlight');
    expect(screen.getByText(/Replace the text in \[brackets\]/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: 'Setup' }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Post' }));
    expect(((await screen.findByLabelText(/^Content/)) as HTMLTextAreaElement).value).toMatch(/^Service Spotlight:/);
  });

  test('is neither scheduled nor saved without a text', async () => {
    const office = await openPost();
    for (const name of ['Schedule', 'Save Draft']) {
      await press(name);
      await waitFor(() => expect(toast()).toEqual({ title: 'Content Required', description: 'Please enter content for your post.' }));
      for (const { id } of readToasts()) dismissToast(id);
    }
    expect(screen.queryAllByRole('dialog')).toHaveLength(0);
    expect(office.sent('social.createPost')).toEqual([]);
  });

  test('is scheduled for a time on the company’s clock, which the dialog requires', async () => {
    const office = await openPost([POSTED, { ...POSTED, id: 8 }, { ...POSTED, id: 9 }]);
    write('Later.');
    await press('Schedule');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule this post' }));
    expect(dialog.getByText('It goes out by itself at that time.')).toBeInTheDocument();
    expect(await dialog.findByText('Times are suggested from 20 posts on; there are 3 so far.')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText('Please enter a date and a time.')).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText(/^Date and Time/), { target: { value: '2026-12-01T10:00' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(toast().title).toBe('Post Scheduled'));
    await waitFor(() => expect(content()).toHaveValue(''));
    const time = { status: 'scheduled', scheduledFor: '2026-12-01T17:00:00.000Z' };
    expect(storedPost(office)).toMatchObject({
      platform: 'facebook',
      type: 'business-update',
      content: 'Later.',
      source: 'manual',
      ...time,
    });
  });

  test('warns that it will not go out if Facebook is not set up', async () => {
    await openPost([POST], null);
    await screen.findByText(/Facebook is not set up yet/);
    write('Later.');
    await press('Schedule');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule this post' }));
    expect(
      dialog.getByText('Facebook is not set up, so nothing goes out by itself. At its time the post is listed as failed, for you to copy.'),
    ).toBeInTheDocument();
    expect(dialog.queryByText(/at that time/)).toBeNull();
  });

  test('is stored as a draft with the source template', async () => {
    const office = await openPost([POST], null);
    expect(await screen.findByText(/Facebook is not set up yet/)).toBeInTheDocument();
    await press(/^Monday Motivation/);
    await press('Save Draft');
    await waitFor(() => expect(toast().title).toBe('Draft Saved'));
    expect(storedPost(office)).toMatchObject({ type: 'cleaning-tip', source: 'template', status: 'draft', scheduledFor: null });
  });
});
