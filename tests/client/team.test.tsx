import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.team-management';
import type { Member, TimeOff } from '../../src/shared/team';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';

const AT = '2026-11-20T20:05:00.000Z';
const DEE: Member = {
  id: 7,
  employeeId: 'E-7',
  firstName: 'Dee',
  lastName: 'Marsh',
  email: 'dee@example.com',
  phone: '(250) 555-0123',
  role: 'supervisor',
  specializations: ['Windows', 'Carpets'],
  isActive: true,
  hireDate: '2026-01-05',
  hourlyRate: '22.50',
  emergencyContact: 'Pat Marsh',
  emergencyPhone: '(250) 555-0199',
  address: '12 Seymour St, Kamloops, BC',
  notes: 'Has a car.',
  mustChangePassword: false,
  lastLogin: AT,
  createdAt: AT,
  updatedAt: AT,
};
const OFF: TimeOff = {
  id: 3,
  teamMemberId: 7,
  memberName: 'Dee Marsh',
  startDate: '2026-12-24',
  endDate: '2026-12-26',
  reason: 'Family',
  status: 'requested',
  createdAt: AT,
  decidedAt: null,
};

/** Opens an office whose team changes as the server would change it. */
function openTeam(more: Parameters<typeof fakeCalls>[0] = {}, members: Member[] = [DEE]) {
  let team = members;
  let off = [OFF];
  const change = (id: unknown, fields: Partial<Member>) => {
    team = team.map((member) => (member.id === id ? { ...member, ...fields } : member));
    return team.find((member) => member.id === id);
  };
  const office = fakeCalls({
    'team.list': () => ({ rows: team, nextCursor: null }),
    'team.listActive': () => ({ rows: team.filter(({ isActive }) => isActive), nextCursor: null }),
    'team.countOpenJobs': () => ({ openJobs: 2 }),
    'team.create': (input) => {
      const member = { ...DEE, id: 8, ...(input as Partial<Member>), mustChangePassword: true };
      team = [member, ...team];
      return { ...member, temporaryPassword: 'abcd-efgh-jkmn' };
    },
    'team.update': ({ id, ...fields }) => change(id, fields),
    'team.deactivate': ({ id }) => ({ ...change(id, { isActive: false }), warnings: ['2 jobs went back to dispatch: WO-1, WO-2.'] }),
    'team.resetPassword': () => ({ temporaryPassword: 'pqrs-tuvw-xyz2' }),
    'team.listTimeOff': ({ status }) => ({ rows: off.filter((entry) => entry.status === status), nextCursor: null }),
    'team.decideTimeOff': ({ id, status }) => {
      off = off.map((entry) => (entry.id === id ? { ...entry, status: status as TimeOff['status'] } : entry));
      return off[0];
    },
    'team.addTimeOff': (input) => ({ ...OFF, ...input, id: 4, status: 'approved' }),
    'team.removeTimeOff': () => {
      off = [];
      return null;
    },
    ...more,
  });
  return { ...office, ...openStaffPage(Route, '/team-management') };
}
const card = async (name = 'Dee Marsh') => {
  const title = await screen.findByRole('heading', { level: 3, name });
  return within(title.closest('li') as HTMLElement);
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const type = (form: Awaited<ReturnType<typeof dialog>>, label: RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('the cards of the team', () => {
  test('show all details with links to write and to call', async () => {
    openTeam();
    const dee = await card();
    for (const words of ['Supervisor', 'Active', 'E-7', 'Monday, January 5, 2026', '$22.50', '12 Seymour St, Kamloops, BC', 'Has a car.'])
      expect(dee.getByText(words)).toBeInTheDocument();
    for (const words of ['Windows', 'Carpets']) expect(dee.getByText(words)).toBeInTheDocument();
    expect(dee.getByText(/Pat Marsh/)).toBeInTheDocument();
    expect(dee.getByRole('link', { name: 'dee@example.com' })).toHaveAttribute('href', 'mailto:dee@example.com');
    expect(dee.getByRole('link', { name: '(250) 555-0123' })).toHaveAttribute('href', 'tel:2505550123');
    expect(dee.getByRole('link', { name: '(250) 555-0199' })).toHaveAttribute('href', 'tel:2505550199');
    expect(screen.getByRole('heading', { level: 1, name: 'Team Management' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Team Dashboard' })).toHaveAttribute('href', '/team');
  });

  test('leave out unknown details, and say when a member has not signed in yet', async () => {
    const bare = { ...DEE, hourlyRate: null, emergencyContact: null, emergencyPhone: null, address: null, notes: null, lastLogin: null };
    openTeam({}, [{ ...bare, specializations: [], mustChangePassword: true }]);
    const dee = await card();
    for (const name of ['Hourly Rate', 'Emergency Contact', 'Address', 'Notes', 'Specializations'])
      expect(dee.queryByText(name)).not.toBeInTheDocument();
    expect(dee.getByText('Not yet')).toBeInTheDocument();
    expect(dee.getByText('Temporary, not changed yet')).toBeInTheDocument();
  });

  test('offer to deactivate active members and to reactivate others', async () => {
    openTeam({}, [DEE, { ...DEE, id: 8, firstName: 'Sam', isActive: false }]);
    const [dee, sam] = [await card(), await card('Sam Marsh')];
    expect(dee.getByRole('button', { name: /^Deactivate/ })).toBeInTheDocument();
    expect(dee.queryByRole('button', { name: /^Reactivate/ })).not.toBeInTheDocument();
    expect(sam.getByText('Inactive')).toBeInTheDocument();
    expect(sam.getByRole('button', { name: /^Reactivate/ })).toBeInTheDocument();
    expect(sam.queryByRole('button', { name: /^Deactivate/ })).not.toBeInTheDocument();
  });

  test('explain an empty list, and offer to retry a failed one', async () => {
    openTeam({}, []);
    expect(await screen.findByText('No Team Members')).toBeInTheDocument();
    cleanup();
    const office = openTeam({ 'team.list': () => Promise.reject(new Refusal(503, 'No')) });
    expect(await screen.findByText('The team members could not be loaded.')).toBeInTheDocument();
    office.handlers['team.list'] = () => ({ rows: [DEE], nextCursor: null });
    await press('Try again');
    await card();
  });

  test('load page by page', async () => {
    const office = openTeam({
      'team.list': ({ cursor }) =>
        cursor ? { rows: [{ ...DEE, id: 1, firstName: 'Old' }], nextCursor: null } : { rows: [DEE], nextCursor: 7 },
    });
    await card();
    await press('Load more');
    await card('Old Marsh');
    expect(office.sent('team.list')).toEqual([{ limit: 24 }, { limit: 24, cursor: 7 }]);
  });
});

describe('adding a member', () => {
  const openForm = async (more: Parameters<typeof fakeCalls>[0] = {}) => {
    const office = openTeam(more);
    await card();
    await press('Add Team Member');
    return { office, form: await dialog() };
  };
  const fill = (form: Awaited<ReturnType<typeof dialog>>) => {
    type(form, /^First Name/, 'Sam');
    type(form, /^Last Name/, 'Ortiz');
    type(form, /^Employee ID/, 'E-8');
    type(form, /^Email/, 'sam@example.com');
    type(form, /^Phone/, '(250) 555-0124');
  };

  test('sends every field and shows the temporary password once, to copy', async () => {
    const { office, form } = await openForm();
    fill(form);
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'manager');
    type(form, /^Hire Date/, '2026-11-01');
    type(form, /^Hourly Rate/, '24.75');
    type(form, /^Specializations/, 'Windows, , Carpets,Windows');
    type(form, /^Emergency Contact/, 'Pat');
    type(form, /^Emergency Phone/, '(250) 555-0198');
    type(form, /^Address/, '1 Lake Rd, Kamloops, BC');
    type(form, /^Notes/, 'Mornings only.');
    await userEvent.click(form.getByRole('button', { name: 'Add Team Member' }));
    expect(await screen.findByText('abcd-efgh-jkmn')).toBeInTheDocument();
    expect(lastToast()).toMatchObject({ title: 'Team Member Added' });
    expect(office.sent('team.create')).toEqual([
      {
        firstName: 'Sam',
        lastName: 'Ortiz',
        employeeId: 'E-8',
        email: 'sam@example.com',
        phone: '(250) 555-0124',
        role: 'manager',
        hireDate: '2026-11-01',
        hourlyRate: '24.75',
        specializations: ['Windows', 'Carpets'],
        emergencyContact: 'Pat',
        emergencyPhone: '(250) 555-0198',
        address: '1 Lake Rd, Kamloops, BC',
        notes: 'Mornings only.',
      },
    ]);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/72 hours/);
    expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus();
    const write = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText: write } } }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith('abcd-efgh-jkmn');
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText: () => Promise.reject(new Error('no')) } } }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Please copy the selected password.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('abcd-efgh-jkmn')).not.toBeInTheDocument());
    await press('Add Team Member');
    expect((await dialog()).getByLabelText(/^First Name/)).toHaveValue('');
  });

  test('requires some fields, with messages at the fields and the documented toast', async () => {
    const { office, form } = await openForm();
    type(form, /^Hire Date/, '');
    type(form, /^Hourly Rate/, '-3');
    await userEvent.click(form.getByRole('button', { name: 'Add Team Member' }));
    await waitFor(() => expect(form.getByLabelText(/^First Name/)).toHaveAccessibleDescription('Please enter the first name.'));
    for (const label of [/^Last Name/, /^Employee ID/, /^Email/, /^Phone/, /^Hire Date/]) expect(form.getByLabelText(label)).toBeInvalid();
    expect(form.getByLabelText(/^Hourly Rate/)).toHaveAccessibleDescription('Please enter an amount such as 149.00.');
    expect(lastToast()).toMatchObject({
      title: 'Missing Information',
      description: 'Please fill in all required fields.',
      kind: 'destructive',
    });
    expect(form.getByLabelText(/^First Name/)).toHaveFocus();
    expect(office.sent('team.create')).toEqual([]);
  });

  test('has the documented placeholders and an amount in cents', async () => {
    const { form } = await openForm();
    expect(form.getByLabelText(/^Phone/)).toHaveAttribute('placeholder', expect.stringMatching(/^\(250\)/));
    expect(form.getByLabelText(/^Address/)).toHaveAttribute('placeholder', expect.stringContaining('Kamloops, BC'));
    expect(form.getByLabelText(/^Hourly Rate/)).toHaveAttribute('step', '0.01');
    expect(form.getByLabelText(/^Hire Date/)).toHaveAttribute('type', 'date');
    expect(form.queryByLabelText(/Password/)).not.toBeInTheDocument();
  });

  test.each([
    ['a taken employee ID in the words of the server', 409, 'Another team member has the employee ID E-8.', undefined],
    ['a fault in the documented words', 500, 'Something went wrong.', 'Failed to add team member. Please try again.'],
  ])('shows %s and keeps what was typed', async (_what, status, message, documented) => {
    const { form } = await openForm({ 'team.create': () => Promise.reject(new Refusal(status, message)) });
    fill(form);
    await userEvent.click(form.getByRole('button', { name: 'Add Team Member' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: documented ?? message, kind: 'destructive' }));
    expect(form.getByLabelText(/^Employee ID/)).toHaveValue('E-8');
  });

  test("shows the server's errors at their fields", async () => {
    const { form } = await openForm({
      'team.create': () => Promise.reject(new Refusal(400, 'No', [{ path: 'email', message: 'That address does not exist.' }])),
    });
    fill(form);
    await userEvent.click(form.getByRole('button', { name: 'Add Team Member' }));
    await waitFor(() => expect(form.getByLabelText(/^Email/)).toHaveAccessibleDescription('That address does not exist.'));
  });
});

describe('changing a member', () => {
  test('starts with the stored values, the amount included', async () => {
    const office = openTeam();
    await userEvent.click((await card()).getByRole('button', { name: /^Edit/ }));
    const form = await dialog();
    expect(form.getByLabelText(/^Hourly Rate/)).toHaveValue(22.5);
    expect(form.getByLabelText(/^Specializations/)).toHaveValue('Windows, Carpets');
    type(form, /^Phone/, '(250) 555-0100');
    type(form, /^Notes/, '');
    await userEvent.click(form.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    const [sent] = office.sent('team.update');
    expect(sent).toMatchObject({ id: 7, phone: '(250) 555-0100', notes: '', hourlyRate: '22.50', specializations: ['Windows', 'Carpets'] });
    expect(sent).not.toHaveProperty('isActive');
    expect((await card()).getByRole('link', { name: '(250) 555-0100' })).toBeInTheDocument();
  });

  test('shows the documented words when it fails', async () => {
    openTeam({ 'team.update': () => Promise.reject(new Refusal(500, 'No')) });
    await userEvent.click((await card()).getByRole('button', { name: /^Edit/ }));
    await userEvent.click((await dialog()).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Failed to update team member. Please try again.', kind: 'destructive' }),
    );
  });
});

describe('a member who leaves', () => {
  const ask = async (more: Parameters<typeof fakeCalls>[0] = {}) => {
    const office = openTeam(more);
    await userEvent.click((await card()).getByRole('button', { name: /^Deactivate/ }));
    return { office, question: within(await screen.findByRole('alertdialog')) };
  };

  test.each([
    [0, 'No open jobs are affected.'],
    [1, '1 open job goes back to dispatch.'],
    [2, '2 open jobs go back to dispatch.'],
  ])('is deactivated after a question that counts %i open jobs', async (openJobs, sentence) => {
    const { office, question } = await ask({ 'team.countOpenJobs': () => ({ openJobs }) });
    expect(await question.findByText(new RegExp(sentence))).toBeInTheDocument();
    expect(office.sent('team.deactivate')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(office.sent('team.deactivate')).toEqual([]);
  });

  test('has the returned jobs named', async () => {
    const { office, question } = await ask();
    await userEvent.click(question.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Team Member Deactivated',
        description: 'Dee Marsh can no longer sign in. 2 jobs went back to dispatch: WO-1, WO-2.',
      }),
    );
    expect(office.sent('team.deactivate')).toEqual([{ id: 7 }]);
    expect((await card()).getByText('Inactive')).toBeInTheDocument();
  });

  test('stays when it fails, with the documented words', async () => {
    const { question } = await ask({ 'team.deactivate': () => Promise.reject(new Refusal(500, 'No')) });
    await userEvent.click(question.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Failed to deactivate team member. Please try again.', kind: 'destructive' }),
    );
  });

  test('can be reactivated', async () => {
    const office = openTeam({}, [{ ...DEE, isActive: false }]);
    await userEvent.click((await card()).getByRole('button', { name: /^Reactivate/ }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    expect(office.sent('team.update')).toEqual([{ id: 7, isActive: true }]);
  });
});

describe('a forgotten password', () => {
  test('is replaced after a question, and the new one is shown until the dialog closes', async () => {
    const office = openTeam();
    await userEvent.click((await card()).getByRole('button', { name: /^Reset Password/ }));
    const question = await dialog();
    expect(office.sent('team.resetPassword')).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Reset Password' }));
    expect(await screen.findByText('pqrs-tuvw-xyz2')).toBeInTheDocument();
    expect(office.sent('team.resetPassword')).toEqual([{ id: 7 }]);
    await press('Done');
    await userEvent.click((await card()).getByRole('button', { name: /^Reset Password/ }));
    await dialog();
    expect(screen.queryByText('pqrs-tuvw-xyz2')).not.toBeInTheDocument();
  });

  test('stays when the server does not respond, with a message', async () => {
    openTeam({ 'team.resetPassword': () => Promise.reject(new Refusal(500, 'No')) });
    await userEvent.click((await card()).getByRole('button', { name: /^Reset Password/ }));
    await userEvent.click((await dialog()).getByRole('button', { name: 'Reset Password' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Failed to reset the password. Please try again.' }));
  });
});

describe('time off', () => {
  const DAYS = 'Thursday, December 24, 2026 to Saturday, December 26, 2026';

  test.each([
    ['Approve', 'approved', 'Time Off Approved'],
    ['Decline', 'declined', 'Time Off Declined'],
  ])('is announced at the top when requested, and can be decided: %s', async (label, status, title) => {
    const office = openTeam();
    expect(await screen.findByRole('link', { name: '1 time-off request to review' })).toHaveAttribute('href', '#time-off');
    const requests = within(screen.getByRole('region', { name: 'Requests' }));
    expect(requests.getByText(DAYS)).toBeInTheDocument();
    expect(requests.getByText('Family')).toBeInTheDocument();
    await userEvent.click(requests.getByRole('button', { name: new RegExp(`^${label}`) }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title, description: `Dee Marsh: ${DAYS}.` }));
    expect(office.sent('team.decideTimeOff')).toEqual([{ id: 3, status }]);
    expect(await requests.findByText('No time-off requests.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /waits for you/ })).not.toBeInTheDocument();
  });

  test('can be removed while upcoming, and the removal undone', async () => {
    const office = openTeam();
    const requests = within(await screen.findByRole('region', { name: 'Requests' }));
    await userEvent.click(await requests.findByRole('button', { name: /^Approve/ }));
    const coming = within(screen.getByRole('region', { name: 'Upcoming time off' }));
    await userEvent.click(await coming.findByRole('button', { name: /^Remove/ }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Time Off Removed' }));
    expect(office.sent('team.removeTimeOff')).toEqual([{ id: 3 }]);
    lastToast()?.action?.run();
    await waitFor(() =>
      expect(office.sent('team.addTimeOff')).toEqual([
        { teamMemberId: 7, startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Family' },
      ]),
    );
  });

  test('can be entered for a member, from one day to another', async () => {
    const office = openTeam();
    await card();
    await press('Add Time Off');
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: 'Add Time Off' }));
    await waitFor(() => expect(form.getByLabelText(/^Team Member/)).toHaveAccessibleDescription('Please choose a team member.'));
    await userEvent.selectOptions(form.getByLabelText(/^Team Member/), 'Dee Marsh');
    type(form, /^First Day/, '2027-01-05');
    type(form, /^Last Day/, '2027-01-04');
    await userEvent.click(form.getByRole('button', { name: 'Add Time Off' }));
    await waitFor(() =>
      expect(form.getByLabelText(/^Last Day/)).toHaveAccessibleDescription('Please choose a last day that is not before the first.'),
    );
    type(form, /^Last Day/, '2027-01-06');
    type(form, /^Reason/, 'Course');
    await userEvent.click(form.getByRole('button', { name: 'Add Time Off' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Time Off Added' }));
    expect(office.sent('team.addTimeOff')).toEqual([
      { teamMemberId: '7', startDate: '2027-01-05', endDate: '2027-01-06', reason: 'Course' },
    ]);
  });

  test("that overlaps is rejected in the server's words, and the form stays open", async () => {
    const message = 'Time off from 2027-01-05 to 2027-01-06 is already approved and overlaps these days.';
    openTeam({ 'team.addTimeOff': () => Promise.reject(new Refusal(409, message)) });
    await card();
    await press('Add Time Off');
    const form = await dialog();
    await userEvent.selectOptions(await form.findByLabelText(/^Team Member/), await form.findByRole('option', { name: 'Dee Marsh' }));
    await userEvent.click(form.getByRole('button', { name: 'Add Time Off' }));
    await waitFor(() => expect(lastToast()).toMatchObject({ description: message, kind: 'destructive' }));
    expect(form.getByLabelText(/^Team Member/)).toHaveValue('7');
  });
});
