import '@testing-library/jest-dom/vitest';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.team';
import type { WorkOrder, WorkOrderDetails } from '../../src/shared/dispatch';
import { fakeCalls, lastToast, openStaffPage, Refusal } from '../support/office';
import { ORDER } from '../support/work-orders';

const QUESTION = 'No task is ticked off. Complete the job anyway?';
const STARTED: Partial<WorkOrder> = { status: 'in-progress', processedDate: '2026-11-20T20:10:00.000Z' };

/** The details of one work order, whose status changes as the server would change it. */
function openOrder(change: Partial<WorkOrder>, more: Parameters<typeof fakeCalls>[0] = {}) {
  let order: WorkOrderDetails = { ...ORDER, ...change, invoiceId: null };
  const office = fakeCalls({
    'dispatch.getWorkOrder': () => order,
    'dispatch.history': () => ({ entries: [], photos: [] }),
    'dispatch.setWorkOrderStatus': ({ status, confirm }) => {
      if (status === 'completed' && confirm !== true) throw new Refusal(409, QUESTION, undefined, 'CONFIRMATION_NEEDED');
      order = { ...order, status: status as WorkOrder['status'] };
      return order;
    },
    'dispatch.undoCompletion': () => {
      order = { ...order, status: 'in-progress' };
      return order;
    },
    'dispatch.setJobComponent': () => ORDER.jobComponents[0],
    ...more,
  });
  openStaffPage(Route, '/team?order=1');
  return office;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
});

describe('a work order', () => {
  test('can be undone for ten seconds once it is completed', async () => {
    const office = openOrder(STARTED);
    await press(/^Complete Work/);
    await press('Continue');
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Status Updated', durationMs: 10_000, action: { label: 'Undo' } }));
    lastToast()?.action?.run();
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Undone', description: 'WO-1-ABC is in-progress again. No e-mail was sent.' }),
    );
    expect(office.sent('dispatch.undoCompletion')).toEqual([{ id: 1 }]);
  });
  test('gives the keyboard back to its button when the question is declined', async () => {
    const office = openOrder(STARTED);
    (await button(/^Complete Work/)).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(QUESTION);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(async () => expect(await button(/^Complete Work/)).toHaveFocus());
    expect(office.sent('dispatch.setWorkOrderStatus')).toHaveLength(1);
  });
  test('has its tasks ticked off by the server’s clock, and keeps the focus on the button', async () => {
    const [kitchen] = ORDER.jobComponents;
    let isCompleted = false;
    const office = openOrder(STARTED, {
      'dispatch.getWorkOrder': () => ({ ...ORDER, ...STARTED, invoiceId: null, jobComponents: [{ ...kitchen, isCompleted }] }),
      'dispatch.setJobComponent': (input) => {
        isCompleted = input.isCompleted === true;
        return { ...kitchen, isCompleted };
      },
    });
    await press(/^Mark Complete/);
    await press(/^Mark Pending/);
    await waitFor(async () => expect(await button(/^Mark Complete/)).toHaveFocus());
    expect(office.sent('dispatch.setJobComponent')).toEqual([
      { id: 7, isCompleted: true },
      { id: 7, isCompleted: false },
    ]);
  });
});

describe('a finished work order', () => {
  test.each([
    [0, 'not recorded'],
    [null, 'not recorded'],
    [95, '95 min'],
  ])('shows its tasks read-only, and %s minutes as %s', async (actualDuration, shown) => {
    openOrder({ status: 'completed', actualDuration });
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.getByText('Kitchen')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Mark (Complete|Pending)/ })).toBeNull();
  });
});

describe('rescheduling a work order', () => {
  const move = async (change: Partial<WorkOrder>) => {
    const office = openOrder(change, { 'dispatch.updateWorkOrder': () => ORDER });
    await press('Edit');
    fireEvent.change(await screen.findByLabelText(/^Scheduled Date/), { target: { value: '2026-11-21T09:00' } });
    return office;
  };
  test('offers to send the client the new date', async () => {
    await move({});
    expect(await screen.findByRole('checkbox', { name: 'Send the date to the client' })).toBeChecked();
  });
  test('to a time outside business hours marks it, and sends it only if the owner ticks it', async () => {
    const office = await move({});
    const box = await screen.findByRole('checkbox', { name: 'Send the date to the client' });
    const time = screen.getByLabelText(/^Scheduled Date/);
    fireEvent.change(time, { target: { value: '2026-11-21T04:22' } });
    expect(time).toHaveAccessibleDescription(expect.stringContaining('This is outside business hours.'));
    expect(box).not.toBeChecked();
    expect(box).toHaveAccessibleDescription('Outside business hours, a date is sent only if you tick this.');
    fireEvent.change(time, { target: { value: '2026-11-21T09:00' } });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('');
    fireEvent.change(time, { target: { value: '2026-11-21T04:22' } });
    await userEvent.click(box);
    await press('Save');
    await waitFor(() => expect(office.sent('dispatch.updateWorkOrder')).toMatchObject([{ notifyClient: true }]));
  });
  test('to a time outside business hours sends it to a client who was sent another date', async () => {
    const office = await move({ isDateSent: true });
    const box = await screen.findByRole('checkbox', { name: 'Send the date to the client' });
    fireEvent.change(screen.getByLabelText(/^Scheduled Date/), { target: { value: '2026-11-21T04:22' } });
    expect(box).toBeChecked();
    expect(box).toHaveAccessibleDescription('');
    await press('Save');
    await waitFor(() => expect(office.sent('dispatch.updateWorkOrder')).toMatchObject([{ notifyClient: true }]));
  });
  test('names the message of the booking when the job was booked', async () => {
    const office = await move({ isBooked: true, client: { ...ORDER.client, email: '' } });
    expect(screen.queryByRole('checkbox', { name: 'Send the date to the client' })).toBeNull();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'E-mail the client that the booking has moved' }));
    await press('Save');
    await waitFor(() => expect(office.sent('dispatch.updateWorkOrder')).toMatchObject([{ notifyClient: false }]));
  });
});
