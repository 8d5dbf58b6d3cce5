// `npm start`: builds where either half of dist is missing or older than the sources, then becomes the server.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const main = path.join(root, 'dist/server/main.js');
const BUILT = [main, path.join(root, 'dist/client/.vite/manifest.json')];
const SOURCES = ['src', 'db', 'public', 'package.json', 'package-lock.json', 'vite.config.ts'];

/** @param {string} file @returns {number} the newest change in a file or folder, in ms */
function newest(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(file, { withFileTypes: true }).map((entry) => newest(path.join(file, entry.name))));
}

if (
  existsSync(path.join(root, 'src')) &&
  Math.min(...BUILT.map(newest)) < Math.max(...SOURCES.map((name) => newest(path.join(root, name))))
) {
  console.log('Building (the sources are newer than dist) …');
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(main).href);
