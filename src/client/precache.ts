// What an installed app needs to open without a network. The service worker and the build (vite.config.ts) read it.

/** The public pages that are kept; all others, and everybody's own (orders, bookings), are not. */
export const PAGES: readonly string[] = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile'];

const ENTRY = 'src/client/entry-client.tsx';
const STYLES = ['src/client/styles.css', 'src/client/site.css', 'src/client/faces.css'];
const ROUTES = 'src/client/routes/';

/** One entry of Vite's manifest: a file, what it imports by their keys, and the files that it needs beside it. */
type ManifestChunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] };

/** Whether a chunk begins a page that is not kept, the office's above all. */
function isOtherPage(key: string): boolean {
  const name = new RegExp(`^${ROUTES}(.+)\\.tsx`).exec(key)?.[1];
  return name !== undefined && !['__root', 'index', ...PAGES.map((page) => page.slice(1))].includes(name);
}

/**
 * The paths of the built files that the kept pages run on, the entry script first: all that it and they import, also later, with
 * fonts and pictures. The style sheets that stand in the pages themselves are not among them. Throws without an entry.
 */
export function precachedFiles(manifest: Record<string, ManifestChunk>): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const follow = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key) || isOtherPage(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(key === ENTRY ? [] : (chunk.css ?? [])), ...(chunk.assets ?? [])]) files.add(`/${file}`);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) follow(next);
  };
  if (!manifest[ENTRY]) throw new Error('The manifest has no entry of the client.');
  follow(ENTRY);
  for (const file of STYLES.flatMap((key) => manifest[key]?.assets ?? [])) files.add(`/${file}`);
  return [...files];
}
