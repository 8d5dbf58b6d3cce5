import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import devServer from '@hono/vite-dev-server';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, minifySync, type Plugin } from 'vite';
import { fieldFiles, precachedFiles } from './src/client/precache.ts';
import { ENTRY, SITE_ENTRY, SITE_MANIFEST } from './src/shared/build-manifest.ts';

/** Packages that bring machine code or find files beside themselves. */
const EXTERNAL = ['better-sqlite3', '@node-rs/argon2', 'sharp'];

/** Packages whose files for Node have no names that an import can find. The development server takes those for bundlers. */
const BUNDLED = ['rrule'];

/**
 * The mode that builds the scripts of the public pages, after those of the office. Preact is in the place of React there: it does the same for
 * such pages with a tenth of the script.
 */
const SITE = 'site';
const PREACT = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
};

/** Lists for the service worker the files that it keeps, from the manifests of the very same build. */
const precache = (): Plugin => ({
  name: 'precache',
  apply: (_config, { mode }) => mode === SITE,
  writeBundle({ dir }) {
    if (!dir) return;
    const [manifest, site] = ['.vite/manifest.json', SITE_MANIFEST].map((name) => JSON.parse(readFileSync(path.join(dir, name), 'utf8')));
    const lists = `const PRECACHED=${JSON.stringify(precachedFiles(site, manifest))},FIELD_FILES=${JSON.stringify(fieldFiles(manifest))};`;
    const worker = path.join(dir, 'sw.js');
    writeFileSync(worker, `${lists}${readFileSync(worker, 'utf8')}`);
  },
});

/** Writes a brotli and a gzip copy beside each text file of the built client, so that the server never compresses a file. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: (_config, { mode }) => mode === SITE,
  async writeBundle({ dir }) {
    if (!dir) return;
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
    const compress = async (name: string) => {
      const file = path.join(dir, name);
      const bytes = readFileSync(file);
      if (bytes.length < 512) return;
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    };
    await Promise.all(names.filter((name) => /\.(js|css|svg|webmanifest|json)$/.test(name) && !name.startsWith('.vite')).map(compress));
  },
});

/**
 * Escapes all but ASCII: V8 reads a source of one byte a character faster and keeps it in half the memory. A raw template would show the
 * escape, which only a regular expression made of it reads as the character.
 */
const toAscii = (code: string): string => code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Removes comments and spaces from the written files of the server, since the bundler prints them with spaces in the end. Keeps all names for
 * the stacks in the log.
 */
const compact = (): Plugin => ({
  name: 'compact',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  writeBundle({ dir }, bundle) {
    if (!dir) return;
    const keepNames = { function: true, class: true };
    for (const name of Object.keys(bundle).filter((name) => name.endsWith('.js'))) {
      const file = path.join(dir, name);
      const options = { module: false, mangle: { toplevel: true, keepNames: true }, compress: { keepNames } };
      const { code, errors } = minifySync(name, readFileSync(file, 'utf8'), options);
      if (errors.length > 0) this.error(`${name}: ${errors[0]?.message}`);
      writeFileSync(file, toAscii(code));
    }
    writeFileSync(path.join(dir, 'package.json'), '{"type":"commonjs"}');
  },
});

/**
 * Names the file of the server that a module becomes part of: each module of ours has its own, and each package. The parts of zod that only
 * the description of the calls uses are not read with the rest of it.
 */
const partOf = (id: string): string | null => {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id) ?? /\/((?:db|src\/(?:server|shared))\/.+)\.tsx?$/.exec(id) ?? [];
  const isLater = /zod\/.*(locales\/(?!en\.)|json-schema)/.test(id);
  return name ? name.replace(/^(src\/|@)/, '').replaceAll('/', '.') + (isLater ? '.later' : '') : null;
};

/**
 * Makes a file of the server read another at the first use of one of its exports instead of at the start, since most of them serve calls
 * that come later, if at all. What a module does while it is read must therefore serve only its own exports.
 */
const loadLate = (): Plugin => ({
  name: 'load-late',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  renderChunk(code) {
    const names = new Set<string>();
    const declared = code.replace(/^const (require_[\w$]+) = (require\("\.[^"]+"\));$/gm, (_line, name, call) => {
      names.add(name);
      return `let loaded_${name};\nconst ${name} = () => (loaded_${name} ??= ${call});`;
    });
    // Skips properties of that name (`.require_x`), but not spreads (`...require_x`).
    const isUse = /(?<!const |[\w$]|(?<!\.\.)\.)require_[\w$]+/g;
    return { code: declared.replace(isUse, (name) => (names.has(name) ? `(${name}())` : name)), map: null };
  },
});

/**
 * Copies objects with Object.assign in tRPC on the server. Its own helper is for old browsers and takes ten times as long, which is a
 * twentieth of the time of a list of 25 rows.
 */
const nativeSpread = (): Plugin => ({
  name: 'native-spread',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  transform(code, id) {
    if (!id.includes('@trpc/server') || !code.includes('function _objectSpread2(')) return;
    const native = code.replace(/function _objectSpread2\(e\) \{[\s\S]*?\n\}/, 'const _objectSpread2 = Object.assign;');
    if (native === code) this.error(`${id}: the helper is not written as expected.`);
    return { code: native, map: null };
  },
});

/** Deletes what older builds left, but not the build before: until an update restarts the server, it reads files of its own build. */
const dropOldFiles = (): Plugin => ({
  name: 'drop-old-files',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  writeBundle({ dir }, bundle) {
    if (!dir) return;
    const list = path.join(dir, 'files.json');
    const names = JSON.stringify(Object.keys(bundle));
    const before = existsSync(list) ? readFileSync(list, 'utf8') : '[]';
    // A build that changes nothing is the same build.
    if (before === names) return;
    const kept = new Set<string>([...JSON.parse(names), ...JSON.parse(before)]);
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.js') && !kept.has(name)) rmSync(path.join(dir, name));
    writeFileSync(list, names);
  },
});

const serverBuild: BuildOptions = {
  outDir: 'dist/server',
  target: 'node20',
  copyPublicDir: false,
  assetsInlineLimit: 0,
  // See dropOldFiles.
  emptyOutDir: false,
  rollupOptions: {
    input: { main: 'src/server/main.ts', cli: 'src/server/cli.ts', 'document-thread': 'src/server/http/document-thread.ts' },
    preserveEntrySignatures: 'allow-extension',
    output: {
      // Node reads such files faster than modules.
      format: 'cjs',
      strict: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'assets/[name]-[hash].js',
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: partOf, debugName: 'parts' }] },
    },
  },
};

/** Splits off what several pages need: it compresses better in one file, and the browser starts one script instead of ten. */
const group = (name: string, test: RegExp) => ({ name, test });
const CALLS = group('calls', /node_modules\/(@trpc|@tanstack\/(query-core|react-query))\/|src\/client\/(trpc|calls|call-link)\./);

const browserBuild: BuildOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  assetsInlineLimit: 0,
  // A page that reads only a constant of a shared file does not load what the file's functions import.
  rollupOptions: { treeshake: { moduleSideEffects: [{ test: /src\/shared\//, sideEffects: false }] } },
};

const officeBuild: BuildOptions = {
  ...browserBuild,
  emptyOutDir: true,
  manifest: true,
  modulePreload: {
    polyfill: false,
    // The entry, which the cleaners' pages load too, names only the style sheets of staff screens.
    resolveDependencies: (file, dependencies, { hostId }) =>
      /entry-client/.test(hostId) ? dependencies.filter((name) => /_office|_field/.test(file) && name.endsWith('.css')) : dependencies,
  },
  rollupOptions: {
    ...browserBuild.rollupOptions,
    input: {
      'entry-client': ENTRY,
      sw: 'src/client/sw.ts',
      styles: 'src/client/styles.css',
      site: 'src/client/site.css',
      dark: 'src/client/dark.css',
    },
    output: {
      entryFileNames: (chunk: { name: string }) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      codeSplitting: {
        groups: [
          group(
            'frame',
            /node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(react-router|router-core|history|react-store|store))\/(?!.*\/(useBlocker|useCanGoBack)\.)/,
          ),
          // Tiny modules of the login and of most screens.
          group(
            'common',
            /src\/(client\/(call-error|browser-store|ui\/(public\/(company|icons|field|page-head)|toast\/(toast-store|toaster)))|shared\/(company|session-keys))\./,
          ),
          group('titles', /src\/client\/ui\/(page-title|dialog-buttons|button|focus)\./),
          CALLS,
        ],
      },
    },
  },
};

const siteBuild: BuildOptions = {
  ...browserBuild,
  emptyOutDir: false,
  copyPublicDir: false,
  manifest: SITE_MANIFEST,
  // A page starts its first scripts itself (src/server/http/pages/page-parts.ts).
  modulePreload: { polyfill: false, resolveDependencies: () => [] },
  rollupOptions: {
    ...browserBuild.rollupOptions,
    input: { 'entry-site': SITE_ENTRY },
    output: {
      entryFileNames: 'assets/[name]-[hash].js',
      codeSplitting: {
        groups: [
          group(
            'site',
            /node_modules\/(preact|clsx)\/|src\/(client\/(call-error|ui\/public\/(analytics|call-bar|company|icons|field|draft-note|public-form|quote-link)|features\/site\/(?!install-banner))|shared\/(company|session-keys|store-options)\.)/,
          ),
          CALLS,
          group('sums', /src\/(client\/ui\/(load-more|states)|shared\/(money|store-sums))\./),
          group(
            'shop',
            /src\/(client\/features\/store\/(cart-store|cart-panel|load-failure|product-search|totals|order-summary|store-icons|plain-click|use-catalogue|product-card|next-page)|shared\/cart)\./,
          ),
        ],
      },
    },
  },
};

export default defineConfig(({ isSsrBuild, command, mode }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // A page's loader comes with its page: the first one has been run on the server.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component', 'errorComponent', 'notFoundComponent']] },
      routesDirectory: 'src/client/routes',
      generatedRouteTree: 'src/client/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    tailwindcss(),
    precache(),
    precompress(),
    nativeSpread(),
    loadLate(),
    dropOldFiles(),
    compact(),
    ...(command === 'serve'
      ? [
          devServer({
            entry: 'src/server/dev.ts',
            injectClientScript: false,
            exclude: [/^\/@.+$/, /^\/(src|node_modules)\/.*/, /^(?!\/uploads\/).*\.(svg|png|woff2)(\?.*)?$/],
          }),
        ]
      : []),
  ],
  define: {
    // Names the service worker's cache, so that each build has one of its own.
    'import.meta.env.VITE_BUILD': JSON.stringify(Date.now().toString(36)),
    ...(command === 'build' && { 'process.env.NODE_ENV': '"production"' }),
  },
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector', ...(mode === SITE && PREACT) },
  },
  server: { port: Number(process.env.PORT || 3000), strictPort: true, host: '127.0.0.1' },
  ssr: { noExternal: command === 'build' ? true : BUNDLED, external: EXTERNAL },
  build: isSsrBuild ? serverBuild : mode === SITE ? siteBuild : officeBuild,
}));
