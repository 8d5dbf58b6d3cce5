import { eq, sql } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { automationRuns, automationWorkers, opportunities } from '../../db/schema';
import { type Finding, recordFinding } from '../../src/server/automation/opportunities';
import { runWorker } from '../../src/server/automation/scheduler';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { runsOf, tick } from '../support/worker-runs';

const AI = ['lead-generation', 'engagement', 'quote-optimisation', 'social-content', 'market-analysis'] as const;

const FINDING: Finding = {
  kind: 'partnership',
  dedupeKey: 'supplier:Sparkle:2026Q4',
  subjectType: 'supplier',
  subjectId: 'Sparkle',
  title: 'Sparkle supplies 6 of your products',
  reason: '6 active products come from Sparkle.',
  evidence: [{ type: 'product', id: 1, text: 'Glass cleaner' }],
  score: 60,
  value: { cents: 120_000, basis: '6 products' },
};
function find(shop: Shop, more: Partial<Finding> = {}) {
  const { id: runId } = runWorker(shop.ctx, 'partnerships', 'manual');
  const row = recordFinding(shop.ctx, runId, { ...FINDING, ...more });
  if (!row) throw new Error('It was known already.');
  return row;
}

describe('an automation', () => {
  test('runs nothing before a person starts it, and then only the workers of that automation', async ({ shop }) => {
    expect(tick(shop)).toBe(0);
    expect(await shop.admin.automation.aiStatus()).toMatchObject({ isActive: false, message: 'Inactive — press Start', dailyTarget: 5 });
    expect(await shop.admin.automation.startAi()).toMatchObject({
      isActive: true,
      dailyClientsAcquired: 0,
      completionRate: 0,
      message: 'Active: the first runs begin within a minute',
    });
    expect(tick(shop)).toBe(5);
    expect(shop.rows(automationRuns).map(({ workerKey, trigger }) => [workerKey, trigger])).toEqual(AI.map((key) => [key, 'start']));
    expect((await shop.admin.automation.canaanStatus()).isRunning).toBe(false);
  });

  test('changes nothing when started twice, and leaves the workers without a next run when stopped', async ({ shop }) => {
    await shop.admin.automation.startAi();
    tick(shop);
    const before = await shop.admin.automation.workers({ dashboard: 'ai' });
    shop.clock.advance(5);
    await shop.admin.automation.startAi();
    expect(await shop.admin.automation.workers({ dashboard: 'ai' })).toEqual(before);
    expect(before).toMatchObject({ startedAt: '2026-11-20T20:00:00.000Z', startedBy: 'owner' });
    expect(before.workers.map(({ nextRunAt }) => nextRunAt)).toEqual(
      ['20:30', '20:15', '21:00', '22:00'].map((time) => `2026-11-20T${time}:00.000Z`).concat('2026-11-21T00:00:00.000Z'),
    );
    expect(await shop.admin.automation.stopAi()).toMatchObject({ isActive: false });
    shop.clock.advance(24 * 60);
    expect(tick(shop)).toBe(0);
    expect((await shop.admin.automation.workers({ dashboard: 'ai' })).workers.every(({ nextRunAt }) => nextRunAt === null)).toBe(true);
  });

  test('does not run a disabled worker unless by hand, and makes it due when it is enabled', async ({ shop }) => {
    await shop.admin.automation.startCanaan();
    expect(await shop.admin.automation.setWorkerEnabled({ key: 'contracts', enabled: false })).toMatchObject({
      enabled: false,
      nextRunAt: null,
    });
    expect(tick(shop)).toBe(4);
    expect(runsOf(shop, 'contracts')).toEqual([]);
    expect(await shop.admin.automation.runNow({ key: 'contracts' })).toMatchObject({ workerKey: 'contracts', trigger: 'manual' });
    expect(tick(shop)).toBe(0);
    await shop.admin.automation.setWorkerEnabled({ key: 'contracts', enabled: true });
    expect(tick(shop)).toBe(1);
  });
});

describe('a finding', () => {
  test('is stored once under its key, with its evidence and its value', async ({ shop }) => {
    const row = find(shop);
    expect(recordFinding(shop.ctx, row.runId ?? 0, FINDING)).toBeUndefined();
    expect(await shop.admin.automation.listOpportunities({ kinds: ['partnership'] })).toMatchObject({
      rows: [{ id: row.id, value: '1200.00', valueBasis: '6 products', evidence: FINDING.evidence, status: 'open', messageId: null }],
      nextCursor: null,
    });
    expect(await shop.admin.automation.listOpportunities({ kinds: ['partnership'], view: 'won' })).toMatchObject({ rows: [] });
  });

  test.for([
    ['open', ['contacted', 'won', 'lost', 'dismissed'], ['drafted', 'expired']],
    ['contacted', ['won', 'lost', 'dismissed'], ['open', 'drafted', 'expired']],
    ['won', ['open'], ['contacted', 'lost', 'dismissed', 'drafted']],
    ['dismissed', ['open'], ['contacted', 'lost', 'won', 'drafted']],
  ] as const)('lets a person change the status %s to %j, but not to %j', async ([from, allowed, refused], { shop }) => {
    for (const status of allowed) {
      const { id } = find(shop, { dedupeKey: `${from}-${status}` });
      shop.db.update(opportunities).set({ status: from }).where(eq(opportunities.id, id)).run();
      expect(await shop.admin.automation.setOpportunityStatus({ id, status, reason: 'Too far' })).toMatchObject({
        status,
        closedReason: 'Too far',
        statusChangedBy: 'owner',
      });
    }
    for (const status of refused) {
      const { id } = find(shop, { dedupeKey: `${from}-${status}` });
      shop.db.update(opportunities).set({ status: from }).where(eq(opportunities.id, id)).run();
      await expect(shop.admin.automation.setOpportunityStatus({ id, status })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  test('is counted on the second dashboard until it is lost or dismissed, beside planning values and stored values', async ({ shop }) => {
    const kinds = ['partnership', 'corporate_contract', 'market_expansion', 'strategic_alliance'] as const;
    for (const [place, kind] of kinds.entries())
      for (let number = 0; number <= place; number += 1) find(shop, { kind, dedupeKey: `${kind}-${number}` });
    const [first] = (await shop.admin.automation.listOpportunities({ kinds: ['strategic_alliance'] })).rows;
    const [contract] = (await shop.admin.automation.listOpportunities({ kinds: ['corporate_contract'] })).rows;
    await shop.admin.automation.setOpportunityStatus({ id: first?.id ?? 0, status: 'lost' });
    await shop.admin.automation.setOpportunityStatus({ id: contract?.id ?? 0, status: 'won' });
    const counted = shop.db
      .select({ kind: opportunities.kind, rows: sql<number>`count(*)` })
      .from(opportunities)
      .where(sql`status not in ('lost', 'dismissed', 'expired')`)
      .groupBy(opportunities.kind)
      .all();
    const expected = Object.fromEntries(counted.map(({ kind, rows }) => [kind, rows]));
    expect(expected).toEqual({ partnership: 1, corporate_contract: 2, market_expansion: 3, strategic_alliance: 3 });
    expect(await shop.admin.automation.canaanStatus()).toMatchObject({
      partnershipOpportunities: 1,
      corporateContracts: 2,
      marketExpansions: 3,
      strategicAlliances: 3,
      totalOpportunities: 9,
      teamMembers: [],
      focusAreas: ['Partnerships', 'Contracts', 'Expansion', 'Alliances', 'Competitor analysis'],
    });
    expect(await shop.admin.automation.canaanFigures()).toEqual({
      contractValue: '24000.00',
      partnershipRevenue: '8000.00',
      storedValue: '10800.00',
      wonValue: '1200.00',
    });
  });

  test('is listed by kind and status through an index, page by page', async ({ shop }) => {
    for (let number = 0; number < 7; number += 1)
      find(shop, { kind: number % 2 ? 'partnership' : 'corporate_contract', dedupeKey: `n-${number}` });
    const input = { kinds: ['partnership', 'corporate_contract'] as ('partnership' | 'corporate_contract')[], limit: 3 };
    const first = await shop.admin.automation.listOpportunities(input);
    const second = await shop.admin.automation.listOpportunities({ ...input, cursor: first.nextCursor });
    const third = await shop.admin.automation.listOpportunities({ ...input, cursor: second.nextCursor });
    expect([first, second, third].map(({ rows }) => rows.map(({ id }) => id))).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
    expect(third.nextCursor).toBeNull();
  });
});

test('the figures of the first dashboard match the books', async ({ shop }) => {
  await shop.admin.settings.save({ automation: { ...(await shop.admin.settings.get()).automation, dailyTarget: 4 } });
  const invoice = await shop.admin.invoices.create({
    customerName: 'Maria Santos',
    serviceType: 'Residential Cleaning',
    serviceDate: '2026-11-19',
    dueDate: '2026-12-04',
    subtotal: '100.00',
  });
  await shop.admin.invoices.recordPayment({ id: invoice.id, amount: '50.00', paymentMethod: 'cash', paymentDate: '2026-11-20' });
  for (const paymentDate of ['2026-11-01', '2026-10-31'])
    await shop.admin.invoices.recordPayment({ id: invoice.id, amount: '10.00', paymentMethod: 'cash', paymentDate });
  await shop.admin.invoices.create({ ...invoice, subtotal: '70.00', status: 'draft', items: [], idempotencyKey: null });
  expect(await shop.admin.automation.aiFigures()).toEqual({
    estimatedRevenue: '0.00',
    monthlyTarget: '18000.00',
    invoicedToday: '119.00',
    receivedToday: '50.00',
    receivedThisMonth: '60.00',
    draftsWaiting: 0,
  });
  expect((await shop.admin.automation.aiStatus()).dailyTarget).toBe(4);
});

test('the documented REST calls return the documented shapes to the office only', async ({ shop }) => {
  const { token } = await shop.logIn();
  const call = async (method: string, path: string) => {
    const response = await shop.request(method, path, { token });
    return [response.status, await response.json()];
  };
  expect(await call('GET', '/api/ai/status')).toEqual([
    200,
    { isActive: false, dailyClientsAcquired: 0, dailyTarget: 5, completionRate: 0, message: 'Inactive — press Start' },
  ]);
  expect(await call('POST', '/api/ai/start')).toMatchObject([200, { isActive: true }]);
  expect(await call('POST', '/api/ai/start')).toMatchObject([200, { isActive: true }]);
  expect(await call('POST', '/api/ai/stop')).toMatchObject([200, { isActive: false }]);
  expect(await call('POST', '/api/canaan/start')).toMatchObject([200, { isRunning: true, totalOpportunities: 0 }]);
  expect(await call('GET', '/api/canaan/status')).toMatchObject([200, { isRunning: true }]);
  expect(await call('POST', '/api/canaan/stop')).toMatchObject([200, { isRunning: false }]);
  expect(await call('POST', '/api/automation/workers/expansion/run')).toMatchObject([200, { workerKey: 'expansion', trigger: 'manual' }]);
  expect(await call('POST', '/api/automation/workers/nobody/run')).toMatchObject([400, { message: 'There is no such worker.' }]);
  expect(shop.rows(automationWorkers)).toHaveLength(10);
});
