import { describe, expect } from 'vitest';
import { opportunities } from '../../db/schema';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';

type Page<Cursor> = { rows: { id: number }[]; nextCursor: Cursor | null };
/** Reads all pages of a list, one row at a time. */
async function readAll<Cursor>(read: (cursor: Cursor | null) => Promise<Page<Cursor>>): Promise<number[]> {
  const seen: number[] = [];
  for (let cursor: Cursor | null = null; ; ) {
    const page: Page<Cursor> = await read(cursor);
    seen.push(...page.rows.map(({ id }) => id));
    if (page.nextCursor === null) return seen;
    cursor = page.nextCursor;
  }
}

describe('work orders', () => {
  type Input = Parameters<Shop['admin']['dispatch']['listSortedWorkOrders']>[0];
  const idsOf = (shop: Shop, input: Input) =>
    readAll<NonNullable<Input['cursor']>>((cursor) => shop.admin.dispatch.listSortedWorkOrders({ ...input, limit: 1, cursor }));

  /** The company's day is November 20. */
  const open = (shop: Shop) => {
    for (const [id, name] of [
      [1, 'Émile Roy'],
      [2, 'ada Wong'],
    ] as const)
      insertRow(shop.db, 'clients', { id, name, email: `${id}@example.com` });
    const rows = [
      [1, '2026-11-20T23:00:00.000Z', 'scheduled'],
      [2, '2026-11-20T19:00:00.000Z', 'completed'],
      [1, '2026-11-19T19:00:00.000Z', 'completed'],
      [2, '2026-11-20T19:00:00.000Z', 'cancelled'],
    ] as const;
    for (const [place, [client_id, scheduled_date, status]] of rows.entries())
      insertRow(shop.db, 'work_orders', {
        ...{ work_order_id: `WO-${place}`, client_id, scheduled_date, status, inquiry_id: null, assigned_team_member_id: null },
        completed_date: status === 'completed' ? scheduled_date : null,
      });
  };

  test('are sorted in each view by client, time and status', async ({ shop }) => {
    open(shop);
    expect(await idsOf(shop, {})).toEqual([4, 3, 2, 1]);
    expect(await idsOf(shop, { sort: 'scheduled' })).toEqual([3, 2, 4, 1]);
    expect(await idsOf(shop, { sort: '-client' })).toEqual([3, 1, 4, 2]);
    expect(await idsOf(shop, { sort: 'status' })).toEqual([4, 2, 3, 1]);
    expect(await idsOf(shop, { when: 'today' })).toEqual([2, 1]);
    expect(await idsOf(shop, { when: 'today', sort: '-scheduled' })).toEqual([1, 2]);
    expect(await idsOf(shop, { when: 'to-invoice', sort: 'scheduled' })).toEqual([3, 2]);
  });

  test.for([
    [{ sort: 'client' }, /^CO-ROUTINE newest; SCAN work_orders(?! USING INDEX)/],
    [{ when: 'today' }, /^CO-ROUTINE newest; SEARCH work_orders USING COVERING INDEX work_orders_scheduled/],
    [{ when: 'to-invoice', sort: 'status' }, /^CO-ROUTINE newest; SCAN work_orders USING (COVERING )?INDEX work_orders_to_invoice/],
  ] as const)('sort only the newest or those of the day by %j', async ([input, plan], { shop }) => {
    const [read] = await plansOf(shop, () => shop.admin.dispatch.listSortedWorkOrders(input));
    expect(read).toMatch(plan);
  });
});

describe('opportunities', () => {
  type Input = Parameters<Shop['admin']['automation']['listOpportunities']>[0];
  const kinds = ['lead_lapsed', 'lead_stale_quote'] as const;
  const idsOf = (shop: Shop, input: Omit<Input, 'kinds'>) =>
    readAll<NonNullable<Input['cursor']>>((cursor) =>
      shop.admin.automation.listOpportunities({ kinds: [...kinds], ...input, limit: 1, cursor }),
    );

  test('are sorted by score, value and time, those without a value first, and stay within their view', async ({ shop }) => {
    const rows = [
      ['lead_lapsed', 'open', 50, null],
      ['lead_stale_quote', 'open', 90, 20_000],
      ['lead_lapsed', 'contacted', 50, 10_000],
      ['lead_lapsed', 'dismissed', 70, 30_000],
      ['lead_cart', 'open', 99, 40_000],
    ] as const;
    const text = { subjectType: 'client', subjectId: '1', title: 'Maria', reason: 'Long ago', evidence: '[]' } as const;
    for (const [place, [kind, status, score, valueCents]] of rows.entries()) {
      const at = `2026-11-1${place}T00:00:00.000Z`;
      const valueBasis = valueCents === null ? null : 'median';
      const dates = { createdAt: at, statusChangedAt: at };
      shop.db
        .insert(opportunities)
        .values({ ...text, ...dates, dedupeKey: at, kind, status, score, valueCents, valueBasis })
        .run();
    }
    expect(await idsOf(shop, { sort: '-score' })).toEqual([2, 3, 1]);
    expect(await idsOf(shop, { sort: 'value' })).toEqual([1, 3, 2]);
    expect(await idsOf(shop, { sort: 'found', view: 'all' })).toEqual([1, 2, 3, 4]);
    expect(await idsOf(shop, { sort: 'found', view: 'dismissed' })).toEqual([4]);
    expect(await idsOf(shop, {})).toEqual([3, 2, 1]);
    const [plan] = await plansOf(shop, () => shop.admin.automation.listOpportunities({ kinds: [...kinds], sort: 'score' }));
    expect(plan).toMatch(/SCAN opportunities(?! USING)/);
  });
});

test('competitors’ prices are sorted by name, service, day and amount', async ({ shop }) => {
  const price = { unit: 'job', source: '' } as const;
  const { addPrice, listPrices } = shop.admin.market;
  await addPrice({ ...price, competitor: 'Zed', service: 'residential', price: '90.00', observedOn: '2026-11-02' });
  await addPrice({ ...price, competitor: 'abel', service: 'commercial', price: '120.00', observedOn: '2026-11-01' });
  await addPrice({ ...price, competitor: 'Bea', service: 'residential', price: '80.00', observedOn: '2026-11-03' });
  type Input = Parameters<typeof listPrices>[0];
  const idsOf = (sort: Input['sort']) => readAll<NonNullable<Input['cursor']>>((cursor) => listPrices({ sort, limit: 1, cursor }));
  expect(await idsOf(undefined)).toEqual([3, 2, 1]);
  expect(await idsOf('competitor')).toEqual([2, 3, 1]);
  expect(await idsOf('service')).toEqual([2, 1, 3]);
  expect(await idsOf('-seen')).toEqual([3, 1, 2]);
  expect(await idsOf('price')).toEqual([3, 1, 2]);
});
