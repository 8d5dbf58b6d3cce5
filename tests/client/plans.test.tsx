import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { formatPlanned } from '../../src/client/plan-steps';
import { Route } from '../../src/client/routes/_office._staff.plans';
import { addDays } from '../../src/shared/calendar-day';
import { bookSlot, slotOf } from '../support/booking';
import { MARIA } from '../support/dispatch';
import { change, findDialog, lastToast, openOffice, openStaffPage, press, refuse } from '../support/office';
import { WEEKLY } from '../support/plans';

const [FIRST, SECOND, THIRD] = ['2026-11-24', '2026-12-01', '2026-12-08'] as const;

/** Opens the plans with a weekly plan of Maria that begins next Tuesday. */
async function openPlans(search = '') {
  const office = openOffice();
  await office.admin.clients.create(MARIA);
  await office.admin.plans.create(WEEKLY);
  const { search: readSearch } = openStaffPage(Route, `/plans${search}`);
  return { ...office, readSearch };
}
const getPlan = async ({ admin }: ReturnType<typeof openOffice>, id = 1) => admin.plans.get({ id });
/** Returns the first dates of the preview. */
const dates = () =>
  within(screen.getByRole('list', { name: 'Next dates' }))
    .getAllByRole('listitem')
    .slice(0, 4)
    .map(({ textContent }) => textContent);
const findVisits = async () => within(await screen.findByRole('list', { name: 'Visits to come' })).getAllByRole('listitem');

test('plans are listed with their rule, next visit and value of a month, and a filter may leave none', async () => {
  await openPlans();
  const row = await screen.findByRole('row', { name: /Maria Santos/ });
  expect(row).toHaveTextContent(/Every \w+day at 10:00 a\.m\./);
  expect(row).toHaveTextContent('$520.00');
  expect(row).toHaveTextContent('active');
  await press('Paused');
  expect(await screen.findByText('No plans match')).toBeVisible();
});

test('plans that do not load are reported', async () => {
  const office = openOffice();
  office.fail('plans.list', refuse(500));
  openStaffPage(Route, '/plans');
  expect(await screen.findByText('The plans could not be loaded.')).toBeVisible();
});

test('a new plan repeats as chosen and shows its next dates before it is created', async () => {
  const office = await openPlans('?new=1&client=1');
  await screen.findByText('Next dates');
  change(/^First day/, '2026-12-02');
  await userEvent.selectOptions(screen.getByLabelText('Repeat'), 'custom');
  change('Weeks between visits', '3');
  change('Price of a visit', '140');
  await waitFor(() => expect(office.sent('plans.preview').at(-1)).toMatchObject({ rrule: 'FREQ=WEEKLY;INTERVAL=3;BYDAY=WE' }));
  await press('Create Plan');
  await waitFor(() => expect(lastToast()?.title).toBe('Plan Created'));
  expect(await getPlan(office, 2)).toMatchObject({
    clientId: 1,
    startDate: '2026-12-02',
    price: '140.00',
    words: 'Every third Wednesday at 9:00 a.m.',
  });
});

test('a new plan without a client puts the focus on the search for one', async () => {
  await openPlans('?new=1');
  await press('Create Plan');
  const field = await screen.findByRole('searchbox', { name: /^Client/ });
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription('Please choose a client. Search for the client, then select them.');
});

test('a custom repeat without a weekday is not created', async () => {
  const office = await openPlans('?new=1&client=1');
  await userEvent.selectOptions(await screen.findByLabelText('Repeat'), 'custom');
  await userEvent.click(screen.getByRole('checkbox', { checked: true }));
  await press('Create Plan');
  expect(await screen.findByText(/^Please choose at least one weekday/)).toBeVisible();
  expect(office.sent('plans.create')).toEqual([]);
});

test('a visit is skipped and served again from the toast', async () => {
  const office = await openPlans('?plan=1');
  await press(/^Skip/, within((await findVisits())[1] as HTMLElement));
  await waitFor(() => expect(lastToast()?.title).toBe('Visit Skipped'));
  expect((await findVisits())[1]).toHaveTextContent('skipped');
  act(() => lastToast()?.action?.run());
  await waitFor(async () => expect((await getPlan(office)).visits?.[1]).toMatchObject({ date: SECOND, status: 'planned' }));
});

test('a visit that was finished meanwhile is kept, without an offer to undo', async () => {
  const office = await openPlans('?plan=1');
  const visit = (await findVisits())[1] as HTMLElement;
  const job = (await getPlan(office)).visits?.[1]?.workOrderId ?? 0;
  office.db.update(workOrders).set({ status: 'completed' }).where(eq(workOrders.id, job)).run();
  await press(/^Skip/, within(visit));
  await waitFor(() => expect(lastToast()?.title).toBe('Visit Kept'));
  expect(lastToast()?.action).toBeUndefined();
});

test('a visit that was missed is not counted as planned when the plan is resumed', async () => {
  const office = await openPlans();
  office.advance(7 * 24 * 60);
  await office.admin.plans.pause({ id: 1 });
  const resumed = await office.admin.plans.resume({ id: 1 });
  expect(resumed.visits?.[0]).toMatchObject({ date: FIRST, status: 'planned' });
  expect(formatPlanned(resumed)).toBe('6 visits are planned for the next six weeks.');
});

test('an edit of the following visits splits the plan', async () => {
  const office = await openPlans('?plan=1&edit=1');
  change(/^From/, SECOND, await screen.findByLabelText(/^From/).then(() => screen));
  change(/^Time/, '13:00');
  await press('Save Changes');
  await waitFor(() => expect(lastToast()?.title).toBe('Plan Saved'));
  expect(await getPlan(office, 2)).toMatchObject({ parentPlanId: 1, startDate: SECOND, startTime: '13:00' });
  expect(await getPlan(office)).toMatchObject({ until: addDays(SECOND, -1), startTime: '10:00' });
});

test('the later plan of a split closes to the list, not to the plan that it continues', async () => {
  const { readSearch } = await openPlans();
  await userEvent.click(await screen.findByRole('link', { name: /Maria Santos/ }));
  await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
  change(/^From/, SECOND, await screen.findByLabelText(/^From/).then(() => screen));
  change(/^Time/, '13:00');
  await press('Save Changes');
  await waitFor(() => expect(readSearch()).toEqual({ plan: '2' }));
  await press('Close', await findDialog());
  await waitFor(() => expect(readSearch()).toEqual({}));
});

test('an edit of all visits changes the plan from its first day, on several weekdays', async () => {
  const office = await openPlans('?plan=1&edit=1');
  await userEvent.click(await screen.findByRole('radio', { name: 'All visits' }));
  expect(screen.queryByLabelText(/^From/)).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Repeat'), 'custom');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Thursday' }));
  expect(await screen.findByText('Every Tuesday and Thursday at 10:00 a.m.')).toBeVisible();
  await waitFor(() => expect(dates()).toEqual(['Tue, Nov 24', 'Thu, Nov 26', 'Tue, Dec 1', 'Thu, Dec 3']));
  change('Price of a visit', '150');
  await press('Save Changes');
  await waitFor(() => expect(lastToast()?.title).toBe('Plan Saved'));
  expect(office.sent('plans.edit')).toMatchObject([{ id: 1, scope: 'all', change: { rrule: 'FREQ=WEEKLY;BYDAY=TU,TH', price: '150' } }]);
  const plan = await getPlan(office);
  expect(plan).toMatchObject({ startDate: FIRST, price: '150.00', words: 'Every Tuesday and Thursday at 10:00 a.m.' });
  expect(plan.visits?.slice(0, 3).map(({ date }) => date)).toEqual([FIRST, addDays(FIRST, 2), SECOND]);
});

test('what the server does not accept appears at the field of a new plan', async () => {
  const office = await openPlans('?new=1&client=1');
  change(/^First day/, '2046-12-04', await screen.findByLabelText(/^First day/).then(() => screen));
  await press('Create Plan');
  await waitFor(() => expect(screen.getByLabelText(/^First day/)).toHaveAccessibleDescription(/^Please enter a day from/));
  expect(screen.getByLabelText(/^First day/)).toHaveFocus();
  expect(office.sent('plans.create')).toHaveLength(1);
  expect(lastToast()?.open).not.toBe(true);
});

test('a first day that the server does not accept is reported at its field until another day is chosen', async () => {
  const office = await openPlans('?plan=1&edit=1');
  await office.admin.plans.end({ id: 1, on: THIRD });
  const from = await screen.findByLabelText(/^From/);
  change(/^From/, addDays(THIRD, 1));
  change(/^Time/, '13:00');
  await press('Save Changes');
  await waitFor(() => expect(from).toHaveAccessibleDescription(/^This plan has no visit on or after this day\./));
  expect(lastToast()?.open).not.toBe(true);
  change(/^From/, SECOND);
  expect(from).not.toBeInvalid();
});

test('a plan is paused, resumed and ended', async () => {
  const office = await openPlans('?plan=1');
  await press('Pause');
  change(/^First day with visits again/, THIRD, await findDialog());
  await press('Pause Plan');
  await waitFor(async () => expect(await getPlan(office)).toMatchObject({ status: 'paused', pausedUntil: THIRD }));
  await press(/^Resume/);
  await waitFor(async () => expect(await getPlan(office)).toMatchObject({ status: 'active', nextVisit: FIRST }));
  await press('End');
  change(/^Last day with a visit/, SECOND, await findDialog());
  await press('End Plan');
  await waitFor(() => expect(lastToast()?.title).toBe('Plan Ended'));
  expect((await getPlan(office)).visits?.map(({ date }) => date)).toEqual([FIRST, SECOND]);
});

test('a proposal is accepted with the price and the crew of its visits', async () => {
  const office = openOffice();
  await bookSlot(office.shop, (await slotOf(office.shop)).id, { frequency: '2weeks' });
  openStaffPage(Route, '/plans?plan=1');
  await press(/^Accept/, await findDialog());
  change('Price of a visit', '135', within(await screen.findByRole('dialog', { name: 'Accept this plan?' })));
  await press('Accept Plan');
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Plan Accepted' }));
  expect(await getPlan(office)).toMatchObject({ status: 'active', price: '135.00', nextVisit: FIRST });
});
