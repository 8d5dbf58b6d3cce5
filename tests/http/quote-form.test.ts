import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { contactInquiries } from '../../db/schema';
import { parsePage, type Shop } from '../support/http';
import { openShop, QUOTE } from '../support/shop';
import { test } from '../support/shop-test';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const get = (shop: Shop, path: string, headers: Record<string, string> = {}) => shop.request('GET', path, { headers });
const documentOf = async (response: Response) => parsePage(await response.text());
const stored = (shop: Shop) => shop.rows(contactInquiries);

describe('the quote form without scripts', () => {
  const send = (shop: Shop, fields: Record<string, string>, headers: Record<string, string> = FORM) =>
    shop.request('POST', '/', { body: new URLSearchParams(fields).toString(), headers });

  test('stores the request and redirects to the thanks', async ({ shop }) => {
    const response = await send(shop, QUOTE);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/?inquiry=received#contact']);
    expect(stored(shop)).toEqual([expect.objectContaining(QUOTE)]);
  });

  test.for(['name', 'email', 'serviceType'])('without %s returns with the typed values and what is missing', async (field, { shop }) => {
    const response = await send(shop, { ...QUOTE, [field]: '' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const form = (await documentOf(response)).querySelector('form[method=post]');
    expect(form?.textContent).toContain('Missing Information: Please fill in all required fields.');
    expect(form?.querySelector(`[name="${field}"]`)?.getAttribute('aria-invalid')).toBe('true');
    for (const [name, value] of Object.entries({ ...QUOTE, [field]: '' })) {
      const control = form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
      expect([name, control?.value]).toEqual([name, value]);
    }
    expect(stored(shop)).toEqual([]);
  });

  test.for([
    '"><script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    "' onfocus=alert(1) x='",
    '</textarea><img src=x onerror=alert(1)>',
    '\u2028<!--<script>',
  ])('returns typed markup as text: %s', async (text, { shop }) => {
    const response = await send(shop, { name: text, email: text, phone: text, address: text, message: text, serviceType: text });
    expect(response.status).toBe(400);
    const html = await response.text();
    const page = parsePage(html);
    const form = page.querySelector('form[method=post]');
    for (const name of ['name', 'phone', 'address', 'message']) {
      const control = form?.querySelector<HTMLInputElement>(`[name="${name}"]`);
      expect([name, control?.value]).toEqual([name, name === 'message' ? text : text.replace(/[\r\n]/g, '')]);
    }
    const clean = parsePage(await (await send(shop, { name: 'plain' })).text());
    expect(page.querySelectorAll('script').length).toBe(clean.querySelectorAll('script').length);
    expect(page.querySelectorAll('[onfocus], [onerror], img[src=x]')).toHaveLength(0);
    expect(html).not.toContain('<script>alert(1)');
    expect(stored(shop)).toEqual([]);
  });

  test('is compressed quickly', async ({ shop }) => {
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
    const fields = { name: 'Somebody Private' };
    const sizes: Record<string, number> = {};
    for (const coding of ['br', 'gzip'] as const) {
      const response = await send(shop, fields, { ...FORM, 'accept-encoding': coding });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.headers.get('content-encoding'), response.headers.get('content-length')]).toEqual([coding, String(bytes.length)]);
      const html = unpack[coding](bytes);
      expect(html.toString()).toContain('Somebody Private');
      const smallest = { br: brotliCompressSync, gzip: (text: Buffer) => gzipSync(text, { level: 9 }) }[coding](html);
      sizes[coding] = bytes.length / smallest.length;
    }
    // A fast compression is larger than the smallest one.
    expect(sizes.br).toBeGreaterThan(1.05);
    expect(sizes.gzip).toBeLessThan(1.1);
  });

  test('is never cached with typed values', async () => {
    expect((await send(openShop(), { name: 'Somebody Private' })).headers.get('cache-control')).toBe('no-store');
  });

  test("never shows one visitor's values to another", async ({ shop }) => {
    await send(shop, { name: 'Somebody Private' });
    for (const path of ['/', '/?inquiry=received', '/nothing'])
      expect(await (await get(shop, path)).text()).not.toContain('Somebody Private');
  });

  test.for(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
    'sent as %s is rejected and stores nothing',
    async (type, { shop }) => {
      const body = type === 'application/json' ? JSON.stringify(QUOTE) : new URLSearchParams(QUOTE).toString();
      expect([400, 415]).toContain((await shop.request('POST', '/', { body, headers: { 'content-type': type } })).status);
      expect(stored(shop)).toEqual([]);
    },
  );

  test('ignores unknown and doubled fields', async ({ shop }) => {
    const body = `${new URLSearchParams(QUOTE)}&name=Second&status=completed&__proto__=x&id=7`;
    expect((await shop.request('POST', '/', { body, headers: FORM })).status).toBe(303);
    expect(stored(shop)).toEqual([expect.objectContaining({ id: 1, status: 'pending' })]);
  });
});
