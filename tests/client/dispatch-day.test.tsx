import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { chooseMember, openBoard } from '../support/dispatch-page';
import { press, refuse } from '../support/office';

/** A job of Maria's in a lane shows its time. */
const IN_LANE = /^Maria Santos.*m\. ·/;

describe('the day of the members', () => {
  test('shows minutes and jobs, and moves a job to another member through the dialog', async () => {
    const office = openBoard([{ assignment: { status: 'assigned' } }]);
    expect(await screen.findByText('2 h 00 min planned')).toBeVisible();
    await press(IN_LANE);
    await press(/^Move to Another Member/);
    await chooseMember('Kim');
    await press('Move');
    await waitFor(() =>
      expect(office.assignments().map(({ teamMemberId, status }) => [teamMemberId, status])).toEqual([
        [1, 'released'],
        [2, 'assigned'],
      ]),
    );
  });
  test('shows a phone the day of everyone, or of the member that the address names', async () => {
    const page = openBoard([{ assignment: { status: 'assigned' } }]);
    const choice = await screen.findByLabelText('Team member');
    expect(choice).toHaveDisplayValue('Everyone');
    await userEvent.selectOptions(choice, 'Kim Marsh');
    expect(page.search()).toEqual({ member: '2' });
    const rows = ['Dee Marsh', 'Kim Marsh'].map((name) => screen.getByRole('heading', { name }).closest('li'));
    expect(rows.map((row) => row?.classList.contains('max-lg:hidden'))).toEqual([true, false]);
    await userEvent.selectOptions(choice, 'Everyone');
    expect(page.search()).toEqual({});
  });
  test('keeps the day before in view until the next one is loaded', async () => {
    const office = openBoard([{ assignment: { status: 'assigned' } }]);
    await screen.findByRole('button', { name: IN_LANE });
    const release = office.hold('dispatch.planDay');
    await press('Next day');
    expect(await screen.findByRole('heading', { name: 'Saturday, November 21' })).toBeVisible();
    expect(screen.getByRole('button', { name: IN_LANE })).toBeVisible();
    release();
    await waitFor(() => expect(screen.queryByRole('button', { name: IN_LANE })).toBeNull());
  });
  test('draws simultaneous jobs in lanes of their own', async () => {
    const times = [
      ['15:00', 60],
      ['15:30', 210],
      ['16:30', 60],
      ['20:00', 60],
    ] as const;
    openBoard(
      times.map(([time, estimated_duration]) => ({
        row: { scheduled_date: `2026-11-20T${time}:00.000Z`, estimated_duration },
        assignment: {},
      })),
    );
    const drawn = await screen.findAllByRole('button', { name: IN_LANE });
    expect(drawn.map(({ parentElement }) => parentElement?.style.getPropertyValue('--lane'))).toEqual(['0', '1', '0', '0']);
  });
  test('begins with the earliest job and ends with the latest', async () => {
    const times = ['2026-11-20T09:45:00.000Z', '2026-11-21T05:30:00.000Z'];
    openBoard(times.map((scheduled_date) => ({ row: { scheduled_date, estimated_duration: 60 }, assignment: {} })));
    const drawn = await screen.findAllByRole('button', { name: IN_LANE });
    expect(screen.getByText('2 a.m.')).toBeInTheDocument();
    // A long day names every second hour.
    expect(screen.getByText('10 p.m.')).toBeInTheDocument();
    for (const hour of ['1 a.m.', '3 a.m.', '11 p.m.']) expect(screen.queryByText(hour)).toBeNull();
    // 2:45 a.m. and 10:30 p.m. on a line of 22 hours from 2 a.m.
    expect(drawn.map(({ parentElement }) => Number.parseFloat(parentElement?.style.getPropertyValue('--from') ?? ''))).toEqual([
      expect.closeTo((45 / 1320) * 100),
      expect.closeTo((1230 / 1320) * 100),
    ]);
  });
  test('changes from day to day, and the address keeps the day', async () => {
    const page = openBoard([], '/dispatch?day=2026-11-30');
    expect(await screen.findByRole('heading', { name: 'Monday, November 30' })).toBeVisible();
    await press('Next day');
    expect(await screen.findByRole('heading', { name: 'Tuesday, December 1' })).toBeVisible();
    expect(page.search()).toEqual({ day: '2026-12-01' });
    // As the field has it while a year is typed.
    fireEvent.change(screen.getByLabelText('Day'), { target: { value: '0002-12-01' } });
    expect(page.search()).toEqual({ day: '2026-12-01' });
    await press('Today');
    expect(await screen.findByRole('heading', { name: 'Friday, November 20' })).toBeVisible();
  });
});

describe('an opened job', () => {
  test('shows its assignment, and takes its next step', async () => {
    const office = openBoard([{ row: { description: 'Windows too' }, assignment: { status: 'arrived', estimated_arrival: null } }]);
    await press('Maria Santos');
    const job = within(await screen.findByRole('dialog', { name: 'Work Order Details' }));
    expect(office.search()).toEqual({ job: '1' });
    expect(await job.findByText('Windows too')).toBeVisible();
    for (const words of ['arrived', '12 Seymour St, Kamloops']) expect(job.getByText(words)).toBeVisible();
    expect(job.getByRole('heading', { name: 'Dee Marsh' })).toBeVisible();
    for (const [name, href] of [
      ['(250) 555-0104', 'tel:2505550104'],
      ['(250) 555-0133', 'tel:2505550133'],
    ] as const)
      expect(job.getByRole('link', { name })).toHaveAttribute('href', href);
    await userEvent.click(job.getByRole('button', { name: /^Mark Completed/ }));
    await waitFor(() => expect(office.assignments()[0]?.status).toBe('completed'));
    await userEvent.click(job.getByRole('button', { name: 'Close' }));
    expect(office.search()).toEqual({});
  });
  test('offers to assign it while nobody has it, and to move or take it back until it is under way', async () => {
    openBoard([{ assignment: { status: 'accepted' } }], '/dispatch?job=1');
    const assigned = within(await screen.findByRole('dialog', { name: 'Work Order Details' }));
    for (const name of [/^Move to Another Member/, /^Take off the job/])
      expect(await assigned.findByRole('button', { name })).toBeVisible();
    expect(assigned.queryByRole('button', { name: /^Assign/ })).toBeNull();
    cleanup();
    openBoard([{}], '/dispatch?job=1');
    const free = within(await screen.findByRole('dialog', { name: 'Work Order Details' }));
    expect(await free.findByText('Unassigned')).toBeVisible();
    for (const name of ['Assigned', 'Actual arrival']) expect(free.queryByText(name)).toBeNull();
    expect(free.queryByRole('button', { name: /^Move to Another Member/ })).toBeNull();
    await userEvent.click(free.getByRole('button', { name: /^Assign/ }));
    expect(await screen.findByRole('dialog', { name: 'Assign Work Order' })).toBeVisible();
  });
  test('that does not exist, or could not be loaded, says so', async () => {
    openBoard([], '/dispatch?job=9');
    expect(await screen.findByText('No such work order')).toBeVisible();
    cleanup();
    const office = openBoard([{}], '/dispatch?job=1');
    office.fail('dispatch.boardJob', refuse(500));
    expect(await screen.findByText('The work order could not be loaded.')).toBeVisible();
    office.repair('dispatch.boardJob');
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'WO-1-ABC' })).toBeVisible();
  });
});
