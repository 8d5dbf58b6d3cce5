// `npm start`: builds where either half of dist is missing or older than the sources, then becomes the server. `npm run backup` and
// the like: builds only where a half is missing, then becomes the command line (src/server/cli.ts).
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const server = path.join(root, 'dist/server/main.js');
const commands = path.join(root, 'dist/server/cli.js');
const BUILT = [server, commands, path.join(root, 'dist/client/.vite/manifest.json')];
const SOURCES = ['src', 'db', 'public', 'package.json', 'package-lock.json', 'vite.config.ts'];

/** @param {string} file @returns {number} the newest change in a file or folder, in ms */
function newest(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(file, { withFileTypes: true }).map((entry) => newest(path.join(file, entry.name))));
}

const isCommand = process.argv.length > 2;
const built = Math.min(...BUILT.map(newest));
// A command may come beside a running server, whose files it leaves as they are.
const isStale = () => (isCommand ? built === 0 : built < Math.max(...SOURCES.map((name) => newest(path.join(root, name)))));
if (existsSync(path.join(root, 'src')) && isStale()) {
  console.log('Building …');
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
await import(pathToFileURL(isCommand ? commands : server).href);
