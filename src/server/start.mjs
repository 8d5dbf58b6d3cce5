// `npm start`: builds where either half of dist is missing or older than the sources, then becomes the server. `npm run backup` and
// the like: builds only where a half is missing, then becomes the command line (src/server/cli.ts).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { isIncomplete, isStale } from './build-age.mjs';

const root = path.resolve(import.meta.dirname, '../..');
process.chdir(root);
const isCommand = process.argv.length > 2;
// A command may come beside a running server, whose files it leaves as they are.
const mustBuild = isCommand ? isIncomplete : isStale;
if (mustBuild(root)) {
  console.log('Building …');
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
await import(isCommand ? '../../dist/server/cli.js' : '../../dist/server/main.js');
