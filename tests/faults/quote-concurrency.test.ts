import { expect, test } from 'vitest';
import { assertSound, send } from '../support/quoting';
import { openShop } from '../support/shop';

test('50 approvals at once make one job and one deposit invoice, and all get the same answer', async () => {
  const shop = openShop();
  const { token, version, total } = await send(shop, { deposit: { percent: 50 } });
  const body = { version, total, chosen: [], name: 'Anna Berg' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.request('POST', `/api/quotes/${token}/approve`, { body })));
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(bodies).size).toBe(1);
  expect((await shop.admin.dispatch.listWorkOrders({})).rows).toHaveLength(1);
  expect((await shop.admin.invoices.listAll({})).rows).toHaveLength(1);
  assertSound(shop);
});
