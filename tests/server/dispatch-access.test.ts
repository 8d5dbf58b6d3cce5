import { describe, expect, test } from 'vitest';
import { JOB, MARIA, openWithOrder } from '../support/dispatch';
import type { Shop } from '../support/shop';
import { watchFailedWrite, watchWrite } from '../support/writes';

describe('a dispatch write', () => {
  const WRITES: [string, string, (shop: Shop) => Promise<unknown>][] = [
    ['workOrder.created', '2', (shop) => shop.admin.dispatch.createWorkOrder({ ...JOB, clientId: 1, notes: MARIA.phone })],
    ['workOrder.in-progress', '1', (shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'in-progress' })],
    ['workOrder.cancelled', '1', (shop) => shop.admin.dispatch.setWorkOrderStatus({ id: 1, status: 'cancelled', reason: MARIA.name })],
    ['workOrder.finalized', '1', (shop) => shop.admin.dispatch.finalizeWorkOrder({ id: 1 })],
    ['jobComponent.created', '1', (shop) => shop.admin.dispatch.createJobComponent({ workOrderId: 1, component: 'Attic' })],
    ['jobComponent.completed', '1', (shop) => shop.admin.dispatch.setJobComponent({ id: 1, isCompleted: true })],
  ];
  const openFor = (verb: string) => openWithOrder(verb === 'workOrder.finalized' ? 'completed' : 'scheduled');
  test.each(WRITES)('%s adds one log line without personal data and notifies open screens', async (verb, entityId, write) => {
    const shop = await openFor(verb);
    shop.clock.advance(1);
    const { lines, topics } = await watchWrite(shop, () => write(shop));
    const at = '2026-11-20T20:01:00.000Z';
    // Each reminder that the write stops has a line of its own.
    const ownLines = lines.filter(({ entityType }) => entityType !== 'message');
    expect(ownLines).toMatchObject([{ verb, entityType: 'workOrder', entityId, actorKind: 'admin', actorId: 1, at }]);
    expect(JSON.stringify(lines)).not.toMatch(/Maria|maria@|555-0133|Seymour|mat/);
    expect(topics).toContain('dispatch');
  });
  test.each(WRITES)('%s is rolled back with its log line and notifies no screen', async (verb, _id, write) => {
    const shop = await openFor(verb);
    expect(await watchFailedWrite(shop, () => write(shop))).toEqual({ isRejected: true, isChanged: false, topics: [] });
  });
});
