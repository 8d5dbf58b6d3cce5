import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chunksFrom, ENTRY, type Manifest, ROUTES } from '../../../shared/build-manifest';

/**
 * What the built client brings to every page: its entry script; by the first part of a public page's path ("" for the landing
 * page) the scripts that it begins with; the text of the landing page's style sheet and of the other public pages'; the files of our
 * faces; and more for the head.
 */
export type Assets = {
  entry: string;
  scripts: ReadonlyMap<string, readonly string[]>;
  css: string;
  siteCss: string;
  faces: readonly string[];
  extraHead: string;
  isPolicyEnforced: boolean;
};

/** A public page's own chunk, "src/client/routes/manage.$token.tsx?tsr-split=…": those of the office begin with "_". */
const PAGE = new RegExp(`^${ROUTES}([a-z][\\w-]*)(\\.\\$\\w+)?\\.tsx\\?`);

const filesOf = (manifest: Manifest, key: string) =>
  [...chunksFrom(manifest, key, ({ imports = [] }) => imports).values()].map(({ file }) => `/${file}`);

/** By the first part of each public page's path the scripts that it begins with, the entry with its own first. */
export function scriptsOf(manifest: Manifest): Map<string, string[]> {
  const scripts = new Map<string, string[]>();
  for (const key of Object.keys(manifest)) {
    const name = PAGE.exec(key)?.[1];
    if (name) scripts.set(name === 'index' ? '' : name, [...new Set([...filesOf(manifest, ENTRY), ...filesOf(manifest, key)])]);
  }
  return scripts;
}

/**
 * The built client as Vite's manifest tells of it. The entry imports no style sheet, since whatever it imports is loaded again
 * with every chunk that needs it. Throws where the client is not built.
 */
export function readAssets(clientFolder: string): Assets {
  const manifest = JSON.parse(readFileSync(path.join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const fileOf = (key: string) => {
    const file = manifest[key]?.file;
    if (!file) throw new Error('The client is not built: run npm run build.');
    return file;
  };
  const read = (key: string) => readFileSync(path.join(clientFolder, fileOf(key)), 'utf8');
  return {
    entry: `/${fileOf(ENTRY)}`,
    scripts: scriptsOf(manifest),
    css: read('src/client/styles.css'),
    siteCss: read('src/client/site.css'),
    faces: (manifest['src/client/site.css']?.assets ?? []).filter((file) => file.endsWith('.woff2')).map((file) => `/${file}`),
    extraHead: '',
    isPolicyEnforced: true,
  };
}
