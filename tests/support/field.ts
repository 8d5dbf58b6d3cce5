import type { z } from 'zod';
import { sessions, type teamMembers, workOrders } from '../../db/schema';
import { cookieNames, hashToken, newToken } from '../../src/server/session/tokens';
import type { WorkOrderStatus, workOrderInput } from '../../src/shared/dispatch';
import { addMinutes } from '../../src/shared/time';
import { AT, MARIA } from './dispatch';
import { insertRow } from './rows';
import { openShop } from './shop';

export { AT };

export type Shop = ReturnType<typeof openShop>;
/** Ten in the morning of the company's next day. */
export const JOB = { serviceType: 'residential', scheduledDate: '2026-11-21T17:00:00.000Z', estimatedDuration: 120 };

type MemberChanges = Partial<
  Record<keyof typeof teamMembers.$inferSelect | 'is_active' | 'first_name' | 'employee_id' | 'specializations', string | number>
>;
/** Adds Dee Marsh as member 1, or another member by `changes`. */
export function addMember(shop: Shop, changes: MemberChanges = {}): void {
  insertRow(shop.db, 'team_members', changes as Record<string, string | number>);
}

/** Opens a shop with Maria, two members (1 Dee, 2 Kim) and one unassigned work order with a component in the given state. */
export async function openField({
  status = 'scheduled' as WorkOrderStatus,
  now = AT,
  job = {} as Partial<z.input<typeof workOrderInput>>,
} = {}) {
  const shop = openShop({ now });
  addMember(shop);
  addMember(shop, { first_name: 'Kim', employee_id: 'E-2', email: 'kim@example.com' });
  await shop.admin.clients.create(MARIA);
  await shop.admin.dispatch.createWorkOrder({ ...JOB, ...job, clientId: 1 });
  await shop.admin.dispatch.createJobComponent({ workOrderId: 1, component: 'Kitchen', estimatedTime: 45 });
  shop.db.update(workOrders).set({ status }).run();
  return shop;
}

/** Returns the caller of a member's phone. */
export const phoneOf = (shop: Shop, id: number) => shop.callerOf({ kind: 'member', id, name: id === 1 ? 'Dee Marsh' : 'Kim Marsh' });

/** Opens a session of a member. Returns the cookie. */
export function openMemberSession(shop: Shop, id: number, { minutes = 720 } = {}): string {
  const token = newToken();
  const createdAt = shop.clock.now().toISOString();
  shop.db
    .insert(sessions)
    .values({ idHash: hashToken(token), kind: 'member', subjectId: id, createdAt, expiresAt: addMinutes(shop.clock.now(), minutes) })
    .run();
  return `${cookieNames('http://shop.test').member}=${token}`;
}

/** Assigns work order 1 to Dee and takes it to the given step. */
export async function takeJob(shop: Shop, until: 'assigned' | 'accepted' | 'enroute' | 'onsite' | 'complete' | 'incomplete' = 'accepted') {
  const dee = phoneOf(shop, 1);
  await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 1 });
  const steps = ['enroute', 'onsite', until === 'incomplete' ? 'incomplete' : 'complete'] as const;
  const count = { assigned: -1, accepted: 0, enroute: 1, onsite: 2, complete: 3, incomplete: 3 }[until];
  if (count >= 0) await dee.field.respond({ id: 1, accepted: true, teamMemberId: 1 });
  for (const status of steps.slice(0, Math.max(0, count))) await dee.field.setStatus({ id: 1, status, teamMemberId: 1, confirm: true });
  return dee;
}

export const getJob = (shop: Shop, id = 1) => shop.admin.dispatch.getWorkOrder({ id });

export const assignJob = (shop: Shop, teamMemberId: number | string = 1, workOrderId: number | string = 1) =>
  shop.admin.dispatch.assign({ workOrderId, teamMemberId });
