import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findPageScripts } from '../../src/server/http/pages/assets';

describe('the scripts of a public page', () => {
  const page = (name: string) => `src/client/pages/${name}.tsx`;
  const manifest = {
    'src/client/entry-site.tsx': { file: 'assets/entry.js', imports: ['_site.js'] },
    '_site.js': { file: 'assets/site.js', imports: ['_runtime.js'] },
    '_runtime.js': { file: 'assets/runtime.js', imports: ['_site.js'] },
    '_shop.js': { file: 'assets/shop.js', imports: ['_site.js'] },
    [page('landing')]: { file: 'assets/landing.js' },
    [page('store')]: { file: 'assets/store.js', imports: ['src/client/entry-site.tsx', '_shop.js', '_gone.js'] },
    [page('order-confirmation')]: { file: 'assets/order.js', imports: ['_shop.js'] },
    'src/client/features/store/marketplace-cart.tsx': { file: 'assets/marketplace-cart.js' },
  };
  test('are the entry, its imports and the page’s own, each once', () => {
    const named = [...findPageScripts(manifest)].map(([name, files]) => [
      name,
      files.map((file) => file.replace(/^\/assets\/(.+)\.js$/, '$1')),
    ]);
    const begin = ['entry', 'site', 'runtime'];
    expect(Object.fromEntries(named)).toEqual({
      landing: [...begin, 'landing'],
      store: [...begin, 'store', 'shop'],
      'order-confirmation': [...begin, 'order', 'shop'],
    });
  });
});

test('the icon that browsers request is an icon of three sizes', () => {
  const icon = readFileSync('public/favicon.ico');
  expect([...icon.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  expect(icon.readUInt16LE(4)).toBe(3);
});
