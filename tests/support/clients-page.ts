import '@testing-library/jest-dom/vitest';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.clients';
import type { ClientProfile, ClientRow, TimelineEntry } from '../../src/shared/clients';
import { fakeCalls, openStaffPage } from './office';

export const AT = '2026-11-20T20:05:00.000Z';
export const ROW: ClientRow = {
  id: 7,
  name: 'Maria Santos',
  email: 'maria@example.com',
  phone: '(250) 555-0133',
  address: '12 Seymour St, Kamloops',
  latitude: null,
  longitude: null,
  notes: 'Two cats',
  company: null,
  photoConsent: false,
  isActive: true,
  createdAt: AT,
  status: 'recurring',
  finishedJobs: 4,
  lastJobAt: AT,
  nextJobAt: null,
  doNotService: false,
};
const PROFILE: ClientProfile = {
  ...ROW,
  accessGate: '#4411',
  accessAlarm: null,
  accessPets: null,
  accessKey: null,
  doNotServiceReason: null,
  mergedIntoId: null,
  addresses: [
    {
      id: 3,
      clientId: 7,
      label: 'Cottage',
      address: '2 Lake Rd, Vernon',
      latitude: null,
      longitude: null,
      accessGate: null,
      accessAlarm: null,
      accessPets: 'A dog',
      accessKey: null,
      createdAt: AT,
    },
  ],
  formerly: [],
};
export const ENTRY: TimelineEntry = {
  kind: 'workOrder',
  id: 12,
  at: AT,
  title: 'Work order WO-1',
  text: 'Residential',
  status: 'completed',
  amount: '149.00',
  link: { path: '/team', search: { order: 12 } },
};
/** An office with one client that changes as the server would change it. */
export function openOffice(change: Partial<ClientProfile> = {}, more: Parameters<typeof fakeCalls>[0] = {}) {
  let client = { ...PROFILE, ...change };
  const save = (values: object) => {
    client = { ...client, ...values };
    return client;
  };
  return fakeCalls({
    'clients.list': () => ({ rows: [{ ...ROW, ...change }], nextCursor: null }),
    'clients.get': () => client,
    'clients.timeline': () => ({ rows: [ENTRY], nextCursor: null }),
    'clients.findDuplicates': () => ({ rows: [] }),
    'offers.listFriends': () => ({ code: null, link: null, friends: 0, rows: [], refused: [], nextCursor: null }),
    'clients.create': (input) => ({ ...ROW, ...input, id: 8 }),
    'clients.update': save,
    'clients.setDoNotService': ({ doNotService, reason }) => save({ doNotService, doNotServiceReason: reason ?? null }),
    'clients.addAddress': (input) => save({ addresses: [...client.addresses, { ...client.addresses[0], ...input, id: 4 }] }),
    'clients.updateAddress': (input) => save({ addresses: [{ ...client.addresses[0], ...input }] }),
    'clients.removeAddress': () => save({ addresses: [] }),
    'clients.merge': () => save({ formerly: [{ id: 9, name: 'M. Santos', email: 'm@example.com', phone: '1' }] }),
    'dispatch.createWorkOrder': (input) => ({ id: 21, ...input }),
    'dispatch.createJobComponent': (input) => ({ id: 1, ...input }),
    ...more,
  });
}
export const openPage = (address = '/clients') => openStaffPage(Route, address);
export const openClient = () => openPage('/clients?client=7');
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
export const inDialog = async () => within(await screen.findByRole('dialog'));
export const panel = (name: string) => within(screen.getByRole('region', { name }));

/** Sets the time at which each test of the file opens the page. */
export function prepareClientsPage(): void {
  beforeEach(() => {
    // Noon in Kamloops; the tests' own zone is on the next day already.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
  });
}
