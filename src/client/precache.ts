// What an installed app needs to open without a network. The service worker and the build (vite.config.ts) read it.

import { chunksFrom, ENTRY, type Manifest, type ManifestChunk, ROUTES } from '../shared/build-manifest.ts';

/** The public pages that are kept; all others, and everybody's own (orders, bookings), are not. */
export const PAGES: readonly string[] = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile'];

const STYLES = ['src/client/styles.css', 'src/client/site.css'];

/** The cleaners' pages, whose frame holds no data: kept with their files once one of them has been opened. */
export const FIELD_PAGE = /^\/(team-login|team-member-dashboard\/\d+)$/;

/** Whether a chunk begins a page that is not kept, the office's above all. */
function isOtherPage(key: string): boolean {
  const name = new RegExp(`^${ROUTES}(.+)\\.tsx`).exec(key)?.[1];
  return name !== undefined && !['__root', 'index', ...PAGES.map((page) => page.slice(1))].includes(name);
}

/**
 * The paths of the built files that the kept pages run on, the entry script first: all that it and they import, also later, with
 * fonts and pictures. The two style sheets that stand in the pages' head are not among them. Throws without an entry.
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

/** The paths of the built files that the cleaners' pages need beside those of {@link precachedFiles}. */
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
