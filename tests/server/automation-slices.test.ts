import { asc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { demandSnapshots, opportunities, outbox, priceSuggestions, socialPosts } from '../../db/schema';
import { findNewestRunId, runInSlices, runNextDueApart, runWorker, startRuns, stopRuns } from '../../src/server/automation/scheduler';
import { startJobs } from '../../src/server/jobs';
import { WORKER_KEYS, type WorkerKey } from '../../src/shared/automation';
import { leads, NOW, quote } from '../support/leads';
import { addClient, finishJob } from '../support/past-jobs';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { runsOf } from '../support/worker-runs';

/** Adds clients who were here on a few days long ago, and one of today, and quote requests that wait. */
function fill(shop: Shop, count = 40): void {
  for (let id = 1; id <= count; id++) {
    addClient(shop, id, { company: `Company ${id % 2}` });
    const days = ['2026-07-08', '2026-08-05', id % 3 === 0 ? '2026-11-20T14:00:00.000Z' : '2026-09-02'];
    for (const [place, day] of days.entries())
      finishJob(shop, id * 10 + place, id, day, { total_amount_cents: 10_000, estimated_duration: 60 });
    quote(shop, id);
  }
}

/** Adds what the other workers look for: jobs of a business, a supplier, a town that is not served, and a competitor's price. */
async function fillForAll(shop: Shop): Promise<void> {
  fill(shop, 7);
  for (const [place, day] of ['2026-09-20', '2026-10-04', '2026-10-18'].entries())
    finishJob(shop, 900 + place, 1, day, { service_type: 'commercial', total_amount_cents: 10_000 });
  for (let id = 1; id <= 5; id++) insertRow(shop.db, 'products', { name: `Cloth ${id}`, supplier_name: 'Pine Supply' });
  for (let id = 101; id <= 105; id++) quote(shop, id, { address: '2 B St, Chase' });
  const seen = { source: 'their flyer', observedOn: '2026-11-01' };
  await shop.admin.market.addPrice({ competitor: 'Valley Maids', service: 'residential', price: '140.00', unit: 'job', ...seen });
}

/** Everything that workers write, without the ids. */
const written = ({ db }: Shop) => [
  db.select({ key: opportunities.dedupeKey, status: opportunities.status }).from(opportunities).orderBy(asc(opportunities.dedupeKey)).all(),
  db.select({ key: outbox.dedupeKey, status: outbox.status, to: outbox.to }).from(outbox).orderBy(asc(outbox.dedupeKey)).all(),
  db
    .select({ of: priceSuggestions.inquiryId, cents: priceSuggestions.suggestedCents })
    .from(priceSuggestions)
    .orderBy(asc(priceSuggestions.inquiryId))
    .all(),
  db.select({ text: socialPosts.content }).from(socialPosts).all(),
  db
    .select({ of: demandSnapshots.dimension, key: demandSnapshots.key, day: demandSnapshots.periodEnd })
    .from(demandSnapshots)
    .orderBy(asc(demandSnapshots.id))
    .all(),
];
const INTERRUPTED = 'The run was interrupted. What it had found until then is kept.';

/** Starts a run whose slices end at every yield. */
const startRun = (shop: Shop, key: WorkerKey) => runInSlices(shop.ctx, key, 'manual', 0);

describe.each(WORKER_KEYS)('the worker %s', (key) => {
  test('writes everything once if the process ends after any slice of its run', async () => {
    const whole = openShop();
    await fillForAll(whole);
    const { created } = runWorker(whole.ctx, key, 'manual');
    const expected = written(whole);
    expect(expected.flat().length).toBeGreaterThan(0);
    for (let slices = 1, isCut = true; isCut; slices++) {
      const shop = openShop();
      await fillForAll(shop);
      const run = startRun(shop, key);
      for (let done = 0; done < slices && isCut; done++) isCut = !run.next().done;
      if (!isCut) expect(slices).toBeGreaterThan(1);
      // A new context knows nothing of the run that was cut off.
      else runWorker({ ...shop.ctx }, key, 'manual');
      expect(written(shop)).toEqual(expected);
      const runs = runsOf(shop, key);
      const cut = { id: 1, finishedAt: NOW, status: 'error', message: INTERRUPTED, error: INTERRUPTED };
      expect(runs).toMatchObject([...(isCut ? [cut] : []), { id: isCut ? 2 : 1, finishedAt: NOW, error: null }]);
      expect(runs.reduce((sum, { created }) => sum + created, 0)).toBe(created);
    }
  });
});

test.each([
  ['quote-optimisation', 3],
  ['competitor-analysis', 3],
] as const)('the worker %s reads past jobs, groups them and goes on in %d slices', async (key, expected) => {
  const shop = openShop();
  await fillForAll(shop);
  const run = startRun(shop, key);
  let slices = 1;
  while (!run.next().done) slices += 1;
  expect(slices).toBe(expected);
});

describe('between two slices', () => {
  test('a lead that a person dismisses stays dismissed', ({ shop }) => {
    fill(shop);
    runWorker(shop.ctx, 'lead-generation', 'manual');
    const last = leads(shop).findLast(({ kind, status }) => kind === 'lead_stale_quote' && status === 'drafted');
    // The request is answered, so that the next run closes its lead.
    shop.db.$client.prepare("update contact_inquiries set status = 'completed'").run();
    const run = startRun(shop, 'lead-generation');
    run.next();
    shop.db
      .update(opportunities)
      .set({ status: 'dismissed' })
      .where(eq(opportunities.id, last?.id ?? 0))
      .run();
    while (!run.next().done);
    expect(leads(shop).find(({ id }) => id === last?.id)).toMatchObject({ status: 'dismissed' });
    expect(leads(shop).filter(({ kind, status }) => kind === 'lead_stale_quote' && status === 'expired').length).toBeGreaterThan(9);
  });

  test('a job that is opened again gets no thank-you', ({ shop }) => {
    fill(shop);
    const run = startRun(shop, 'engagement');
    const thanked = () => shop.db.select({ id: outbox.relatedId }).from(outbox).all().length;
    while (thanked() < 2) run.next();
    shop.db.$client.prepare("update work_orders set status = 'in-progress'").run();
    while (!run.next().done);
    expect(thanked()).toBe(2);
  });

  test('the run is not listed', async ({ shop }) => {
    fill(shop);
    const run = startRun(shop, 'lead-generation');
    run.next();
    expect((await shop.admin.automation.runs({ key: 'lead-generation' })).rows).toEqual([]);
    while (!run.next().done);
    expect((await shop.admin.automation.runs({ key: 'lead-generation' })).rows).toHaveLength(1);
  });
});

test('keeps the slices before the one that fails, and the error in the row of the run', ({ shop }) => {
  fill(shop);
  shop.db.$client.exec(
    "create trigger broken before insert on opportunities when new.subject_id = '8' and new.kind = 'lead_lapsed' begin select raise(abort, 'secret'); end",
  );
  const run = startRun(shop, 'lead-generation');
  while (!run.next().done);
  expect(leads(shop).map(({ kind }) => kind)).toContain('lead_stale_quote');
  expect(leads(shop).filter(({ runId }) => runId !== 1)).toEqual([]);
  const created = leads(shop).length;
  expect(created).toBeGreaterThan(5);
  const [first, ...others] = runsOf(shop, 'lead-generation');
  expect(others).toEqual([]);
  expect(first).toMatchObject({ id: 1, status: 'error', finishedAt: NOW, created });
  expect(first?.examined).toBeGreaterThan(created);
});

describe('a run that the end of the process cut off', () => {
  test('is closed at the next start with its counts, and its worker stays due', async ({ shop }) => {
    fill(shop);
    await shop.admin.automation.startAi();
    const run = startRun(shop, 'lead-generation');
    while (leads(shop).length < 7) run.next();
    await startJobs(shop.ctx).stop();
    expect(runsOf(shop, 'lead-generation')).toMatchObject([
      { status: 'error', message: INTERRUPTED, finishedAt: NOW, created: leads(shop).length },
    ]);
    const { workers } = await shop.admin.automation.workers({ dashboard: 'ai' });
    expect(workers[0]).toMatchObject({ key: 'lead-generation', nextRunAt: NOW, lastRun: { message: INTERRUPTED } });
    const before = findNewestRunId(shop.ctx);
    runWorker(shop.ctx, 'lead-generation', 'schedule');
    expect(findNewestRunId(shop.ctx)).toBeGreaterThan(before);
  });
});

describe('the end of the process', () => {
  test('ends a run after its slice, and rejects the runs that wait for it', async ({ shop }) => {
    fill(shop, 150);
    const jobs = startJobs(shop.ctx);
    const runs = Promise.allSettled([1, 2].map(() => shop.admin.automation.runNow({ key: 'lead-generation' })));
    while (leads(shop).length === 0) await new Promise(setImmediate);
    const created = leads(shop).length;
    await jobs.stop();
    expect(runsOf(shop, 'lead-generation')).toMatchObject([{ finishedAt: NOW }]);
    expect(leads(shop).length).toBe(created);
    expect(await runs).toMatchObject([
      { status: 'fulfilled', value: { id: 1, status: 'error', message: INTERRUPTED, created, finishedAt: NOW } },
      { status: 'rejected', reason: { message: 'The server is restarting. Please try again in a minute.' } },
    ]);
    expect(runsOf(shop, 'lead-generation')).toHaveLength(1);
  });

  test('lets runs begin again after the next start', async ({ shop }) => {
    fill(shop);
    await shop.admin.automation.startAi();
    await stopRuns(shop.ctx);
    expect(await runNextDueApart(shop.ctx)).toBe(false);
    startRuns(shop.ctx);
    expect(await runNextDueApart(shop.ctx)).toBe(true);
    expect(await shop.admin.automation.runNow({ key: 'lead-generation' })).toMatchObject({ status: 'ok' });
  });
});

test('compares the prices that are entered when it writes', async ({ shop }) => {
  await fillForAll(shop);
  const run = startRun(shop, 'competitor-analysis');
  run.next();
  await shop.admin.market.removePrice({ id: 1 });
  while (!run.next().done);
  expect(shop.rows(demandSnapshots)).toEqual([]);
  expect(runsOf(shop, 'competitor-analysis')).toMatchObject([{ status: 'skipped', message: 'No competitor prices entered' }]);
});

test('answers others during a long run, and finishes it before the next one', async ({ shop }) => {
  fill(shop, 150);
  let [isOver, turns] = [false, 0];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  const runs = Promise.all([1, 2].map(() => shop.admin.automation.runNow({ key: 'lead-generation' })));
  setImmediate(count);
  const [first, second] = await runs;
  isOver = true;
  expect(turns).toBeGreaterThan(3);
  expect([first?.id, second?.id]).toEqual([1, 2]);
  expect([first?.created, second?.created].every((created) => created && created > 0)).toBe(true);
});
