// Reads Vite's manifest of the built client, for the build, the service worker and the server.

/** One entry: a file, what it imports, at once and later, by their keys, and the files that it needs beside it. */
export type ManifestChunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] };
export type Manifest = Readonly<Record<string, ManifestChunk>>;

/** The entry of the office and of the cleaners' pages. */
export const ENTRY = 'src/client/entry-client.tsx';
/** The text before the name of a route's own chunk, "src/client/routes/_office._staff.admin.tsx?tsr-split=…". */
export const ROUTES = 'src/client/routes/';
/** The manifest of the public pages' scripts, which are built apart; their entry; and the text before the name of a page's own chunk. */
export const SITE_MANIFEST = '.vite/site.json';
export const SITE_ENTRY = 'src/client/entry-site.tsx';
export const PAGES = 'src/client/pages/';

/** The chunks of a key and of all that `next` leads to from there, each once, in the order they are met. */
export function chunksFrom(manifest: Manifest, key: string, next: (chunk: ManifestChunk) => readonly string[]): Map<string, ManifestChunk> {
  const met = new Map<string, ManifestChunk>();
  const follow = (at: string) => {
    const chunk = manifest[at];
    if (!chunk || met.has(at)) return;
    met.set(at, chunk);
    for (const to of next(chunk)) follow(to);
  };
  follow(key);
  return met;
}
