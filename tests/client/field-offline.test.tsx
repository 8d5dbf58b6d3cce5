import '@testing-library/jest-dom/vitest';
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { jobComponents, teamMemberLogs, workOrders } from '../../db/schema';
import { applyActions, applyToCounters, type Job } from '../../src/shared/field';
import { addMember, openField, phoneOf, takeJob } from '../support/field';
import { press, refuse } from '../support/office';
import { ACCEPTED, GIVEN, openPage, openPhone, preparePhone, waitingActions } from '../support/phone';

const logged = ({ db }: ReturnType<typeof openPhone>) => db.select().from(teamMemberLogs).all();
const banner = (words: string) => waitFor(() => expect(screen.getByRole('banner')).toHaveTextContent(words));

preparePhone();

describe('without a network', () => {
  test('shows the last known jobs, and sends the actions in order and once when the network is back', async () => {
    const office = openPhone([ACCEPTED]);
    openPage();
    expect(await screen.findByText('Synced')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('article')).toBeVisible());
    cleanup();

    office.setOnline(false);
    openPage();
    expect(await screen.findByText(/^Offline/)).toBeVisible();
    await press(/^Enroute/);
    await press(/^Onsite/);
    await press('Kitchen done');
    await banner('Offline, 3 waiting');
    expect(await screen.findByText('Done')).toBeVisible();
    expect(screen.getByRole('timer')).toBeVisible();
    expect(logged(office)).toEqual([]);

    office.setOnline(true);
    await banner('Synced');
    const actionId = expect.stringMatching(/^[\da-f-]{36}$/);
    expect(logged(office)).toMatchObject(['enroute', 'onsite', 'done: Kitchen'].map((action) => ({ action, actionId })));
    expect(office.db.select().from(workOrders).get()?.status).toBe('onsite');
    expect(office.db.select().from(jobComponents).get()?.isCompleted).toBe(true);
    expect(await waitingActions()).toEqual([]);
  });
  test('keeps the waiting actions after a reload', async () => {
    const office = openPhone();
    openPage();
    await screen.findByRole('button', { name: 'Accept' });
    office.setOnline(false);
    await press('Accept');
    await banner('1 waiting');
    cleanup();
    openPage();
    await banner('1 waiting');
  });
  test('puts an action aside when the server fails on it again and again, and can send it again', async () => {
    const office = openPhone([ACCEPTED]);
    office.fail('field.addRemark', refuse(500));
    openPage();
    fireEvent.change(await screen.findByLabelText('Remarks'), { target: { value: 'Hello' } });
    await press('Save Remark');
    for (const count of [1, 2, 3]) {
      await waitFor(() => expect(office.sent('field.addRemark')).toHaveLength(count));
      await banner(count < 3 ? '1 waiting' : 'Synced');
      window.dispatchEvent(new Event('online'));
    }
    const rejected = within(await screen.findByRole('region', { name: 'Not applied' }));
    expect(rejected.getByText(/The server could not take this/)).toBeVisible();
    office.repair('field.addRemark');
    await press('Try Again');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Not applied' })).toBeNull());
    await waitFor(() => expect(logged(office)).toMatchObject([{ action: 'remark', details: 'Hello' }]));
  });
  test('keeps the action of a member for that member when another one has signed in meanwhile', async () => {
    const office = openPhone();
    addMember(office.shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
    const page = openPage();
    await screen.findByRole('article');
    office.signInAs({ member: 2 });
    await press('Accept');
    await waitFor(() => expect(page.path()).toBe('/team-login'));
    expect(await waitingActions()).toMatchObject([{ kind: 'respond' }]);
    expect((await waitingActions())[0]).not.toHaveProperty('refusal');
  });
  test('forgets the jobs after the twelve hours of the session, and shows access notes only around the day of the job', async () => {
    const office = openPhone([GIVEN], { client: { access_gate: '4711#' } });
    openPage();
    expect(await screen.findByText('4711#')).toBeVisible();
    cleanup();
    office.setOnline(false);
    vi.setSystemTime(new Date('2026-11-21T07:30:00.000Z'));
    openPage();
    expect(await screen.findByText('4711#')).toBeVisible();
    cleanup();
    vi.setSystemTime(new Date('2026-11-21T08:00:01.000Z'));
    openPage();
    expect(await screen.findByText('Your jobs could not be loaded.')).toBeVisible();
    expect(screen.queryByText('4711#')).toBeNull();
  });
  test('tries again when the server is busy', async () => {
    openPhone().fail('field.respond', refuse(503, 'Storage is not available right now.'));
    openPage();
    await press('Accept');
    await banner('1 waiting');
    expect(screen.queryByRole('region', { name: 'Not applied' })).toBeNull();
  });
});

describe('the waiting actions of a phone', () => {
  /** Returns a job of today as the server sends it to its member. */
  const readJob = async (): Promise<Job> => {
    const shop = await openField({ job: { scheduledDate: '2026-11-20T21:00:00.000Z' } });
    await takeJob(shop, 'assigned');
    const { jobs } = await phoneOf(shop, 1).field.dashboard({ id: 1 });
    return jobs[0] as Job;
  };
  test('count in its figures', async () => {
    const job = await readJob();
    const counters = { assignedToday: 3, completed: 5, inProgress: 0, issues: 1 };
    const as = (status: Job['status']) => [{ ...job, status }];
    expect(applyToCounters(counters, as('assigned'), as('onsite'), '2026-11-20')).toEqual({ ...counters, inProgress: 1 });
    expect(applyToCounters(counters, as('onsite'), as('complete'), '2026-11-20')).toEqual({
      ...counters,
      inProgress: -1,
      completed: 6,
      assignedToday: 2,
    });
    expect(applyToCounters(counters, as('scheduled'), [], '2026-11-20')).toEqual({ ...counters, assignedToday: 2 });
  });
  const action = { actionId: 'a', memberId: 4, workOrderId: 1, clientName: 'Maria Santos', at: '2026-11-20T20:30:00.000Z' };
  test('change the job that it shows', async () => {
    const [job] = applyActions(
      [await readJob()],
      [
        { ...action, kind: 'respond', accepted: true, remarks: null },
        { ...action, kind: 'status', status: 'enroute', remarks: 'Traffic', estimatedArrival: null },
        { ...action, kind: 'component', componentId: 1, component: 'Kitchen', isCompleted: true },
      ],
    );
    expect(job).toMatchObject({
      status: 'enroute',
      remarks: [{ details: 'Traffic' }],
      jobComponents: [{ isCompleted: true, completedAt: action.at }],
    });
  });
  test('hide a declined job and leave others as they are', async () => {
    const job = await readJob();
    const other = { ...job, id: 2 };
    expect(applyActions([job, other], [{ ...action, kind: 'respond', accepted: false, remarks: null }])).toEqual([other]);
  });
});
