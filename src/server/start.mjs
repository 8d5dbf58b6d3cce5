// `npm start`: builds if either half of dist is missing or older than the sources, then runs the server. Commands such as `npm run
// backup` build only if a half is missing, then run the command line (src/server/cli.ts).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isIncomplete, isStale } from './build-age.mjs';

const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const isCommand = process.argv.length > 2;
// A command may run beside a server, whose files must not change under it.
const mustBuild = isCommand ? isIncomplete : isStale;
if (mustBuild(root)) {
  console.log('Building …');
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
await import(isCommand ? '../../dist/server/cli.js' : '../../dist/server/main.js');
