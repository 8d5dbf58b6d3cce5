import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type fakeCalls, lastToast, Refusal } from '../support/office';
import { card, DEE, dialog, openTeam, prepareTeamPage, press, type } from '../support/team-page';

prepareTeamPage();

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
