import { describe, expect, test } from 'vitest';
import { activity, clients, jobComponents, workOrders } from '../../db/schema';
import { JOB, MARIA, openWithOrder, verbs } from '../support/dispatch';
import type { Shop } from '../support/shop';

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
