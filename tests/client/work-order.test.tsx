import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { jobComponents, workOrders } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.team';
import { chooseMember } from '../support/dispatch-page';
import { INVOICE } from '../support/invoice-inputs';
import { addJob, addPeople, type JobOptions } from '../support/jobs';
import { change, findDialog, lastToast, openOffice, openStaffPage, press } from '../support/office';

const QUESTION = 'No task is ticked off. Complete the job anyway and e-mail the client that the cleaning is done?';
const STARTED: JobOptions = { row: { status: 'in-progress', processed_date: '2026-11-20T20:10:00.000Z' } };

/** Opens the details of a work order with one task. `prepare` runs before the page opens. */
async function openOrder(job: JobOptions = {}, client = {}, prepare: (office: ReturnType<typeof openOffice>) => unknown = () => {}) {
  const office = openOffice();
  addPeople(office, client);
  addJob(office, 1, { components: [{ component: 'Kitchen' }], ...job });
  await prepare(office);
  openStaffPage(Route, '/team?order=1');
  return { ...office, stored: () => office.db.select().from(workOrders).get() };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('a work order', () => {
  test('can be undone for ten seconds once it is completed', async () => {
    const office = await openOrder(STARTED);
    await press(/^Complete Work/);
    await press('Continue');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    expect(office.stored()?.status).toBe('completed');
    lastToast()?.action?.run();
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Undone', description: 'WO-1-ABC is in progress again. No e-mail was sent.' }),
    );
    expect(office.stored()).toMatchObject({ status: 'in-progress', completedDate: null });
  });
  test('can be undone for ten seconds once it is started', async () => {
    const office = await openOrder();
    await press(/^Start Work/);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    expect(office.stored()?.status).toBe('in-progress');
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone', description: 'WO-1-ABC is scheduled again.' }));
    expect(office.stored()).toMatchObject({ status: 'scheduled', processedDate: null });
  });
  test('returns the focus to its button when the question is declined', async () => {
    const office = await openOrder(STARTED);
    (await button(/^Complete Work/)).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(QUESTION);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(async () => expect(await button(/^Complete Work/)).toHaveFocus());
    expect(office.stored()?.status).toBe('in-progress');
  });
  test('with an invoice is cancelled after a question, and its dialog stays open when the question is declined', async () => {
    const office = await openOrder({ isBooked: true }, {}, ({ admin }) => admin.invoices.create({ ...INVOICE, bookingId: 1 }));
    await press('Cancel Work Order');
    const form = await findDialog();
    await userEvent.type(form.getByLabelText(/^Reason/), 'Moved away');
    for (const answer of ['Cancel', 'Continue']) {
      await press('Cancel Work Order', form);
      const question = await screen.findByRole('alertdialog');
      expect(question).toHaveTextContent('This work order has invoice SPC001. Cancel the work order anyway? The invoice stays.');
      expect(office.stored()?.status).toBe('scheduled');
      await press(answer, within(question));
    }
    await waitFor(() => expect(office.stored()?.status).toBe('cancelled'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Cancel this work order?' })).toBeNull());
  });
  test('has its tasks ticked off by the server’s clock, and keeps the focus on the button', async () => {
    const office = await openOrder(STARTED);
    const task = () => office.db.select().from(jobComponents).get();
    await press(/^Mark Complete/);
    await button(/^Mark Pending/);
    expect(task()).toMatchObject({ isCompleted: true, completedAt: '2026-11-20T20:30:00.000Z' });
    await press(/^Mark Pending/);
    await waitFor(async () => expect(await button(/^Mark Complete/)).toHaveFocus());
    expect(task()).toMatchObject({ isCompleted: false, completedAt: null });
  });
});

describe('assigning selected work orders on the team dashboard', () => {
  const selectBoth = async () => {
    for (const name of ['Select WO-1-ABC', 'Select WO-2']) await userEvent.click(await screen.findByRole('checkbox', { name }));
  };
  const openList = () => {
    const office = openOffice();
    addPeople(office);
    for (const id of [1, 2]) addJob(office, id);
    addJob(office, 3, { assignment: { status: 'assigned' } });
    openStaffPage(Route, '/team');
    return office;
  };

  test('reports what to check, and opens its dialog only once', async () => {
    openList();
    await selectBoth();
    await press('Assign');
    await chooseMember('Dee');
    await press('Assign', await findDialog());
    expect(await screen.findByText('2 of 2 were assigned.')).toBeVisible();
    const report = await findDialog();
    expect(report.getAllByText('assigned, please check')).toHaveLength(2);
    expect(report.getAllByText('Maria Santos')).toHaveLength(2);
    await press('Done', report);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
    lastToast()?.action?.run();
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Undone' }));
    await selectBoth();
    expect(await screen.findByRole('button', { name: 'Assign' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('names the clients if only some could be assigned', async () => {
    const office = openList();
    await selectBoth();
    await press('Assign');
    await chooseMember('Dee');
    await office.admin.dispatch.assign({ workOrderId: 2, teamMemberId: 1 });
    await press('Assign', await findDialog());
    expect(await screen.findByText('1 of 2 were assigned.')).toBeVisible();
    expect((await findDialog()).getAllByText('Maria Santos')).toHaveLength(2);
  });
});

describe('a finished work order', () => {
  test.each([
    [0, 'not recorded'],
    [null, 'not recorded'],
    [95, '95 min'],
  ])('shows its tasks read-only, and %s minutes as %s', async (actual_duration, shown) => {
    await openOrder({ row: { status: 'completed', completed_date: '2026-11-20T20:20:00.000Z', actual_duration } });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.getByText('Kitchen')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Mark (Complete|Pending)/ })).toBeNull();
  });
});

describe('editing a work order', () => {
  test('shows its price, duration, crew size and notes, and saves them', async () => {
    const office = await openOrder({ row: { total_amount_cents: 149_00, notes: 'Key at the desk' } });
    await press('Edit');
    const form = await findDialog();
    const values = ['Price', 'Duration (minutes)', /^Crew size/, 'Notes'].map(
      (label) => form.getByLabelText<HTMLInputElement>(label).value,
    );
    expect(values).toEqual(['149.00', '120', '1', 'Key at the desk']);
    change(/^Crew size/, '11', form);
    await press('Save', form);
    expect(await form.findByText('Please enter a crew of 1 to 10 members.')).toBeVisible();
    change('Price', '', form);
    change('Duration (minutes)', '', form);
    change(/^Crew size/, '3', form);
    await press('Save', form);
    await waitFor(() => expect(office.stored()).toMatchObject({ totalAmountCents: null, estimatedDuration: null, crewSize: 3 }));
  });
});

describe('rescheduling a work order', () => {
  const move = async (...order: Parameters<typeof openOrder>) => {
    const office = await openOrder(...order);
    await press('Edit');
    fireEvent.change(await screen.findByLabelText(/^Scheduled Date/), { target: { value: '2026-11-21T09:00' } });
    return office;
  };
  const NIGHT = { target: { value: '2026-11-21T04:22' } };
  const moved = { scheduledDate: '2026-11-21T11:22:00.000Z' };

  test('offers to send the client the new date', async () => {
    await move();
    expect(await screen.findByRole('checkbox', { name: 'Send the date to the client' })).toBeChecked();
  });
  test('marks a time outside business hours, and sends it only if the owner ticks the box', async () => {
    const office = await move();
    const box = await screen.findByRole('checkbox', { name: 'Send the date to the client' });
    const time = screen.getByLabelText(/^Scheduled Date/);
    fireEvent.change(time, NIGHT);
    expect(time).toHaveAccessibleDescription(expect.stringContaining('This is outside business hours.'));
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription('Outside business hours, a date is sent only if you tick this.');
    fireEvent.change(time, { target: { value: '2026-11-21T09:00' } });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('');
    fireEvent.change(time, NIGHT);
    await userEvent.click(box);
    await press('Save');
    // The server asks before it mails a time outside business hours.
    await press('Continue');
    await waitFor(() => expect(office.stored()).toMatchObject(moved));
    expect(office.sent('dispatch.updateWorkOrder')[0]).toMatchObject({ notifyClient: true });
  });
  test('sends a time outside business hours to a client who was sent another date', async () => {
    const office = await move({}, {}, ({ admin }) => admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1, notifyClient: true }));
    const box = await screen.findByRole('checkbox', { name: 'Send the date to the client' });
    fireEvent.change(screen.getByLabelText(/^Scheduled Date/), NIGHT);
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('');
    await press('Save');
    // The server asks before it mails a time outside business hours.
    await press('Continue');
    await waitFor(() => expect(office.stored()).toMatchObject(moved));
    expect(office.sent('dispatch.updateWorkOrder')[0]).toMatchObject({ notifyClient: true });
  });
  test('explains that the client gets no message about a time in the past', async () => {
    const office = await move({ isBooked: true });
    const box = await screen.findByRole('checkbox', { name: 'E-mail the client that the booking has moved' });
    change(/^Scheduled Date/, '2026-11-03T10:30');
    expect(box).not.toBeChecked();
    expect(box).toBeDisabled();
    expect(box).toHaveAccessibleDescription('This time is in the past, so the client gets no message.');
    await press('Save');
    await waitFor(() => expect(lastToast()?.title).toBe('Work Order Updated'));
    expect(office.sent('dispatch.updateWorkOrder')).toMatchObject([{ notifyClient: false }]);
  });
  test('shows the warning of the server about a window without a place', async () => {
    const office = await move({ isBooked: true });
    await office.admin.booking.closeDay({ date: '2026-11-25' });
    change(/^Scheduled Date/, '2026-11-25T10:00');
    await press('Save');
    await waitFor(() => expect(lastToast()?.description).toMatch(/is saved\. We are closed on this day\. The booking keeps its place on/));
  });
  test('names the message of the booking when the job was booked', async () => {
    const office = await move({ isBooked: true }, { email: '' });
    expect(screen.queryByRole('checkbox', { name: 'Send the date to the client' })).toBeNull();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'E-mail the client that the booking has moved' }));
    await press('Save');
    await waitFor(() => expect(office.sent('dispatch.updateWorkOrder')).toMatchObject([{ notifyClient: false }]));
  });
});
