import { test as base, describe, expect } from 'vitest';
import { assignJob, JOB, openField, type Shop } from '../support/field';
import { insertRow } from '../support/rows';

const test = base.extend('shop', () => openField());

describe('the warnings of an assignment', () => {
  const warningsOf = async (shop: Shop, workOrderId = 1) => {
    const asked = await shop.admin.dispatch.checkAssignment({ workOrderId, teamMemberId: 1 });
    const made = await assignJob(shop, 1, workOrderId);
    expect(made.warnings).toEqual(asked.warnings);
    return made.warnings;
  };

  test.for([
    ['2026-11-21T19:30:00.000Z', 0],
    ['2026-11-21T19:29:00.000Z', 1],
    ['2026-11-21T14:30:00.000Z', 0],
    ['2026-11-21T14:31:00.000Z', 1],
  ] as const)(
    'for a job at %s beside one from 17:00 to 19:00 name %i overlaps with 30 minutes of travel',
    async ([scheduledDate, count], { shop }) => {
      await assignJob(shop);
      await shop.admin.dispatch.createWorkOrder({ ...JOB, scheduledDate, clientId: 1 });
      const warnings = await warningsOf(shop, 2);
      expect(warnings).toHaveLength(count);
      for (const warning of warnings) expect(warning).toMatch(/^Overlap: …\w{6} at Maria Santos, 10 a\.m\.–12 p\.m\./);
    },
  );

  test('name a client the company no longer works for', async ({ shop }) => {
    await shop.admin.clients.setDoNotService({ id: 1, doNotService: true, reason: 'Unpaid bills' });
    expect(await warningsOf(shop)).toEqual(['Do not service: Unpaid bills']);
  });

  test('depend on the travel time in the settings', async ({ shop }) => {
    await shop.admin.settings.save({ travelBufferMinutes: 0 });
    await assignJob(shop);
    await shop.admin.dispatch.createWorkOrder({ ...JOB, scheduledDate: '2026-11-21T19:00:00.000Z', clientId: 1 });
    expect(await warningsOf(shop, 2)).toEqual([]);
  });

  test.for([
    ['approved', '2026-11-21', '2026-11-21', 1],
    ['approved', '2026-11-22', '2026-11-25', 0],
    ['requested', '2026-11-21', '2026-11-21', 0],
    ['declined', '2026-11-21', '2026-11-21', 0],
  ] as const)('with time off that is %s from %s to %s are %i', async ([status, start, end, count], { shop }) => {
    insertRow(shop.db, 'time_off', { start_date: start, end_date: end, status });
    const warnings = await warningsOf(shop);
    expect(warnings).toHaveLength(count);
    if (count > 0) expect(warnings[0]).toBe('Time off: on Nov 21.');
  });

  test('name a missing specialization', async () => {
    const shop = await openField({ job: { serviceType: 'commercial' } });
    shop.db.$client.exec(`update team_members set specializations = '["residential"]'`);
    expect(await warningsOf(shop)).toEqual([expect.stringMatching(/^Missing specialization: commercial/)]);
  });
});
