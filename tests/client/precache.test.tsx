import { describe, expect, test } from 'vitest';
import { fieldFiles, PAGES, precachedFiles } from '../../src/client/precache';

const SITE_ENTRY = 'src/client/entry-site.tsx';
const ENTRY = 'src/client/entry-client.tsx';
const page = (name: string) => `src/client/pages/${name}.tsx`;
const route = (name: string) => `src/client/routes/${name}.tsx?tsr-split=component`;
const SITE = {
  [SITE_ENTRY]: {
    file: 'assets/site.js',
    imports: ['_preact.js'],
    dynamicImports: [page('landing'), page('store'), page('my'), page('order-confirmation'), 'src/client/ui/toast.tsx'],
  },
  '_preact.js': { file: 'assets/preact.js', imports: ['_preact.js'] },
  'src/client/ui/toast.tsx': { file: 'assets/toast.js', imports: [SITE_ENTRY, '_preact.js'] },
  [page('landing')]: { file: 'assets/landing.js', dynamicImports: ['src/client/quote-sending.ts'], assets: ['assets/crew.svg'] },
  'src/client/quote-sending.ts': { file: 'assets/quote-sending.js', imports: ['_zod.js'] },
  '_zod.js': { file: 'assets/zod.js' },
  [page('store')]: { file: 'assets/store.js', imports: ['_zod.js', '_gone.js'] },
  [page('my')]: { file: 'assets/my.js', imports: ['_portal.js'] },
  '_portal.js': { file: 'assets/portal.js' },
  [page('order-confirmation')]: { file: 'assets/order.js' },
};
const MANIFEST = {
  [ENTRY]: {
    file: 'assets/entry.js',
    imports: ['_react.js'],
    dynamicImports: [...['index', 'store', '_office._staff.admin', '_field', '_field.team-login'].map(route), 'src/client/ui/toast.tsx'],
  },
  '_react.js': { file: 'assets/react.js' },
  'src/client/ui/toast.tsx': { file: 'assets/office-toast.js', imports: [ENTRY, '_react.js'] },
  [route('index')]: { file: 'assets/index.js' },
  [route('store')]: { file: 'assets/store-route.js' },
  [route('_office._staff.admin')]: { file: 'assets/admin.js', imports: ['_office.js'] },
  '_office.js': { file: 'assets/office.js' },
  [route('_field')]: { file: 'assets/field.js', css: ['assets/staff.css'], imports: ['_react.js'] },
  [route('_field.team-login')]: { file: 'assets/login.js', imports: [ENTRY] },
  'src/client/styles.css': { file: 'assets/styles.css', assets: ['assets/body.woff2'] },
  'src/client/site.css': { file: 'assets/site.css', assets: ['assets/text.woff2', 'assets/head.woff2'] },
  'src/client/sw.ts': { file: 'sw.js' },
};
const inAssets = (names: string[]) => names.map((name) => `/assets/${name}`);

describe('the files that an installed app caches', () => {
  test('starts with the entry and has everything that the kept pages load, also lazily, and nothing of other pages', () => {
    const files = precachedFiles(SITE, MANIFEST);
    expect(files[0]).toBe('/assets/site.js');
    expect([...files].sort()).toEqual(
      inAssets([
        ...['body.woff2', 'crew.svg', 'head.woff2', 'landing.js', 'preact.js', 'quote-sending.js', 'site.js', 'store.js'],
        ...['text.woff2', 'toast.js', 'zod.js'],
      ]),
    );
  });
  test('has no page of a customer or of the office', () => {
    expect(PAGES).toEqual(['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile']);
  });
  test('cannot be listed without an entry', () => {
    expect(() => precachedFiles({}, MANIFEST)).toThrow('The manifest has no entry of the public pages.');
    expect(() => fieldFiles({})).toThrow("The manifest has no entry of the cleaners' pages.");
  });
});

test('the phone of a cleaner caches the entry first, and what the cleaners’ pages load, without the office and the public pages', () => {
  const files = fieldFiles(MANIFEST);
  expect(files[0]).toBe('/assets/entry.js');
  expect([...files].sort()).toEqual(inAssets(['entry.js', 'field.js', 'login.js', 'office-toast.js', 'react.js', 'staff.css']));
});
