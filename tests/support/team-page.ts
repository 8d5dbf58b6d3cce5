import { screen, within } from '@testing-library/react';
import { teamMembers, timeOff } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.team-management';
import { openOffice, openStaffPage } from './office';
import { insertRow } from './rows';

type Row = Parameters<typeof insertRow>[2];
/** A member with every detail, in the columns of the table. */
const DEE: Row = {
  employee_id: 'E-7',
  phone: '(250) 555-0123',
  role: 'supervisor',
  specializations: JSON.stringify(['Windows', 'Carpets']),
  hourly_rate_cents: 22_50,
  emergency_contact: 'Pat Marsh',
  emergency_phone: '(250) 555-0199',
  address: '12 Seymour St, Kamloops, BC',
  notes: 'Has a car.',
  must_change_password: 0,
  last_login: '2026-11-20T20:05:00.000Z',
};

/** Adds members, each like Dee Marsh but for its changes. */
function addMembers({ db }: Pick<ReturnType<typeof openOffice>, 'db'>, rows: readonly Row[]): void {
  const unique = (index: number): Row => (index === 0 ? {} : { employee_id: `E-${100 + index}`, email: `member-${index}@example.com` });
  for (const [index, row] of rows.entries()) insertRow(db, 'team_members', { ...DEE, ...unique(index), ...row });
}
type Opening = { prepare?: (office: ReturnType<typeof openOffice>) => void; address?: string };
/** Opens an office with these members; the first one asked for three days off. `prepare` runs before the page opens. */
export function openTeam(rows: readonly Row[] = [{}], { prepare, address = '/team-management' }: Opening = {}) {
  const office = openOffice();
  addMembers(office, rows);
  if (rows.length > 0) insertRow(office.db, 'time_off', { reason: 'Family', status: 'requested' });
  prepare?.(office);
  return {
    ...office,
    ...openStaffPage(Route, address),
    members: () => office.db.select().from(teamMembers).all(),
    daysOff: () => office.db.select().from(timeOff).all(),
  };
}
/** Opens the page at the drawer of the first member. */
export const openDee = (row: Row = {}, prepare?: Opening['prepare']) =>
  openTeam([row], { address: '/team-management?member=1', ...(prepare && { prepare }) });
/** Waits for the drawer of Dee Marsh. */
export const findDrawer = async () => within(await screen.findByRole('dialog', { name: 'Dee Marsh' }));
/** The temporary password that a dialog shows. */
export const shownPassword = async () => (await screen.findByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)).textContent ?? '';
