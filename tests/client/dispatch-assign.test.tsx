import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { outbox } from '../../db/schema';
import { chooseMember, openBoard } from '../support/dispatch-page';
import { change, findDialog, lastToast, press, refuse } from '../support/office';
import { insertRow } from '../support/rows';

/** Returns the subjects of the mails that told clients a date. */
const sentDates = ({ db }: ReturnType<typeof openBoard>) =>
  db
    .select()
    .from(outbox)
    .where(inArray(outbox.purpose, ['job-scheduled', 'job-rescheduled']))
    .all()
    .map(({ subject }) => subject);
const selectAll = async () => {
  for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);
};
const NIGHT = { row: { scheduled_date: '2026-11-24T11:22:00.000Z' } };

describe('assigning', () => {
  test('requires a member, and takes an optional arrival in company time', async () => {
    const office = openBoard();
    await press(/^Assign, WO-1-ABC/);
    const submit = (await findDialog()).getByRole('button', { name: 'Assign' });
    expect(submit).toBeDisabled();
    await chooseMember('Dee');
    expect(submit).toBeEnabled();
    change(/^Estimated Arrival/, '2026-11-20T14:30', await findDialog());
    await waitFor(() => expect(office.sent('dispatch.checkAssignment')).toHaveLength(1));
    await userEvent.click(submit);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Work Order Assigned' }));
    expect(office.assignments()).toMatchObject([{ workOrderId: 1, teamMemberId: 1, estimatedArrival: '2026-11-20T21:30:00.000Z' }]);
    expect(office.sent('dispatch.assign')).toMatchObject([{ notifyClient: true }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  test('can be undone for ten seconds, with its mails', async () => {
    const office = openBoard();
    await press(/^Assign, WO-1-ABC/);
    await chooseMember('Dee');
    await press('Assign', await findDialog());
    await waitFor(() => expect(lastToast()).toMatchObject({ durationMs: 10_000, action: { label: 'Undo' } }));
    expect(sentDates(office)).toHaveLength(1);
    // The office can press Undo once the dialog is gone.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    lastToast()?.action?.run();
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Undone', description: 'WO-1-ABC is unassigned again. No e-mail was sent.' }),
    );
    expect([office.assignments()[0]?.status, sentDates(office)]).toEqual(['released', []]);
    // The list may be drawn once more, with another button.
    await waitFor(() => expect(screen.getByRole('button', { name: /^Assign, WO-1-ABC/ })).toBeVisible());
  });
  test('shows an error at the field of an arrival that has passed', async () => {
    const office = openBoard();
    await press(/^Assign, WO-1-ABC/);
    await chooseMember('Dee');
    const field = (await findDialog()).getByLabelText(/^Estimated Arrival/);
    fireEvent.change(field, { target: { value: '2019-11-20T14:30' } });
    await press('Assign');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('This time has passed.')));
    expect(office.assignments()).toEqual([]);
    fireEvent.change(field, { target: { value: '2026-11-20T14:30' } });
    expect(field).toBeValid();
  });
  test('shows the warnings and asks before it assigns anyway', async () => {
    const office = openBoard();
    insertRow(office.db, 'time_off', { start_date: '2026-11-20', end_date: '2026-11-22', status: 'approved' });
    await press(/^Assign, WO-1-ABC/);
    await chooseMember('Dee');
    expect(await screen.findByText(/^Time off: from/)).toBeVisible();
    expect(office.assignments()).toEqual([]);
    await press('Assign Anyway');
    await waitFor(() => expect(office.assignments()).toHaveLength(1));
  });
  test.each([
    ['a job that was booked', [{ isBooked: true }], null],
    ['several jobs that were all booked', [{ isBooked: true }, { isBooked: true }], null],
    ['several jobs of which one was booked', [{ isBooked: true }, {}], 'Send the dates to the clients'],
  ])('of %s offers to send a date only to clients who do not have it', async (_what, jobs, label) => {
    openBoard(jobs);
    await selectAll();
    await press(/^Assign \d Selected/);
    const boxes = (await findDialog()).queryAllByRole('checkbox');
    expect(boxes).toHaveLength(label === null ? 0 : 1);
    if (label !== null) expect((await findDialog()).getByLabelText(label)).toBeChecked();
  });
  test('marks a planned time outside business hours, and then does not send the date unless the owner ticks it', async () => {
    const office = openBoard([NIGHT]);
    await press(/^Assign, WO-1-ABC/);
    expect(await screen.findByRole('dialog')).toHaveTextContent('Planned for Nov 24, 4:22 a.m.');
    expect((await findDialog()).getByText('outside business hours')).toBeVisible();
    expect((await findDialog()).getByRole('link', { name: 'Change the time' })).toHaveAttribute('href', '/team?order=1');
    const box = (await findDialog()).getByRole('checkbox', { name: 'Send the date to the client' });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription('Outside business hours, a date is sent only if you tick this.');
    await chooseMember('Dee');
    await press('Assign');
    await waitFor(() => expect(office.assignments()).toHaveLength(1));
    expect(office.sent('dispatch.assign')).toMatchObject([{ notifyClient: false }]);
  });
  test('does not mark a time within business hours', async () => {
    openBoard();
    await press(/^Assign, WO-1-ABC/);
    expect(await screen.findByRole('dialog')).toHaveTextContent('Planned for Nov 20, 2:00 p.m.');
    expect((await findDialog()).queryByText('outside business hours')).toBeNull();
    expect((await findDialog()).getByRole('checkbox')).toHaveAccessibleDescription('');
  });
  test('asks before it sends a date outside business hours to a client who was sent another date', async () => {
    const office = openBoard([{ ...NIGHT, sentDate: '2026-11-21T17:00:00.000Z' }]);
    await press(/^Assign, WO-1-ABC/);
    const box = (await findDialog()).getByRole('checkbox', { name: 'Send the date to the client' });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('');
    await chooseMember('Dee');
    await press('Assign');
    expect(await screen.findByText(/^Nov 24, 4:22 a.m. is outside business hours./)).toBeVisible();
    await press('Continue');
    await waitFor(() => expect(sentDates(office)).toContain('Your cleaning was moved: Tue, Nov 24, 2026, 4:22 a.m.'));
  });
  test.each([
    ['untouched', 0, ['Your cleaning: Sat, Nov 21, 2026, 10:00 a.m.']],
    ['unticked', 1, []],
    ['ticked again', 2, ['Your cleaning: Sat, Nov 21, 2026, 10:00 a.m.']],
  ])('names the jobs outside business hours among several, and leaves out their dates when the box is %s', async (_box, presses, sent) => {
    const office = openBoard([NIGHT, { row: { scheduled_date: '2026-11-21T17:00:00.000Z' } }]);
    await selectAll();
    await press('Assign 2 Selected');
    const box = (await findDialog()).getByRole('checkbox', { name: 'Send the dates to the clients' });
    expect(box).toBeChecked();
    for (let i = 0; i < presses; i++) await userEvent.click(box);
    expect(box).toHaveAccessibleDescription('Not for WO-1-ABC: outside business hours.');
    await chooseMember('Dee');
    await press('Assign');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: '2 of 2 were assigned.', durationMs: 10_000 }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentDates(office)).toEqual(sent);
  });
  test('offers no mail to the clients of several jobs that are all outside business hours', async () => {
    const office = openBoard([NIGHT, NIGHT]);
    await selectAll();
    await press('Assign 2 Selected');
    expect((await findDialog()).queryByRole('checkbox')).toBeNull();
    expect(await screen.findByRole('dialog')).toHaveTextContent('No dates are sent, since they are outside business hours.');
    await chooseMember('Dee');
    await press('Assign');
    await waitFor(() => expect(office.assignments()).toHaveLength(2));
    expect(sentDates(office)).toEqual([]);
  });
  test.each([
    ['is in the past', { row: { scheduled_date: '2026-11-19T17:00:00.000Z' } }, 1],
    ['was sent already', { sentDate: '2026-11-20T21:00:00.000Z' }, 0],
  ])('offers to send no date that %s', async (_what, job, boxes) => {
    const office = openBoard([job]);
    await press(/^Assign, WO-1-ABC/);
    await chooseMember('Dee');
    const shown = (await findDialog()).queryAllByRole('checkbox');
    expect(shown).toHaveLength(boxes);
    for (const box of shown) {
      expect(box).not.toBeChecked();
      expect(box).toBeDisabled();
      expect(box).toHaveAccessibleDescription('This time is in the past, so the client gets no message.');
    }
    await press('Assign');
    await waitFor(() => expect(office.sent('dispatch.assign')).toMatchObject([{ notifyClient: false }]));
  });
  test('names the job outside business hours among several, even if its client was sent another date', async () => {
    const office = openBoard([
      { ...NIGHT, sentDate: '2026-11-21T17:00:00.000Z' },
      {},
      { row: { scheduled_date: '2026-11-19T17:00:00.000Z' } },
    ]);
    await selectAll();
    await press('Assign 3 Selected');
    const box = (await findDialog()).getByRole('checkbox', { name: 'Send the dates to the clients' });
    expect(box).toHaveAccessibleDescription('Not for WO-1-ABC: outside business hours.');
    await chooseMember('Dee');
    await press('Assign');
    expect(await screen.findByText('3 of 3 were assigned.')).toBeVisible();
    expect(sentDates(office)).toHaveLength(2);
  });
  test('shows the reason of a rejection, or that it failed', async () => {
    const office = openBoard();
    await press(/^Assign, WO-1-ABC/);
    await chooseMember('Dee');
    await waitFor(() => expect(office.sent('dispatch.checkAssignment')).toHaveLength(1));
    await office.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 2 });
    await press('Assign');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'WO-1-ABC is assigned to Kim Marsh already.' }));
    office.fail('dispatch.assign', refuse(500));
    await press('Assign');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Failed to assign work order. Please try again.' }));
  });
  test('reports the result of each of several jobs', async () => {
    const office = openBoard([{}, {}, { assignment: { status: 'assigned' } }]);
    for (const name of ['Select WO-1-ABC', 'Select WO-2']) await userEvent.click(await screen.findByRole('checkbox', { name }));
    await press('Assign 2 Selected');
    await chooseMember('Dee');
    await office.admin.dispatch.assign({ workOrderId: 2, teamMemberId: 2 });
    await press('Assign');
    expect(await screen.findByText('1 of 2 were assigned.')).toBeVisible();
    expect(office.sent('dispatch.assignInBulk')).toEqual([{ workOrderIds: [1, 2], teamMemberId: 1, notifyClient: true }]);
    expect(lastToast()).toMatchObject({ title: 'Work Orders Assigned', action: { label: 'Undo' } });
    for (const words of [/^Overlap: WO-3 at Maria Santos/, 'WO-2 is assigned to Kim Marsh already.', 'not assigned'])
      expect(screen.getByText(words)).toBeVisible();
    expect(office.assignments().map(({ workOrderId, teamMemberId }) => [workOrderId, teamMemberId])).toEqual([
      [3, 1],
      [2, 2],
      [1, 1],
    ]);
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone', description: '1 of 1 are unassigned again.' }));
    expect(office.assignments()).toMatchObject([{ status: 'assigned' }, { status: 'assigned' }, { status: 'released' }]);
  });
});

describe('an address that names a work order', () => {
  test('opens its assignment, and loses it when the dialog closes, keeping the day', async () => {
    const office = openBoard([{}], '/dispatch?day=2026-11-22&assign=1');
    expect(await screen.findByRole('dialog')).toHaveTextContent('WO-1-ABC');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.search()).toEqual({ day: '2026-11-22' });
  });

  test('closes the dialog once the job is assigned, without a message about its new state', async () => {
    const office = openBoard([{}], '/dispatch?assign=1');
    await chooseMember('Dee');
    await press('Assign', await findDialog());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.search()).toEqual({});
    expect(lastToast()?.title).toBe('Work Order Assigned');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dispatch' })).toHaveFocus());
  });

  test.each([
    ['completed', { row: { status: 'completed' } }, 'WO-1-ABC is completed. Only open jobs can be assigned.'],
    ['assigned', { assignment: { status: 'accepted' } }, 'WO-1-ABC is already assigned to Dee Marsh.'],
  ])('opens nothing for a job that is %s, and explains why', async (_state, job, reason) => {
    const office = openBoard([job], '/dispatch?assign=1');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Not Assigned', description: reason }));
    await waitFor(() => expect(office.search()).toEqual({}));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(lastToast()?.action?.label).toBe('Open job');
    lastToast()?.action?.run();
    await waitFor(() => expect([office.path(), office.search()]).toEqual(['/team', { order: '1' }]));
  });

  test.each([
    ['that does not exist', 'This work order does not exist.'],
    ['that could not be loaded', 'The work order could not be loaded.'],
  ])('shows a message for a work order %s', async (what, reason) => {
    const office = openBoard([], '/dispatch?assign=1');
    if (what === 'that could not be loaded') office.fail('dispatch.getWorkOrder', refuse(500));
    await waitFor(() => expect(lastToast()?.description).toBe(reason));
    await waitFor(() => expect(office.search()).toEqual({}));
  });

  test('shows the board without a dialog if the number is unreadable', async () => {
    const office = openBoard([{}], '/dispatch?assign=x');
    expect(await screen.findByRole('region', { name: /^Unassigned Work Orders/ })).toBeVisible();
    expect(office.sent('dispatch.getWorkOrder')).toEqual([]);
  });
});
