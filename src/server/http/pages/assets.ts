import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chunksFrom, ENTRY, type Manifest, PAGES, SITE_ENTRY, SITE_MANIFEST } from '../../../shared/build-manifest';

/**
 * Files of the built client for pages. `entry` is the script of the office and of the cleaners' pages; `siteEntry` that of the public pages,
 * and `scripts` are all that a public page begins with, by its name. `css` is the landing page's style sheet, `siteCss` that of the other
 * public pages, `darkCss` the dark scheme of staff pages; `faces` are font files.
 */
export type Assets = {
  entry: string;
  siteEntry: string;
  scripts: ReadonlyMap<string, readonly string[]>;
  css: string;
  siteCss: string;
  darkCss: string;
  faces: readonly string[];
  extraHead: string;
  isPolicyEnforced: boolean;
};

/** Returns the scripts of each public page by its name, the entry's first. */
export function findPageScripts(manifest: Manifest): Map<string, string[]> {
  const findFiles = (key: string) => [...chunksFrom(manifest, key, ({ imports = [] }) => imports).values()].map(({ file }) => `/${file}`);
  const pages = Object.keys(manifest).filter((key) => key.startsWith(PAGES));
  return new Map(pages.map((key) => [path.basename(key, '.tsx'), [...new Set([...findFiles(SITE_ENTRY), ...findFiles(key)])]]));
}

/** Reads the built client's manifests. Style sheets are separate entries, or each chunk would load them again. Throws if not built. */
export function readAssets(clientFolder: string): Assets {
  const readManifest = (name: string) => JSON.parse(readFileSync(path.join(clientFolder, name), 'utf8')) as Manifest;
  const [manifest, site] = [readManifest('.vite/manifest.json'), readManifest(SITE_MANIFEST)];
  const findFile = (key: string, from = manifest) => {
    const file = from[key]?.file;
    if (!file) throw new Error('The client is not built: run npm run build.');
    return file;
  };
  const read = (key: string) => readFileSync(path.join(clientFolder, findFile(key)), 'utf8');
  return {
    entry: `/${findFile(ENTRY)}`,
    siteEntry: `/${findFile(SITE_ENTRY, site)}`,
    scripts: findPageScripts(site),
    css: read('src/client/styles.css'),
    siteCss: read('src/client/site.css'),
    darkCss: read('src/client/dark.css'),
    faces: (manifest['src/client/site.css']?.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`),
    extraHead: '',
    isPolicyEnforced: true,
  };
}
