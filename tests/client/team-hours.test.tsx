import '@testing-library/jest-dom/vitest';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { memberHours } from '../../db/schema';
import { change, choose, field, findDialog, findPanel, findRow, lastToast, press, refuse } from '../support/office';
import { findDrawer, openDee, openTeam, shownPassword } from '../support/team-page';

const MONDAY = { weekday: 1, opens: '08:00', closes: '12:00' };
const openForm = async (hours: (typeof MONDAY)[] = []) => {
  const office = openDee();
  if (hours.length > 0) await office.admin.team.setHours({ memberId: 1, hours });
  await press(/^Edit/, await findDrawer());
  const form = await findDialog();
  await form.findByLabelText(/^First Name/);
  const stored = () => office.admin.team.getHours({ memberId: 1 }).then((answer) => answer.hours);
  return { office, form, stored };
};

describe('the working hours of a member', () => {
  test("are said to be the company's until there are own ones, and shown for each day", async () => {
    openDee();
    const posted = "No hours of their own: works the company's posted hours.";
    expect(await (await findPanel('Working hours')).findByText(posted)).toBeInTheDocument();
    cleanup();
    openDee({}, ({ db }) => {
      for (const span of [MONDAY, { weekday: 1, opens: '17:00', closes: '20:30' }])
        db.insert(memberHours)
          .values({ teamMemberId: 1, ...span })
          .run();
    });
    const panel = await findPanel('Working hours');
    expect(await panel.findByText('8 a.m.–12 p.m., 5–8:30 p.m.')).toBeInTheDocument();
    expect(panel.getAllByText('Off')).toHaveLength(6);
  });

  test('are added with usual times, changed, and copied from Monday to all weekdays', async () => {
    const { form, stored } = await openForm([
      { ...MONDAY, weekday: 3 },
      { ...MONDAY, weekday: 6 },
    ]);
    await press('Add hours, Monday', form);
    expect(field('Monday, from', form)).toHaveFocus();
    expect(field('Monday, to', form)).toHaveValue('17:00');
    change('Monday, to', '15:30', form);
    await press('Add hours, Monday', form);
    change('Monday, second time, from', '19:00', form);
    expect(form.queryByRole('button', { name: 'Add hours, Monday' })).not.toBeInTheDocument();
    await press('Copy to all weekdays', form);
    expect(field('Friday, second time, from', form)).toHaveValue('19:00');
    await press('Remove Friday, second time', form);
    await waitFor(() => expect(form.getByRole('button', { name: 'Add hours, Friday' })).toHaveFocus());
    await press('Save Changes', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    const day = (weekday: number) => [
      { weekday, opens: '09:00', closes: '15:30' },
      { weekday, opens: '19:00', closes: '21:00' },
    ];
    expect(await stored()).toEqual([...[1, 2, 3, 4, 5].flatMap(day).slice(0, -1), { ...MONDAY, weekday: 6 }]);
  });

  test('are not sent if they did not change, and can all be removed', async () => {
    const { office, form, stored } = await openForm([MONDAY]);
    await press('Save Changes', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated' }));
    expect(office.sent('team.setHours')).toEqual([]);
    await press(/^Edit/, await findDrawer());
    const again = await findDialog();
    await press('Remove Monday', again);
    expect(again.getByText("No hours of their own: works the company's posted hours.")).toBeInTheDocument();
    await press('Save Changes', again);
    await waitFor(async () => expect(await stored()).toEqual([]));
  });

  test('are stored even if the dialog is closed while the member is saved', async () => {
    const { office, form, stored } = await openForm();
    await press('Add hours, Monday', form);
    const release = office.hold('team.update');
    await press('Save Changes', form);
    await press('Cancel', form);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Team Member' })).toBeNull());
    release();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Updated', open: true }));
    expect(await stored()).toEqual([{ weekday: 1, opens: '09:00', closes: '17:00' }]);
  });

  test('have their errors at their fields, and the form stays open', async () => {
    const { office, form, stored } = await openForm([MONDAY]);
    change('Monday, to', '07:00', form);
    await press('Save Changes', form);
    await waitFor(() => expect(field('Monday, to', form)).toHaveAccessibleDescription('Please choose an end after the start.'));
    change('Monday, to', '', form);
    await waitFor(() => expect(field('Monday, to', form)).toHaveAccessibleDescription('Please enter a time such as 08:00.'));
    change('Monday, to', '13:00', form);
    office.fail('team.setHours', refuse(500));
    await press('Save Changes', form);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ description: 'The member is saved, but not the working hours. Please try again.' }),
    );
    office.repair('team.setHours');
    await press('Save Changes', form);
    await waitFor(async () => expect(await stored()).toEqual([{ ...MONDAY, closes: '13:00' }]));
  });

  test('offer to retry when they cannot be loaded, in the drawer and in the form', async () => {
    const office = openDee({}, ({ fail }) => fail('team.getHours', refuse(503)));
    const panel = await findPanel('Working hours');
    expect(await panel.findByText('The hours could not be loaded.')).toBeInTheDocument();
    await press(/^Edit/, await findDrawer());
    const form = await findDialog();
    office.repair('team.getHours');
    await press('Try again', form);
    expect(await form.findByLabelText(/^First Name/)).toBeInTheDocument();
  });
});

describe('a new member', () => {
  const add = async (office: ReturnType<typeof openTeam>) => {
    await findRow(/Dee Marsh/);
    await press('Add Team Member');
    const form = await findDialog();
    change(/^First Name/, 'Sam', form);
    change(/^Last Name/, 'Ortiz', form);
    change(/^Employee ID/, 'E-8', form);
    change(/^Email/, 'sam@example.com', form);
    change(/^Phone/, '(250) 555-0124', form);
    await press('Add hours, Sunday', form);
    await press('Add Team Member', form);
    await shownPassword();
    return office;
  };

  test('is stored with its hours', async () => {
    const office = await add(openTeam());
    const hours = [{ weekday: 0, opens: '09:00', closes: '17:00' }];
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Team Member Added', open: true }));
    expect(await office.admin.team.getHours({ memberId: 2 })).toEqual({ hours });
  });

  test('is stored without them if they fail, which a message says', async () => {
    const office = openTeam();
    office.fail('team.setHours', refuse(500));
    await add(office);
    await waitFor(() => expect(lastToast()).toMatchObject({ description: expect.stringContaining('not the working hours') }));
    await press('Done');
    await choose('Edit', 'Sam Ortiz');
    const form = await findDialog();
    expect(await form.findByText(/^No hours of their own/)).toBeInTheDocument();
    expect(within(screen.getByRole('dialog')).getByLabelText(/^First Name/)).toHaveValue('Sam');
  });
});
