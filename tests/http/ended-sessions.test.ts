import { existsSync, readdirSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { products, sessions, users } from '../../db/schema';
import type { RequestCtx } from '../../src/server/context';
import { importRows } from '../../src/server/data/imports';
import { clientKey } from '../../src/server/http/requests/security';
import { keepProductPicture } from '../../src/server/inventory/pictures';
import { keepLogo, removeLogo } from '../../src/server/settings/logo';
import { openOffice, type Shop } from '../support/http';
import { dump, insertRow } from '../support/rows';

/** Returns a body that ends the session of its own request just before its last byte. */
function bodyThat(end: () => void, text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let isSent = false;
  return new ReadableStream({
    pull: (controller) => {
      if (!isSent) controller.enqueue(bytes.subarray(0, -1));
      else {
        end();
        controller.enqueue(bytes.subarray(-1));
        controller.close();
      }
      isSent = true;
    },
  });
}

describe('a session that ends while a request body arrives', () => {
  const FORM = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nx\r\n--b--\r\n';
  test.each([
    ['POST', '/api/products', 'application/json', JSON.stringify({ name: 'Mop', price: '1.00', category: 'Tools' })],
    ['PATCH', '/api/products/1', 'application/json', JSON.stringify({ name: 'Mop' })],
    ['POST', '/trpc/admins.add', 'application/json', JSON.stringify({ username: 'Eve', password: 'a long password' })],
    ['POST', '/api/upload-image', 'multipart/form-data; boundary=b', FORM],
    ['POST', '/api/company-logo', 'multipart/form-data; boundary=b', FORM],
    ['POST', '/api/website-photo', 'multipart/form-data; boundary=b', FORM],
    [
      'POST',
      '/api/data/import/products',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="dryRun"\r\n\r\nfalse\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,price,category\nMop,1.00,Tools\n\r\n--b--\r\n',
    ],
  ])('changes nothing by %s %s and gets 401', async (method, path, type, text) => {
    const { shop, token } = await openOffice();
    insertRow(shop.db, 'products', { name: 'Squeegee' });
    const end = () => void shop.db.update(sessions).set({ revokedAt: shop.clock.now().toISOString() }).run();
    const request = new Request(`http://shop.test${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: bodyThat(end, text),
      duplex: 'half',
    } as RequestInit);
    expect((await shop.app.request(request)).status).toBe(401);
    expect(shop.rows(products).map(({ name }) => name)).toEqual(['Squeegee']);
    expect(shop.db.select().from(users).where(eq(users.username, 'Eve')).all()).toEqual([]);
  });
});

describe('a session that ends while an upload is processed', () => {
  const png = () =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
  const endedOwner = (shop: Shop) => ({ ...shop.contextOf({ kind: 'admin', id: 1, name: 'owner' }), sessionToken: 'x'.repeat(43) });
  const pictures = (shop: Shop) => (existsSync(shop.uploadFolder) ? readdirSync(shop.uploadFolder) : []);

  test.each([
    ['a logo', async (ctx: RequestCtx) => keepLogo(ctx, await png())],
    ['the removal of a logo', async (ctx: RequestCtx) => removeLogo(ctx)],
    ['the picture of a product', async (ctx: RequestCtx) => keepProductPicture(ctx, await png())],
    [
      'a file of products',
      (ctx: RequestCtx) =>
        importRows(ctx, { kind: 'products', isDryRun: false, bytes: new TextEncoder().encode('name,price,category\nMop,1,Tools') }),
    ],
  ])('stores nothing of %s and gets 401', async (_what, upload) => {
    const { shop } = await openOffice();
    const before = [dump(shop.db), pictures(shop)];
    await expect(upload(endedOwner(shop))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect([dump(shop.db), pictures(shop)]).toEqual(before);
  });
});

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:4711', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
])('counts a caller at %s as %s', (hop, key) => {
  expect(clientKey('127.0.0.1', hop, 1)).toBe(key);
});
