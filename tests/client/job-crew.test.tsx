import '@testing-library/jest-dom/vitest';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { chooseMember, openBoard } from '../support/dispatch-page';
import { addMember } from '../support/field';
import { change, findDialog, lastToast, press } from '../support/office';
import { insertRow } from '../support/rows';

/** Opens a job that Dee leads and at which Kim helps. */
function openCrew(crew_size = 3, address = '/dispatch?job=1') {
  const job = { row: { crew_size, status: 'scheduled' }, assignment: { is_lead: 1 }, sentDate: '2026-11-20T21:00:00.000Z' };
  const office = openBoard([job], address);
  insertRow(office.db, 'work_order_assignments', { work_order_id: 1, team_member_id: 2, is_lead: 0 });
  const crew = () => office.assignments().map(({ teamMemberId, isLead, status }) => [teamMemberId, isLead, status]);
  const leads = () => office.assignments().flatMap(({ teamMemberId, isLead }) => (isLead ? teamMemberId : []));
  return { ...office, crew, leads };
}
const member = async (name: string) => within((await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement);
const drawer = async () => within(await screen.findByRole('dialog', { name: 'Work Order Details' }));

describe('the crew of a job', () => {
  test('shows its lead, and the state and phone of each member', async () => {
    openCrew();
    expect(await (await drawer()).findByRole('heading', { name: 'Crew, 2 of 3' })).toBeVisible();
    const list = (await drawer()).getByRole('region', { name: 'Crew, 2 of 3' });
    const [lead, helper] = within(list).getAllByRole('listitem');
    if (!lead || !helper) throw new Error('Two members expected.');
    for (const words of ['Dee Marsh', 'lead', 'assigned']) expect(within(lead).getByText(words)).toBeVisible();
    expect(within(lead).getByRole('link', { name: '(250) 555-0104' })).toHaveAttribute('href', 'tel:2505550104');
    expect(within(helper).queryByText('lead')).toBeNull();
    expect(within(lead).queryByRole('button', { name: /^Make lead/ })).toBeNull();
  });
  test('gets another lead, which can be undone', async () => {
    const office = openCrew();
    await press('Make lead, Kim Marsh');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Lead Changed', description: 'Kim Marsh leads WO-1-ABC now.' }));
    expect(office.leads()).toEqual([2]);
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.description).toBe('Dee Marsh leads WO-1-ABC again.'));
    expect(office.leads()).toEqual([1]);
  });
  test('loses a member, who can be given back their place', async () => {
    const office = openCrew();
    await press('Take off the job, Dee Marsh');
    change(/^Reason/, 'Ill', await findDialog());
    await press('Take off the job', await findDialog());
    await waitFor(() => expect(lastToast()?.description).toBe('Dee Marsh is off WO-1-ABC.'));
    expect(office.crew()).toEqual([
      [1, false, 'released'],
      [2, true, 'assigned'],
    ]);
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()?.description).toBe('Dee Marsh has WO-1-ABC again. No e-mail was sent.'));
    expect(office.crew()).toEqual([
      [1, true, 'assigned'],
      [2, false, 'assigned'],
    ]);
  });
  test('shows why a person is refused who is added too late', async () => {
    const office = openBoard(
      [{ row: { crew_size: 2 }, assignment: { status: 'accepted' }, sentDate: '2026-11-20T21:00:00.000Z' }],
      '/dispatch?job=1',
    );
    await press('Add a person, WO-1-ABC');
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a Person' }));
    expect(dialog.getByText(/^1 of 2 people have the job/)).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText(/^Team Member/), await dialog.findByRole('option', { name: /^Kim/ }));
    await waitFor(() => expect(office.sent('dispatch.checkAssignment')).toHaveLength(1));
    await office.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 2 });
    await press('Assign', dialog);
    await waitFor(() => expect(lastToast()?.description).toBe('This job has its full crew of 2.'));
  });
  test('offers only people who are not on it', async () => {
    addMember(openCrew().shop, { first_name: 'Lee', employee_id: 'E-3', email: 'lee@example.com' });
    const offered = async (name: string) => {
      const dialog = within(await screen.findByRole('dialog', { name }));
      await dialog.findByRole('option', { name: /^Lee/ });
      return dialog.getAllByRole('option').map(({ textContent }) => textContent);
    };
    await press('Add a person, WO-1-ABC');
    expect(await offered('Add a Person')).toEqual(['Select a team member', 'Lee Marsh (cleaner)']);
    await press('Cancel');
    await press('Move to Another Member, Kim Marsh');
    expect(await offered('Move Work Order')).toEqual(['Select a team member', 'Lee Marsh (cleaner)']);
  });
  test('offers no further person once it is full', async () => {
    openCrew(2);
    expect(await screen.findByRole('heading', { name: 'Crew, 2 of 2' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Add a person/ })).toBeNull();
  });
  test('begins with an assignment', async () => {
    const office = openBoard([{ sentDate: '2026-11-20T21:00:00.000Z' }], '/dispatch?job=1');
    await userEvent.click(await (await drawer()).findByRole('button', { name: 'Assign, WO-1-ABC' }));
    await chooseMember('Kim');
    await press('Assign', within(await screen.findByRole('dialog', { name: 'Assign Work Order' })));
    await waitFor(() => expect(office.assignments()).toMatchObject([{ teamMemberId: 2, isLead: true }]));
    expect(await member('Kim Marsh')).toBeDefined();
  });
});
