import { expect, test, vi } from 'vitest';
import { workOrders } from '../../db/schema';
import { doAtOnce } from '../../db/slices';
import { readPastJobs, readPricedQuotes, remembered } from '../../src/server/market/past-jobs';
import { quote } from '../support/leads';
import { addClient, finishJob } from '../support/past-jobs';
import { plansOf } from '../support/query-plans';
import { openShop } from '../support/shop';

test.each([null, undefined, '', 'Sahali'])('computes the result %j of a value once, however often the value occurs', (result) => {
  const compute = vi.fn(() => result);
  const findOnce = remembered(compute);
  expect(['12 Seymour St', '12 Seymour St', '12 Seymour St'].map(findOnce)).toEqual([result, result, result]);
  expect(compute).toHaveBeenCalledTimes(1);
});

test('reads each job once, the newest first, however many end at the same time', async () => {
  const shop = openShop();
  addClient(shop, 1);
  quote(shop, 1);
  const days = ['2026-10-05', '2026-10-06', '2026-10-06', '2026-10-06', '2026-10-06'];
  for (let id = 1; id <= 1200; id++)
    finishJob(shop, id, 1, days[id % 5] ?? '', {
      total_amount_cents: id,
      estimated_duration: 60,
      status: id % 2 ? 'completed' : 'complete',
    });
  shop.db.update(workOrders).set({ inquiryId: 1 }).run();
  const amountsOf = (families: Map<string, { cents: number }[]>) => [...families.values()].flat().map(({ cents }) => cents);
  const all = Array.from({ length: 1200 }, (_, place) => place + 1);
  const { families, isCut } = doAtOnce(readPastJobs(shop.ctx));
  expect(amountsOf(families).sort((a, b) => a - b)).toEqual(all);
  expect(isCut).toBe(false);
  expect(amountsOf(doAtOnce(readPricedQuotes(shop.ctx))).sort((a, b) => a - b)).toEqual(all);
  const newest = doAtOnce(readPastJobs(shop.ctx, 960));
  expect(amountsOf(newest.families).sort((a, b) => a - b)).toEqual(all.filter((id) => id % 5 !== 0));
  expect(newest.isCut).toBe(true);
  const plans = await plansOf(shop, async () => [doAtOnce(readPastJobs(shop.ctx)), doAtOnce(readPricedQuotes(shop.ctx))]);
  // Each slice begins where the one before ended.
  for (const start of [
    'completed_date>? AND (completed_date,status,service_type)<(?,?,?)',
    'scheduled_date>? AND (scheduled_date,status)<(?,?)',
  ])
    expect(plans.join('\n')).toContain(start);
});
