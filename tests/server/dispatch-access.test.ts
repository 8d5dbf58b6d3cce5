import { test as base, describe, expect } from 'vitest';
import { activity, clients, jobComponents, workOrders } from '../../db/schema';
import { appRouter } from '../../src/server/router';
import { AT, JOB, MARIA, openWithOrder, verbs } from '../support/dispatch';
import type { Shop } from '../support/shop';

const test = base.extend('shop', () => openWithOrder());

describe('dispatch permissions', () => {
  const CALLS: Record<string, (shop: Shop, kind: 'visitor' | 'member') => Promise<unknown>> = {
    'dispatch.listWorkOrders': (shop, kind) => shop[kind].dispatch.listWorkOrders({}),
    'dispatch.summary': (shop, kind) => shop[kind].dispatch.summary(),
    'dispatch.getWorkOrder': (shop, kind) => shop[kind].dispatch.getWorkOrder({ id: 1 }),
    'dispatch.createWorkOrder': (shop, kind) => shop[kind].dispatch.createWorkOrder({ ...JOB, clientId: 1 }),
    'dispatch.setWorkOrderStatus': (shop, kind) => shop[kind].dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' }),
    'dispatch.undoCompletion': (shop, kind) => shop[kind].dispatch.undoCompletion({ id: 1 }),
    'dispatch.finalizeWorkOrder': (shop, kind) => shop[kind].dispatch.finalizeWorkOrder({ id: 1 }),
    'dispatch.createJobComponent': (shop, kind) => shop[kind].dispatch.createJobComponent({ workOrderId: 1, component: 'Attic' }),
    'dispatch.history': (shop, kind) => shop[kind].dispatch.history({ id: 1 }),
    'dispatch.updateWorkOrder': (shop, kind) => shop[kind].dispatch.updateWorkOrder({ id: 1, priority: 'low' }),
    'dispatch.listAssignments': (shop, kind) => shop[kind].dispatch.listAssignments({}),
    'dispatch.unassigned': (shop, kind) => shop[kind].dispatch.unassigned({}),
    'dispatch.active': (shop, kind) => shop[kind].dispatch.active({}),
    'dispatch.planDay': (shop, kind) => shop[kind].dispatch.planDay({ day: '2026-11-21' }),
    'dispatch.checkAssignment': (shop, kind) => shop[kind].dispatch.checkAssignment({ workOrderId: 1, teamMemberId: 1 }),
    'dispatch.assign': (shop, kind) => shop[kind].dispatch.assign({ workOrderId: 1, teamMemberId: 1 }),
    'dispatch.assignInBulk': (shop, kind) => shop[kind].dispatch.assignInBulk({ workOrderIds: [1], teamMemberId: 1 }),
    'dispatch.setAssignmentStatus': (shop, kind) => shop[kind].dispatch.setAssignmentStatus({ id: 1, status: 'accepted' }),
    'dispatch.dispatchAssignment': (shop, kind) => shop[kind].dispatch.dispatchAssignment({ id: 1, estimatedArrival: AT }),
    'dispatch.moveAssignment': (shop, kind) => shop[kind].dispatch.moveAssignment({ id: 1, teamMemberId: 2 }),
    'dispatch.release': (shop, kind) => shop[kind].dispatch.release({ id: 1 }),
    'dispatch.setJobComponent': (shop, kind) => shop[kind].dispatch.setJobComponent({ id: 1, isCompleted: true }),
  };
  test('list every dispatch procedure', () => {
    const names = Object.keys(appRouter._def.procedures).filter((name) => name.startsWith('dispatch.'));
    expect(names.sort()).toEqual(Object.keys(CALLS).sort());
  });
  test.for(
    Object.keys(CALLS).flatMap((name) => [
      [name, 'visitor', 'UNAUTHORIZED'] as const,
      [name, 'member', 'FORBIDDEN'] as const, // a cleaner the order is not assigned to
    ]),
  )('%s rejects a %s with %s', async ([name, kind, code], { shop }) => {
    const before = shop.db.$client.serialize();
    await expect(CALLS[name]?.(shop, kind)).rejects.toMatchObject({ code });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  });
});

describe('a dispatch write', () => {
  const WRITES: [string, string, string, (shop: Shop) => Promise<unknown>][] = [
    ['workOrder.created', 'workOrder', '2', (shop) => shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, notes: MARIA.phone })],
    ['workOrder.in-progress', 'workOrder', '1', (shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' })],
    [
      'workOrder.cancelled',
      'workOrder',
      '1',
      (shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: MARIA.name }),
    ],
    ['workOrder.finalized', 'workOrder', '1', (shop) => shop.admin.dispatch.finalizeWorkOrder({ id: 1 })],
    ['jobComponent.created', 'workOrder', '1', (shop) => shop.admin.dispatch.createJobComponent({ workOrderId: 1, component: 'Attic' })],
    ['jobComponent.completed', 'workOrder', '1', (shop) => shop.admin.dispatch.setJobComponent({ id: 1, isCompleted: true })],
  ];
  const openFor = (verb: string) => openWithOrder(verb === 'workOrder.finalized' ? 'completed' : 'scheduled');
  test.each(WRITES)('%s adds one log line without personal data and notifies open screens', async (verb, entityType, entityId, write) => {
    const shop = await openFor(verb);
    const lines = verbs(shop).length;
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    shop.clock.advance(1);
    await write(shop);
    const added = shop.rows(activity).slice(lines);
    expect(added).toMatchObject([{ verb, entityType, entityId, actorKind: 'admin', actorId: 1, at: '2026-11-20T20:01:00.000Z' }]);
    expect(JSON.stringify(added)).not.toMatch(/Maria|maria@|555-0133|Seymour|mat/);
    expect(topics).toContain('dispatch');
  });
  test.each(WRITES)('%s is rolled back with its log line and notifies no screen', async (verb, _type, _id, write) => {
    const shop = await openFor(verb);
    shop.db.$client.exec('create trigger full before insert on activity begin select raise(abort, "no"); end');
    const before = JSON.stringify([clients, workOrders, jobComponents].map((table) => shop.rows(table)));
    const topics: string[] = [];
    shop.live.onChange((topic) => topics.push(topic));
    await expect(write(shop)).rejects.toThrow();
    expect(JSON.stringify([clients, workOrders, jobComponents].map((table) => shop.rows(table)))).toBe(before);
    expect(topics).toEqual([]);
  });
});
