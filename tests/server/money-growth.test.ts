import { beforeAll, describe, expect, test } from 'vitest';
import { purgeInvoiceBin } from '../../src/server/invoices/voiding';
import { onThisMachine, timeBest } from '../support/pace';
import { plansOf } from '../support/query-plans';
import { insertRow } from '../support/rows';
import { openShop, type Shop } from '../support/shop';

const INVOICES = 10_000;
/** Ten thousand invoices, each sixth of them open, each hundredth a draft, and a receipt of every paid one. */
function fill(shop: Shop): void {
  const { $client } = shop.db;
  $client.exec(`
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${INVOICES})
    insert into invoices (invoice_number, number_value, customer_name, customer_email, service_type, service_description, service_date, subtotal_cents,
        hst_cents, pst_cents, total_cents, status, due_date, created_at, amount_paid_cents)
      select printf('SPC%03d', n), n, 'Customer ' || n, 'c' || n || '@example.com', 'Residential Cleaning', 'Two floors', date('2026-11-20', -(n % 700) || ' days'),
        1000, 120, 70, 1190, case when n % 100 = 0 then 'draft' when n % 6 = 0 then 'pending' else 'paid' end,
        date('2026-12-04', -(n % 700) || ' days'), '2026-11-20T20:00:00.000Z', iif(n % 6 = 0 or n % 100 = 0, 0, 1190) from numbers;
    insert into receipts (receipt_number, number_value, invoice_id, customer_name, payment_method, subtotal_cents, hst_cents, pst_cents, amount_paid_cents,
        payment_date, description, created_at)
      select printf('SPC-RCP%03d', id), id, id, customer_name, 'cash', 1000, 120, 70, 1190, service_date, 'Payment for invoice ' || invoice_number, created_at
      from invoices where status = 'paid';`);
}

describe('with ten thousand invoices and their receipts', () => {
  const shop = openShop();
  beforeAll(() => fill(shop));
  const { invoices } = shop.admin;
  const calls: [what: string, call: () => Promise<unknown>][] = [
    ['the newest invoices', () => invoices.list({})],
    ['a page far down', () => invoices.list({ cursor: 300 })],
    ['as many as the REST list gives', () => invoices.listAll({})],
    ['drafts', () => invoices.list({ view: 'draft' })],
    ['overdue ones', () => invoices.list({ view: 'overdue' })],
    ['pending ones', () => invoices.list({ view: 'pending' })],
    ['one customer', () => invoices.list({ search: 'customer 9999' })],
    ['a word in every invoice', () => invoices.list({ search: 'cleaning' })],
    ['a word in none', () => invoices.list({ search: 'nowhere' })],
    ['a short word', () => invoices.list({ search: '77' })],
    ['the bin', () => invoices.bin({})],
    ['the summary', () => invoices.summary()],
    ['the next numbers', () => invoices.nextNumbers()],
    ['the newest receipts', () => invoices.listReceipts({})],
    ['refunds, of which there are none', () => invoices.listReceipts({ view: 'refunds' })],
    ['a receipt', () => invoices.listReceipts({ search: 'RCP7777' })],
    ['what the receipts come to', () => invoices.receiptSummary()],
  ];
  const limitMs = onThisMachine(200);
  test.each(calls)('%s takes at most 200 ms', async (_what, call) => {
    expect(await timeBest(call)).toBeLessThan(limitMs);
  });
  test('finds the right rows', async () => {
    expect((await invoices.list({ search: 'customer 9999' })).rows.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['SPC9999']);
    expect(await invoices.nextNumbers()).toEqual({ invoice: 'SPC10001', receipt: 'SPC-RCP10000' });
    const { totalReceipts, totalPayments } = await invoices.receiptSummary();
    expect([totalReceipts, totalPayments]).toEqual([8267, '98377.30']);
    expect((await invoices.summary()).outstanding).toEqual({ invoices: 1633, amount: '19432.70' });
  });
});

describe('how the lists are read', () => {
  const plan = async (call: (shop: Shop) => Promise<unknown>) => {
    const shop = openShop();
    insertRow(shop.db, 'invoices');
    insertRow(shop.db, 'receipts');
    return plansOf(shop, () => call(shop));
  };
  const LIST_OF_IDS = 'LIST SUBQUERY 1; SCAN json_each VIRTUAL TABLE INDEX 1:';
  const FOUND = 'SCAN invoices_search VIRTUAL TABLE INDEX 192:M5; SEARCH invoices USING INDEX';
  test.each([
    [{}, 'SCAN invoices USING INDEX invoices_live'],
    [{ cursor: 9 }, 'SEARCH invoices USING INDEX invoices_live (id<?)'],
    [{ view: 'open', cursor: 9 }, 'SEARCH invoices USING INDEX invoices_open_newest (id<?)'],
    [{ view: 'overdue' }, 'SCAN invoices USING INDEX invoices_open_newest'],
    [{ view: 'draft', cursor: 9 }, 'SEARCH invoices USING INDEX invoices_live_status (status=? AND id<?)'],
    [{ search: 'maria' }, `${FOUND} invoices_live (id=? AND rowid=?)`],
    [{ search: 'maria', view: 'draft' }, `${FOUND} invoices_live_status (status=? AND id=? AND rowid=?)`],
    [{ search: 'maria', view: 'pending' }, `${FOUND} invoices_open_newest (id=? AND due_date>?)`],
    [{ search: 'maria', view: 'voided' }, `${FOUND} invoices_voided (id=? AND rowid=?)`],
  ] as const)('invoices %j by their index', async (input, wanted) => {
    const [ids, rows, items] = await plan((shop) => shop.admin.invoices.list(input));
    expect(ids).toBe(wanted);
    if (rows) expect(rows).toBe(`SEARCH invoices USING INTEGER PRIMARY KEY (rowid=?); ${LIST_OF_IDS}`);
    if (items) expect(items).toBe(`SEARCH invoice_items USING INDEX invoice_items_invoice (invoice_id=?); ${LIST_OF_IDS}`);
  });
  test('the bin and the refunds by their own index', async () => {
    const [bin] = await plan((shop) => shop.admin.invoices.bin({ cursor: 9 }));
    expect(bin).toBe('SEARCH invoices USING COVERING INDEX invoices_bin (deleted_at>?); USE TEMP B-TREE FOR ORDER BY');
    const [refunds] = await plan((shop) => shop.admin.invoices.listReceipts({ view: 'refunds' }));
    expect(refunds).toMatch(/^SCAN receipts USING INDEX receipts_refunds/);
    for (const view of ['refunds', 'voided'] as const) {
      const [found] = await plan((shop) => shop.admin.invoices.listReceipts({ search: 'maria', view }));
      expect(found).toMatch(
        new RegExp(`^SCAN receipts_search [^;]*; SEARCH receipts USING INDEX receipts_${view} \\(id=\\? AND rowid=\\?\\)$`),
      );
    }
  });
  test('the sums by the index of open invoices, the totals of receipts by one row', async () => {
    const plans = await plan((shop) => shop.admin.invoices.summary());
    expect(plans.filter((line) => /SCAN (?!.*USING (COVERING )?INDEX)/.test(line))).toEqual([]);
    expect(await plan((shop) => shop.admin.invoices.receiptSummary())).toEqual(['SCAN receipt_totals']);
  });
});

describe('invoices that are voided or credited', () => {
  const plansWith = (call: (shop: Shop) => Promise<unknown>) => {
    const shop = openShop();
    insertRow(shop.db, 'invoices');
    return plansOf(shop, () => call(shop));
  };
  test.each([
    [{ view: 'credited' }, 'SCAN invoices USING INDEX invoices_credited'],
    [{ view: 'credited', cursor: 9 }, 'SEARCH invoices USING INDEX invoices_credited (id<?)'],
    [{ view: 'voided' }, 'SCAN invoices USING INDEX invoices_voided'],
    [{ view: 'voided', cursor: 9 }, 'SEARCH invoices USING INDEX invoices_voided (id<?)'],
  ] as const)('are listed by %j from a partial index', async (input, wanted) => {
    expect((await plansWith((shop) => shop.admin.invoices.list(input)))[0]).toBe(wanted);
  });
  test('are sorted and counted in the bin among those of the last 30 days alone', async () => {
    const recent = 'SEARCH invoices USING COVERING INDEX invoices_bin (deleted_at>?)';
    for (const input of [{}, { cursor: 9 }])
      expect((await plansWith((shop) => shop.admin.invoices.bin(input)))[0]).toBe(`${recent}; USE TEMP B-TREE FOR ORDER BY`);
    expect(await plansWith((shop) => shop.admin.invoices.summary())).toContain(recent);
  });
  test('are purged as drafts without reading voided invoices', async () => {
    const [plan] = await plansWith(async (shop) => purgeInvoiceBin(shop.ctx));
    expect(plan).toMatch(
      /^SEARCH invoices USING INTEGER PRIMARY KEY .rowid=..; LIST SUBQUERY 2; SEARCH invoices USING COVERING INDEX invoices_bin \(deleted_at>\? AND deleted_at<\?\);/,
    );
  });
  test('are found by their job before it is billed again', async () => {
    const plans = await plansWith(async (shop) => {
      insertRow(shop.db, 'team_members');
      insertRow(shop.db, 'clients');
      insertRow(shop.db, 'work_orders', { inquiry_id: null, status: 'completed' });
      await shop.admin.invoices.createFromWorkOrder({ id: 1 });
    });
    const voids = plans.filter((plan) => plan.includes('SEARCH invoices USING INDEX invoices_any_work_order (work_order_id=?)'));
    expect(voids).not.toEqual([]);
    for (const plan of voids) expect(plan).toMatch(/^MULTI-INDEX OR; .*SEARCH invoice_jobs USING INDEX invoice_jobs_work_order/);
  });
});
