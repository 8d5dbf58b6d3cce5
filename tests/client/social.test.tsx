import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.social-media';
import { graph, startPages } from '../support/facebook-shop';
import { findPanel, lastToast, offline, openStaffPage, press, refuse } from '../support/office';
import { openSocial, POST, POSTED, storedPost } from '../support/social';

const openPage = (tab?: string) => openStaffPage(Route, tab ? `/social-media?tab=${tab}` : '/social-media');
const toast = () => ({ title: lastToast()?.title, description: lastToast()?.description });
const DRAFT = { ...POST, id: 31, status: 'draft', isApproved: false, scheduledFor: null, source: 'worker' } as const;

startPages();

describe('the tabs', () => {
  test('keep the chosen tab in the address', async () => {
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

  test('refer to their panels, shown or not', async () => {
    openSocial();
    openPage();
    for (const tab of await screen.findAllByRole('tab')) {
      const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '');
      expect(panel, tab.textContent ?? '').toHaveAttribute('aria-labelledby', tab.id);
    }
  });

  test('open the overview when the address names an unknown tab', async () => {
    openSocial();
    openPage('secrets');
    expect(await screen.findByRole('tab', { selected: true })).toHaveTextContent('Overview');
  });
});

describe('the overview', () => {
  test('shows for each platform whether it is connected, and which figures are samples', async () => {
    openSocial([POSTED]);
    openPage();
    const platforms = await findPanel('Platforms');
    const cards = await platforms.findAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toEqual([
      'FacebookSage & PineConnectedFollowers1,412Engagement1.1%Posts1',
      'InstagramDisconnectedSample dataFollowers350Engagement5.1%Posts9',
      'TikTokDisconnectedSample dataFollowers120Engagement6.4%Posts4',
      'Google My BusinessDisconnectedSample dataFollowers90Engagement2.8%Posts6',
    ]);
  });

  test('cuts the latest posts at 100 letters and shows the reactions to them', async () => {
    const family = '👨‍👩‍👧‍👦';
    openSocial([{ ...POSTED, content: family.repeat(101) }]);
    openPage();
    const latest = await findPanel('Latest posts');
    const post = await latest.findByRole('listitem');
    expect(post).toHaveTextContent(`${family.repeat(100)}…`);
    expect(post).toHaveTextContent('12 likes3 comments1 shares');
    expect(post).toHaveTextContent('Posted');
  });

  test('shows an error if it does not load, and an empty state after a retry', async () => {
    const office = openSocial();
    office.fail('social.overview', refuse(500));
    openPage();
    expect(await screen.findByText('The platforms could not be loaded.')).toBeInTheDocument();
    office.repair('social.overview');
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    expect(await screen.findByText(/^No posts yet/)).toBeInTheDocument();
  });

  test.each([
    ['a page that answers', 'Facebook Connected', 'Posts can be published to the page.'],
    ['the token of a person', 'Facebook Setup Needed', 'Please configure your Facebook API credentials to enable posting.'],
    ['no network', 'Connection Failed', 'Unable to connect to Facebook. Please check your setup.'],
  ])('tests Facebook and shows the result: %s', async (what, title, description) => {
    const office = openSocial();
    graph.isUserToken = what === 'the token of a person';
    if (what === 'no network') office.fail('social.testFacebook', offline);
    openPage();
    await screen.findByText('Connected');
    await press('Test Facebook');
    await waitFor(() => expect(toast()).toEqual({ title, description }));
    // The cards are read again, but not after a test without an answer.
    expect(office.sent('social.overview')).toHaveLength(what === 'no network' ? 1 : 2);
  });

  test('posts the approved draft and shows it on top of the list', async () => {
    openSocial([POSTED, { ...DRAFT, isApproved: true, content: 'Out now.' }]);
    openPage();
    await screen.findByText('Connected');
    await press('Auto-Post Now');
    await waitFor(() => expect(toast().title).toBe('Auto-Post Successful'));
    expect(graph.posts.map(({ message }) => message)).toEqual(['Out now.']);
    const latest = await findPanel('Latest posts');
    await waitFor(() => expect(latest.getAllByRole('listitem')[0]).toHaveTextContent('Out now.'));
    expect(latest.getAllByRole('listitem')[0]).toHaveTextContent('Posted');
  });

  test.each([
    ['without a page', 'Please configure Facebook credentials first.'],
    ['without a reason', 'Please configure Facebook credentials first.'],
    ['because the server failed', 'Failed to auto-post content.'],
  ])('shows why auto-post failed: %s', async (what, description) => {
    const office = openSocial([], what === 'without a page' ? null : {});
    if (what === 'without a reason') office.fail('social.autoPost', () => ({ result: { data: { success: false } } }));
    if (what === 'because the server failed') office.fail('social.autoPost', refuse(500));
    openPage();
    await press('Auto-Post Now');
    await waitFor(() => expect(toast()).toEqual({ title: 'Auto-Post Failed', description }));
  });

  test('asks before it posts a proposal that nobody approved, and posts exactly that one', async () => {
    const office = openSocial([DRAFT]);
    openPage();
    await screen.findByText('Connected');
    await press('Auto-Post Now');
    const dialog = within(await screen.findByRole('dialog', { name: 'Post this proposal?' }));
    expect(dialog.getByText(POST.content)).toBeInTheDocument();
    expect(graph.attempts).toBe(0);
    await userEvent.click(dialog.getByRole('button', { name: 'Post It' }));
    await waitFor(() => expect(toast().title).toBe('Auto-Post Successful'));
    expect(office.sent('social.autoPost')).toEqual([{}, { confirm: true, draftId: 31 }]);
    expect(storedPost(office, 31)).toMatchObject({ status: 'posted', externalId: graph.posts[0]?.id });
  });

  test('marks a page that refuses its token as disconnected, and links to the setup', async () => {
    openSocial([], { status: 'disconnected', lastError: 'The token has expired.' });
    openPage();
    const cards = await (await findPanel('Platforms')).findAllByRole('listitem');
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
});

describe('the analytics', () => {
  const UNMEASURED = { likes: null, comments: null, shares: null };
  /** A post of the page, posted 185 minutes after it was written. */
  const posted = (id: number, day: string, figures: Partial<typeof POSTED | typeof UNMEASURED>) => {
    const at = { createdAt: `2026-11-${day}T14:55:00.000Z`, postedAt: `2026-11-${day}T18:00:00.000Z` };
    return { ...POSTED, ...at, id, externalId: `123_${id}`, ...figures };
  };

  test('show an empty state before the first post', async () => {
    openSocial();
    openPage('analytics');
    expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeInTheDocument();
    expect(screen.queryAllByRole('img')).toHaveLength(0);
  });

  test('show the figures as text and tables, and which are not available', async () => {
    const [most, fewest] = [
      posted(7, '18', { shares: null } as object),
      posted(8, '17', { likes: 8, comments: 1, shares: null } as object),
    ];
    openSocial([most, fewest, posted(9, '11', UNMEASURED), { ...POST, id: 10, status: 'failed', error: 'No.' }]);
    openPage('analytics');
    await screen.findByRole('heading', { name: 'The last twelve months' });
    const sums = await findPanel('The last twelve months');
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
    expect(sums.getByText('1 of 4 posts did not go out.')).toBeInTheDocument();
    expect(screen.getByRole('img', { name: /^Posts per week/ })).toHaveAccessibleName(
      'Posts per week. Week of Mon, Nov 9: 1 post; Week of Mon, Nov 16: 2 posts.',
    );
    expect(screen.getByRole('img', { name: 'Posts by type. Cleaning tip: 3.' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Posts by platform. Facebook: 3.' })).toBeInTheDocument();
    expect(screen.getAllByText('Show the figures')).toHaveLength(3);
    expect((await findPanel('Best post')).getByText(POSTED.content)).toBeInTheDocument();
    const table = (await findPanel('Results by type')).getByRole('table');
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Cleaning tip3204not available12');
  });

  test.each([
    [1, 'It takes two posts with figures to tell the best from the worst.'],
    [2, 'All posts with figures did equally well.'],
  ])('explain why none of %i equal posts is the worst', async (measured, words) => {
    openSocial([posted(7, '18', {}), posted(8, '17', measured === 1 ? UNMEASURED : {})]);
    openPage('analytics');
    expect((await findPanel('Worst post')).getByText(words)).toBeInTheDocument();
  });
});

test('the setup explains each variable, tests the page, and links to the guides', async () => {
  const office = openSocial([], { status: 'disconnected', lastError: 'This is a user token.' });
  openPage('setup');
  const facebook = await findPanel('Facebook business page');
  expect(await facebook.findByText('This is a user token.')).toBeInTheDocument();
  expect(facebook.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['FACEBOOK_PAGE_ID', 'FACEBOOK_PAGE_ACCESS_TOKEN']);
  await press('Test Connection');
  await waitFor(() => expect(office.sent('social.testFacebook')).toHaveLength(1));
  await waitFor(() => expect(toast().title).toBe('Facebook Connected'));
  for (const name of ['Instagram', 'TikTok']) {
    const guide = await findPanel(name);
    expect(guide.getByText('Disconnected')).toBeInTheDocument();
    for (const link of guide.getAllByRole('link')) expect(link.getAttribute('href')).toMatch(/^https:\/\//);
  }
  expect((await findPanel('Other tools')).getAllByRole('link').map((link) => link.textContent)).toEqual(
    ['Meta Business Suite', 'Buffer', 'Later', 'Hootsuite'].map((name) => `${name} (opens in a new tab)`),
  );
});
