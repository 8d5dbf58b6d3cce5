import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.dispatch';
import type { Assignment } from '../../src/shared/assignments';
import type { WorkOrder } from '../../src/shared/dispatch';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';
import { ASSIGNMENT, ORDER } from '../support/work-orders';

const MEMBER = { ...ASSIGNMENT.teamMember, specializations: [], isActive: true };

type Office = { unassigned?: WorkOrder[]; active?: Assignment[]; warnings?: string[] };
const openOffice = ({ unassigned = [ORDER], active = [], warnings = [] }: Office = {}, more: Parameters<typeof fakeCalls>[0] = {}) =>
  fakeCalls({
    'dispatch.summary': () => ({ activeOrders: 5, todaysJobs: 3 }),
    'dispatch.unassigned': () => ({ rows: unassigned, nextCursor: null }),
    'dispatch.active': () => ({ rows: active, nextCursor: null }),
    'dispatch.planDay': ({ day }) => ({
      day,
      members: [
        {
          member: MEMBER,
          plannedMinutes: active.length * 120,
          timeOff: null,
          jobs: active.map(({ id, status, workOrder }) => ({ assignmentId: id, assignmentStatus: status, order: workOrder })),
        },
      ],
    }),
    'team.listActive': () => ({ rows: [MEMBER], nextCursor: null }),
    'dispatch.checkAssignment': () => ({ warnings }),
    'dispatch.assign': () => ({ ...ASSIGNMENT, warnings }),
    ...more,
  });
const openPage = (address = '/dispatch') => openStaffPage(Route, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('the dispatch board', () => {
  test('shows what is nobody’s with its priority, and what is under way with member, phone, address and times', async () => {
    openOffice({ active: [{ ...ASSIGNMENT, status: 'dispatched', estimatedArrival: '2026-11-20T21:15:00.000Z' }] });
    openPage();
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
  test('leads to each of its sections', async () => {
    openOffice();
    openPage();
    const sections = await screen.findByRole('navigation', { name: 'Sections' });
    const targets = within(sections)
      .getAllByRole('link')
      .map((link) => document.querySelector(link.getAttribute('href') ?? ''));
    expect(targets.map((heading) => heading?.tagName)).toEqual(['H2', 'H2', 'H2']);
    expect(targets[0]).toHaveTextContent('Friday, November 20, 2026');
  });
  test('says when there is nothing to do', async () => {
    openOffice({ unassigned: [] });
    openPage();
    expect(await screen.findByText('All Work Orders Assigned')).toBeVisible();
    expect(await screen.findByText('No Active Assignments')).toBeVisible();
  });
  test('warns of a client whom nobody works for any more', async () => {
    openOffice({ unassigned: [{ ...ORDER, client: { ...ORDER.client, doNotService: true, doNotServiceReason: 'Unpaid bills' } }] });
    openPage();
    expect(await screen.findByText('do not service')).toBeVisible();
  });
  test('says what failed, and loads again', async () => {
    const office = openOffice(
      {},
      {
        'dispatch.unassigned': () => {
          throw new Error('down');
        },
      },
    );
    openPage();
    expect(await screen.findByText('The work orders could not be loaded.')).toBeVisible();
    office.handlers['dispatch.unassigned'] = () => ({ rows: [ORDER], nextCursor: null });
    await press('Try again');
    expect(await screen.findByRole('heading', { name: 'Maria Santos' })).toBeVisible();
  });
});

describe('assigning', () => {
  const choose = async () =>
    userEvent.selectOptions(
      within(await dialog()).getByLabelText(/^Team Member/),
      await screen.findByRole('option', { name: 'Dee Marsh (cleaner)' }),
    );

  test('waits for a member to be chosen; the time of arrival is the company’s, and may be left out', async () => {
    const office = openOffice();
    openPage();
    await press(/^Assign, WO-1-ABC/);
    const submit = within(await dialog()).getByRole('button', { name: 'Assign' });
    expect(submit).toBeDisabled();
    await choose();
    expect(submit).toBeEnabled();
    fireEvent.change(within(await dialog()).getByLabelText(/^Estimated Arrival/), { target: { value: '2026-11-20T14:30' } });
    await waitFor(() => expect(office.sent('dispatch.checkAssignment')).toHaveLength(1));
    await userEvent.click(submit);
    await waitFor(() =>
      expect(office.sent('dispatch.assign')).toEqual([
        { workOrderId: 1, teamMemberId: 4, estimatedArrival: '2026-11-20T21:30:00.000Z', notifyClient: true },
      ]),
    );
    expect(lastToast()).toMatchObject({ title: 'Work Order Assigned' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
  test('shows what speaks against it and asks before it calls', async () => {
    const office = openOffice({ warnings: ['Time off: from Friday to Sunday.'] });
    openPage();
    await press(/^Assign, WO-1-ABC/);
    await choose();
    expect(await screen.findByText('Time off: from Friday to Sunday.')).toBeVisible();
    expect(office.sent('dispatch.assign')).toEqual([]);
    await press('Assign Anyway');
    await waitFor(() => expect(office.sent('dispatch.assign')).toHaveLength(1));
  });
  test.each([
    ['to a job that was booked', [{ ...ORDER, isBooked: true }], null],
    ['to several jobs that were all booked', [1, 2].map((id) => ({ ...ORDER, id, workOrderId: `WO-${id}`, isBooked: true })), null],
    [
      'to several jobs of which one was booked',
      [1, 2].map((id) => ({ ...ORDER, id, workOrderId: `WO-${id}`, isBooked: id === 1 })),
      'Send the dates to the clients',
    ],
  ])('%s offers to send a date only to clients who do not have it', async (_what, unassigned, label) => {
    openOffice({ unassigned });
    openPage();
    for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);
    await press(/^Assign \d Selected/);
    const boxes = within(await dialog()).queryAllByRole('checkbox');
    expect(boxes).toHaveLength(label === null ? 0 : 1);
    if (label !== null) expect(within(await dialog()).getByLabelText(label)).toBeChecked();
  });
  const NIGHT = { ...ORDER, scheduledDate: '2026-11-24T11:22:00.000Z' };
  test('shows the planned time, and marks one outside business hours, which is not sent unless the owner ticks it', async () => {
    const office = openOffice({ unassigned: [NIGHT] });
    openPage();
    await press(/^Assign, WO-1-ABC/);
    expect(await dialog()).toHaveTextContent('Planned for Tue, Nov 24, 2026, 4:22 a.m.');
    expect(within(await dialog()).getByText('outside business hours')).toBeVisible();
    expect(within(await dialog()).getByRole('link', { name: 'Change the time' })).toHaveAttribute('href', '/team?order=1');
    const box = within(await dialog()).getByRole('checkbox', { name: 'Send the date to the client' });
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription('Set a time first.');
    await choose();
    await press('Assign');
    await waitFor(() => expect(office.sent('dispatch.assign')).toMatchObject([{ notifyClient: false }]));
  });
  test('says nothing of a time within business hours', async () => {
    openOffice();
    openPage();
    await press(/^Assign, WO-1-ABC/);
    expect(await dialog()).toHaveTextContent('Planned for Fri, Nov 20, 2026, 2:00 p.m.');
    expect(within(await dialog()).queryByText('outside business hours')).toBeNull();
    expect(within(await dialog()).getByRole('checkbox')).toHaveAccessibleDescription('');
  });
  test('several jobs names those outside business hours, whose dates the server does not send', async () => {
    openOffice({ unassigned: [NIGHT, { ...ORDER, id: 2, workOrderId: 'WO-2' }] });
    openPage();
    for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box);
    await press('Assign 2 Selected');
    const box = within(await dialog()).getByRole('checkbox', { name: 'Send the dates to the clients' });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('Not for WO-1-ABC: set a time first.');
  });
  test('that is refused says why; that fails says so in the documented words', async () => {
    const office = openOffice(
      {},
      {
        'dispatch.assign': () => {
          throw new Refusal(409, 'WO-1-ABC is assigned to Kim already.');
        },
      },
    );
    openPage();
    await press(/^Assign, WO-1-ABC/);
    await choose();
    await press('Assign');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'WO-1-ABC is assigned to Kim already.' }));
    office.handlers['dispatch.assign'] = () => {
      throw new Error('down');
    };
    await press('Assign');
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Failed to assign work order. Please try again.' }));
  });
  test('several at once reports what became of each', async () => {
    const other = { ...ORDER, id: 2, workOrderId: 'WO-2-DEF', client: { ...ORDER.client, name: 'River Cafe' } };
    const office = openOffice(
      { unassigned: [ORDER, other] },
      {
        'dispatch.assignInBulk': () => ({
          rows: [
            { workOrderId: 1, assignmentId: 3, warnings: ['Overlap: another job.'], error: null },
            { workOrderId: 2, assignmentId: null, warnings: [], error: 'WO-2-DEF is assigned already.' },
          ],
        }),
      },
    );
    openPage();
    for (const name of ['Select WO-1-ABC', 'Select WO-2-DEF']) await userEvent.click(await screen.findByRole('checkbox', { name }));
    await press('Assign 2 Selected');
    await choose();
    await press('Assign');
    const report = await screen.findByText('1 of 2 were assigned.');
    expect(report).toBeVisible();
    expect(office.sent('dispatch.assignInBulk')).toEqual([{ workOrderIds: [1, 2], teamMemberId: 4, notifyClient: true }]);
    for (const words of ['Overlap: another job.', 'WO-2-DEF is assigned already.', 'not assigned'])
      expect(screen.getByText(words)).toBeVisible();
  });
});

describe('an address that names a work order', () => {
  const openAssign = (found: () => unknown, address = '/dispatch?assign=1') => ({
    ...openOffice({}, { 'dispatch.getWorkOrder': found }),
    ...openPage(address),
  });

  test('opens its assignment, and drops it from the address when the dialog closes, keeping the day', async () => {
    const office = openAssign(() => ({ ...ORDER, invoiceId: null }), '/dispatch?day=2026-11-22&assign=1');
    expect(await dialog()).toHaveTextContent(ORDER.workOrderId);
    expect(office.sent('dispatch.getWorkOrder')).toEqual([{ id: 1 }]);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.search()).toEqual({ day: '2026-11-22' });
  });

  test('closes the dialog once the job is assigned, without a word about the new state', async () => {
    let assignedTeamMember: string | null = null;
    const office = openAssign(() => ({ ...ORDER, assignedTeamMember, invoiceId: null }));
    office.handlers['dispatch.assign'] = () => {
      assignedTeamMember = 'Dee Marsh';
      return { ...ASSIGNMENT, warnings: [] };
    };
    await within(await dialog()).findByRole('option', { name: 'Dee Marsh (cleaner)' });
    await userEvent.selectOptions(within(await dialog()).getByLabelText(/^Team Member/), 'Dee Marsh (cleaner)');
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.search()).toEqual({});
    expect(lastToast()?.title).toBe('Work Order Assigned');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Dispatch' })).toHaveFocus());
  });

  test.each([
    [{ status: 'completed' }, 'WO-1-ABC is completed. Only open jobs can be assigned.'],
    [{ status: 'assigned', assignedTeamMember: 'Dee Marsh' }, 'WO-1-ABC is already assigned to Dee Marsh.'],
  ])('opens nothing for a job that is %j, and says why', async (state, reason) => {
    const office = openAssign(() => ({ ...ORDER, ...state, invoiceId: null }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Not Assigned', description: reason }));
    await waitFor(() => expect(office.search()).toEqual({}));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(lastToast()?.action?.label).toBe('Open job');
    lastToast()?.action?.run();
    await waitFor(() => expect([office.path(), office.search()]).toEqual(['/team', { order: '1' }]));
  });

  test.each([
    [404, 'This work order does not exist.'],
    [500, 'The work order could not be loaded.'],
  ])('says so when the work order cannot be read (%i)', async (status, reason) => {
    const office = openAssign(() => Promise.reject(new Refusal(status, 'No.')));
    await waitFor(() => expect(lastToast()?.description).toBe(reason));
    await waitFor(() => expect(office.search()).toEqual({}));
  });

  test('is read as the plain board when the number is unreadable', async () => {
    const office = openAssign(() => ({ ...ORDER, invoiceId: null }), '/dispatch?assign=x');
    expect(await screen.findByRole('region', { name: /^Unassigned Work Orders/ })).toBeVisible();
    expect(office.sent('dispatch.getWorkOrder')).toEqual([]);
  });
});

describe('an assignment', () => {
  test.each([
    ['assigned', 'Mark Accepted', 'accepted'],
    ['dispatched', 'Mark Arrived', 'arrived'],
    ['arrived', 'Mark Completed', 'completed'],
  ] as const)('that is %s offers %s', async (status, button, next) => {
    const office = openOffice(
      { active: [{ ...ASSIGNMENT, status }] },
      { 'dispatch.setAssignmentStatus': () => ({ ...ASSIGNMENT, status: next }) },
    );
    openPage();
    await press(new RegExp(`^${button}`));
    await waitFor(() => expect(office.sent('dispatch.setAssignmentStatus')).toEqual([{ id: 9, status: next, confirm: false }]));
    expect(lastToast()).toMatchObject({ title: 'Status Updated' });
  });
  test('that is completed can be undone for ten seconds', async () => {
    const office = openOffice(
      { active: [{ ...ASSIGNMENT, status: 'arrived' }] },
      {
        'dispatch.setAssignmentStatus': () => ({ ...ASSIGNMENT, status: 'completed' }),
        'dispatch.undoCompletion': () => ({ ...ORDER, status: 'assigned' }),
      },
    );
    openPage();
    await press(/^Mark Completed/);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone' }));
    expect(office.sent('dispatch.undoCompletion')).toEqual([{ id: 1 }]);
  });
  const openPrompt = async (more: Parameters<typeof fakeCalls>[0] = {}) => {
    const office = openOffice({ active: [{ ...ASSIGNMENT, status: 'accepted' }] }, { 'dispatch.sendOff': () => ASSIGNMENT, ...more });
    openPage();
    await press(/^Dispatch, Dee Marsh/);
    const prompt = within(await dialog());
    return {
      office,
      field: prompt.getByLabelText(/^Estimated Arrival \(YYYY-MM-DD HH:MM\)/),
      submit: prompt.getByRole('button', { name: 'Dispatch' }),
    };
  };
  test('that is accepted is sent off with a time that is read on the company’s clock', async () => {
    const { office, field, submit } = await openPrompt();
    await userEvent.type(field, '2026-11-20 14:45');
    await userEvent.click(submit);
    await waitFor(() => expect(office.sent('dispatch.sendOff')).toEqual([{ id: 9, estimatedArrival: '2026-11-20T21:45:00.000Z' }]));
    expect(lastToast()).toMatchObject({ title: 'Team Member Dispatched' });
  });
  test('left without a time is not sent off, nor with one that is none, which is said', async () => {
    const { office, field, submit } = await openPrompt();
    await userEvent.type(field, 'at noon');
    await userEvent.click(submit);
    expect(lastToast()).toMatchObject({ description: 'Failed to dispatch team member. Please try again.' });
    await userEvent.clear(field);
    await userEvent.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(office.sent('dispatch.sendOff')).toEqual([]);
  });
  test.each([
    ['the planned time', null, '2026-11-20 14:00', '2026-11-20T21:00:00.000Z'],
    ['the arrival that was given as the job was assigned', '2026-11-20T21:15:00.000Z', '2026-11-20 14:15', '2026-11-20T21:15:00.000Z'],
  ])('shows the planned time, and takes %s with one press', async (_which, planned, shown, sent) => {
    const assigned = { ...ASSIGNMENT, status: 'accepted', estimatedArrival: planned } as const;
    const office = openOffice({ active: [assigned] }, { 'dispatch.sendOff': () => ASSIGNMENT });
    openPage();
    await press(/^Dispatch, Dee Marsh/);
    const prompt = await dialog();
    expect(prompt).toHaveTextContent('Planned for Fri, Nov 20, 2026, 2:00 p.m.');
    expect(within(prompt).getByLabelText(/^Estimated Arrival/)).toHaveValue('');
    await userEvent.click(within(prompt).getByRole('button', { name: 'As Scheduled' }));
    expect(within(prompt).getByLabelText(/^Estimated Arrival/)).toHaveValue(shown);
    await userEvent.click(within(prompt).getByRole('button', { name: 'Dispatch' }));
    await waitFor(() => expect(office.sent('dispatch.sendOff')).toEqual([{ id: 9, estimatedArrival: sent }]));
  });
  test('sent off with a text that is no time says the format at the field', async () => {
    const { field, submit } = await openPrompt();
    await userEvent.type(field, 'soon');
    expect(field).toBeValid();
    await userEvent.click(submit);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription(expect.stringContaining('Please enter the estimated arrival as YYYY-MM-DD HH:MM.'));
  });
  test('is taken back with a reason', async () => {
    const office = openOffice({ active: [ASSIGNMENT] }, { 'dispatch.release': () => ASSIGNMENT });
    openPage();
    await press(/^Take Back, WO-1-ABC/);
    await userEvent.type(within(await dialog()).getByLabelText(/^Reason/), 'Ill');
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Take Back' }));
    await waitFor(() => expect(office.sent('dispatch.release')).toEqual([{ id: 9, reason: 'Ill' }]));
  });
});

describe('the day of the members', () => {
  test('shows minutes and jobs, and moves a job by keyboard through the dialog', async () => {
    const office = openOffice({ active: [ASSIGNMENT] }, { 'dispatch.moveAssignment': () => ({ ...ASSIGNMENT, warnings: [] }) });
    openPage();
    expect(await screen.findByText('2 h 00 min planned')).toBeVisible();
    await press(/^Maria Santos/);
    await press('Move to Another Member');
    await userEvent.selectOptions(
      within(await dialog()).getByLabelText(/^Team Member/),
      await screen.findByRole('option', { name: 'Dee Marsh (cleaner)' }),
    );
    await press('Move');
    await waitFor(() => expect(office.sent('dispatch.moveAssignment')).toEqual([{ id: 9, teamMemberId: 4 }]));
  });
  test('draws those that run beside each other in lanes of their own', async () => {
    const times = [
      ['15:00', 60],
      ['15:30', 210],
      ['16:30', 60],
      ['20:00', 60],
    ] as const;
    const jobs = times.map(([time, estimatedDuration], id) => ({
      ...ASSIGNMENT,
      id,
      workOrder: { ...ASSIGNMENT.workOrder, id, scheduledDate: `2026-11-20T${time}:00.000Z`, estimatedDuration },
    }));
    openOffice({ active: jobs });
    openPage();
    const drawn = await screen.findAllByRole('button', { name: /^Maria Santos/ });
    expect(drawn.map(({ parentElement }) => parentElement?.style.getPropertyValue('--lane'))).toEqual(['0', '1', '0', '0']);
  });
  test('begins with the earliest job and ends with the latest', async () => {
    const jobs = ['2026-11-20T09:45:00.000Z', '2026-11-21T05:30:00.000Z'].map((scheduledDate, id) => ({
      ...ASSIGNMENT,
      id,
      workOrder: { ...ASSIGNMENT.workOrder, id, scheduledDate, estimatedDuration: 60 },
    }));
    openOffice({ active: jobs });
    openPage();
    const drawn = await screen.findAllByRole('button', { name: /^Maria Santos/ });
    expect(screen.getByText('2 a.m.')).toBeInTheDocument();
    expect(screen.getByText('11 p.m.')).toBeInTheDocument();
    expect(screen.queryByText('1 a.m.')).toBeNull();
    // 2:45 a.m. and 10:30 p.m. on a line of 22 hours from 2 a.m.
    expect(drawn.map(({ parentElement }) => Number.parseFloat(parentElement?.style.getPropertyValue('--from') ?? ''))).toEqual([
      expect.closeTo((45 / 1320) * 100),
      expect.closeTo((1230 / 1320) * 100),
    ]);
  });
  test('goes from day to day, and the address says which', async () => {
    openOffice();
    const page = openPage('/dispatch?day=2026-11-30');
    expect(await screen.findByRole('heading', { name: 'Monday, November 30, 2026' })).toBeVisible();
    await press('Next day');
    expect(await screen.findByRole('heading', { name: 'Tuesday, December 1, 2026' })).toBeVisible();
    expect(page.search()).toEqual({ day: '2026-12-01' });
    await press('Today');
    expect(await screen.findByRole('heading', { name: 'Friday, November 20, 2026' })).toBeVisible();
  });
});
