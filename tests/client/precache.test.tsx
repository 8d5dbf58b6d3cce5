import { describe, expect, test } from 'vitest';
import { PAGES, precachedFiles } from '../../src/client/precache';

const ENTRY = 'src/client/entry-client.tsx';
const route = (name: string) => `src/client/routes/${name}.tsx?tsr-split=component`;
const MANIFEST = {
  [ENTRY]: {
    file: 'assets/entry.js',
    imports: ['_react.js'],
    dynamicImports: [route('index'), route('store'), route('_office.admin'), route('order-confirmation.$id'), 'src/client/ui/toast.tsx'],
    css: ['assets/entry.css'],
    assets: ['assets/text.woff2'],
  },
  '_react.js': { file: 'assets/react.js', imports: ['_react.js'] },
  'src/client/ui/toast.tsx': { file: 'assets/toast.js', imports: [ENTRY, '_react.js'] },
  [route('index')]: { file: 'assets/index.js', dynamicImports: ['src/client/quote-sending.ts'], assets: ['assets/crew.svg'] },
  'src/client/quote-sending.ts': { file: 'assets/quote-sending.js', imports: ['_zod.js'] },
  '_zod.js': { file: 'assets/zod.js' },
  [route('store')]: { file: 'assets/store.js', css: ['assets/store.css'], imports: ['_zod.js', '_gone.js'] },
  [route('_office.admin')]: { file: 'assets/admin.js', imports: ['_office.js'] },
  '_office.js': { file: 'assets/office.js' },
  [route('order-confirmation.$id')]: { file: 'assets/order.js' },
  'src/client/styles.css': { file: 'assets/styles.css', assets: ['assets/body.woff2'] },
  'src/client/site.css': { file: 'assets/site.css', assets: ['assets/text.woff2', 'assets/head.woff2'] },
  'src/client/sw.ts': { file: 'sw.js' },
};

describe('the files that an installed app caches', () => {
  test('starts with the entry and has everything that the kept pages load, also lazily, and nothing of other pages', () => {
    const files = precachedFiles(MANIFEST);
    expect(files[0]).toBe('/assets/entry.js');
    expect([...files].sort()).toEqual(
      [
        'body.woff2',
        'crew.svg',
        'entry.js',
        'head.woff2',
        'index.js',
        'quote-sending.js',
        'react.js',
        'store.css',
        'store.js',
        'text.woff2',
        'toast.js',
        'zod.js',
      ].map((name) => `/assets/${name}`),
    );
  });
  test('has no page of a customer or of the office', () => {
    expect(PAGES).toEqual(['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile']);
  });
  test('cannot be listed without an entry', () => {
    expect(() => precachedFiles({})).toThrow('The manifest has no entry of the client.');
  });
});
