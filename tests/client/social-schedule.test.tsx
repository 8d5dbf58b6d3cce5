import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.social-media';
import type { Post } from '../../src/shared/social-schemas';
import { lastToast, openStaffPage, Refusal } from '../support/office';
import { openSocial, POST, POSTED } from '../support/social';

const DRAFT: Post = {
  ...POST,
  id: 21,
  status: 'draft',
  isApproved: false,
  scheduledFor: null,
  source: 'worker',
  content: 'A proposal.',
  evidence: ['14 jobs finished from 9 to 15 November'],
};
const FAILED: Post = {
  ...POST,
  id: 22,
  status: 'failed',
  scheduledFor: '2026-11-17T17:00:00.000Z',
  content: 'Not out.',
  error: 'The token is not accepted.',
};
const CANCELLED: Post = { ...POST, id: 23, status: 'cancelled', scheduledFor: '2026-11-19T17:00:00.000Z', content: 'Taken back.' };
/** Sunday evening in Kamloops, Monday in UTC. */
const SUNDAY: Post = { ...POST, id: 24, scheduledFor: '2026-11-23T05:00:00.000Z', content: 'Late on Sunday.' };
/** Its time passed while the site was down. */
const MISSED: Post = {
  ...POST,
  id: 26,
  status: 'missed',
  scheduledFor: '2026-11-17T17:00:00.000Z',
  content: 'Too late.',
  error: 'Its time passed.',
};
/** A failed post that may or may not be on the page. */
const UNKNOWN: Post = { ...FAILED, id: 25, isUnknown: true, error: 'unknown result, check the page' };
const POSTS = [POST, POSTED, DRAFT, FAILED, CANCELLED, SUNDAY];

const openPage = (search = '') => openStaffPage(Route, `/social-media?tab=schedule${search}`);
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
/** The dialog of a post once its form is there. */
const openForm = async (id: number | 'new', handlers: Parameters<typeof openSocial>[0] = {}, posts = POSTS) => {
  const office = openSocial(handlers, posts);
  const page = openPage(`&post=${id}`);
  const form = await dialog();
  await form.findByLabelText(/^Content/);
  return { office, page, form };
};
const pressIn = (form: Awaited<ReturnType<typeof dialog>>, name: string | RegExp) => userEvent.click(form.getByRole('button', { name }));
const toast = () => ({ title: lastToast()?.title, description: lastToast()?.description });
const closed = () => waitFor(() => expect(screen.queryAllByRole('dialog')).toHaveLength(0));

beforeEach(() => {
  // Friday noon in Kamloops; the tests' own zone is on the next day already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

test('a post that missed its time stands in a panel of its own, and can be moved', async () => {
  openSocial({}, [...POSTS, MISSED]);
  openPage();
  const missed = await panel('Missed');
  expect(await missed.findByText('Its time passed.')).toBeInTheDocument();
  expect(missed.getByRole('button', { name: /^Edit or Move/ })).toBeInTheDocument();
});

test('the missed posts alone are a view with an address of its own', async () => {
  openSocial({}, [...POSTS, MISSED]);
  const { search } = openPage('&view=missed');
  expect(await (await panel('Missed')).findByText('Its time passed.')).toBeInTheDocument();
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Missed');
  expect(screen.queryByRole('region', { name: 'Drafts' })).toBeNull();
  expect(screen.queryByLabelText('Day')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Week' }));
  await waitFor(() => expect(search()).toEqual({ tab: 'schedule' }));
  expect(await panel('Drafts')).toBeDefined();
});

test('the view of the missed posts says when there are none', async () => {
  openSocial({}, POSTS);
  openPage('&view=missed');
  expect(await (await panel('Missed')).findByText('No posts missed their time.')).toBeInTheDocument();
});

describe('the week', () => {
  test('lists its days by the clock of the company, with what failed and why, and without what was cancelled', async () => {
    const office = openSocial({}, POSTS);
    openPage();
    const week = await panel('Week of Monday, November 16, 2026');
    await week.findByText('Late on Sunday.');
    expect(office.sent('social.listPosts')).toContainEqual({ view: 'all', from: '2026-11-16', to: '2026-11-22', limit: 200 });
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

  test('is left for the one before, the one after and the present one; the address keeps it', async () => {
    openSocial();
    const page = openPage('&date=2026-12-31');
    await panel('Week of Monday, December 28, 2026');
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    await panel('Week of Monday, January 4, 2027');
    await waitFor(() => expect(page.search()).toEqual({ tab: 'schedule', date: '2027-01-07' }));
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous week' }));
    await panel('Week of Monday, November 9, 2026');
    await userEvent.click(screen.getByRole('button', { name: 'Month' }));
    await waitFor(() => expect(page.search()).toEqual({ tab: 'schedule', date: '2026-11-13', view: 'month' }));
  });

  test('says that it could not be loaded', async () => {
    openSocial({
      'social.listPosts': () => {
        throw new Refusal(500, 'Broken.');
      },
    });
    openPage();
    for (const text of ['The schedule could not be loaded.', 'The drafts could not be loaded.', 'The failed posts could not be loaded.'])
      expect(await screen.findByText(text)).toBeInTheDocument();
  });
});

describe('the month', () => {
  test('shows whole weeks from Monday on, and what is planned in each day', async () => {
    const office = openSocial({}, POSTS);
    const page = openPage('&view=month');
    const month = await panel('November 2026');
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

  test('draws three posts of a day, and opens the day for the rest of them', async () => {
    const busy = Array.from({ length: 8 }, (_, place) => ({
      ...POST,
      id: 40 + place,
      scheduledFor: `2026-11-24T${17 + place > 23 ? '23:30' : `${17 + place}:00`}:00.000Z`,
      content: `Service Spotlight: home cleaning. Kitchens, number ${place}`,
    }));
    openSocial({}, busy);
    const page = openPage('&view=month');
    const month = await panel('November 2026');
    const more = await month.findByRole('button', { name: /^\+5 more/ });
    expect(document.querySelectorAll('[data-day="2026-11-24"] li')).toHaveLength(3);
    await userEvent.click(more);
    const day = await dialog();
    expect(day.getByRole('heading', { name: 'Tuesday, November 24, 2026' })).toBeInTheDocument();
    const open = day.getAllByRole('button', { name: 'Edit or Move, Service Spotlight: home cleaning…' });
    expect(open).toHaveLength(8);
    await userEvent.click(open[7] as HTMLElement);
    await waitFor(() => expect(page.search()).toMatchObject({ post: '47' }));
    expect(await screen.findByRole('dialog', { name: 'Edit post' })).toBeInTheDocument();
  });

  test.each([
    ['2027-02-10', 'February 2027', '2027-02-01', '2027-02-28'],
    ['2026-12-31', 'December 2026', '2026-11-30', '2027-01-03'],
  ])('of %s is drawn without weeks of others', async (date, title, from, to) => {
    const office = openSocial();
    openPage(`&view=month&date=${date}`);
    const month = await panel(title);
    expect(await month.findByText('Nothing planned in this month.')).toBeInTheDocument();
    expect(office.sent('social.listPosts')).toContainEqual(expect.objectContaining({ from, to }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    await panel(title.startsWith('Feb') ? 'January 2027' : 'November 2026');
  });
});

describe('a post that is dragged', () => {
  /** Drags a post of the month to a day, with the events that the browser fires. */
  async function drag(text: string, day: string, end?: 'held') {
    await panel('November 2026');
    const block = (await screen.findByText(text)).closest('li') as HTMLElement;
    const target = document.querySelector(`[data-day="${day}"]`) as HTMLElement;
    const dataTransfer = { types: [], items: [], setData: () => {}, getData: () => '', setDragImage: () => {} };
    fireEvent.dragStart(block, { dataTransfer });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    fireEvent.dragEnter(target, { dataTransfer });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (end !== 'held') fireEvent.drop(target, { dataTransfer });
  }

  test('is moved to that day at its time', async () => {
    const office = openSocial({}, POSTS);
    openPage('&view=month');
    await drag(POST.content, '2026-11-26');
    await waitFor(() => expect(office.sent('social.movePost')).toEqual([{ id: 11, scheduledFor: '2026-11-26T17:00:00.000Z' }]));
  });

  test.each([
    [POST, '2026-11-19', 'Please choose a time to come.'],
    [
      { ...POST, scheduledFor: '2026-11-24T16:00:00.000Z' },
      '2026-11-20',
      'Fri, Nov 20, 2026, 9:00 a.m. is over. Please choose a time to come.',
    ],
  ])('is not moved to what is over, and says so', async (post, day, description) => {
    const office = openSocial({}, [post]);
    openPage('&view=month');
    await drag(post.content, day);
    await waitFor(() => expect(toast()).toEqual({ title: 'Post Not Moved', description }));
    expect(office.sent('social.movePost')).toEqual([]);
  });

  test('over a day that is over sees it refuse; over another day it does not', async () => {
    openSocial({}, POSTS);
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

  test('says that it needs a time of day first', async () => {
    const office = openSocial({}, POSTS);
    openPage('&view=month');
    await drag(DRAFT.content, '2026-11-26');
    await waitFor(() => expect(toast().description).toBe('It has no time of day yet. Press Edit or Move to choose one.'));
    expect(office.sent('social.movePost')).toEqual([]);
  });

  test('is moved after a look at the page where it may be there', async () => {
    const office = openSocial({}, [UNKNOWN]);
    openPage('&view=month');
    await drag(UNKNOWN.content, '2026-11-26');
    const question = within(await screen.findByRole('alertdialog', { name: 'Is it on the page already?' }));
    expect(office.sent('social.movePost')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'I looked, it is not on the page' }));
    await waitFor(() =>
      expect(office.sent('social.movePost')).toEqual([{ id: 25, scheduledFor: '2026-11-26T17:00:00.000Z', confirm: true }]),
    );
    await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(0));
  });
});

describe('what waits', () => {
  test('is listed page by page, and a draft is approved on the spot', async () => {
    const office = openSocial({
      'social.listPosts': ({ view, cursor }) =>
        view !== 'draft'
          ? { rows: [], nextCursor: null }
          : cursor
            ? { rows: [{ ...DRAFT, id: 5, content: 'An older one.', isApproved: true }], nextCursor: null }
            : { rows: [DRAFT], nextCursor: 21 },
    });
    openPage();
    const drafts = await panel('Drafts');
    await userEvent.click(await drafts.findByRole('button', { name: 'Load more' }));
    expect(await drafts.findByText('An older one.')).toBeInTheDocument();
    expect(drafts.getByText('Approved draft')).toBeInTheDocument();
    expect(drafts.getAllByRole('button', { name: /^Approve/ })).toHaveLength(1);
    await userEvent.click(drafts.getByRole('button', { name: /^Approve/ }));
    await waitFor(() => expect(toast().title).toBe('Draft Approved'));
    expect(office.sent('social.approvePost')).toEqual([{ id: 21 }]);
    expect(await (await panel('Failed')).findByText('Nothing failed.')).toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Missed' })).toBeNull();
  });
});

describe('the editor', () => {
  test('changes the text without sending a time that nobody touched', async () => {
    const { office, form, page } = await openForm(22);
    expect(form.getByText('The token is not accepted.')).toBeInTheDocument();
    expect(form.getByLabelText(/^Date and Time/)).toHaveValue('2026-11-17T10:00');
    fireEvent.change(form.getByLabelText(/^Content/), { target: { value: 'Another try.' } });
    await pressIn(form, 'Save');
    await closed();
    expect(office.sent('social.updatePost')).toEqual([{ id: 22, platform: 'facebook', type: 'cleaning-tip', content: 'Another try.' }]);
    expect(page.search()).toEqual({ tab: 'schedule' });
  });

  test('moves a post by its time, and takes the time away', async () => {
    const { office, form } = await openForm(11);
    expect(form.getByLabelText(/^Date and Time/)).toHaveValue('2026-11-24T10:00');
    fireEvent.change(form.getByLabelText(/^Date and Time/), { target: { value: '2026-11-25T18:30' } });
    await pressIn(form, 'Save');
    await closed();
    expect(office.sent('social.updatePost')).toEqual([expect.objectContaining({ id: 11, scheduledFor: '2026-11-26T01:30:00.000Z' })]);
    expect(toast()).toEqual({ title: 'Post Scheduled', description: 'Wed, Nov 25, 2026, 6:30 p.m.' });
    cleanup();
    const again = await openForm(11);
    fireEvent.change(again.form.getByLabelText(/^Date and Time/), { target: { value: '' } });
    await pressIn(again.form, 'Save');
    await closed();
    expect(again.office.sent('social.updatePost')).toEqual([expect.objectContaining({ scheduledFor: null })]);
  });

  test('shows the server’s words about a time at the field', async () => {
    const { form } = await openForm(11, {
      'social.updatePost': () => {
        throw new Refusal(400, 'Bad.', [{ path: 'scheduledFor', message: 'Please choose a time to come.' }]);
      },
    });
    fireEvent.change(form.getByLabelText(/^Date and Time/), { target: { value: '2026-11-01T10:00' } });
    await pressIn(form, 'Save');
    expect(await form.findByText('Please choose a time to come.')).toBeInTheDocument();
  });

  test('keeps a new post, which has to have a text', async () => {
    const { office, form } = await openForm('new');
    await pressIn(form, 'Save Post');
    expect(await form.findByText('Content Required: Please enter content for your post.')).toBeInTheDocument();
    fireEvent.change(form.getByLabelText(/^Content/), { target: { value: 'Soon.' } });
    await pressIn(form, 'Save Post');
    await closed();
    expect(office.sent('social.createPost')).toEqual([
      { platform: 'facebook', type: 'business-update', content: 'Soon.', scheduledFor: null },
    ]);
    expect(toast().title).toBe('Draft Saved');
  });

  test('takes over a suggested time', async () => {
    const { form } = await openForm('new', {
      'social.suggestedTimes': () => ({
        posted: 25,
        needed: 20,
        times: [{ weekday: 2, hour: 10, posts: 6, averageEngagement: 18.5, next: '2026-11-24T17:00:00.000Z' }],
      }),
    });
    await userEvent.click(await form.findByRole('button', { name: /^Tue, Nov 24, 2026, 10:00 a.m./ }));
    expect(form.getByLabelText(/^Date and Time/)).toHaveValue('2026-11-24T10:00');
  });

  test('approves a proposal, and says what it rests on; with changes it is saved first', async () => {
    const { office, form } = await openForm(21);
    expect(form.getByText('It rests on: 14 jobs finished from 9 to 15 November')).toBeInTheDocument();
    await pressIn(form, /^Approve/);
    await waitFor(() => expect(office.sent('social.approvePost')).toEqual([{ id: 21 }]));
    fireEvent.change(form.getByLabelText(/^Content/), { target: { value: 'Changed.' } });
    expect(await form.findByText('Save the changes before you approve, post or cancel it.')).toBeInTheDocument();
    expect(form.queryAllByRole('button', { name: /^(Approve|Post Now|Cancel Post)/ })).toHaveLength(0);
  });

  test('posts at once, and stays with the reason where that failed', async () => {
    const { office, form } = await openForm(22, { 'social.publishPost': () => ({ success: false, error: 'Still not accepted.' }) });
    await pressIn(form, 'Post Now');
    await waitFor(() => expect(toast()).toEqual({ title: 'Posting Failed', description: 'Still not accepted.' }));
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    office.handlers['social.publishPost'] = () => ({ success: true, postId: '1' });
    await pressIn(form, 'Post Now');
    await closed();
    expect(toast().title).toBe('Posted');
    expect(office.sent('social.publishPost')).toEqual([{ id: 22 }, { id: 22 }]);
  });

  test.each([
    ['Post Now', 'social.publishPost', { id: 25, confirm: true }],
    ['Save', 'social.updatePost', { id: 25, scheduledFor: '2026-11-26T01:30:00.000Z', confirm: true }],
  ] as const)('asks for a look at the page before what may be there is sent by %s', async (button, call, sent) => {
    const { office, form } = await openForm(25, { 'social.publishPost': () => ({ success: true, postId: '1' }) }, [UNKNOWN]);
    if (button === 'Save') fireEvent.change(form.getByLabelText(/^Date and Time/), { target: { value: '2026-11-25T18:30' } });
    await pressIn(form, button);
    const question = () => screen.findByRole('alertdialog', { name: 'Is it on the page already?' });
    await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryAllByRole('alertdialog')).toHaveLength(0));
    expect(office.sent(call)).toEqual([]);
    await pressIn(form, button);
    await userEvent.click(within(await question()).getByRole('button', { name: 'I looked, it is not on the page' }));
    await closed();
    expect(office.sent(call)).toEqual([expect.objectContaining(sent)]);
  });

  test('saves other words of what may be on the page without a question', async () => {
    const { office, form } = await openForm(25, {}, [UNKNOWN]);
    fireEvent.change(form.getByLabelText(/^Content/), { target: { value: 'Other words.' } });
    await pressIn(form, 'Save');
    await closed();
    expect(office.sent('social.updatePost')).toEqual([{ id: 25, platform: 'facebook', type: 'cleaning-tip', content: 'Other words.' }]);
  });

  test('cancels a post after a question', async () => {
    const { office, form } = await openForm(11);
    await pressIn(form, 'Cancel Post');
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this post?' }));
    expect(office.sent('social.cancelPost')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Cancel Post' }));
    await waitFor(() => expect(toast().title).toBe('Post Cancelled'));
    expect(office.sent('social.cancelPost')).toEqual([{ id: 11 }]);
    await closed();
  });

  test('only shows a post that is out, with its figures', async () => {
    openSocial({}, POSTS);
    openPage('&post=7');
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

  test('says that a post could not be loaded', async () => {
    openSocial({
      'social.getPost': () => {
        throw new Refusal(404, 'This post does not exist.');
      },
    });
    openPage('&post=99');
    expect(await screen.findByText('The post could not be loaded.')).toBeInTheDocument();
  });
});
