import { describe, expect, test } from 'vitest';
import { clientMessages, outbox, planExceptions } from '../../db/schema';
import { listVisits, openWithPlan } from '../support/plans';

/** Opens the page of Maria, who is served every Tuesday at 10:00 a.m. from 2026-11-24 on; it is noon on Friday, 2026-11-20. */
async function openPage() {
  const { shop } = await openWithPlan();
  await shop.admin.settings.save({ manageCutoffHours: 24 });
  return { shop, portal: shop.client(1).portal };
}
const CALL_US = {
  code: 'CONFLICT',
  message: expect.stringMatching(/^You can change a visit here until 24 hours before it begins\. Please call us at .+\.$/),
};

describe('the plans of a client', () => {
  test('are shown with their rule, price and coming visits', async () => {
    const { portal } = await openPage();
    const { rows } = await portal.plans();
    expect(rows).toMatchObject([
      { id: 1, words: 'Every Tuesday at 10:00 a.m.', serviceName: 'Residential', price: '120.00', status: 'active', pausedUntil: null },
    ]);
    expect(rows[0]?.visits[0]).toEqual({ date: '2026-11-24', on: '2026-11-24', status: 'planned', canSkip: true });
    expect((await portal.visits({ view: 'upcoming' })).rows[0]).toMatchObject({ planId: 1, planDate: '2026-11-24', canSkip: true });
  });
  test('are not shown once they have ended', async () => {
    const { shop, portal } = await openPage();
    await shop.admin.plans.end({ id: 1, on: '2026-11-20' });
    expect((await portal.plans()).rows).toEqual([]);
    await expect(portal.skipVisit({ planId: 1, date: '2026-12-01' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This plan has ended.',
    });
  });
});

describe('skipping a visit', () => {
  test('leaves it out until it is taken back, and a repeat changes nothing', async () => {
    const { shop, portal } = await openPage();
    for (let count = 0; count < 2; count++) {
      const { visits } = await portal.skipVisit({ planId: 1, date: '2026-11-24' });
      expect(visits[0]).toEqual({ date: '2026-11-24', on: null, status: 'skipped', canSkip: false });
    }
    expect(shop.rows(planExceptions)).toHaveLength(1);
    await portal.unskipVisit({ planId: 1, date: '2026-11-24' });
    expect((await listVisits(shop))[0]).toBe('2026-11-24');
  });
  test('is 409 after the cut-off with the hours and the phone number, also for taking it back', async () => {
    const { shop, portal } = await openPage();
    await portal.skipVisit({ planId: 1, date: '2026-12-01' });
    // The visit begins at 10:00 on Tuesday.
    shop.clock.at = new Date('2026-11-23T17:00:00.000Z');
    expect((await portal.plans()).rows[0]?.visits[0]).toMatchObject({ date: '2026-11-24', canSkip: false });
    await expect(portal.skipVisit({ planId: 1, date: '2026-11-24' })).rejects.toMatchObject(CALL_US);
    shop.clock.at = new Date('2026-11-30T17:00:00.000Z');
    await expect(portal.unskipVisit({ planId: 1, date: '2026-12-01' })).rejects.toMatchObject(CALL_US);
    shop.clock.at = new Date('2026-11-30T16:59:00.000Z');
    await portal.unskipVisit({ planId: 1, date: '2026-12-01' });
  });
  test('is 404 on a day without a visit and 409 for a visit that the office edited', async () => {
    const { shop, portal } = await openPage();
    await expect(portal.skipVisit({ planId: 1, date: '2026-11-25' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const [visit] = (await portal.visits({ view: 'upcoming' })).rows;
    await shop.admin.dispatch.updateWorkOrder({ id: visit?.workOrderId ?? 0, scheduledDate: '2026-11-24T19:00:00.000Z' });
    expect((await portal.plans()).rows[0]?.visits[0]).toMatchObject({ canSkip: false });
    await expect(portal.skipVisit({ planId: 1, date: '2026-11-24' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^This visit cannot be skipped here\. Please call us at /),
    });
  });
});

describe('pausing a plan', () => {
  test('removes its visits until the client resumes it, and nothing can be skipped meanwhile', async () => {
    const { shop, portal } = await openPage();
    expect(await portal.pausePlan({ planId: 1, until: '2026-12-15' })).toMatchObject({ status: 'paused', pausedUntil: '2026-12-15' });
    expect((await listVisits(shop))[0]).toBe('2026-12-15');
    await expect(portal.skipVisit({ planId: 1, date: '2026-12-15' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await portal.pausePlan({ planId: 1, until: '2026-12-15' });
    await expect(portal.pausePlan({ planId: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await portal.resumePlan({ planId: 1 })).toMatchObject({ status: 'active', pausedUntil: null });
    expect((await listVisits(shop))[0]).toBe('2026-11-24');
  });
  test('and resuming it are 409 while a visit begins soon', async () => {
    const { shop, portal } = await openPage();
    shop.clock.at = new Date('2026-11-23T18:00:00.000Z');
    await expect(portal.pausePlan({ planId: 1 })).rejects.toMatchObject(CALL_US);
    await shop.admin.plans.pause({ id: 1 });
    await expect(portal.resumePlan({ planId: 1 })).rejects.toMatchObject(CALL_US);
    expect((await portal.plans()).rows[0]).toMatchObject({ status: 'paused' });
    shop.clock.at = new Date('2026-11-24T20:00:00.000Z');
    expect(await portal.resumePlan({ planId: 1 })).toMatchObject({ status: 'active' });
  });
  test('is 400 until a day that is not ahead, and 409 for a plan that the office has not accepted', async () => {
    const { shop, portal } = await openPage();
    await expect(portal.pausePlan({ planId: 1, until: '2026-11-20' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    shop.db.$client.exec("update plans set status = 'proposed'");
    await expect(portal.pausePlan({ planId: 1 })).rejects.toMatchObject({ code: 'CONFLICT', message: 'This plan is not confirmed yet.' });
    await expect(portal.resumePlan({ planId: 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

test('asks the office for a change of a plan in a message that names the plan', async () => {
  const { shop, portal } = await openPage();
  const { id } = await portal.requestPlanChange({ planId: 1, text: 'Wednesdays, please.' });
  expect(shop.rows(clientMessages)).toMatchObject([
    { id, clientId: 1, from: 'client', text: 'About my plan “Every Tuesday at 10:00 a.m.”:\n\nWednesdays, please.' },
  ]);
  expect(shop.rows(outbox).filter(({ purpose }) => purpose === 'client-message')).toHaveLength(1);
});
