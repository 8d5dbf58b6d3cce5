import { test as base, describe, expect } from 'vitest';
import { workOrders } from '../../db/schema';
import { openField, phoneOf, type Shop, takeJob } from '../support/field';

const test = base.extend('shop', () => openField());

describe('a job that was declined', () => {
  test('is closed to the member who declined it once another member has it', async ({ shop }) => {
    await takeJob(shop, 'assigned');
    const dee = phoneOf(shop, 1);
    await dee.field.respond({ id: 1, accepted: false, teamMemberId: 1, remarks: 'Too far' });
    await shop.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 2 });
    const before = shop.db.$client.serialize();
    for (const call of [
      dee.field.respond({ id: 1, accepted: false, teamMemberId: 1 }),
      dee.field.setStatus({ id: 1, status: 'scheduled', teamMemberId: 1, confirm: true }),
      dee.field.addRemark({ id: 1, remarks: 'Hello', teamMemberId: 1 }),
    ])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
    expect((await phoneOf(shop, 2).field.dashboard({ id: 2 })).jobs).toMatchObject([{ remarks: [] }]);
  });
  test('is closed to a member after another one declined it, while another one has it, or after the office released it', async () => {
    const decline = (shop: Shop, id: number) => phoneOf(shop, id).field.respond({ id: 1, accepted: false, teamMemberId: id });
    const refusal = { code: 'FORBIDDEN', message: 'This job is not yours.' };
    const declined = await openField();
    await takeJob(declined, 'assigned');
    await decline(declined, 1);
    declined.db.update(workOrders).set({ assignedTeamMemberId: 2 }).run();
    await expect(decline(declined, 1)).rejects.toMatchObject(refusal);
    declined.db.update(workOrders).set({ assignedTeamMemberId: null }).run();
    await declined.admin.dispatch.assign({ workOrderId: 1, teamMemberId: 2 });
    await decline(declined, 2);
    await expect(decline(declined, 1)).rejects.toMatchObject(refusal);
    const released = await openField();
    await takeJob(released, 'assigned');
    await released.admin.dispatch.release({ id: 1 });
    await expect(decline(released, 1)).rejects.toMatchObject(refusal);
  });
  test('allows the member who declined it only to repeat the answer', async ({ shop }) => {
    await takeJob(shop, 'assigned');
    const dee = phoneOf(shop, 1);
    await dee.field.respond({ id: 1, accepted: false, teamMemberId: 1 });
    await expect(dee.field.addRemark({ id: 1, remarks: 'Hello', teamMemberId: 1 })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
