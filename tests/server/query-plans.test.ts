import { describe, expect, test, vi } from 'vitest';
import { insertRow } from '../support/rows';
import { openShop, QUOTE } from '../support/shop';

type Shop = ReturnType<typeof openShop>;

/** How SQLite goes about each statement that a call prepares, one line a statement. */
async function plansOf(shop: Shop, call: () => Promise<unknown>): Promise<string[]> {
  const prepare = vi.spyOn(shop.db.$client, 'prepare');
  await call();
  const sources = prepare.mock.calls.map(([source]) => source);
  prepare.mockRestore();
  return sources.map((source) =>
    shop.db.$client
      .prepare<null[], { detail: string }>(`explain query plan ${source}`)
      .all(...Array.from(source.matchAll(/\?/g), () => null))
      .map(({ detail }) => detail)
      .join('; '),
  );
}

/** No table is read as a whole, and nothing is sorted. */
const SLOW = /TEMP B-TREE|SCAN (products|contact_inquiries)(?! USING COVERING INDEX)/;

describe('products by name', () => {
  test.each([
    ['a visitor', 'visitor', 'SEARCH products USING INDEX products_active_by_name (is_active=? AND <expr>>?)'],
    ['the office', 'admin', 'SEARCH products USING INDEX products_by_name (<expr>>?)'],
  ] as const)('for %s are sought and ordered by one index, in one statement for all pages and categories', async (_who, kind, wanted) => {
    const shop = openShop();
    for (const name of ['Apron', 'bucket', 'Cloth']) insertRow(shop.db, 'products', { name });
    const plans = await plansOf(shop, async () => {
      for (const input of [{ limit: 1 }, { limit: 1, cursor: 1 }, { category: 'tools' }, { category: 'detergents', cursor: 2 }])
        await shop[kind].store.listProducts(input);
    });
    expect(plans).toHaveLength(2);
    expect(plans[0]).toContain(wanted);
    expect(plans[1]).toBe('SEARCH products USING INTEGER PRIMARY KEY (rowid=?)');
    for (const plan of plans) expect(plan).not.toMatch(SLOW);
  });

  test('of one name come one after another, each once', async () => {
    const shop = openShop();
    for (const name of ['soap', 'Soap', 'SOAP', 'Apron']) insertRow(shop.db, 'products', { name });
    for (const kind of ['visitor', 'admin'] as const) {
      const seen: number[] = [];
      for (let cursor: number | null = null, pages = 0; pages < 5; pages++) {
        const page: { rows: { id: number }[]; nextCursor: number | null } = await shop[kind].store.listProducts({
          limit: 1,
          ...(cursor !== null && { cursor }),
        });
        seen.push(...page.rows.map(({ id }) => id));
        cursor = page.nextCursor;
        if (cursor === null) break;
      }
      expect(seen).toEqual([4, 1, 2, 3]);
    }
  });

  test('after one that does not exist are none', async () => {
    const shop = openShop();
    insertRow(shop.db, 'products');
    expect(await shop.visitor.store.listProducts({ cursor: 9 })).toEqual({ rows: [], nextCursor: null });
  });
});

describe('quote requests', () => {
  test('of a status are counted in the index alone, and listed by one', async () => {
    const shop = openShop();
    const plans = await plansOf(shop, () => shop.admin.quotes.list({ status: 'pending', limit: 1 }));
    expect(plans).toEqual([
      'SEARCH contact_inquiries USING INDEX contact_inquiries_by_status (deleted_at=? AND status=?)',
      'SEARCH contact_inquiries USING COVERING INDEX contact_inquiries_by_status (deleted_at=? AND status=?)',
    ]);
  });
  test('are counted in all and listed without sorting too', async () => {
    const shop = openShop();
    const plans = await plansOf(shop, () => shop.admin.quotes.list({ limit: 1, cursor: 9 }));
    expect(plans[0]).toBe('SEARCH contact_inquiries USING INDEX contact_inquiries_deleted (deleted_at=? AND rowid<?)');
    expect(plans[1]).toContain('USING COVERING INDEX');
  });
  test('come back from the bin without a look at all the others', async () => {
    const shop = openShop();
    await shop.visitor.quotes.submit(QUOTE);
    await shop.admin.quotes.deleteAll();
    const plans = await plansOf(shop, () => shop.admin.quotes.restore());
    const read = plans.filter((plan) => plan.includes('contact_inquiries'));
    expect(read).toHaveLength(2);
    for (const plan of read) {
      expect(plan).toMatch(/SEARCH contact_inquiries USING (COVERING )?INDEX contact_inquiries_deleted \(deleted_at[=>]\?\)/);
      expect(plan).not.toMatch(SLOW);
    }
  });
});
