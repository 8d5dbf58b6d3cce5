import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the built client brings to every page: its entry script; by the first part of a public page's path ("" for the landing
 * page) all scripts that it runs on; the text of the landing page's style sheet, of the other public pages' and of our faces';
 * and more for the head.
 */
export type Assets = {
  entry: string;
  scripts: ReadonlyMap<string, readonly string[]>;
  css: string;
  siteCss: string;
  facesCss: string;
  extraHead: string;
  isPolicyEnforced: boolean;
};

/** One entry of Vite's manifest: a file, and what it imports at once, by their keys. */
type ManifestChunk = { file: string; imports?: string[] };
type Manifest = Record<string, ManifestChunk>;

const ENTRY = 'src/client/entry-client.tsx';
/** A public page's own chunk, "src/client/routes/manage.$token.tsx?tsr-split=…": those of the office begin with "_". */
const PAGE = /^src\/client\/routes\/([a-z][\w-]*)(\.\$\w+)?\.tsx\?/;

/** The files of a chunk and of all that it imports at once. */
function filesOf(manifest: Manifest, key: string, files: Set<string> = new Set()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || files.has(`/${chunk.file}`)) return files;
  files.add(`/${chunk.file}`);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, files);
  return files;
}

/** By the first part of each public page's path the scripts that it runs on, the entry with its own first. */
export function scriptsOf(manifest: Manifest): Map<string, string[]> {
  const scripts = new Map<string, string[]>();
  for (const key of Object.keys(manifest)) {
    const name = PAGE.exec(key)?.[1];
    if (name) scripts.set(name === 'index' ? '' : name, [...filesOf(manifest, key, filesOf(manifest, ENTRY))]);
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
    facesCss: read('src/client/faces.css'),
    extraHead: '',
    isPolicyEnforced: true,
  };
}
