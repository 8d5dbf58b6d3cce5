import { describe, expect, test } from 'vitest';
import { scriptsOf } from '../../src/server/assets';
import { facesOf } from '../../src/server/faces';

describe('the faces of a style sheet, for a script', () => {
  test('are its families with their sources and what else is said of them, as the build writes them and as we do', () => {
    const built =
      'a{color:red}@font-face{font-family:Figtree Variable;src:url(/assets/a.woff2)format("woff2");font-weight:300 900;font-display:swap;unicode-range:U+??,U+131}';
    const ours = '@font-face {\n  font-family: "Head: Wide";\n  src: url("/b.woff2?v=1")\n    format("woff2");\n}';
    expect(facesOf(built + ours)).toEqual([
      ['Figtree Variable', 'url(/assets/a.woff2)format("woff2")', { weight: '300 900', display: 'swap', unicodeRange: 'U+??,U+131' }],
      ['Head: Wide', 'url("/b.woff2?v=1") format("woff2")', {}],
    ]);
    expect(facesOf('a{color:red}')).toEqual([]);
  });
});

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
    [page('_office.admin')]: { file: 'assets/admin.js' },
    'src/client/routes/store.tsx': { file: 'assets/store-search.js' },
  };
  test('are the entry with all that it needs, and the page’s own, each once; the office is not among the pages', () => {
    const scripts = scriptsOf(manifest);
    const begin = ['entry', 'react', 'runtime'];
    const named = [...scripts].map(([name, files]) => [name, files.map((file) => file.replace(/^\/assets\/(.+)\.js$/, '$1'))]);
    expect(Object.fromEntries(named)).toEqual({
      '': [...begin, 'index'],
      store: [...begin, 'store', 'shop'],
      'order-confirmation': [...begin, 'order', 'shop'],
    });
  });
});
