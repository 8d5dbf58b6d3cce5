import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, vi } from 'vitest';
import { Route } from '../../src/client/routes/_office._staff.team-management';
import type { Member, TimeOff } from '../../src/shared/team';
import { fakeCalls, openStaffPage } from './office';

const AT = '2026-11-20T20:05:00.000Z';
export const DEE: Member = {
  id: 7,
  employeeId: 'E-7',
  firstName: 'Dee',
  lastName: 'Marsh',
  email: 'dee@example.com',
  phone: '(250) 555-0123',
  role: 'supervisor',
  specializations: ['Windows', 'Carpets'],
  isActive: true,
  hireDate: '2026-01-05',
  hourlyRate: '22.50',
  emergencyContact: 'Pat Marsh',
  emergencyPhone: '(250) 555-0199',
  address: '12 Seymour St, Kamloops, BC',
  notes: 'Has a car.',
  mustChangePassword: false,
  lastLogin: AT,
  createdAt: AT,
  updatedAt: AT,
};
const OFF: TimeOff = {
  id: 3,
  teamMemberId: 7,
  memberName: 'Dee Marsh',
  startDate: '2026-12-24',
  endDate: '2026-12-26',
  reason: 'Family',
  status: 'requested',
  createdAt: AT,
  decidedAt: null,
};

/** Opens an office whose team changes as the server would change it. */
export function openTeam(more: Parameters<typeof fakeCalls>[0] = {}, members: Member[] = [DEE]) {
  let team = members;
  let off = [OFF];
  const change = (id: unknown, fields: Partial<Member>) => {
    team = team.map((member) => (member.id === id ? { ...member, ...fields } : member));
    return team.find((member) => member.id === id);
  };
  const office = fakeCalls({
    'team.list': () => ({ rows: team, nextCursor: null }),
    'team.listActive': () => ({ rows: team.filter(({ isActive }) => isActive), nextCursor: null }),
    'team.countOpenJobs': () => ({ openJobs: 2 }),
    'team.create': (input) => {
      const member = { ...DEE, id: 8, ...(input as Partial<Member>), mustChangePassword: true };
      team = [member, ...team];
      return { ...member, temporaryPassword: 'abcd-efgh-jkmn' };
    },
    'team.update': ({ id, ...fields }) => change(id, fields),
    'team.deactivate': ({ id }) => ({ ...change(id, { isActive: false }), warnings: ['2 jobs went back to dispatch: WO-1, WO-2.'] }),
    'team.resetPassword': () => ({ temporaryPassword: 'pqrs-tuvw-xyz2' }),
    'team.listTimeOff': ({ status }) => ({ rows: off.filter((entry) => entry.status === status), nextCursor: null }),
    'team.decideTimeOff': ({ id, status }) => {
      off = off.map((entry) => (entry.id === id ? { ...entry, status: status as TimeOff['status'] } : entry));
      return off[0];
    },
    'team.addTimeOff': (input) => ({ ...OFF, ...input, id: 4, status: 'approved' }),
    'team.removeTimeOff': () => {
      off = [];
      return null;
    },
    ...more,
  });
  return { ...office, ...openStaffPage(Route, '/team-management') };
}
export const card = async (name = 'Dee Marsh') => {
  const title = await screen.findByRole('heading', { level: 3, name });
  return within(title.closest('li') as HTMLElement);
};
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
export const dialog = async () => within(await screen.findByRole('dialog'));
export const type = (form: Awaited<ReturnType<typeof dialog>>, label: RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } });

/** Sets the time of each test. */
export function prepareTeamPage(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:30:00.000Z') });
  });
}
