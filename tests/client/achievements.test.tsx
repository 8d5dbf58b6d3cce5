import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.achievements';
import { addLeads } from '../support/automation-rows';
import { addJob, addPeople } from '../support/jobs';
import { lastToast, openOffice, openStaffPage, refuse } from '../support/office';
import { insertRow } from '../support/rows';

/**
 * Opens the achievements of an office that found twelve leads, won one client today and assigned seven jobs since November 2. Two minutes
 * past midnight UTC is still Friday in Kamloops.
 */
function openScreen({ path = '/achievements', prepare = (_office: ReturnType<typeof openOffice>) => {} } = {}) {
  const office = openOffice({ now: '2026-11-21T00:02:00.000Z' });
  const { db } = office;
  addLeads(
    office,
    Array.from({ length: 12 }, () => ({})),
  );
  insertRow(db, 'activity', { at: '2026-11-02T20:00:00.000Z' });
  insertRow(db, 'contact_inquiries', { client_id: null, status: 'confirmed', confirmed_at: '2026-11-20T20:00:00.000Z' });
  addPeople(office);
  for (let id = 1; id <= 7; id += 1) {
    addJob(office, id);
    insertRow(db, 'work_order_assignments', { work_order_id: id });
  }
  prepare(office);
  return { ...openStaffPage(Route, path), ...office };
}
const cardOf = async (name: string) => (await screen.findByRole('heading', { name })).closest('li') as HTMLElement;

test('shows on each card the requirement, the progress, the points and the time of unlocking', async () => {
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
])('shows in the tab %s its %i cards, and keeps the tab in the address', async (name, number) => {
  const { search } = openScreen({ path: '/achievements?tab=daily' });
  await cardOf('Hat Trick');
  await userEvent.click(screen.getByRole('tab', { name }));
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(number));
  expect(search()).toEqual({ tab: name.toLowerCase() });
});

test('reports what a check unlocked, or that nothing is new, and refreshes the lists', async () => {
  const { sent } = openScreen();
  await cardOf('Hat Trick');
  const check = screen.getByRole('button', { name: 'Check for New Achievements' });
  await userEvent.click(check);
  await waitFor(() =>
    expect(lastToast()).toMatchObject({ title: '2 Achievements Unlocked', description: 'First Client of the Day, First Lead.' }),
  );
  expect(sent('achievements.list').length).toBe(2);
  await userEvent.click(check);
  await waitFor(() => expect(lastToast()?.title).toBe('No New Achievements'));
  await waitFor(() => expect(sent('achievements.list')).toHaveLength(3));
});

test('refreshes both lists every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { sent } = openScreen();
  await cardOf('Hat Trick');
  await vi.advanceTimersByTimeAsync(30_500);
  expect([sent('achievements.list').length, sent('achievements.stats').length]).toEqual([2, 2]);
});

test('shows an empty state without achievements and an error when they do not load', async () => {
  const empty = { result: { data: { success: true, achievements: [] } } };
  openScreen({ prepare: ({ fail }) => fail('achievements.list', () => empty) });
  expect(await screen.findByText('No achievements found')).toBeVisible();
  cleanup();
  openScreen({ prepare: ({ fail }) => fail('achievements.list', refuse(503)) });
  expect(await screen.findByText('The achievements could not be loaded.')).toBeVisible();
});
