// Lists the files that an installed app needs to open offline. The service worker and the build (vite.config.ts) read it.

import { chunksFrom, ENTRY, type Manifest, type ManifestChunk, PAGES as PAGE_FILES, ROUTES, SITE_ENTRY } from '../shared/build-manifest.ts';
import { pageName } from '../shared/page-data.ts';

/** Public pages that are cached. Pages of one customer (orders, bookings) and all others are not. */
export const PAGES: readonly string[] = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile'];

/** The cleaners' pages. Their frame holds no data and is cached once one of them has been opened. */
export const FIELD_PAGE = /^\/(team-login|team-member-dashboard\/\d+)$/;

const KEPT = PAGES.map((page) => `${PAGE_FILES}${pageName(page)}.tsx`);
const isOtherPage = (key: string) => key.startsWith(PAGE_FILES) && !KEPT.includes(key);
const all = ({ imports = [], dynamicImports = [] }: ManifestChunk) => [...imports, ...dynamicImports];

/**
 * Returns the paths of the built files that the cached pages need, the entry script first, with fonts and pictures but without style sheets,
 * which are inlined in the pages' head. `site` is the manifest of the public pages, `styles` the one with the style sheets. Throws without
 * an entry.
 */
export function precachedFiles(site: Manifest, styles: Manifest): string[] {
  if (!site[SITE_ENTRY]) throw new Error('The manifest has no entry of the public pages.');
  const chunks = chunksFrom(site, SITE_ENTRY, (chunk) => all(chunk).filter((key) => !isOtherPage(key)));
  const faces = ['src/client/styles.css', 'src/client/site.css'].flatMap((key) => styles[key]?.assets ?? []);
  return [...new Set([...[...chunks.values()].flatMap(({ file, assets = [] }) => [file, ...assets]), ...faces])].map((file) => `/${file}`);
}

/** Returns the paths of the built files that the cleaners' pages need, the entry script first. Throws without an entry. */
export function fieldFiles(manifest: Manifest): string[] {
  if (!manifest[ENTRY]) throw new Error("The manifest has no entry of the cleaners' pages.");
  const isOtherRoute = (key: string) => key.startsWith(ROUTES) && !key.startsWith(`${ROUTES}_field`) && !key.startsWith(`${ROUTES}__root`);
  const chunks = chunksFrom(manifest, ENTRY, (chunk) => all(chunk).filter((key) => !isOtherRoute(key)));
  return [...new Set([...chunks.values()].flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))].map(
    (file) => `/${file}`,
  );
}
