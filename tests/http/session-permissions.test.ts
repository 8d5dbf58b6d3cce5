import { expect, test } from 'vitest';
import { bodyOf, openOffice, refusalOf, type Shop } from '../support/http';
import { insertRow } from '../support/rows';
import { ADMIN, QUOTE } from '../support/shop';

/** A call of each kind; principals.test.ts makes every call as every kind of person. */
const STAFF_CALLS: [method: string, path: string, body?: unknown][] = [
  ['GET', '/api/contact'],
  ['POST', '/api/admin/logout'],
  ['POST', '/api/clients', QUOTE],
  ['PATCH', '/api/products/1', { stockQuantity: 9 }],
  ['DELETE', '/api/products/1'],
];

test.each(STAFF_CALLS)('%s %s is rejected for everyone but the owner and changes nothing', async (method, path, body) => {
  const { shop, token, wait } = await openOffice();
  insertRow(shop.db, 'products');
  const { token: loggedOut } = await bodyOf<{ token: string }>(await shop.request('POST', '/api/admin/login', { body: ADMIN }), 200);
  await shop.request('POST', '/api/admin/logout', { token: loggedOut });
  const expectKeptOut = async (proofs: Parameters<Shop['request']>[2][]) => {
    const before = shop.db.$client.serialize();
    for (const proof of proofs)
      expect((await refusalOf(await shop.request(method, path, { body, ...proof }), 401)).code).toBe('UNAUTHORIZED');
    expect(shop.db.$client.serialize().equals(before)).toBe(true);
  };
  const cookie = (value: string) => ({ headers: { cookie: `tidyline-admin=${value}` } });
  await expectKeptOut([
    {},
    { token: 'x'.repeat(43) },
    cookie('x'.repeat(43)),
    { token: loggedOut },
    cookie(loggedOut),
    { headers: { authorization: token } },
    { headers: { authorization: `Basic ${token}` } },
    { token: "' or 1=1 --" },
  ]);
  wait(30 * 60);
  await expectKeptOut([{ token }, cookie(token)]);
  wait(-30 * 60);
  expect((await shop.request(method, path, { body, token })).ok).toBe(true);
});
