import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.social-media';
import { dismissToast, readToasts } from '../../src/client/ui/toast/toast-store';
import { lastToast, openStaffPage, Refusal } from '../support/office';
import { FIGURES, OVERVIEW, openSocial, POST, POSTED } from '../support/social';

const openPage = (tab?: string) => openStaffPage(Route, tab ? `/social-media?tab=${tab}` : '/social-media');
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const write = (text: string) => fireEvent.change(screen.getByLabelText(/^Content/), { target: { value: text } });
const openPost = async () => {
  const page = openPage('post');
  await screen.findByLabelText(/^Content/);
  return page;
};
const toast = () => ({ title: lastToast()?.title, description: lastToast()?.description });

beforeEach(() => {
  // Noon in Kamloops; the tests' own zone is on the next day already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('the tabs', () => {
  test('are five, kept in the address', async () => {
    openSocial();
    const page = openPage('setup');
    expect(await screen.findByRole('heading', { level: 1, name: 'Social Media Command Center' })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Overview', 'Post', 'Schedule', 'Analytics', 'Setup']);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Setup');
    await userEvent.click(screen.getByRole('tab', { name: 'Post' }));
    await waitFor(() => expect(page.search()).toEqual({ tab: 'post' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    await waitFor(() => expect(page.search()).toEqual({}));
  });

  test('begin with the overview where the address names none that there is', async () => {
    openSocial();
    openPage('secrets');
    expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent('Overview');
  });
});

describe('the overview', () => {
  test('says of each platform whether it is connected, and which figures are samples', async () => {
    openSocial();
    openPage();
    const platforms = await panel('Platforms');
    const cards = await platforms.findAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toEqual([
      'FacebookSage & PineConnectedFollowers1,412Engagement3.6%Posts12',
      'InstagramDisconnectedSample dataFollowers350Engagement5.1%Posts9',
      'TikTokDisconnectedSample dataFollowers350Engagement5.1%Posts9',
      'Google My BusinessDisconnectedSample dataFollowers350Engagement5.1%Posts9',
    ]);
  });

  test('cuts the latest posts at 100 letters and tells what people made of them', async () => {
    const family = '👨‍👩‍👧‍👦';
    openSocial({ 'social.overview': () => ({ ...OVERVIEW, latest: [{ ...POSTED, content: family.repeat(101) }] }) });
    openPage();
    const latest = await panel('Latest posts');
    const post = await latest.findByRole('listitem');
    expect(post).toHaveTextContent(`${family.repeat(100)}…`);
    expect(post).toHaveTextContent('12 likes3 comments1 shares');
    expect(post).toHaveTextContent('Posted');
  });

  test('says what it could not load, and that there are no posts yet', async () => {
    const office = openSocial({
      'social.overview': () => {
        throw new Refusal(500, 'Broken.');
      },
    });
    openPage();
    expect(await screen.findByText('The platforms could not be loaded.')).toBeInTheDocument();
    office.handlers['social.overview'] = () => ({ ...OVERVIEW, latest: [] });
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    expect(await screen.findByText(/^No posts yet/)).toBeInTheDocument();
  });

  test.each([
    [() => ({ success: true, message: 'Connected.' }), 'Facebook Connected', 'Posts can be published to the page.'],
    [
      () => ({ success: false, message: 'This is a user token.' }),
      'Facebook Setup Needed',
      'Please configure your Facebook API credentials to enable posting.',
    ],
    [
      () => {
        throw new TypeError('Failed to fetch');
      },
      'Connection Failed',
      'Unable to connect to Facebook. Please check your setup.',
    ],
  ])('tests Facebook and says what came of it (%#)', async (answer, title, description) => {
    const office = openSocial({ 'social.testFacebook': answer });
    openPage();
    await screen.findByText('Connected');
    await press('Test Facebook');
    await waitFor(() => expect(toast()).toEqual({ title, description }));
    // The cards are read again, unless the connection test got no answer.
    expect(office.sent('social.overview')).toHaveLength(title === 'Connection Failed' ? 1 : 2);
  });

  test('auto-posts, and the post is on top of the list', async () => {
    openSocial({
      'social.autoPost': () => ({ success: true, postId: '123_9', post: { ...POSTED, id: 9, externalId: '123_9', content: 'Out now.' } }),
    });
    openPage();
    await screen.findByText('Connected');
    await press('Auto-Post Now');
    await waitFor(() => expect(toast().title).toBe('Auto-Post Successful'));
    const latest = await panel('Latest posts');
    await waitFor(() => expect(latest.getAllByRole('listitem')[0]).toHaveTextContent('Out now.'));
  });

  test.each([
    [() => ({ success: false, error: 'Please configure Facebook credentials first.' }), 'Please configure Facebook credentials first.'],
    [() => ({ success: false }), 'Please configure Facebook credentials first.'],
    [
      () => {
        throw new Refusal(500, 'Broken.');
      },
      'Failed to auto-post content.',
    ],
  ])('says why auto-post failed (%#)', async (answer, description) => {
    openSocial({ 'social.autoPost': answer });
    openPage();
    await screen.findByText('Connected');
    await press('Auto-Post Now');
    await waitFor(() => expect(toast()).toEqual({ title: 'Auto-Post Failed', description }));
  });

  test('asks before a proposal that nobody approved goes out, and sends that very one', async () => {
    const office = openSocial({
      'social.autoPost': ({ confirm }) =>
        confirm
          ? { success: true, post: POSTED }
          : { success: false, needsConfirmation: true, draft: { ...POST, id: 31, status: 'draft' } },
    });
    openPage();
    await screen.findByText('Connected');
    await press('Auto-Post Now');
    const dialog = within(await screen.findByRole('dialog', { name: 'Post this proposal?' }));
    expect(dialog.getByText(POST.content)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Post It' }));
    await waitFor(() => expect(toast().title).toBe('Auto-Post Successful'));
    expect(office.sent('social.autoPost')).toEqual([{}, { confirm: true, draftId: 31 }]);
  });
});

describe('a post', () => {
  test('is sent with its platform and kind; then it is on top of the list and the box is empty', async () => {
    let answer = (_outcome: unknown) => {};
    const office = openSocial({
      'social.postNow': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await openPost();
    await userEvent.selectOptions(screen.getByLabelText(/^Post Type/), 'Achievement');
    write('  One hundred clients. ');
    await press('Post Now');
    expect(await screen.findByRole('button', { name: 'Posting...' })).toBeInTheDocument();
    await waitFor(() => expect(office.sent('social.postNow')).toHaveLength(1));
    await press('Posting...');
    answer({ success: true, postId: '123_8', permalink: 'https://www.facebook.com/123/posts/8' });
    await waitFor(() => expect(screen.getByLabelText(/^Content/)).toHaveValue(''));
    expect(office.sent('social.postNow')).toEqual([
      { message: 'One hundred clients.', platform: 'facebook', type: 'achievement', idempotencyKey: expect.any(String) },
    ]);
    const posts = (await panel('Latest posts')).getAllByRole('listitem');
    expect(posts.map((post) => post.textContent?.includes('One hundred clients.'))).toEqual([true, false]);
    expect(posts[0]).toHaveTextContent('Posted');
  });

  test('is listed once when the server lists it too', async () => {
    const office = openSocial({
      'social.postNow': () => {
        office.handlers['social.overview'] = () => ({ ...OVERVIEW, latest: [{ ...POSTED, externalId: '123_8', content: 'Twice?' }] });
        return { success: true, postId: '123_8' };
      },
    });
    await openPost();
    write('Twice?');
    await press('Post Now');
    await waitFor(() => expect(toast().title).toBe('Posted'));
    await waitFor(() => expect(screen.getByLabelText(/^Content/)).toHaveValue(''));
    expect((await panel('Latest posts')).getAllByRole('listitem')).toHaveLength(1);
  });

  test('leaves the list once five others followed it', async () => {
    const office = openSocial();
    await openPost();
    write('Soon an old one.');
    await press('Post Now');
    const latest = await panel('Latest posts');
    await waitFor(() => expect(latest.getAllByRole('listitem')[0]).toHaveTextContent('Soon an old one.'));
    const later = (n: number) => ({ ...POSTED, id: 50 + n, externalId: `123_${n + 50}`, postedAt: `2099-11-2${n}T18:00:00.000Z` });
    office.handlers['social.overview'] = () => ({ ...OVERVIEW, latest: [4, 3, 2, 1, 0].map(later) });
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }));
    await press('Test Facebook');
    await waitFor(() => expect(screen.queryAllByText('Soon an old one.')).toHaveLength(0));
    expect((await panel('Latest posts')).getAllByRole('listitem')).toHaveLength(5);
  });

  test('is counted as a person counts, and is not sent blank or above 280', async () => {
    openSocial();
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
    [() => ({ success: false, error: 'Facebook takes no more calls for now.' }), 'Facebook takes no more calls for now.'],
    [() => ({ success: false }), 'Failed to post content. Please check your credentials.'],
    [
      () => {
        throw new Refusal(500, 'Broken.');
      },
      'Failed to post content. Please check your credentials.',
    ],
    [
      () => {
        throw new TypeError('Failed to fetch');
      },
      'Network error. Please try again.',
    ],
  ])('says why it failed and keeps the text (%#)', async (answer, description) => {
    openSocial({ 'social.postNow': answer });
    await openPost();
    write('Hello.');
    await press('Post Now');
    await waitFor(() => expect(toast()).toEqual({ title: 'Posting Failed', description }));
    expect(screen.getByLabelText(/^Content/)).toHaveValue('Hello.');
  });

  test('is the same one when its answer was lost, and another after an answer or with another text', async () => {
    const lose = () => {
      throw new TypeError('Failed to fetch');
    };
    const answers = [lose, () => ({ success: false, error: 'Refused.' }), lose, lose];
    const office = openSocial({ 'social.postNow': () => answers.shift()?.() });
    await openPost();
    const texts = ['One.', 'One.', 'One.', 'Two.'];
    for (const [place, text] of texts.entries()) {
      write(text);
      await press('Post Now');
      await waitFor(() => expect(office.sent('social.postNow')).toHaveLength(place + 1));
      await screen.findByRole('button', { name: 'Post Now' });
    }
    const keys = office.sent('social.postNow').map(({ idempotencyKey }) => idempotencyKey);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  test('is the same one as long as its result is unknown, also after another text', async () => {
    const unknown = () => ({ success: false, error: 'Unknown result.', post: { ...POST, status: 'failed', isUnknown: true } });
    const office = openSocial({ 'social.postNow': unknown });
    await openPost();
    for (const [place, text] of ['One.', 'Two.', 'One.'].entries()) {
      write(text);
      await press('Post Now');
      await waitFor(() => expect(office.sent('social.postNow')).toHaveLength(place + 1));
      await screen.findByRole('button', { name: 'Post Now' });
    }
    expect(toast().description).toBe('Unknown result. If it is not there, post it from the Schedule tab, under Failed.');
    const keys = office.sent('social.postNow').map(({ idempotencyKey }) => idempotencyKey);
    expect([keys[2] === keys[0], keys[1] === keys[0]]).toEqual([true, false]);
  });

  test('of another platform is copied by hand', async () => {
    openSocial();
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

  test('is filled in by a template, with a way back to what was written, and outlasts a look at another tab', async () => {
    openSocial();
    await openPost();
    write('My own words.');
    for (const name of ['Monday Motivation', 'Transformation Tuesday', 'Service Spotlight']) {
      await press(new RegExp(`^${name}`));
      expect((screen.getByLabelText(/^Content/) as HTMLTextAreaElement).value.startsWith(`${name}:`)).toBe(true);
      if (name === 'Monday Motivation') {
        lastToast()?.action?.run();
        await waitFor(() => expect(screen.getByLabelText(/^Content/)).toHaveValue('My own words.'));
      }
    }
    expect(screen.getByLabelText(/^Post Type/)).toHaveValue('service-highlight');
    expect(screen.getByText(/Fill in what stands in \[brackets\]/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: 'Setup' }));
    await userEvent.click(await screen.findByRole('tab', { name: 'Post' }));
    expect(((await screen.findByLabelText(/^Content/)) as HTMLTextAreaElement).value).toMatch(/^Service Spotlight:/);
  });

  test('is asked for where Schedule or Save Draft is pressed without one', async () => {
    const office = openSocial();
    await openPost();
    for (const name of ['Schedule', 'Save Draft']) {
      await press(name);
      await waitFor(() => expect(toast()).toEqual({ title: 'Content Required', description: 'Please enter content for your post.' }));
      for (const { id } of readToasts()) dismissToast(id);
    }
    expect(screen.queryAllByRole('dialog')).toHaveLength(0);
    expect(office.sent('social.createPost')).toEqual([]);
  });

  test('is scheduled for a time of the company, and asked when', async () => {
    const office = openSocial();
    await openPost();
    write('Later.');
    await press('Schedule');
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule this post' }));
    expect(await dialog.findByText('Times are suggested from 20 posts on; there are 3 so far.')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    expect(await dialog.findByText('Please enter a date and a time.')).toBeInTheDocument();
    fireEvent.change(dialog.getByLabelText(/^Date and Time/), { target: { value: '2026-12-01T10:00' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }));
    await waitFor(() => expect(toast().title).toBe('Post Scheduled'));
    await waitFor(() => expect(screen.getByLabelText(/^Content/)).toHaveValue(''));
    expect(office.sent('social.createPost')).toEqual([
      { platform: 'facebook', type: 'business-update', content: 'Later.', scheduledFor: '2026-12-01T17:00:00.000Z', source: 'manual' },
    ]);
  });

  test('is kept as a draft, which says that it came from a template', async () => {
    const office = openSocial({ 'social.overview': () => ({ ...OVERVIEW, isConfigured: false }) });
    await openPost();
    expect(await screen.findByText(/Facebook is not set up yet/)).toBeInTheDocument();
    await press(/^Monday Motivation/);
    await press('Save Draft');
    await waitFor(() => expect(toast().title).toBe('Draft Saved'));
    expect(office.sent('social.createPost')).toEqual([expect.objectContaining({ type: 'cleaning-tip', source: 'template' })]);
  });
});

describe('the analytics', () => {
  test('draw nothing before there is a post', async () => {
    openSocial();
    openPage('analytics');
    expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeInTheDocument();
    expect(screen.queryAllByRole('img')).toHaveLength(0);
  });

  test('hold the figures, say what is not available, and can be heard and opened', async () => {
    openSocial({ 'social.analytics': () => FIGURES });
    openPage('analytics');
    await screen.findByRole('heading', { name: 'The last twelve months' });
    const sums = await panel('The last twelve months');
    const cards = sums.getAllByRole('term').map((name) => [name.textContent, name.nextElementSibling?.textContent]);
    expect(cards).toEqual([
      ['Posts', '3'],
      ['Likes', '20'],
      ['Comments', '4'],
      ['Shares', 'not available'],
      ['Reach', 'not available'],
      ['Engagement a post', '12'],
      ['Failed', '25%'],
      ['From draft to post', '3.1 h'],
    ]);
    expect(sums.getByText('1 of 4 posts that were to go out.')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /^Posts per week/ })).toHaveAccessibleName(
      'Posts per week. Week of Mon, Nov 9: 1 post; Week of Mon, Nov 16: 2 posts.',
    );
    expect(screen.getByRole('img', { name: 'Posts by type. Cleaning tip: 3.' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Posts by platform. Facebook: 3.' })).toBeInTheDocument();
    expect(screen.getAllByText('Show the figures')).toHaveLength(3);
    expect((await panel('Best post')).getByText(POSTED.content)).toBeInTheDocument();
    const table = (await panel('What each type brought')).getByRole('table');
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Cleaning tip3204not available12');
  });
});

test.each([
  [1, 'It takes two posts with figures to tell the best from the worst.'],
  [2, 'All posts with figures did equally well, so that none is the worst.'],
])('of %i posts with figures of which none is worse than the others the analytics say why there is no worst', async (measured, words) => {
  openSocial({ 'social.analytics': () => ({ ...FIGURES, measured, worst: null }) });
  openPage('analytics');
  expect((await panel('Worst post')).getByText(words)).toBeInTheDocument();
});

test('a page that refuses its token is disconnected, and the card leads to where it is connected again', async () => {
  const [facebook, ...others] = OVERVIEW.platforms;
  openSocial({
    'social.overview': () => ({
      ...OVERVIEW,
      platforms: [{ ...facebook, status: 'disconnected', isSample: true, lastError: 'The token has expired.' }, ...others],
    }),
  });
  openPage();
  const cards = await (await panel('Platforms')).findAllByRole('listitem');
  const chips = cards.map((card) => [
    within(card)
      .queryAllByText(/^Disconnected/)
      .map((chip) => chip.textContent),
    within(card)
      .queryAllByRole('link', { name: /^Reconnect/ })
      .map((link) => link.getAttribute('href')),
  ]);
  expect(chips).toEqual([
    [['Disconnected, reconnect'], ['/social-media?tab=setup']],
    [['Disconnected'], []],
    [['Disconnected'], []],
    [['Disconnected'], []],
  ]);
  expect(within(cards[0] as HTMLElement).getByText('The token has expired.')).toBeInTheDocument();
});

test('the setup says what each variable is for, tests the page, and leads to the guides', async () => {
  const office = openSocial({
    'social.overview': () => ({
      ...OVERVIEW,
      platforms: [{ ...OVERVIEW.platforms[0], status: 'disconnected', lastError: 'This is a user token.' }],
    }),
  });
  openPage('setup');
  const facebook = await panel('Facebook business page');
  expect(await facebook.findByText('This is a user token.')).toBeInTheDocument();
  expect(facebook.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['FACEBOOK_PAGE_ID', 'FACEBOOK_PAGE_ACCESS_TOKEN']);
  await press('Test Connection');
  await waitFor(() => expect(office.sent('social.testFacebook')).toHaveLength(1));
  for (const name of ['Instagram', 'TikTok']) {
    const guide = await panel(name);
    expect(guide.getByText('Disconnected')).toBeInTheDocument();
    for (const link of guide.getAllByRole('link')) expect(link.getAttribute('href')).toMatch(/^https:\/\//);
  }
  expect((await panel('Other tools')).getAllByRole('link').map((link) => link.textContent)).toEqual(
    ['Meta Business Suite', 'Buffer', 'Later', 'Hootsuite'].map((name) => `${name} (opens in a new tab)`),
  );
});
