import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { lastToast, refuse } from '../support/office';
import { giveJobs } from '../support/team';
import { card, dialog, openTeam, press, shownPassword, type } from '../support/team-page';

describe('a member who leaves', () => {
  const ask = async (openJobs = 2) => {
    const office = openTeam([{}], ({ shop }) => giveJobs(shop, 1, Array<string>(openJobs).fill('assigned')));
    await userEvent.click((await card()).getByRole('button', { name: /^Deactivate/ }));
    return { office, question: within(await screen.findByRole('alertdialog')) };
  };

  test.each([
    [0, 'No open jobs are affected.'],
    [1, '1 open job goes back to dispatch.'],
    [2, '2 open jobs go back to dispatch.'],
  ])('is deactivated after a question that counts %i open jobs', async (openJobs, sentence) => {
    const { office, question } = await ask(openJobs);
    expect(await question.findByText(new RegExp(sentence))).toBeInTheDocument();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(office.sent('team.deactivate')).toEqual([]);
    expect(office.members()).toMatchObject([{ isActive: true }]);
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
    expect(office.members()).toMatchObject([{ isActive: false }]);
    expect((await office.admin.dispatch.unassigned({})).rows).toHaveLength(2);
    expect((await card()).getByText('Inactive')).toBeInTheDocument();
  });

  test('stays when it fails, with the documented words', async () => {
    const { office, question } = await ask();
    office.fail('team.deactivate', refuse(500));
    await userEvent.click(question.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Failed to deactivate team member. Please try again.', kind: 'destructive' }),
    );
  });

  test('can be reactivated', async () => {
    const office = openTeam([{ is_active: 0 }]);
    await userEvent.click((await card()).getByRole('button', { name: /^Reactivate/ }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    expect(office.members()).toMatchObject([{ isActive: true }]);
  });
});

describe('a forgotten password', () => {
  test('is replaced after a question, and the new one is shown until the dialog closes', async () => {
    const office = openTeam();
    await userEvent.click((await card()).getByRole('button', { name: /^Reset Password/ }));
    const question = await dialog();
    const [before] = office.members();
    await userEvent.click(question.getByRole('button', { name: 'Reset Password' }));
    const password = await shownPassword();
    expect(office.members()[0]?.passwordHash).not.toBe(before?.passwordHash);
    expect(await office.visitor.team.login({ employeeId: 'E-7', password })).toMatchObject({ teamMember: { id: 1 } });
    await press('Done');
    await userEvent.click((await card()).getByRole('button', { name: /^Reset Password/ }));
    await dialog();
    expect(screen.queryByText(password)).not.toBeInTheDocument();
  });

  test('stays when the server does not respond, with a message', async () => {
    openTeam().fail('team.resetPassword', refuse(500));
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
    expect(office.daysOff()).toMatchObject([{ id: 1, status }]);
    expect(await requests.findByText('No time-off requests.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /to review/ })).not.toBeInTheDocument();
  });

  test('can be removed while upcoming, and the removal undone', async () => {
    const office = openTeam();
    const requests = within(await screen.findByRole('region', { name: 'Requests' }));
    await userEvent.click(await requests.findByRole('button', { name: /^Approve/ }));
    const coming = within(screen.getByRole('region', { name: 'Upcoming time off' }));
    await userEvent.click(await coming.findByRole('button', { name: /^Remove/ }));
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Time Off Removed' }));
    expect(office.daysOff()).toEqual([]);
    lastToast()?.action?.run();
    const days = { teamMemberId: 1, startDate: '2026-12-24', endDate: '2026-12-26', reason: 'Family', status: 'approved' };
    await waitFor(() => expect(office.daysOff()).toMatchObject([days]));
  });

  test('can be entered for a member, from one day to another', async () => {
    const office = openTeam();
    await press('Add Time Off');
    const form = await dialog();
    await userEvent.click(form.getByRole('button', { name: 'Add Time Off' }));
    await waitFor(() => expect(form.getByLabelText(/^Team Member/)).toHaveAccessibleDescription('Please choose a team member.'));
    await userEvent.selectOptions(form.getByLabelText(/^Team Member/), await form.findByRole('option', { name: 'Dee Marsh' }));
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
    const days = { teamMemberId: 1, startDate: '2027-01-05', endDate: '2027-01-06', reason: 'Course', status: 'approved' };
    expect(office.daysOff()[1]).toMatchObject(days);
  });

  test("that overlaps is rejected in the server's words, and the form stays open", async () => {
    const office = openTeam();
    await press('Add Time Off');
    const form = await dialog();
    await userEvent.selectOptions(await form.findByLabelText(/^Team Member/), await form.findByRole('option', { name: 'Dee Marsh' }));
    type(form, /^First Day/, '2026-12-26');
    type(form, /^Last Day/, '2026-12-28');
    await userEvent.click(form.getByRole('button', { name: 'Add Time Off' }));
    const description = 'Time off from 2026-12-24 to 2026-12-26 is already requested and overlaps these days.';
    await waitFor(() => expect(lastToast()).toMatchObject({ description, kind: 'destructive' }));
    expect(form.getByLabelText(/^Team Member/)).toHaveValue('1');
    expect(office.daysOff()).toHaveLength(1);
  });
});
