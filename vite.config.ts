import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import devServer from '@hono/vite-dev-server';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig, minifySync, type Plugin } from 'vite';
import { fieldFiles, precachedFiles } from './src/client/precache.ts';

/** Packages that bring machine code or find files beside themselves. */
const EXTERNAL = ['better-sqlite3', '@node-rs/argon2', 'sharp'];

/** Lists for the service worker the files that the public pages run on, from the manifest of the very same build. */
const precache = (): Plugin => ({
  name: 'precache',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  writeBundle({ dir }) {
    if (!dir) return;
    const manifest = JSON.parse(readFileSync(path.join(dir, '.vite/manifest.json'), 'utf8'));
    const lists = `const PRECACHED=${JSON.stringify(precachedFiles(manifest))},FIELD_FILES=${JSON.stringify(fieldFiles(manifest))};`;
    const worker = path.join(dir, 'sw.js');
    writeFileSync(worker, `${lists}${readFileSync(worker, 'utf8')}`);
  },
});

/** Writes a brotli and a gzip copy beside each text file of the built client, so that the server never compresses a file. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  writeBundle({ dir }) {
    if (!dir) return;
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg|webmanifest|json)$/.test(name) || name.startsWith('.vite')) continue;
      const bytes = readFileSync(path.join(dir, name));
      if (bytes.length < 512) continue;
      writeFileSync(path.join(dir, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(path.join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

/** Removes comments and spaces from the server, which halves the time to its first answer. Keeps all names for the stacks in the log. */
const compact = (): Plugin => ({
  name: 'compact',
  apply: (_config, { isSsrBuild }) => isSsrBuild === true,
  renderChunk: (code, { fileName }) =>
    minifySync(fileName, code, { module: true, mangle: { keepNames: true }, compress: { keepNames: { function: true, class: true } } }),
});

const serverBuild: BuildOptions = {
  outDir: 'dist/server',
  target: 'node20',
  copyPublicDir: false,
  assetsInlineLimit: 0,
  emptyOutDir: true,
  rollupOptions: {
    input: { main: 'src/server/main.ts', cli: 'src/server/cli.ts', 'document-thread': 'src/server/http/document-thread.ts' },
  },
};

const clientBuild: BuildOptions = {
  outDir: 'dist/client',
  emptyOutDir: true,
  manifest: true,
  target: 'es2022',
  assetsInlineLimit: 0,
  modulePreload: {
    polyfill: false,
    // A public page starts its first scripts itself (src/server/http/pages/page-parts.ts), so the entry, which every visitor loads, names
    // only the style sheets of staff screens.
    resolveDependencies: (file, dependencies, { hostId }) =>
      /entry-client/.test(hostId) ? dependencies.filter((name) => /_office|_field/.test(file) && name.endsWith('.css')) : dependencies,
  },
  rollupOptions: {
    // A page that reads only a constant of a shared file does not load what the file's functions import.
    treeshake: { moduleSideEffects: [{ test: /src\/shared\//, sideEffects: false }] },
    input: {
      'entry-client': 'src/client/entry-client.tsx',
      sw: 'src/client/sw.ts',
      styles: 'src/client/styles.css',
      site: 'src/client/site.css',
      dark: 'src/client/dark.css',
    },
    output: {
      entryFileNames: (chunk: { name: string }) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      // Modules that every page needs compress better in one file, and the browser starts one script instead of ten.
      codeSplitting: {
        groups: [
          {
            name: 'frame',
            test: /node_modules\/(react|react-dom|scheduler|clsx|@tanstack\/(react-router|router-core|history|react-store|store))\/(?!.*\/(useBlocker|useCanGoBack)\.)/,
          },
          {
            name: 'site',
            test: /src\/(client\/(call-error|ui\/public\/(analytics|call-bar|company|icons|field|draft-note|page-head|public-form|quote-link)|features\/site\/(?!install-banner|link-page-view))|shared\/(company|session-keys|store-options)\.)/,
          },
          {
            name: 'calls',
            test: /node_modules\/(@trpc|@tanstack\/(query-core|react-query))\/|src\/client\/(trpc|calls|call-link)\./,
          },
          {
            // Tiny modules of the login and of most screens of the staff.
            name: 'titles',
            test: /src\/client\/ui\/(page-title|dialog-buttons|button|focus)\./,
          },
          {
            name: 'shop',
            test: /src\/(client\/features\/store\/(cart-store|cart-panel|load-failure|product-search|totals|order-summary|store-icons|plain-click|use-catalogue|product-card|next-page)|client\/ui\/(load-more|states)|shared\/(cart|money|store-sums))\./,
          },
        ],
      },
    },
  },
};

export default defineConfig(({ isSsrBuild, command }) => ({
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
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  server: { port: Number(process.env.PORT || 3000), strictPort: true, host: '127.0.0.1' },
  ssr: { noExternal: command === 'build' ? true : undefined, external: EXTERNAL },
  build: isSsrBuild ? serverBuild : clientBuild,
}));
