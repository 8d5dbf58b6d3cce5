import { expect, test } from 'vitest';
import { checkInvariants } from '../../db/invariants';
import { invoices, workOrders } from '../../db/schema';
import { openMigrated } from '../support/migration';
import { insertRow } from '../support/rows';

test('a stored job counts as invoiced if an invoice outside the bin is linked to it or to its booking', () => {
  const db = openMigrated('jobs_to_invoice', (old) => {
    insertRow(old, 'team_members');
    insertRow(old, 'clients');
    insertRow(old, 'appointment_slots', { max_bookings: 9 });
    for (const job of [1, 2, 3, 4]) {
      insertRow(old, 'work_orders', { work_order_id: `WO-${job}`, inquiry_id: null, assigned_team_member_id: null });
      insertRow(old, 'appointment_bookings', { booking_reference: `SPC-${job}`, work_order_id: job });
    }
    const add = (number: number, links: Record<string, string | number | null>) =>
      insertRow(old, 'invoices', {
        ...{ invoice_number: `SPC00${number}`, number_value: number, work_order_id: null, booking_id: null },
        ...links,
      });
    add(1, { work_order_id: 1 });
    add(2, { work_order_id: 2, deleted_at: '2026-11-20T20:00:00.000Z' });
    add(3, { booking_id: 3 });
    // Job 4 has an invoice of its own, so the link of the other one stays as it is.
    add(4, { work_order_id: 4 });
    add(5, { booking_id: 4 });
  });
  const flags = db.select({ isInvoiced: workOrders.isInvoiced }).from(workOrders).orderBy(workOrders.id).all();
  expect(flags.map(({ isInvoiced }) => isInvoiced)).toEqual([true, false, true, true]);
  const links = db.select({ workOrderId: invoices.workOrderId }).from(invoices).orderBy(invoices.id).all();
  expect(links.map(({ workOrderId }) => workOrderId)).toEqual([1, 2, 3, 4, null]);
  expect(checkInvariants(db.$client).find(({ name }) => name === 'jobsOtherThanTheirInvoices')?.count).toBe(0);
});
