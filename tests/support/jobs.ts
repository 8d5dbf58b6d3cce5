import { insertRow } from './rows';
import type { Shop } from './shop';

type Db = Shop['db'];
type Row = Parameters<typeof insertRow>[2];

/** Adds Dee Marsh, a cleaner, as member 1 and Maria Santos as client 1. */
export function addPeople({ db }: { db: Db }, client: Row = {}): void {
  insertRow(db, 'team_members', { phone: '(250) 555-0104' });
  insertRow(db, 'clients', { phone: '(250) 555-0133', address: '12 Seymour St, Kamloops', latitude: null, longitude: null, ...client });
}

/** The job's own columns, its assignment to Dee, the components, whether it was booked online, and the date that its client was sent. */
export type JobOptions = { row?: Row; assignment?: Row; components?: Row[]; isBooked?: boolean; sentDate?: string };

/** Adds a job of Maria's for Friday at two, after {@link addPeople}. */
export function addJob({ db }: { db: Db }, id: number, { row, assignment, components = [], isBooked, sentDate }: JobOptions = {}): void {
  const isUnderWay = ['dispatched', 'arrived'].includes(String(assignment?.status));
  insertRow(db, 'work_orders', {
    id,
    work_order_id: id === 1 ? 'WO-1-ABC' : `WO-${id}`,
    inquiry_id: null,
    assigned_team_member_id: assignment ? Number(assignment.team_member_id ?? 1) : null,
    total_amount_cents: null,
    scheduled_date: '2026-11-20T21:00:00.000Z',
    priority: 'urgent',
    status: !assignment ? 'scheduled' : isUnderWay ? 'enroute' : 'assigned',
    estimated_duration: 120,
    ...row,
  });
  if (assignment) insertRow(db, 'work_order_assignments', { work_order_id: id, ...assignment });
  for (const component of components) insertRow(db, 'job_components', { work_order_id: id, ...component });
  const message = { purpose: 'job-scheduled', related_type: 'workOrder', related_id: id, dedupe_key: `job-scheduled:${id}:0:${sentDate}` };
  if (sentDate) insertRow(db, 'outbox', message);
  if (!isBooked) return;
  insertRow(db, 'appointment_slots', { id, date: `2026-12-0${id}` });
  insertRow(db, 'appointment_bookings', { slot_id: id, booking_reference: `SPC-${id}`, work_order_id: id });
}
