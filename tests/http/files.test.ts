import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { appOf } from '../support/http';
import { openShop } from '../support/shop';
import { TestFolder } from '../support/test-folder';

const BUILT_AT = new Date('2026-11-20T08:00:00.400Z');
const YEAR = 'public, max-age=31536000, immutable';
const client = new TestFolder();

function write(name: string, text: string): void {
  writeFileSync(client.inside(name), text);
  utimesSync(client.inside(name), BUILT_AT, BUILT_AT);
}
beforeEach(() => {
  mkdirSync(client.inside('assets'));
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  write('favicon.svg.br', 'packed');
  write('sw.js', 'self.skipWaiting();');
  write('assets/entry-Ab12.js', 'export {};');
});

const ask = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  appOf(openShop(), { clientFolder: client.folder }).request(`http://shop.test${name}`, { method, headers });

describe('files of the built client', () => {
  test('are cached for a year when hashed and revalidated otherwise, and the worker has its own policy', async () => {
    const [hashed, icon, worker] = [await ask('/assets/entry-Ab12.js'), await ask('/favicon.svg'), await ask('/sw.js')];
    expect([hashed, icon, worker].map((file) => [file.status, file.headers.get('cache-control')])).toEqual([
      [200, YEAR],
      [200, 'no-cache'],
      [200, 'no-cache'],
    ]);
    expect(icon.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    expect(await worker.text()).toBe('self.skipWaiting();');
  });

  test('are 304 without a body for a matching tag or date', async () => {
    const first = await ask('/favicon.svg');
    const [etag, changedAt] = [first.headers.get('etag') ?? '', first.headers.get('last-modified') ?? ''];
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    const known: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-modified-since': changedAt },
    ];
    for (const headers of known)
      for (const method of ['GET', 'HEAD']) {
        const again = await ask('/favicon.svg', headers, method);
        expect([again.status, again.headers.get('etag'), again.headers.get('cache-control'), await again.text()]).toEqual([
          304,
          etag,
          'no-cache',
          '',
        ]);
        expect(again.headers.has('content-length')).toBe(false);
      }
    const unknown: Record<string, string>[] = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': changedAt },
      { 'if-modified-since': 'Thu, 19 Nov 2026 08:00:00 GMT' },
      { 'if-modified-since': 'yesterday' },
    ];
    for (const headers of unknown) expect((await ask('/favicon.svg', headers)).status).toBe(200);
  });

  test('have new tags when changed or compressed', async () => {
    const tagOf = async (headers?: Record<string, string>) => (await ask('/favicon.svg', headers)).headers.get('etag');
    const [plain, packed] = [await tagOf(), await tagOf({ 'accept-encoding': 'br' })];
    write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg" />');
    expect(new Set([plain, packed, await tagOf()]).size).toBe(3);
  });

  test('are JSON 404 when missing among the assets, and a page elsewhere', async () => {
    const [asset, other] = [await ask('/assets/none.js'), await ask('/none.svg')];
    expect([asset.status, asset.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect([other.status, other.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    for (const hidden of ['/favicon.svg.br', '/.vite/manifest.json']) expect((await ask(hidden)).status).toBe(404);
  });
});
