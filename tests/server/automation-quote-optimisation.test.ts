import { test as base, describe, expect } from 'vitest';
import { contactInquiries, priceSuggestions } from '../../db/schema';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, QUOTE, type Shop } from '../support/shop';
import * as rows from '../support/worker-rows';

const test = base.extend('shop', () => openCompany());

const NOTHING = 'a job of nobody';
const { run } = rows.forWorker('quote-optimisation');
const suggestions = (shop: Shop) => shop.rows(priceSuggestions);

/** A finished job of client 1, by its dollars and minutes. */
const finish = (shop: Shop, dollars: number | null, minutes: number | null, more: rows.Row = {}) =>
  rows.finish(shop, {
    completed_date: '2026-10-01T20:00:00.000Z',
    scheduled_date: '2026-10-01T17:00:00.000Z',
    total_amount_cents: dollars === null ? null : dollars * 100,
    actual_duration: minutes,
    ...more,
  });
/** Five jobs with a median of $1.20 per minute and of 100 minutes, so $120.00 is suggested. */
const FIVE = [
  [100, 100],
  [110, 100],
  [120, 100],
  [150, 120],
  [200, 160],
] as const;
function openCompany(): Shop {
  const shop = openShop();
  insertRow(shop.db, 'clients', { address: '12 Seymour St, Kamloops' });
  for (const [dollars, minutes] of FIVE) finish(shop, dollars, minutes);
  return shop;
}
const submit = async (shop: Shop, more: object = {}) => (await shop.visitor.quotes.submit({ ...QUOTE, ...more })).inquiry.id;

describe('the quote optimisation', () => {
  test('suggests a price for a pending quote from the prices of past jobs', async ({ shop }) => {
    const inquiryId = await submit(shop);
    const quotes = shop.rows(contactInquiries);
    expect(run(shop)).toMatchObject({
      status: 'ok',
      examined: 1,
      created: 1,
      message: 'examined 1, created 1: 1 with a price',
    });
    expect(await shop.admin.market.priceSuggestion({ inquiryId })).toEqual({
      inquiryId,
      serviceType: 'residential',
      area: null,
      n: 5,
      p25: '110.00',
      median: '120.00',
      p75: '150.00',
      minutesMedian: 100,
      suggested: '120.00',
      explanation:
        '5 past residential jobs in all areas (only 5 in Kamloops), last 12 months. Middle values: $1.20 a minute × 100 minutes = $120.00. Half of them came to between $110.00 and $150.00, the middle one to $120.00.',
      createdAt: '2026-11-20T20:00:00.000Z',
    });
    expect(shop.rows(contactInquiries)).toEqual(quotes);
  });

  test('counts only jobs of the same family, finished in twelve months, with an amount and minutes', async ({ shop }) => {
    finish(shop, 900, 60, { service_type: 'commercial' });
    finish(shop, 900, 60, { completed_date: '2025-11-19T20:00:00.000Z' });
    finish(shop, 900, 60, { status: 'cancelled' });
    finish(shop, 900, 60, { status: 'in-progress', completed_date: null });
    finish(shop, 0, 60);
    finish(shop, null, 60);
    finish(shop, 900, null);
    finish(shop, 900, 0, { estimated_duration: 0 });
    await submit(shop);
    run(shop);
    expect(suggestions(shop)).toMatchObject([{ n: 5, suggestedCents: 12_000 }]);
    // A job with planned minutes, a job of the same family, and a job with its price on the paid invoice only.
    finish(shop, 120, null, { estimated_duration: 100 });
    finish(shop, 120, 100, { service_type: 'Deep Cleaning', status: 'complete' });
    finish(shop, null, 100);
    insertRow(shop.db, 'invoices', {
      work_order_id: shop.db.$client.prepare<[], number>('select max(id) from work_orders').pluck().get() ?? 0,
      status: 'paid',
      subtotal_cents: 12_000,
      hst_cents: 0,
      pst_cents: 0,
      total_cents: 12_000,
    });
    run(shop);
    expect(suggestions(shop)).toMatchObject([{ n: 8, area: 'Kamloops', suggestedCents: 12_000, p25Cents: 11_750 }]);
  });

  test('reports how few past jobs there are, and suggests nothing', async ({ shop }) => {
    const inquiryId = await submit(shop, { serviceType: 'emergency' });
    expect(run(shop).message).toBe('examined 1, created 1: 1 with too few past jobs');
    expect(await shop.admin.market.priceSuggestion({ inquiryId })).toMatchObject({
      n: 0,
      suggested: null,
      p25: null,
      explanation: 'only 0 past jobs',
    });
  });

  test('leaves out jobs under 15 minutes, and suggests nothing if past jobs differ too much', async ({ shop }) => {
    for (let i = 0; i < 5; i++) finish(shop, 500, 10);
    await submit(shop);
    run(shop);
    expect(suggestions(shop)).toMatchObject([{ n: 5, suggestedCents: 12_000 }]);
    const other = openShop();
    insertRow(other.db, 'clients');
    for (const [dollars, minutes] of [
      [300, 300],
      [300, 300],
      [50, 50],
      [180, 60],
      [240, 80],
    ] as const)
      finish(other, dollars, minutes);
    const inquiryId = await submit(other);
    expect(run(other).message).toBe('examined 1, created 1: 1 with past jobs that differ too much');
    expect(await other.admin.market.priceSuggestion({ inquiryId })).toMatchObject({ suggested: null, p25: '180.00', p75: '300.00' });
  });

  test('reports the share of quotes won in each third from fifteen quotes on, with cancelled jobs as lost', async ({ shop }) => {
    // Older than twelve months, so they count as quotes but not as past jobs.
    for (let place = 1; place <= 15; place++) {
      insertRow(shop.db, 'contact_inquiries', { client_id: null, status: 'completed' });
      finish(shop, place * 10, 60, {
        inquiry_id: place,
        status: place % 3 === 0 ? 'cancelled' : 'scheduled',
        completed_date: null,
        scheduled_date: '2026-11-25T17:00:00.000Z',
      });
    }
    await submit(shop);
    run(shop);
    expect(suggestions(shop)[0]?.explanation).toMatch(
      /Quotes won, of those that became a job, by price: 4 of 5 in the lower third \(up to \$50\.00\), 3 of 5 in the middle third \(up to \$100\.00\), 3 of 5 in the upper third\.$/,
    );
  });

  test('renews a suggestion after a day, or when the number of jobs changes, in the same row', async ({ shop }) => {
    await submit(shop);
    run(shop);
    const [first] = suggestions(shop);
    shop.clock.advance(60);
    expect(run(shop)).toMatchObject({ status: 'empty', message: 'examined 1, created 0: all suggestions are less than a day old' });
    expect(suggestions(shop)).toEqual([first]);
    finish(shop, 120, 100);
    const { id } = run(shop);
    expect(suggestions(shop)).toMatchObject([{ id: first?.id, n: 6, runId: id, createdAt: '2026-11-20T21:00:00.000Z' }]);
    shop.clock.advance(24 * 60);
    expect(run(shop)).toMatchObject({ created: 1 });
    expect(suggestions(shop)).toMatchObject([{ id: first?.id, n: 6, createdAt: '2026-11-21T21:00:00.000Z' }]);
  });

  test('renews each of many pending quotes in turn, new ones at once, and one that is pending again', async ({ shop }) => {
    for (let i = 0; i < 450; i++) insertRow(shop.db, 'contact_inquiries', { client_id: null, status: i === 0 ? 'confirmed' : 'pending' });
    expect([run(shop), run(shop)]).toMatchObject([
      { examined: 400, created: 400 },
      { examined: 249, created: 49 },
    ]);
    shop.db.$client.exec("update contact_inquiries set status = 'pending' where id = 1");
    shop.clock.advance(3 * 1440);
    const inquiryId = await submit(shop);
    const runs = [run(shop), run(shop), run(shop), run(shop)];
    expect(Math.max(...runs.map(({ examined }) => examined ?? 0))).toBeLessThanOrEqual(400);
    const day = shop.clock.now().toISOString();
    expect(suggestions(shop).filter(({ createdAt }) => createdAt === day)).toHaveLength(451);
    expect(await shop.admin.market.priceSuggestion({ inquiryId })).toMatchObject({ n: 5 });
  });

  test('has nothing to do without a pending quote', async ({ shop }) => {
    await shop.admin.quotes.setStatus({ id: await submit(shop), status: 'confirmed' });
    await submit(shop, { email: 'other@example.com' });
    shop.db.update(contactInquiries).set({ deletedAt: '2026-11-20T20:00:00.000Z' }).run();
    expect(run(shop)).toMatchObject({ status: 'empty', message: 'examined 0, created 0: no quote request is pending' });
    expect(suggestions(shop)).toEqual([]);
    expect(await shop.admin.market.priceSuggestion({ inquiryId: 99 })).toBeNull();
  });

  test('accepts a missing address, markup, the largest amount and weeks of minutes', async () => {
    const shop = openShop();
    insertRow(shop.db, 'clients', { address: '<img src=x onerror=alert(1)>', name: '<b>X</b>' });
    for (let i = 0; i < 5; i++) finish(shop, 99_999_999, i < 3 ? 15 : 1_000_000, { service_type: `${NOTHING} <script>` });
    insertRow(shop.db, 'contact_inquiries', { client_id: null, address: null, message: '<script>alert(1)</script>' });
    insertRow(shop.db, 'contact_inquiries', { client_id: null, address: `${', BC'.repeat(20_000)}` });
    expect(run(shop)).toMatchObject({ status: 'ok', created: 2, error: null });
    expect(suggestions(shop)).toMatchObject([{ area: null, suggestedCents: 9_999_999_900 }, { area: null }]);
    expect(suggestions(shop)[0]?.explanation).not.toMatch(/[<>]/);
  });

  test('reads through its indexes and sorts nothing', async ({ shop }) => {
    await submit(shop);
    const plans = await plansOf(shop, async () => run(shop));
    const read = plans.filter((plan) => /work_orders|contact_inquiries|price_suggestions/.test(plan));
    expect(read.some((plan) => plan.includes('USING INDEX work_orders_completed (completed_date>? AND completed_date<?)'))).toBe(true);
    expect(read.some((plan) => plan.includes('USING INDEX work_orders_scheduled (scheduled_date>?)'))).toBe(true);
    expect(read.some((plan) => plan.includes('contact_inquiries_by_status (deleted_at=? AND status=? AND rowid>?)'))).toBe(true);
    expect(read.filter((plan) => /TEMP B-TREE|SCAN /.test(plan))).toEqual([]);
  });
});
