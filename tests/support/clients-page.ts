import { screen, waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { clientAddresses, clients } from '../../db/schema';
import { Route } from '../../src/client/routes/_office._staff.clients';
import { addJob } from './jobs';
import { openOffice, openStaffPage } from './office';
import { insertRow } from './rows';

type Row = Parameters<typeof insertRow>[2];
export const MARIA = { phone: '(250) 555-0133', address: '12 Seymour St, Kamloops', notes: 'Two cats', access_gate: '#4411' };
const AT = '2026-11-20T20:05:00.000Z';

/** Opens an office without clients. */
export function openEmpty() {
  const office = openOffice();
  return {
    ...office,
    stored: (id = 1) => office.db.select().from(clients).where(eq(clients.id, id)).get(),
    addresses: () => office.db.select().from(clientAddresses).all(),
  };
}
/** Opens an office with Maria, who has a cottage and as many finished jobs as `jobs` says. */
export function openMaria(change: Row = {}, { jobs = 0 } = {}) {
  const office = openEmpty();
  insertRow(office.db, 'clients', { ...MARIA, latitude: null, longitude: null, ...change });
  insertRow(office.db, 'client_addresses', { address: '2 Lake Rd, Vernon', access_pets: 'A dog' });
  const done = { scheduled_date: AT, completed_date: AT, status: 'completed', total_amount_cents: 149_00 };
  for (let id = 1; id <= jobs; id++) addJob(office, id, { row: done });
  return office;
}
export const openPage = (address = '/clients') => openStaffPage(Route, address);
export const openClient = () => openPage('/clients?client=1');
/** Waits until no dialog covers the drawer of Maria. */
export const waitForDrawer = (name = 'Maria Santos') => waitFor(() => screen.getByRole('dialog', { name }));
export const panel = (name: string) => within(screen.getByRole('region', { name }));
