// Compares the age of the build with its sources, for the start script and for tests that start the built server.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const SOURCES = ['src', 'db', 'public', 'package.json', 'package-lock.json', 'vite.config.ts'];
const BUILT = ['main.js', 'cli.js'].map((name) => `dist/server/${name}`).concat('dist/client/.vite/manifest.json');

/** @param {string} file @returns {number} the latest change in a file or folder, in ms; 0 when it is missing */
function newest(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newest(path.join(file, name))));
}

/** @param {string} root @returns {number} the time of the oldest part of the build, in ms; 0 when a part is missing */
const builtAt = (root) => Math.min(...BUILT.map((name) => newest(path.join(root, name))));

/** @param {string} root @returns {boolean} true when a part of the server or the client is missing */
export const isIncomplete = (root) => builtAt(root) === 0;

/** @param {string} root @returns {boolean} true when a part is missing or older than the sources */
export const isStale = (root) => builtAt(root) < Math.max(...SOURCES.map((name) => newest(path.join(root, name))));
