import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { workOrders } from '../../db/schema';
import { openBoard } from '../support/dispatch-page';
import { change, choose, findDialog, lastToast, press, refuse } from '../support/office';

describe('the dispatch board', () => {
  test('shows open jobs with their priority, and jobs under way with member, phone, address and times', async () => {
    openBoard([{}, { assignment: { status: 'dispatched', estimated_arrival: '2026-11-20T21:15:00.000Z' } }]);
    const left = await screen.findByRole('region', { name: /^Unassigned Work Orders/ });
    expect(await within(left).findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
    expect(within(left).getByText('urgent')).toBeVisible();
    const right = screen.getByRole('region', { name: /^Active Assignments/ });
    await within(right).findByText('dispatched');
    expect(within(right).getByText('Dee Marsh')).toBeVisible();
    expect(within(right).getByRole('link', { name: '(250) 555-0104' })).toHaveAttribute('href', 'tel:2505550104');
    expect(within(right).getByText('12 Seymour St, Kamloops')).toBeVisible();
    for (const name of ['Assigned', 'Estimated arrival']) expect(within(right).getByText(name)).toBeVisible();
  });
  test('links to each of its sections', async () => {
    openBoard();
    await screen.findByRole('heading', { name: 'Friday, November 20' });
    const sections = screen.getByRole('navigation', { name: 'Sections' });
    const targets = within(sections)
      .getAllByRole('link')
      .map((link) => document.querySelector(link.getAttribute('href') ?? ''));
    expect(targets.map((heading) => heading?.tagName)).toEqual(['H2', 'H2', 'H2']);
    expect(targets[1]).toHaveTextContent('Friday, November 20');
  });
  test('shows a message if no job is open', async () => {
    openBoard([]);
    expect(await screen.findByText('All Work Orders Assigned')).toBeVisible();
    expect(await screen.findByText('No Active Assignments')).toBeVisible();
  });
  test('warns of a client who is marked as do not service', async () => {
    openBoard([{}], '/dispatch', { do_not_service: 1, do_not_service_reason: 'Unpaid bills' });
    expect(await screen.findByText('do not service')).toBeVisible();
  });
  test('shows which part failed, and can be loaded again', async () => {
    const office = openBoard();
    office.fail('dispatch.unassigned', refuse(500));
    expect(await screen.findByText('The work orders could not be loaded.')).toBeVisible();
    office.repair('dispatch.unassigned');
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
  });
});

describe('an assignment', () => {
  const AT = '2026-11-20T20:20:00.000Z';
  const DONE = { is_completed: 1, completed_at: AT };

  test.each([
    ['assigned', 'Mark Accepted', 'accepted'],
    ['dispatched', 'Mark Arrived', 'arrived'],
    ['arrived', 'Mark Completed', 'completed'],
  ] as const)('that is %s offers %s', async (status, button, next) => {
    const office = openBoard([{ assignment: { status }, components: [DONE] }]);
    await press(new RegExp(`^${button}`));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated' }));
    expect(office.assignments()[0]?.status).toBe(next);
  });
  test('that is completed can be undone for ten seconds', async () => {
    const office = openBoard([
      { assignment: { status: 'arrived', accepted_at: AT, dispatched_at: AT, arrived_at: AT }, components: [DONE] },
    ]);
    await press(/^Mark Completed/);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    const job = () => office.db.select().from(workOrders).get();
    expect(job()?.status).toBe('completed');
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone' }));
    expect([job()?.status, office.assignments()[0]?.status]).toEqual(['enroute', 'arrived']);
  });
  test.each([
    ['assigned', 'Mark Accepted', 'accepted', {}],
    ['dispatched', 'Mark Arrived', 'arrived', { accepted_at: AT, dispatched_at: AT }],
  ] as const)('that is %s can be undone for ten seconds after %s', async (status, button, next, stamps) => {
    const office = openBoard([{ row: status === 'assigned' ? { status: 'scheduled' } : {}, assignment: { status, ...stamps } }]);
    await press(new RegExp(`^${button}`));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    expect(office.assignments()[0]?.status).toBe(next);
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone', description: `The assignment is ${status} again.` }));
    expect(office.assignments()[0]?.status).toBe(status);
  });
  test('shows why a step can no longer be undone', async () => {
    const office = openBoard([{ row: { status: 'scheduled' }, assignment: { status: 'assigned' } }]);
    await press(/^Mark Accepted/);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated' }));
    const undo = lastToast()?.action?.run;
    office.advance(1);
    undo?.();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Error', description: 'This can no longer be undone.' }));
    expect(office.assignments()[0]?.status).toBe('accepted');
  });
  const openPrompt = async (estimated_arrival: string | null = null) => {
    const office = openBoard([{ assignment: { status: 'accepted', estimated_arrival } }]);
    await press(/^Dispatch, Dee Marsh/);
    const prompt = await findDialog();
    return {
      office,
      prompt,
      field: prompt.getByLabelText(/^Estimated Arrival \(YYYY-MM-DD HH:MM\)/),
      submit: prompt.getByRole('button', { name: 'Dispatch' }),
    };
  };
  test('is dispatched with an arrival in company time once it is accepted', async () => {
    const { office, field, submit } = await openPrompt();
    fireEvent.change(field, { target: { value: '2026-11-20 14:45' } });
    await userEvent.click(submit);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Dispatched' }));
    expect(lastToast()).toMatchObject({ description: 'Dee Marsh is on the way to Maria Santos.' });
    expect(office.assignments()).toMatchObject([{ status: 'dispatched', estimatedArrival: '2026-11-20T21:45:00.000Z' }]);
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone' }));
    expect(office.assignments()).toMatchObject([{ status: 'accepted', estimatedArrival: null }]);
  });
  test.each([
    ['whose arrival is on another day', '2026-11-20T21:00:00.000Z', '2026-11-25 14:45', 'Dee is assigned for Nov 25.'],
    ['of a job of another day', '2026-11-29T21:00:00.000Z', '2026-11-29 14:00', 'Dee is assigned for Nov 29.'],
    ['of a job of another day, with an arrival today', '2026-11-29T21:00:00.000Z', '2026-11-20 14:45', 'Dee is assigned for Nov 29.'],
  ])('is shown as assigned and not as on the way: one %s', async (_which, scheduled_date, arrival, description) => {
    openBoard([{ row: { scheduled_date }, assignment: { status: 'accepted' } }]);
    await press(/^Dispatch, Dee Marsh/);
    change(/^Estimated Arrival/, arrival, await findDialog());
    await press('Dispatch', await findDialog());
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Dispatched', description }));
  });
  test('is not dispatched for a time that has passed, and shows the error at the field', async () => {
    const { office, field, submit } = await openPrompt();
    fireEvent.change(field, { target: { value: '2019-11-20 14:45' } });
    await userEvent.click(submit);
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining('This time has passed.')));
    expect(office.assignments()[0]?.status).toBe('accepted');
    fireEvent.change(field, { target: { value: '2026-11-20 14:45' } });
    expect(field).toBeValid();
  });
  test('is dispatched once, also when the time is changed and sent again before the answer', async () => {
    const { office, field, submit } = await openPrompt();
    const release = office.hold('dispatch.dispatchAssignment');
    fireEvent.change(field, { target: { value: '2026-11-20 14:45' } });
    await userEvent.click(submit);
    fireEvent.change(field, { target: { value: '2026-11-20 15:45' } });
    await userEvent.click(submit);
    release();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Dispatched' }));
    expect(office.sent('dispatch.dispatchAssignment')).toHaveLength(1);
    expect(office.assignments()).toMatchObject([{ estimatedArrival: '2026-11-20T21:45:00.000Z' }]);
  });
  test('is not dispatched without a time or with an unreadable one', async () => {
    const { office, field, submit } = await openPrompt();
    fireEvent.change(field, { target: { value: 'at noon' } });
    await userEvent.click(submit);
    expect(lastToast()).toMatchObject({ description: 'Failed to dispatch team member. Please try again.' });
    fireEvent.change(field, { target: { value: '' } });
    await userEvent.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.sent('dispatch.dispatchAssignment')).toEqual([]);
    expect(office.assignments()[0]?.status).toBe('accepted');
  });
  test.each([
    ['the planned time', 'Use planned time', null, '2026-11-20 14:00', '2026-11-20T21:00:00.000Z'],
    [
      'the arrival given with the assignment',
      'Use given arrival',
      '2026-11-20T21:15:00.000Z',
      '2026-11-20 14:15',
      '2026-11-20T21:15:00.000Z',
    ],
  ])('shows the planned time, and accepts %s with one press', async (_which, name, planned, shown, stored) => {
    const { office, prompt, field, submit } = await openPrompt(planned);
    expect(await screen.findByRole('dialog')).toHaveTextContent('Planned for Nov 20, 2:00 p.m.');
    expect(field).toHaveValue('');
    await userEvent.click(prompt.getByRole('button', { name }));
    expect(field).toHaveValue(shown);
    await userEvent.click(submit);
    await waitFor(() => expect(office.assignments()).toMatchObject([{ status: 'dispatched', estimatedArrival: stored }]));
  });
  test('shows the format at the field when the text is not a time', async () => {
    const { field, submit } = await openPrompt();
    fireEvent.change(field, { target: { value: 'soon' } });
    expect(field).toBeValid();
    await userEvent.click(submit);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Please enter the estimated arrival as YYYY-MM-DD HH:MM.'));
  });
  test('is taken back with a reason, which can be undone for ten seconds', async () => {
    const office = openBoard([{ assignment: { status: 'assigned' } }]);
    await choose('Take off the job', 'Maria Santos');
    change(/^Reason/, 'Ill', await findDialog());
    await press('Take off the job', await findDialog());
    await waitFor(() => expect(office.assignments()).toMatchObject([{ status: 'released', notes: 'Ill' }]));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'WO-1-ABC is unassigned again.', durationMs: 10_000 }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.description).toBe('Dee Marsh has WO-1-ABC again. No e-mail was sent.'));
    expect(office.assignments()).toMatchObject([{ status: 'assigned', notes: null }]);
  });
});
