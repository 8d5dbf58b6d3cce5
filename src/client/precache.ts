// What an installed app needs to open without a network. The service worker and the build (vite.config.ts) read it.

import { chunksFrom, ENTRY, type Manifest, type ManifestChunk, ROUTES } from '../shared/build-manifest.ts';

/** The public pages that are kept; all others, and everybody's own (orders, bookings), are not. */
export const PAGES: readonly string[] = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile'];

const STYLES = ['src/client/styles.css', 'src/client/site.css'];

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
