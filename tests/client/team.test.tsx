import '@testing-library/jest-dom/vitest';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { change, choose, findDialog, findPanel, findRow, lastToast, press, refuse } from '../support/office';
import { findDrawer, openDee, openTeam, shownPassword } from '../support/team-page';

describe('the list of the team', () => {
  const names = () => screen.getAllByRole('row').flatMap((row) => /\w+ Marsh/.exec(row.textContent ?? '') ?? []);

  test('shows contact, role and status, and links to each member', async () => {
    openTeam();
    const row = await findRow(/Dee Marsh/);
    for (const words of ['dee@example.com', '(250) 555-0123', 'E-7', 'Supervisor', 'Active']) expect(row).toHaveTextContent(words);
    expect(within(row).getByRole('link')).toHaveAttribute('href', '/team-management?member=1');
    expect(screen.getByRole('table', { name: 'Team members' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Team Management' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Team Dashboard' })).toHaveAttribute('href', '/team');
  });

  test('offers to deactivate active members and to reactivate others', async () => {
    openTeam([{}, { first_name: 'Sam', is_active: 0 }]);
    expect(await findRow(/Sam Marsh/)).toHaveTextContent('Inactive');
    const entries = async (name: string) => {
      await press(`More actions, ${name}`);
      const menu = within(await screen.findByRole('menu'));
      const found = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
      await userEvent.keyboard('{Escape}');
      return found;
    };
    expect(await entries('Dee Marsh')).toEqual(['Edit', 'Call', 'Email', 'Reset Password', 'Deactivate']);
    expect(await entries('Sam Marsh')).toEqual(['Edit', 'Call', 'Email', 'Reset Password', 'Reactivate']);
  });

  test('is sorted by the server over all members, in an order that the address keeps', async () => {
    const office = openTeam([{}, { first_name: 'Ada', employee_id: 'A-1' }]);
    await findRow(/Ada Marsh/);
    expect(names()).toEqual(['Ada Marsh', 'Dee Marsh']);
    await press('Name');
    await press('Name');
    await waitFor(() => expect(names()).toEqual(['Dee Marsh', 'Ada Marsh']));
    expect(office.search()).toEqual({ sort: '-name' });
    expect(office.sent('team.list').at(-1)).toEqual({ limit: 25, sort: '-name' });
    await press('Employee ID');
    await waitFor(() => expect(names()).toEqual(['Ada Marsh', 'Dee Marsh']));
    expect(screen.getByRole('columnheader', { name: 'Employee ID' })).toHaveAttribute('aria-sort', 'ascending');
  });

  test('exports the selected members', async () => {
    openTeam();
    await userEvent.click(await screen.findByLabelText('Select Dee Marsh'));
    expect((await findPanel('Selected rows')).getByRole('button', { name: 'Export CSV' })).toBeInTheDocument();
  });

  test('offers in an empty list to add a member, and to retry a failed one', async () => {
    openTeam([]);
    const empty = within((await screen.findByText('No Team Members')).parentElement as HTMLElement);
    await press('Add Team Member', empty);
    expect(await screen.findByRole('dialog', { name: 'Add Team Member' })).toBeInTheDocument();
    cleanup();
    const office = openTeam([{}], { prepare: ({ fail }) => fail('team.list', refuse(503)) });
    expect(await screen.findByText('The team members could not be loaded.')).toBeInTheDocument();
    office.repair('team.list');
    await press('Try again');
    await findRow(/Dee Marsh/);
  });

  test('loads page by page', async () => {
    const office = openTeam([{ first_name: 'Old' }, ...Array.from({ length: 25 }, () => ({}))]);
    await press('Load more');
    await findRow(/Old Marsh/);
    expect(office.sent('team.list')).toEqual([{ limit: 25 }, { limit: 25, cursor: 2 }]);
  });
});

describe('the drawer of a member', () => {
  test('shows all details with links to write and to call, and closes back to the list', async () => {
    const { search } = openTeam([{}], { address: '/team-management?member=1&sort=name' });
    const dee = await findDrawer();
    for (const words of ['Supervisor', 'Active', 'E-7', 'Jan 5', '$22.50', '12 Seymour St, Kamloops, BC', 'Has a car.'])
      expect(dee.getByText(words)).toBeInTheDocument();
    for (const words of ['Windows', 'Carpets']) expect(dee.getByText(words)).toBeInTheDocument();
    expect(dee.getByText(/Pat Marsh/)).toBeInTheDocument();
    expect(dee.getByRole('link', { name: 'dee@example.com' })).toHaveAttribute('href', 'mailto:dee@example.com');
    expect(dee.getByRole('link', { name: '(250) 555-0123' })).toHaveAttribute('href', 'tel:2505550123');
    expect(dee.getByRole('link', { name: '(250) 555-0199' })).toHaveAttribute('href', 'tel:2505550199');
    await press('Close', dee);
    await waitFor(() => expect(search()).toEqual({ sort: 'name' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('leaves out unknown details, and says when a member has not signed in yet', async () => {
    const bare = { hourly_rate_cents: null, emergency_contact: null, emergency_phone: null, address: null, notes: null, last_login: null };
    openDee({ ...bare, specializations: '[]', must_change_password: 1 });
    const dee = await findDrawer();
    for (const name of ['Hourly Rate', 'Emergency Contact', 'Address', 'Notes', 'Specializations'])
      expect(dee.queryByText(name)).not.toBeInTheDocument();
    expect(dee.getByText('Not yet')).toBeInTheDocument();
    expect(dee.getByText('Temporary, not changed yet')).toBeInTheDocument();
  });

  test('leads back to the list from an address without a member', async () => {
    const { search } = openTeam([{}], { address: '/team-management?member=9' });
    expect(await screen.findByText('No such team member')).toBeInTheDocument();
    await press('Show All Team Members');
    await waitFor(() => expect(search()).toEqual({}));
  });
});

describe('adding a member', () => {
  const openForm = async () => {
    const office = openTeam();
    await press('Add Team Member');
    return { office, form: await findDialog() };
  };
  const fill = (form: Awaited<ReturnType<typeof findDialog>>) => {
    change(/^First Name/, 'Sam', form);
    change(/^Last Name/, 'Ortiz', form);
    change(/^Employee ID/, 'E-8', form);
    change(/^Email/, 'sam@example.com', form);
    change(/^Phone/, '(250) 555-0124', form);
  };

  test('stores every field and shows the temporary password once, to copy', async () => {
    const { office, form } = await openForm();
    fill(form);
    await userEvent.selectOptions(form.getByLabelText(/^Role/), 'manager');
    change(/^Hire Date/, '2026-11-01', form);
    change(/^Hourly Rate/, '24.75', form);
    change(/^Specializations/, 'Windows, , Carpets,Windows', form);
    change(/^Emergency Contact/, 'Pat', form);
    change(/^Emergency Phone/, '(250) 555-0198', form);
    change(/^Address/, '1 Lake Rd, Kamloops, BC', form);
    change(/^Notes/, 'Mornings only.', form);
    await press('Add Team Member', form);
    const password = await shownPassword();
    expect(lastToast()).toMatchObject({ title: 'Team Member Added' });
    expect(office.members()[1]).toMatchObject({
      firstName: 'Sam',
      lastName: 'Ortiz',
      employeeId: 'E-8',
      email: 'sam@example.com',
      phone: '(250) 555-0124',
      role: 'manager',
      hireDate: '2026-11-01',
      hourlyRateCents: 24_75,
      specializations: ['Windows', 'Carpets'],
      emergencyContact: 'Pat',
      emergencyPhone: '(250) 555-0198',
      address: '1 Lake Rd, Kamloops, BC',
      notes: 'Mornings only.',
      mustChangePassword: true,
    });
    expect(await office.visitor.team.login({ employeeId: 'E-8', password })).toMatchObject({ teamMember: { id: 2 } });
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/72 hours/);
    expect(screen.getByRole('button', { name: 'Copy' })).toHaveFocus();
    const write = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText: write } } }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Copied.')).toBeInTheDocument();
    expect(write).toHaveBeenCalledWith(password);
    vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText: () => Promise.reject(new Error('no')) } } }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Please copy the selected password.')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(password)).not.toBeInTheDocument());
    await press('Add Team Member');
    expect((await findDialog()).getByLabelText(/^First Name/)).toHaveValue('');
  });

  test('requires some fields, with messages at the fields and the documented toast', async () => {
    const { office, form } = await openForm();
    change(/^Hire Date/, '', form);
    change(/^Hourly Rate/, '-3', form);
    await press('Add Team Member', form);
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
    ['a taken employee ID in the words of the server', 'Another team member has the employee ID E-7.'],
    ['a fault in the documented words', 'Failed to add team member. Please try again.'],
  ])('shows %s and keeps what was typed', async (what, description) => {
    const { office, form } = await openForm();
    fill(form);
    change(/^Employee ID/, 'E-7', form);
    if (what.startsWith('a fault')) office.fail('team.create', refuse(500));
    await press('Add Team Member', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ description, kind: 'destructive' }));
    expect(form.getByLabelText(/^Employee ID/)).toHaveValue('E-7');
    expect(office.members()).toHaveLength(1);
  });

  test("shows the server's errors at their fields", async () => {
    const { office, form } = await openForm();
    office.fail('team.create', refuse(400, 'No', [{ path: 'email', message: 'That address does not exist.' }]));
    fill(form);
    await press('Add Team Member', form);
    await waitFor(() => expect(form.getByLabelText(/^Email/)).toHaveAccessibleDescription('That address does not exist.'));
  });
});

describe('changing a member', () => {
  test('starts with the stored values, the amount included', async () => {
    const office = openDee();
    await press(/^Edit/, await findDrawer());
    const form = await findDialog();
    expect(form.getByLabelText(/^Hourly Rate/)).toHaveValue(22.5);
    expect(form.getByLabelText(/^Specializations/)).toHaveValue('Windows, Carpets');
    change(/^Phone/, '(250) 555-0100', form);
    change(/^Notes/, '', form);
    await press('Save Changes', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    const kept = { hourlyRateCents: 22_50, specializations: ['Windows', 'Carpets'], isActive: true };
    expect(office.members()).toMatchObject([{ id: 1, phone: '(250) 555-0100', notes: null, ...kept }]);
    expect(office.sent('team.update')[0]).not.toHaveProperty('isActive');
    expect((await findDrawer()).getByRole('link', { name: '(250) 555-0100' })).toBeInTheDocument();
  });

  test('shows the documented words when it fails', async () => {
    openTeam().fail('team.update', refuse(500));
    await findRow(/Dee Marsh/);
    await choose('Edit', 'Dee Marsh');
    await press('Save Changes', await findDialog());
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'Failed to update team member. Please try again.', kind: 'destructive' }),
    );
  });
});
