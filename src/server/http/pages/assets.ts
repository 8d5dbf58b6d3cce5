import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chunksFrom, ENTRY, type Manifest, ROUTES } from '../../../shared/build-manifest';

/**
 * Files of the built client for pages. `scripts` are by the first part of a page's path ("" for the landing page); `css` is the landing
 * page's style sheet, `siteCss` that of the other public pages, `darkCss` the dark scheme of staff pages; `faces` are font files.
 */
export type Assets = {
  entry: string;
  scripts: ReadonlyMap<string, readonly string[]>;
  css: string;
  siteCss: string;
  darkCss: string;
  faces: readonly string[];
  extraHead: string;
  isPolicyEnforced: boolean;
};

/** The chunk of a public page, "src/client/routes/manage.$token.tsx?tsr-split=…". Files of the office begin with "_". */
const PAGE = new RegExp(`^${ROUTES}([a-z][\\w-]*)(\\.\\$\\w*)?\\.tsx\\?`);

const findFiles = (manifest: Manifest, key: string) =>
  [...chunksFrom(manifest, key, ({ imports = [] }) => imports).values()].map(({ file }) => `/${file}`);

/** Returns the scripts of each public page by the first part of its path, the entry's first. */
export function findPageScripts(manifest: Manifest): Map<string, string[]> {
  const scripts = new Map<string, string[]>();
  for (const key of Object.keys(manifest)) {
    const name = PAGE.exec(key)?.[1];
    if (name) scripts.set(name === 'index' ? '' : name, [...new Set([...findFiles(manifest, ENTRY), ...findFiles(manifest, key)])]);
  }
  return scripts;
}

/** Reads the built client's manifest. Style sheets are separate entries, or each chunk would load them again. Throws if not built. */
export function readAssets(clientFolder: string): Assets {
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const findFile = (key: string) => {
    const file = manifest[key]?.file;
    if (!file) throw new Error('The client is not built: run npm run build.');
    return file;
  };
  const read = (key: string) => readFileSync(path.join(clientFolder, findFile(key)), 'utf8');
  return {
    entry: `/${findFile(ENTRY)}`,
    scripts: findPageScripts(manifest),
    css: read('src/client/styles.css'),
    siteCss: read('src/client/site.css'),
    darkCss: read('src/client/dark.css'),
    faces: (manifest['src/client/site.css']?.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`),
    extraHead: '',
    isPolicyEnforced: true,
  };
}
