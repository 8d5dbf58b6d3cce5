import { describe, expect } from 'vitest';
import { INVOICE } from '../support/invoice-inputs';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import type { Shop } from '../support/shop';
import { test } from '../support/shop-test';
import { untyped } from '../support/untyped';

/** Reads all pages of a list, two rows at a time. */
async function readAll(shop: Shop, input: Omit<Parameters<Shop['admin']['invoices']['list']>[0], 'limit' | 'cursor'>) {
  const seen: number[] = [];
  for (let cursor: Parameters<Shop['admin']['invoices']['list']>[0]['cursor'] = null; ; ) {
    const page = await shop.admin.invoices.list({ ...input, limit: 2, cursor });
    seen.push(...page.rows.map(({ id }) => id));
    if (page.nextCursor === null) return seen;
    cursor = page.nextCursor;
  }
}

describe('a sorted list of invoices', () => {
  const open = async (shop: Shop) => {
    const rows = [
      ['Émile Roy', '2026-12-05', '50.00'],
      ['ada Wong', '2026-12-05', '70.00'],
      ['Ben Hart', '2026-12-01', '50.00'],
      ['Ada Wong', '2026-12-09', '50.00'],
    ] as const;
    for (const [customerName, dueDate, subtotal] of rows) await shop.admin.invoices.create({ ...INVOICE, customerName, dueDate, subtotal });
  };

  test('has each row once over all its pages, equal values by their ids, in both directions', async ({ shop }) => {
    await open(shop);
    expect(await readAll(shop, { sort: 'due' })).toEqual([3, 1, 2, 4]);
    expect(await readAll(shop, { sort: '-due' })).toEqual([4, 2, 1, 3]);
    expect(await readAll(shop, { sort: 'total' })).toEqual([1, 3, 4, 2]);
    expect(await readAll(shop, { sort: 'customer' })).toEqual([2, 4, 3, 1]);
    expect(await readAll(shop, {})).toEqual([4, 3, 2, 1]);
  });

  test('is sorted in a view without an index for the order and in a search, too', async ({ shop }) => {
    await open(shop);
    await shop.admin.invoices.update({ id: 1, status: 'paid' });
    expect(await readAll(shop, { view: 'open', sort: 'total' })).toEqual([3, 4, 2]);
    expect(await readAll(shop, { view: 'paid', sort: 'total' })).toEqual([1]);
    expect(await readAll(shop, { search: 'wong', sort: '-due' })).toEqual([4, 2]);
    expect(await readAll(shop, { search: 'ad', sort: 'due' })).toEqual([2, 4]);
  });

  test('starts again at its first page when the cursor belongs to another order', async ({ shop }) => {
    await open(shop);
    const ids = async (input: object) => (await shop.admin.invoices.list(input)).rows.map(({ id }) => id);
    expect(await ids({ sort: 'due', cursor: 2 })).toEqual([3, 1, 2, 4]);
    expect(await ids({ cursor: { value: '2026-12-05', id: 1 } })).toEqual([4, 3, 2, 1]);
  });

  test('rejects an order by another column', async ({ shop }) => {
    await expect(shop.admin.invoices.list({ sort: untyped('notes') })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

const CURSOR = { value: 'x', id: 3 };
/** The newest rows of a view, sorted. */
const NEWEST = 'SCAN newest; SEARCH invoices USING INTEGER PRIMARY KEY (rowid=?); USE TEMP B-TREE FOR ORDER BY';

describe('sorted pages are read in the order of an index, or sort the newest rows alone', () => {
  test.for([
    [{ sort: 'customer' }, 'SCAN invoices USING INDEX invoices_live_customer'],
    [{ sort: 'customer', cursor: CURSOR }, 'SEARCH invoices USING INDEX invoices_live_customer (customer_name>?)'],
    [{ sort: '-due', cursor: CURSOR }, 'SEARCH invoices USING INDEX invoices_live_due (due_date<?)'],
    [{ view: 'paid', sort: 'total' }, 'SEARCH invoices USING INDEX invoices_status_total (status=?)'],
    [
      { view: 'draft', sort: '-customer', cursor: CURSOR },
      'SEARCH invoices USING INDEX invoices_status_customer (status=? AND customer_name<?)',
    ],
    [{ view: 'open', sort: 'due', cursor: CURSOR }, `CO-ROUTINE newest; SCAN invoices USING INDEX invoices_open_newest; ${NEWEST}`],
    [{ view: 'voided', sort: 'due' }, `CO-ROUTINE newest; SCAN invoices USING INDEX invoices_voided; ${NEWEST}`],
  ] as const)('invoices by %j', async ([input, wanted], { shop }) => {
    insertRow(shop.db, 'invoices');
    const [plan] = await plansOf(shop, () => shop.admin.invoices.list(input));
    expect(plan).toBe(wanted);
  });

  test('invoices that a search found', async ({ shop }) => {
    insertRow(shop.db, 'invoices');
    const [plan] = await plansOf(shop, () => shop.admin.invoices.list({ search: 'maria', sort: 'due' }));
    expect(plan).toMatch(
      /^CO-ROUTINE newest; SCAN invoices_search VIRTUAL TABLE INDEX \d+:M5; SEARCH invoices USING INDEX invoices_live \(id=\? AND rowid=\?\)/,
    );
  });

  test.for([
    [{ sort: 'customer' }, 'SCAN receipts USING INDEX receipts_live_customer'],
    [{ view: 'payments', sort: '-date', cursor: CURSOR }, 'SEARCH receipts USING INDEX receipts_live_date (payment_date<?)'],
    [{ sort: 'amount', cursor: { value: 3, id: 3 } }, 'SEARCH receipts USING INDEX receipts_live_amount (amount_paid_cents>?)'],
    [
      { view: 'refunds', sort: 'amount' },
      `CO-ROUTINE newest; SCAN receipts USING INDEX receipts_refunds; ${NEWEST.replace('invoices', 'receipts')}`,
    ],
  ] as const)('receipts by %j', async ([input, wanted], { shop }) => {
    insertRow(shop.db, 'receipts', { invoice_id: null, order_number: null, refund_of_id: null });
    const [plan] = await plansOf(shop, () => shop.admin.invoices.listReceipts(input));
    expect(plan).toBe(wanted);
  });
});
