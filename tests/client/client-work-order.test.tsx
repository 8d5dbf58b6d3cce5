import '@testing-library/jest-dom/vitest';
import { waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { test as base, describe, expect } from 'vitest';
import { jobComponents, workOrders } from '../../db/schema';
import { openClient, openMaria } from '../support/clients-page';
import { change, findDialog, lastToast, press, refuse } from '../support/office';

const test = base.extend('office', () => openMaria());

describe('a work order from the page of a client', () => {
  test("is planned in the company's time at the chosen address, with the tasks of its service", async ({ office }) => {
    openClient();
    await press('Create Work Order');
    const form = await findDialog();
    expect(form.getByLabelText(/^Date/)).toHaveValue('2026-11-21');
    await userEvent.selectOptions(form.getByLabelText(/^Service/), 'emergency');
    change(/^Date/, '2026-12-01', form);
    change(/^Time/, '23:30', form);
    expect(form.getByLabelText(/^Time/)).toHaveAccessibleDescription('This is outside business hours.');
    await userEvent.selectOptions(form.getByLabelText(/^Address/), 'Cottage: 2 Lake Rd, Vernon');
    change('Description', 'Burst pipe', form);
    change('Price', '310.50', form);
    change('Duration (minutes)', '90', form);
    change(/^Crew size/, '2', form);
    change('Notes', 'Bring the pump', form);
    await press('Create Work Order', form);
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Work Order Created', description: 'It is on the Team Dashboard, for Maria Santos.' }),
    );
    const order = { clientId: 1, addressId: 1, serviceType: 'emergency', description: 'Burst pipe', notes: 'Bring the pump' };
    const needs = { totalAmountCents: 310_50, estimatedDuration: 90, crewSize: 2 };
    expect(office.db.select().from(workOrders).all()).toMatchObject([{ ...order, ...needs, scheduledDate: '2026-12-02T06:30:00.000Z' }]);
    const tasks = office.db.select().from(jobComponents).all();
    expect(tasks.map(({ workOrderId, component }) => [workOrderId, component])).toEqual([
      [1, 'Safety check'],
      [1, 'Emergency clean-up'],
      [1, 'Disinfect and dry'],
    ]);
  });

  test('requires a time, and reports tasks that could not be added', async ({ office }) => {
    await office.admin.clients.removeAddress({ id: 1 });
    office.fail('dispatch.createJobComponent', refuse(500));
    openClient();
    await press('Create Work Order');
    const form = await findDialog();
    expect(form.queryByLabelText(/^Address/)).toBeNull();
    change(/^Time/, '', form);
    await press('Create Work Order', form);
    expect(form.getByLabelText(/^Time/)).toHaveAccessibleDescription('Please enter a time such as 09:00.');
    expect(office.sent('dispatch.createWorkOrder')).toEqual([]);
    change(/^Time/, '10:00', form);
    await press('Create Work Order', form);
    await waitFor(() => expect(lastToast()?.description).toContain('not all of its tasks could be added'));
  });
});

describe('a work order that repeats', () => {
  test('becomes a plan of the chosen days, in the words under the field, with the usual length of its service', async ({ office }) => {
    openClient();
    await press('Create Work Order');
    const form = await findDialog();
    change(/^Date/, '2026-12-01', form);
    change(/^Time/, '10:00', form);
    await userEvent.selectOptions(form.getByLabelText('Repeat'), 'Every 2 weeks');
    expect(form.getByLabelText('Repeat')).toHaveAccessibleDescription('Every second Tuesday at 10:00 a.m.');
    await userEvent.selectOptions(form.getByLabelText('Repeat'), 'Custom…');
    await userEvent.click(form.getByRole('checkbox', { name: 'Friday' }));
    expect(form.getByLabelText('Repeat')).toHaveAccessibleDescription('Every Tuesday and Friday at 10:00 a.m.');
    await userEvent.selectOptions(form.getByLabelText(/^Address/), 'Cottage: 2 Lake Rd, Vernon');
    change('Price', '140', form);
    change('Description', 'Kitchen first', form);
    change('Notes', 'Bring the pump', form);
    await press('Create Plan', form);
    await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Plan Created' }));
    expect(await office.admin.plans.get({ id: 1 })).toMatchObject({
      ...{ clientId: 1, addressId: 1, rrule: 'FREQ=WEEKLY;BYDAY=TU,FR', startDate: '2026-12-01', startTime: '10:00' },
      ...{ minutes: 155, price: '140.00', notes: 'Kitchen first\nBring the pump', status: 'active' },
    });
    expect(office.sent('dispatch.createWorkOrder')).toEqual([]);
  });

  test('needs a weekday, and shows at its field what the server does not accept', async ({ office }) => {
    openClient();
    await press('Create Work Order');
    const form = await findDialog();
    change(/^Date/, '2046-12-04', form);
    await userEvent.selectOptions(form.getByLabelText('Repeat'), 'Custom…');
    await userEvent.click(form.getByRole('checkbox', { checked: true }));
    await press('Create Plan', form);
    expect(form.getByLabelText('Repeat')).toHaveAccessibleDescription(/^Please choose at least one weekday/);
    expect(office.sent('plans.create')).toEqual([]);
    await userEvent.selectOptions(form.getByLabelText('Repeat'), 'Every week');
    await press('Create Plan', form);
    await waitFor(() => expect(form.getByLabelText(/^Date/)).toHaveAccessibleDescription(/^Please enter a day from/));
    expect(form.getByLabelText(/^Date/)).toHaveFocus();
    expect(lastToast()?.open).not.toBe(true);
  });
});
