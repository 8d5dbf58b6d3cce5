import { expect, test } from 'vitest';
import { plansOf } from '../support/query-plans';
import { compose, send } from '../support/quoting';
import { openShop } from '../support/shop';

test('lists quotes by the status that they show', async () => {
  const shop = openShop();
  const { token } = await send(shop, { validUntil: '2026-11-25' });
  await shop.visitor.quoting.markViewed({ token });
  await send(shop, { validUntil: '2026-11-25' });
  await send(shop);
  await compose(shop, { validUntil: '2026-11-25' });
  shop.clock.advance(10 * 1440);
  const list = async (status: 'draft' | 'sent' | 'viewed' | 'expired') =>
    (await shop.admin.quoting.list({ status })).rows.map((quote) => [quote.id, quote.status]);
  expect(await list('draft')).toEqual([[4, 'draft']]);
  expect(await list('sent')).toEqual([[3, 'sent']]);
  expect(await list('viewed')).toEqual([]);
  expect(await list('expired')).toEqual([
    [2, 'expired'],
    [1, 'expired'],
  ]);
  const page = await shop.admin.quoting.list({ status: 'expired', limit: 1, cursor: 2 });
  expect([page.rows.map(({ id }) => id), page.nextCursor]).toEqual([[1], null]);
});

test.each([
  [{}, /^SCAN quotes$/],
  [{ cursor: 9 }, /^SEARCH quotes USING INTEGER PRIMARY KEY \(rowid<\?\)$/],
  [{ status: 'sent' }, /^SEARCH quotes USING INDEX quotes_status \(status=\?\)$/],
  [{ status: 'approved', cursor: 9 }, /^SEARCH quotes USING INDEX quotes_status \(status=\? AND (row)?id<\?\)$/],
  [
    { status: 'expired' },
    /^MERGE \(UNION ALL\)(; (LEFT|RIGHT|MERGE \(UNION ALL\)|SEARCH quotes USING INDEX quotes_status \(status=\?\)))+$/,
  ],
  [{ clientId: 1 }, /^SEARCH quotes USING INDEX quotes_client \(client_id=\?\)$/],
  [{ inquiryId: 1 }, /^SEARCH quotes USING INDEX quotes_inquiry \(inquiry_id=\?\)$/],
] as const)('lists quotes by %j in the order of an index', async (input, wanted) => {
  const shop = openShop();
  const [list] = await plansOf(shop, () => shop.admin.quoting.list(input));
  expect(list).toMatch(wanted);
});

test('reports quotes from an index alone', async () => {
  const shop = openShop();
  const [report] = await plansOf(shop, () => shop.admin.quoting.report({ from: '2026-11-01', to: '2026-11-30' }));
  expect(report).toMatch(/^SEARCH quotes USING COVERING INDEX quotes_sent \(sent_at>\? AND sent_at<\?\)/);
});
