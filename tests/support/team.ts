import type { RequestCtx } from '../../src/server/context';
import { createCaller } from '../../src/server/router';
import { insertRow } from './rows';
import type { Shop } from './shop';

/** A member as the office enters one. */
export const MEMBER = {
  employeeId: 'E-7',
  firstName: 'Dee',
  lastName: 'Marsh',
  email: 'dee@example.com',
  phone: '(250) 555-0123',
  hireDate: '2026-01-05',
} as const;
/** The same member in an answer, added just now with a chosen password. */
export const answeredMember = (at: string) => ({
  id: 1,
  ...MEMBER,
  role: 'cleaner',
  specializations: [],
  isActive: true,
  hourlyRate: null,
  emergencyContact: null,
  emergencyPhone: null,
  address: null,
  notes: null,
  mustChangePassword: false,
  lastLogin: null,
  createdAt: at,
  updatedAt: at,
});
export const PASSWORD = 'long enough';

/** Logs a member in. Returns the answer and the token of the cookie. */
export async function logInMember(
  shop: Shop,
  input: { employeeId: string; password: string } = { employeeId: MEMBER.employeeId, password: PASSWORD },
  more: Partial<RequestCtx> = {},
) {
  const responseHeaders = new Headers();
  const answer = await createCaller({ ...shop.contextOf({ kind: 'visitor' }), responseHeaders, ...more }).team.login(input);
  const cookies = responseHeaders.getSetCookie();
  return { answer, cookies, token: /tidyline-member=([^;]+)/.exec(cookies.join())?.[1] ?? '' };
}

/** Gives a member a job for each status of an assignment, numbered WO-1, WO-2 and so on. */
export function giveJobs(shop: Shop, teamMemberId: number, statuses: readonly string[]): void {
  insertRow(shop.db, 'clients');
  statuses.forEach((status, place) => {
    const id = place + 1;
    insertRow(shop.db, 'work_orders', {
      id,
      work_order_id: `WO-${id}`,
      inquiry_id: null,
      assigned_team_member_id: teamMemberId,
      status: status === 'completed' ? 'completed' : 'assigned',
    });
    insertRow(shop.db, 'work_order_assignments', { work_order_id: id, team_member_id: teamMemberId, status });
  });
}
