import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { workOrderAssignments } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.dispatch';
import { addMember } from './field';
import { addJob, addPeople, type JobOptions } from './jobs';
import { findDialog, openOffice, openStaffPage } from './office';

/** Opens the board of an office with these jobs and two members, Dee and Kim. */
export function openBoard(jobs: JobOptions[] = [{}], address = '/dispatch', client = {}) {
  const office = openOffice();
  addPeople(office, client);
  addMember(office.shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
  for (const [index, job] of jobs.entries()) addJob(office, index + 1, job);
  const assignments = () => office.db.select().from(workOrderAssignments).all();
  return { ...office, ...openStaffPage(Route, address), assignments };
}

/** Chooses a member in the open dialog. */
export const chooseMember = async (name: 'Dee' | 'Kim') =>
  userEvent.selectOptions(
    (await findDialog()).getByLabelText(/^Team Member/),
    await screen.findByRole('option', { name: `${name} Marsh (cleaner)` }),
  );
