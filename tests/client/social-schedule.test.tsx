import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.social-media';
import { startPages } from '../support/facebook-shop';
import { findPanel, lastToast, openStaffPage, press, refuse } from '../support/office';
import { DRAFT, MISSED, openSocial, POST, POSTS, storedPost, UNKNOWN } from '../support/social';

const openPage = (search = '') => openStaffPage(Route, `/social-media?tab=schedule${search}`);
const toast = () => ({ title: lastToast()?.title, description: lastToast()?.description });

startPages();

test('a post that missed its time has a panel of its own, and can be moved', async () => {
  openSocial([...POSTS, MISSED]);
  openPage();
  const missed = await findPanel('Missed');
  expect(await missed.findByText('Its time passed.')).toBeInTheDocument();
  await userEvent.click(missed.getByRole('link', { name: new RegExp(`^${MISSED.content}`) }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
  expect(await dialog.findByLabelText(/^Date and Time/)).toBeVisible();
});

test('the view of missed posts shows only them, and has its own address', async () => {
  openSocial([...POSTS, MISSED]);
  const { search } = openPage('&view=missed');
  expect(await (await findPanel('Missed')).findByText('Its time passed.')).toBeInTheDocument();
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Missed');
  expect(screen.queryByRole('region', { name: 'Drafts' })).toBeNull();
  expect(screen.queryByLabelText('Day')).toBeNull();
  await press('Week');
  await waitFor(() => expect(search()).toEqual({ tab: 'schedule' }));
  expect(await findPanel('Drafts')).toBeDefined();
});

test('the view of missed posts has an empty state', async () => {
  openSocial(POSTS);
  openPage('&view=missed');
  expect(await (await findPanel('Missed')).findByText('No posts missed their time.')).toBeInTheDocument();
});

describe('the week', () => {
  test('lists its days on the clock of the company, with the reason of a failed post and without cancelled posts', async () => {
    openSocial(POSTS);
    openPage();
    const week = await findPanel('Week of Monday, November 16');
    await week.findByText('Late on Sunday.');
    const days = week
      .getAllByRole('heading', { level: 3 })
      .map((day) => [day.textContent, day.parentElement?.querySelectorAll('ul > li').length]);
    expect(days).toEqual([
      ['Mon, Nov 16', 0],
      ['Tue, Nov 17', 1],
      ['Wed, Nov 18', 1],
      ['Thu, Nov 19', 0],
      ['Fri, Nov 20 today', 0],
      ['Sat, Nov 21', 0],
      ['Sun, Nov 22', 1],
    ]);
    expect(week.getByText('10:00 p.m.')).toBeInTheDocument();
    expect(week.getByText('The token is not accepted.')).toBeInTheDocument();
  });

  test('can be moved to the next, the previous and the current one, which the address keeps', async () => {
    openSocial();
    const page = openPage('&date=2026-12-31');
    await findPanel('Week of Monday, December 28');
    await press('Next week');
    await findPanel('Week of Monday, January 4, 2027');
    await waitFor(() => expect(page.search()).toEqual({ tab: 'schedule', date: '2027-01-07' }));
    await press('Today');
    await press('Previous week');
    await findPanel('Week of Monday, November 9');
    await press('Month');
    await waitFor(() => expect(page.search()).toEqual({ tab: 'schedule', date: '2026-11-13', view: 'month' }));
  });

  test('shows an error if it does not load', async () => {
    openSocial().fail('social.listPosts', refuse(500));
    openPage();
    for (const text of ['The schedule could not be loaded.', 'The drafts could not be loaded.', 'The failed posts could not be loaded.'])
      expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('the month', () => {
  test('shows whole weeks from Monday on, and the posts of each day', async () => {
    const office = openSocial(POSTS);
    const page = openPage('&view=month');
    const month = await findPanel('November 2026');
    await month.findByText('Late on Sunday.');
    expect(office.sent('social.listPosts')).toContainEqual({ view: 'all', from: '2026-10-26', to: '2026-12-06', limit: 200 });
    const days = [...document.querySelectorAll<HTMLElement>('[data-day]')];
    expect(days).toHaveLength(42);
    const planned = days
      .filter((day) => day.querySelector('button'))
      .map((day) => [day.dataset.day, day.querySelectorAll('button').length]);
    expect(planned).toEqual([
      ['2026-11-17', 1],
      ['2026-11-18', 1],
      ['2026-11-22', 1],
      ['2026-11-24', 1],
    ]);
    await userEvent.click(month.getByRole('button', { name: /Late on Sunday/ }));
    await waitFor(() => expect(page.search()).toEqual({ tab: 'schedule', view: 'month', post: '24' }));
  });

  test('shows three posts of a day, and all of them in a dialog', async () => {
    const times = ['17:00', '18:00', '19:00', '20:00', '21:00', '22:00', '23:00', '23:30'];
    const busy = times.map((time, index) => ({
      ...POST,
      id: 40 + index,
      scheduledFor: `2026-11-24T${time}:00.000Z`,
      content: `Service Spotlight: home cleaning. Kitchens, number ${index}`,
    }));
    openSocial(busy);
    const page = openPage('&view=month');
    const month = await findPanel('November 2026');
    const more = await month.findByRole('button', { name: /^\+5 more/ });
    expect(document.querySelectorAll('[data-day="2026-11-24"] li')).toHaveLength(3);
    await userEvent.click(more);
    const day = within(await screen.findByRole('dialog'));
    expect(day.getByRole('heading', { name: 'Tuesday, November 24' })).toBeInTheDocument();
    const open = day.getAllByRole('button', { name: 'Edit or Move, Service Spotlight: home cleaning…' });
    expect(open).toHaveLength(8);
    await userEvent.click(open[7] as HTMLElement);
    await waitFor(() => expect(page.search()).toMatchObject({ post: '47' }));
    expect(await screen.findByRole('dialog', { name: 'Edit post' })).toBeInTheDocument();
  });

  test.each([
    ['2027-02-10', 'February 2027', '2027-02-01', '2027-02-28'],
    ['2026-12-31', 'December 2026', '2026-11-30', '2027-01-03'],
  ])('of %s is drawn without weeks of other months', async (date, title, from, to) => {
    const office = openSocial();
    openPage(`&view=month&date=${date}`);
    const month = await findPanel(title);
    expect(await month.findByText('Nothing planned in this month.')).toBeInTheDocument();
    expect(office.sent('social.listPosts')).toContainEqual(expect.objectContaining({ from, to }));
    await press('Previous month');
    await findPanel(title.startsWith('Feb') ? 'January 2027' : 'November 2026');
  });
});

describe('a post that is dragged', () => {
  /** Drags a post of the month to a day with the events of a browser. */
  async function drag(text: string, day: string, end?: 'held') {
    await findPanel('November 2026');
    const block = (await screen.findByText(text)).closest('li') as HTMLElement;
    const target = document.querySelector(`[data-day="${day}"]`) as HTMLElement;
    const dataTransfer = { types: [], items: [], setData: () => {}, getData: () => '', setDragImage: () => {} };
    fireEvent.dragStart(block, { dataTransfer });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    fireEvent.dragEnter(target, { dataTransfer });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (end !== 'held') fireEvent.drop(target, { dataTransfer });
  }

  test('moves to that day at its time', async () => {
    const office = openSocial(POSTS);
    openPage('&view=month');
    await drag(POST.content, '2026-11-26');
    await waitFor(() => expect(storedPost(office, 11)).toMatchObject({ status: 'scheduled', scheduledFor: '2026-11-26T17:00:00.000Z' }));
  });

  test.each([
    [POST, '2026-11-19', 'Please choose a time in the future.'],
    [{ ...POST, scheduledFor: '2026-11-24T16:00:00.000Z' }, '2026-11-20', 'Nov 20, 9:00 a.m. is over. Please choose a time in the future.'],
  ])('is not moved into the past, and a toast explains it (%#)', async (post, day, description) => {
    const office = openSocial([post]);
    openPage('&view=month');
    await drag(post.content, day);
    await waitFor(() => expect(toast()).toEqual({ title: 'Post Not Moved', description }));
    expect(office.sent('social.movePost')).toEqual([]);
  });

  test('marks a past day in red while it is above it, but not a future day', async () => {
    openSocial(POSTS);
    openPage('&view=month');
    for (const [day, refuses] of [
      ['2026-11-19', true],
      ['2026-11-20', false],
    ] as const) {
      await drag(POST.content, day, 'held');
      expect(document.querySelector(`[data-day="${day}"]`)?.classList.contains('bg-red-100')).toBe(refuses);
      fireEvent.dragEnd(document.body);
    }
  });

  test('is moved only after a question if it may be on the page', async () => {
    const office = openSocial([UNKNOWN]);
    openPage('&view=month');
    await drag(UNKNOWN.content, '2026-11-26');
    const question = within(await screen.findByRole('alertdialog', { name: 'Is it on the page already?' }));
    expect(storedPost(office, 25)).toMatchObject({ status: 'failed', scheduledFor: UNKNOWN.scheduledFor });
    await userEvent.click(question.getByRole('button', { name: 'I looked, it is not on the page' }));
    await waitFor(() => expect(storedPost(office, 25)).toMatchObject({ status: 'scheduled', scheduledFor: '2026-11-26T17:00:00.000Z' }));
    await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(0));
  });
});

test('no screen promises that a post goes out while Facebook is not set up', async () => {
  const TRUTH = /^Facebook is not set up, so nothing goes out by itself/;
  const scheduledFor = '2026-11-26T17:00:00.000Z';
  const office = openSocial([{ ...DRAFT, id: 5, scheduledFor }], null);
  openPage('&post=5');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit post' }));
  expect(await dialog.findByText(TRUTH)).toBeVisible();
  expect(await dialog.findByLabelText(/^Date and Time/)).toHaveAccessibleDescription(expect.stringContaining('Facebook is not set up'));
  expect(dialog.queryByText(/goes out then|a time goes out/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(toast()).toMatchObject({ title: 'Draft Approved', description: expect.stringMatching(TRUTH) }));
  expect(storedPost(office, 5)).toMatchObject({ status: 'scheduled', scheduledFor });
});

test('drafts are listed page by page, and can be approved in the list', async () => {
  const approved = { ...DRAFT, isApproved: true, content: 'An approved one.' };
  const office = openSocial([...Array.from({ length: 10 }, (_, index) => ({ ...approved, id: 100 + index })), { ...DRAFT, id: 5 }]);
  openPage();
  const drafts = await findPanel('Drafts');
  await userEvent.click(await drafts.findByRole('button', { name: 'Load more' }));
  expect(await drafts.findByText('A proposal.')).toBeInTheDocument();
  expect(drafts.getAllByText('Approved draft')).toHaveLength(10);
  expect(drafts.getAllByRole('button', { name: /^Approve/ })).toHaveLength(1);
  await userEvent.click(drafts.getByRole('button', { name: /^Approve/ }));
  await waitFor(() => expect(toast().title).toBe('Draft Approved'));
  expect(storedPost(office, 5)).toMatchObject({ status: 'draft', isApproved: true });
  expect(await (await findPanel('Failed')).findByText('Nothing failed.')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Missed' })).toBeNull();
});
