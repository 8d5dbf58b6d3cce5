import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.achievements';
import { ACHIEVEMENT_IDS, type AchievementFigures, toAchievement } from '../../src/shared/achievements';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const ACHIEVED: AchievementFigures = {
  totalLeadsGenerated: 12,
  totalPartnershipsCreated: 0,
  totalCorporateContracts: 0,
  dailyStreak: 2,
  bestDailyPerformance: 1,
  socialMediaPosts: 0,
  marketExpansions: 0,
  teamMemberAssignments: 7,
  lastActiveDate: null,
  joinDate: '2026-11-02',
  dailyTarget: 5,
  daysTogether: 18,
};
const UNLOCKED = new Set(['first-client', 'lead-1']);
const listed = () =>
  // Two minutes past midnight UTC is still the day before in Kamloops.
  ACHIEVEMENT_IDS.map((id) => toAchievement(id, ACHIEVED, UNLOCKED.has(id) ? '2026-11-21T00:02:00.000Z' : null));

function openScreen(more: Parameters<typeof fakeCalls>[0] = {}, path = '/achievements') {
  const { dailyTarget: _target, daysTogether: _days, ...stats } = ACHIEVED;
  const office = fakeCalls({
    'achievements.list': () => ({ success: true, achievements: listed() }),
    'achievements.stats': () => ({ success: true, stats }),
    'achievements.check': () => ({ success: true, achievements: [] }),
    ...more,
  });
  return { ...openStaffPage(Route, path), ...office };
}
const cardOf = async (name: string) => (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;

test('shows what each card takes, its progress, its worth and when it was unlocked', async () => {
  openScreen();
  const locked = await cardOf('Lead Finder');
  for (const words of ['Milestone', 'Common', 'Let the workers find 25 leads.', '12 of 25', '10 · Finder', 'Locked'])
    expect(within(locked).getByText(words)).toBeVisible();
  const bar = within(locked).getByRole('progressbar', { name: 'Progress of Lead Finder' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax'), bar.getAttribute('aria-valuetext')]).toEqual([
    '12',
    '25',
    '12 of 25',
  ]);
  const unlocked = await cardOf('First Lead');
  expect(within(unlocked).getByText('Friday, November 20, 2026')).toBeVisible();
  expect(within(unlocked).queryByText('Locked') === null).toBe(true);
  expect(screen.getAllByRole('progressbar')).toHaveLength(24);
});

test('shows the overall progress and the figures on top', async () => {
  openScreen();
  const progress = await screen.findByLabelText('Progress');
  expect(await within(progress).findByText('2 of 24')).toBeVisible();
  expect(within(progress).getByText('8%')).toBeVisible();
  expect(within(progress).getByText('20')).toBeVisible();
  const figures = await screen.findByLabelText('Statistics');
  await waitFor(() => expect(within(figures).getByText('Leads Generated').nextSibling).toHaveTextContent('12'));
  expect(within(figures).getByText('Last Active').nextSibling).toHaveTextContent('not yet');
  expect(within(figures).getByText('Since').nextSibling).toHaveTextContent('Monday, November 2, 2026');
});

test.each([
  ['Daily', 5],
  ['Milestone', 12],
  ['Streak', 4],
  ['Special', 3],
  ['All', 24],
])('shows with the tab %s its %i cards, and keeps the tab in the address', async (name, number) => {
  const { search } = openScreen({}, '/achievements?tab=daily');
  await cardOf('Hat Trick');
  await userEvent.click(screen.getByRole('tab', { name }));
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(number));
  expect(search()).toEqual({ tab: name.toLowerCase() });
});

test('reports what a check unlocked, or that nothing is new, and refreshes the lists', async () => {
  const { sent, handlers } = openScreen();
  await cardOf('Hat Trick');
  const check = screen.getByRole('button', { name: 'Check for New Achievements' });
  await userEvent.click(check);
  await waitFor(() => expect(lastToast()?.title).toBe('No New Achievements'));
  expect(sent('achievements.list').length).toBe(2);
  handlers['achievements.check'] = () => ({ success: true, achievements: listed().slice(0, 2) });
  await userEvent.click(check);
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: '2 Achievements Unlocked', description: 'First Client of the Day, Hat Trick.' }),
  );
});

test('refreshes both lists every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = openScreen();
  await cardOf('Hat Trick');
  await vi.advanceTimersByTimeAsync(30_500);
  expect([sent('achievements.list').length, sent('achievements.stats').length]).toEqual([2, 2]);
});

test('shows an empty state without achievements and an error when they do not load', async () => {
  openScreen({ 'achievements.list': () => ({ success: true, achievements: [] }) });
  expect(await screen.findByText('No achievements found')).toBeVisible();
  cleanup();
  openScreen({
    'achievements.list': () => {
      throw new Refusal(503, 'Storage is not available right now.');
    },
  });
  expect(await screen.findByText('The achievements could not be loaded.')).toBeVisible();
});
