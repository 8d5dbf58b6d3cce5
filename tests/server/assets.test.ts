import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findPageScripts } from '../../src/server/http/pages/assets';

describe('the scripts of a page', () => {
  const page = (name: string) => `src/client/routes/${name}.tsx?tsr-split=component`;
  const manifest = {
    'src/client/entry-client.tsx': { file: 'assets/entry.js', imports: ['_react.js'] },
    '_react.js': { file: 'assets/react.js', imports: ['_runtime.js'] },
    '_runtime.js': { file: 'assets/runtime.js', imports: ['_react.js'] },
    '_shop.js': { file: 'assets/shop.js', imports: ['_react.js'] },
    [page('index')]: { file: 'assets/index.js' },
    [page('store')]: { file: 'assets/store.js', imports: ['src/client/entry-client.tsx', '_shop.js', '_gone.js'] },
    [page('order-confirmation.$id')]: { file: 'assets/order.js', imports: ['_shop.js'] },
    [page('my.$')]: { file: 'assets/my.js' },
    [page('_office.admin')]: { file: 'assets/admin.js' },
    'src/client/routes/store.tsx': { file: 'assets/store-search.js' },
  };
  test('are the entry, its imports and the page’s own, each once, without the office', () => {
    const scripts = findPageScripts(manifest);
    const begin = ['entry', 'react', 'runtime'];
    const named = [...scripts].map(([name, files]) => [name, files.map((file) => file.replace(/^\/assets\/(.+)\.js$/, '$1'))]);
    expect(Object.fromEntries(named)).toEqual({
      '': [...begin, 'index'],
      store: [...begin, 'store', 'shop'],
      'order-confirmation': [...begin, 'order', 'shop'],
      my: [...begin, 'my'],
    });
  });
});

test('the icon that browsers request is an icon of three sizes', () => {
  const icon = readFileSync('public/favicon.ico');
  expect([...icon.subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  expect(icon.readUInt16LE(4)).toBe(3);
});
