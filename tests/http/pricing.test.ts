import { describe, expect } from 'vitest';
import { bodyOf, refusalOf } from '../support/http';
import { addPrices } from '../support/prices';
import { openShop } from '../support/shop';
import { test } from '../support/shop-test';

type Sent = { total: string; minutes: number } | null;
const ROOMS = { serviceType: 'residential', bedrooms: 2, bathrooms: 1 };

describe('POST /api/estimates', () => {
  test('returns the estimate of a basket', async ({ shop }) => {
    await addPrices(shop);
    const sent = await bodyOf<Sent>(await shop.request('POST', '/api/estimates', { body: ROOMS }), 200);
    expect(sent).toEqual(await shop.visitor.pricing.estimate(ROOMS));
    expect(sent).toMatchObject({ total: '104.00', minutes: 150 });
  });

  test('returns null for a service without prices', async ({ shop }) => {
    expect(await bodyOf<Sent>(await shop.request('POST', '/api/estimates', { body: ROOMS }), 200)).toBeNull();
  });

  test('rejects what is no basket', async ({ shop }) => {
    const refusal = await refusalOf(await shop.request('POST', '/api/estimates', { body: { ...ROOMS, bedrooms: -1 } }), 400);
    expect(refusal.issues?.map(({ path }) => path)).toEqual(['bedrooms']);
    await refusalOf(await shop.request('POST', '/api/estimates'), 400);
    await refusalOf(await shop.request('GET', '/api/estimates'), 405);
  });

  test('returns each basket its own estimate', async ({ shop }) => {
    await addPrices(shop);
    const ask = async (bedrooms: number) =>
      (await shop.request('POST', '/api/estimates', { body: { ...ROOMS, bedrooms } })).json() as Promise<Sent>;
    expect([await ask(1), await ask(2), await ask(1)]).toMatchObject([{ total: '89.00' }, { total: '104.00' }, { total: '89.00' }]);
  });

  test('counts as a read, not as a change', async () => {
    const shop = openShop({ isLimited: true });
    await addPrices(shop);
    const statuses = [];
    for (let call = 0; call < 70; call++) statuses.push((await shop.request('POST', '/api/estimates', { body: ROOMS })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

test('the query is answered from the cache until a price changes', async ({ shop }) => {
  const items = await addPrices(shop);
  const url = `/trpc/pricing.estimate?input=${encodeURIComponent(JSON.stringify(ROOMS))}`;
  const read = async () => {
    const response = await shop.request('GET', url);
    return [response.headers.get('etag'), ((await response.json()) as { result: { data: Sent } }).result.data?.total];
  };
  const [tag, total] = await read();
  expect([tag, total]).toEqual([expect.stringMatching(/^"/), '104.00']);
  expect(await read()).toEqual([tag, total]);
  const { id, serviceType, name, unit } = items[0] ?? expect.fail();
  await shop.admin.pricing.saveItem({ id, serviceType, name, unit, price: '59.00' });
  expect((await read())[1]).toBe('114.00');
});
