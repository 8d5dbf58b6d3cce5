import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { change, choose, findDialog, findPanel, findRow, lastToast, press, refuse } from '../support/office';
import { giveJobs } from '../support/team';
import { findDrawer, openDee, openTeam, shownPassword } from '../support/team-page';

describe('a member who leaves', () => {
  const ask = async (openJobs = 2) => {
    const office = openDee({}, ({ shop }) => giveJobs(shop, 1, Array<string>(openJobs).fill('assigned')));
    await press(/^Deactivate/, await findDrawer());
    return { office, question: within(await screen.findByRole('alertdialog')) };
  };

  test.each([
    [0, 'No open jobs are affected.'],
    [1, '1 open job goes back to dispatch.'],
    [2, '2 open jobs go back to dispatch.'],
  ])('is deactivated after a question that counts %i open jobs', async (openJobs, sentence) => {
    const { office, question } = await ask(openJobs);
    expect(await question.findByText(new RegExp(sentence))).toBeInTheDocument();
    await press('Cancel', question);
    expect(office.sent('team.deactivate')).toEqual([]);
    expect(office.members()).toMatchObject([{ isActive: true }]);
  });

  test('has the returned jobs named', async () => {
    const { office, question } = await ask();
    await press('Deactivate', question);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({
        title: 'Team Member Deactivated',
        description: 'Dee Marsh can no longer sign in. 2 jobs went back to dispatch: WO-1, WO-2.',
      }),
    );
    expect(office.members()).toMatchObject([{ isActive: false }]);
    expect((await office.admin.dispatch.unassigned({})).rows).toHaveLength(2);
    expect((await findDrawer()).getByText('Inactive')).toBeInTheDocument();
  });

  test('is active again after an undo within ten seconds', async () => {
    const { office, question } = await ask(1);
    await press('Deactivate', question);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Deactivated', durationMs: 10_000 }));
    lastToast()?.action?.run();
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Dee Marsh is active again. Jobs that went back to dispatch stay there.' }),
    );
    expect(office.members()).toMatchObject([{ isActive: true }]);
  });

  test('stays when it fails, with the documented words', async () => {
    const { office, question } = await ask();
    office.fail('team.deactivate', refuse(500));
    await press('Deactivate', question);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Failed to deactivate team member. Please try again.', kind: 'destructive' }),
    );
  });

  test('can be reactivated', async () => {
    const office = openDee({ is_active: 0 });
    await press(/^Reactivate/, await findDrawer());
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    expect(office.members()).toMatchObject([{ isActive: true }]);
  });
});

describe('a forgotten password', () => {
  test('is replaced after a question, and the new one is shown until the dialog closes', async () => {
    const office = openDee();
    await press(/^Reset Password/, await findDrawer());
    const question = await findDialog();
    const [before] = office.members();
    await press('Reset Password', question);
    const password = await shownPassword();
    expect(office.members()[0]?.passwordHash).not.toBe(before?.passwordHash);
    expect(await office.visitor.team.login({ employeeId: 'E-7', password })).toMatchObject({ teamMember: { id: 1 } });
    await press('Done');
    await press(/^Reset Password/, await findDrawer());
    await findDialog();
    expect(screen.queryByText(password)).not.toBeInTheDocument();
  });

  test('stays when the server does not respond, with a message', async () => {
    openDee().fail('team.resetPassword', refuse(500));
    await press(/^Reset Password/, await findDrawer());
    await press('Reset Password', await findDialog());
    await waitFor(() => expect(lastToast()).toMatchObject({ description: 'Failed to reset the password. Please try again.' }));
  });
});

describe('time off', () => {
  const DAYS = 'Dec 24 to Dec 26';
  const openTimeOff = () => openTeam([{}], { address: '/team-management?view=time-off' });
  const menuOf = 'Dee Marsh, Dec 24 to Dec 26';

  test.each([
    ['Approve', 'approved', 'Time Off Approved'],
    ['Decline', 'declined', 'Time Off Declined'],
  ])('is announced at the top when requested, and can be decided: %s', async (label, status, title) => {
    const office = openTeam();
    await userEvent.click(await screen.findByRole('link', { name: '1 time-off request to review' }));
    expect(office.search()).toEqual({ view: 'time-off' });
    const requests = await findPanel('Requests');
    expect(requests.getByText(DAYS)).toBeInTheDocument();
    expect(requests.getByText('Family')).toBeInTheDocument();
    await choose(label, menuOf, requests);
    await waitFor(() => expect(lastToast()).toMatchObject({ title, description: `Dee Marsh: ${DAYS}.` }));
    expect(office.daysOff()).toMatchObject([{ id: 1, status }]);
    expect(await requests.findByText('No time-off requests.')).toBeInTheDocument();
    await press('Members');
    await findRow(/Dee Marsh/);
    expect(screen.queryByRole('link', { name: /to review/ })).not.toBeInTheDocument();
  });

  test('can be removed while upcoming, and the removal undone', async () => {
    const office = openTimeOff();
    const requests = within(await screen.findByRole('region', { name: 'Requests' }));
    await press(/^Approve/, requests);
    const coming = within(screen.getByRole('region', { name: 'Upcoming time off' }));
    await press(/^Remove/, coming);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Time Off Removed' }));
    expect(office.daysOff()).toEqual([]);
    lastToast()?.action?.run();
    const days = { teamMemberId: 1, startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Family', status: 'approved' };
    await waitFor(() => expect(office.daysOff()).toMatchObject([days]));
  });

  test('can be entered for a member, from one day to another', async () => {
    const office = openTimeOff();
    await press('Add Time Off');
    const form = await findDialog();
    await press('Add Time Off', form);
    await waitFor(() => expect(form.getByLabelText(/^Team Member/)).toHaveAccessibleDescription('Please choose a team member.'));
    await userEvent.selectOptions(form.getByLabelText(/^Team Member/), await form.findByRole('option', { name: 'Dee Marsh' }));
    change(/^First Day/, '2027-01-05', form);
    change(/^Last Day/, '2027-01-04', form);
    await press('Add Time Off', form);
    await waitFor(() =>
      expect(form.getByLabelText(/^Last Day/)).toHaveAccessibleDescription('Please choose a last day that is not before the first.'),
    );
    change(/^Last Day/, '2027-01-06', form);
    change(/^Reason/, 'Course', form);
    await press('Add Time Off', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Time Off Added' }));
    const days = { teamMemberId: 1, startDate: '2027-01-05', endDate: '2027-01-06', reason: 'Course', status: 'approved' };
    expect(office.daysOff()[1]).toMatchObject(days);
  });

  test("that overlaps is rejected in the server's words, and the form stays open", async () => {
    const office = openTimeOff();
    await press('Add Time Off');
    const form = await findDialog();
    await userEvent.selectOptions(await form.findByLabelText(/^Team Member/), await form.findByRole('option', { name: 'Dee Marsh' }));
    change(/^First Day/, '2026-12-26', form);
    change(/^Last Day/, '2026-12-28', form);
    await press('Add Time Off', form);
    const description = 'Time off from 2026-12-24 to 2026-12-26 is already requested and overlaps these days.';
    await waitFor(() => expect(lastToast()).toMatchObject({ description, kind: 'destructive' }));
    expect(form.getByLabelText(/^Team Member/)).toHaveValue('1');
    expect(office.daysOff()).toHaveLength(1);
  });
});
