// Lists the files that an installed app needs to open offline. The service worker and the build (vite.config.ts) read it.

import { chunksFrom, ENTRY, type Manifest, type ManifestChunk, ROUTES } from '../shared/build-manifest.ts';

/** Public pages that are cached. Pages of one customer (orders, bookings) and all others are not. */
export const PAGES: readonly string[] = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile'];

const STYLES = ['src/client/styles.css', 'src/client/site.css'];

/** The cleaners' pages. Their frame holds no data and is cached once one of them has been opened. */
export const FIELD_PAGE = /^\/(team-login|team-member-dashboard\/\d+)$/;

/** Returns true for chunks of pages that are not cached, above all the office. */
function isOtherPage(key: string): boolean {
  const name = new RegExp(`^${ROUTES}(.+)\\.tsx`).exec(key)?.[1];
  return name !== undefined && !['__root', 'index', ...PAGES.map((page) => page.slice(1))].includes(name);
}

/**
 * Returns the paths of the built files that the cached pages need, the entry script first, with fonts and pictures but without the two
 * style sheets that are inlined in the pages' head. Throws without an entry.
 */
export function precachedFiles(manifest: Manifest): string[] {
  if (!manifest[ENTRY]) throw new Error('The manifest has no entry of the client.');
  const kept = ({ imports = [], dynamicImports = [] }: ManifestChunk) => [...imports, ...dynamicImports].filter((key) => !isOtherPage(key));
  const files = new Set<string>();
  for (const [key, chunk] of chunksFrom(manifest, ENTRY, kept))
    for (const file of [chunk.file, ...(key === ENTRY ? [] : (chunk.css ?? [])), ...(chunk.assets ?? [])]) files.add(`/${file}`);
  for (const file of STYLES.flatMap((key) => manifest[key]?.assets ?? [])) files.add(`/${file}`);
  return [...files];
}

/** Returns the paths of the built files that the cleaners' pages need beside those of {@link precachedFiles}. */
export function fieldFiles(manifest: Manifest): string[] {
  const known = new Set(precachedFiles(manifest));
  const begins = Object.keys(manifest).filter((key) => key.startsWith(`${ROUTES}_field`));
  const all = ({ imports = [], dynamicImports = [] }: ManifestChunk) => [...imports, ...dynamicImports].filter((key) => key !== ENTRY);
  const files = new Set<string>();
  for (const begin of begins)
    for (const chunk of chunksFrom(manifest, begin, all).values())
      for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) if (!known.has(`/${file}`)) files.add(`/${file}`);
  return [...files];
}
