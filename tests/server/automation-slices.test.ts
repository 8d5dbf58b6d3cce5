import { asc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { opportunities, outbox, priceSuggestions } from '../../db/schema';
import { runInSlices, runWorker } from '../../src/server/automation/scheduler';
import type { WorkerKey } from '../../src/shared/automation';
import { leads, NOW, quote } from '../support/leads';
import { addClient, finishJob } from '../support/past-jobs';
import { openShop, type Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { runsOf } from '../support/worker-runs';

/** Adds clients who were here on a few days long ago, and one of today, and quote requests that wait. */
function fill(shop: Shop, count = 40): void {
  for (let id = 1; id <= count; id++) {
    addClient(shop, id, { company: `Company ${id % 4}` });
    const days = ['2026-07-08', '2026-08-05', id % 3 === 0 ? '2026-11-20T14:00:00.000Z' : '2026-09-02'];
    for (const [place, day] of days.entries())
      finishJob(shop, id * 10 + place, id, day, { total_amount_cents: 10_000, estimated_duration: 60 });
    quote(shop, id);
  }
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
];

/** Starts a run whose slices end at every yield. */
const startRun = (shop: Shop, key: WorkerKey) => runInSlices(shop.ctx, key, 'manual', 0);

describe.each(['lead-generation', 'engagement', 'quote-optimisation', 'alliances'] as const)('a run of %s', (key) => {
  test('that the end of the process cuts off after any slice finds the same the next time, once', () => {
    const whole = openShop();
    fill(whole, 12);
    runWorker(whole.ctx, key, 'manual');
    const expected = written(whole);
    expect(expected.flat().length).toBeGreaterThan(0);
    for (let slices = 1, isCut = true; isCut; slices++) {
      const shop = openShop();
      fill(shop, 12);
      const run = startRun(shop, key);
      for (let done = 0; done < slices && isCut; done++) isCut = !run.next().done;
      if (!isCut) expect(slices).toBeGreaterThan(1);
      // A new context knows nothing of the run that was cut off.
      else runWorker({ ...shop.ctx }, key, 'manual');
      expect(written(shop)).toEqual(expected);
      expect(runsOf(shop, key)).toMatchObject([{ finishedAt: NOW, error: null }]);
    }
  });
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
  expect(runsOf(shop, 'lead-generation')).toMatchObject([{ id: 1, status: 'error', finishedAt: NOW }]);
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
