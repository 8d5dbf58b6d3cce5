import { spawn } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { TestFolder } from '../support/test-folder';

const folder = new TestFolder();
const PROJECT = path.resolve(import.meta.dirname, '../..');

test('the development server draws the pages from their sources', { timeout: 60_000 }, async () => {
  const env = { ...process.env, DATA_DIR: folder.inside('data'), NODE_ENV: 'development', NO_COLOR: '1' };
  const server = spawn(process.execPath, [path.join(PROJECT, 'node_modules/vite/bin/vite.js'), '--port', '0'], { cwd: PROJECT, env });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  try {
    await expect.poll(() => said, { timeout: 20_000 }).toMatch(/http:\S+:\d+/);
    const origin = /http:\S+:\d+/.exec(said)?.[0];
    for (const [address, text] of [
      ['/store', 'src/client/entry-site.tsx'],
      ['/admin', 'src/client/entry-client.tsx'],
    ] as const) {
      const answer = await fetch(`${origin}${address}`);
      expect([address, answer.status]).toEqual([address, 200]);
      expect(await answer.text()).toContain(text);
    }
  } finally {
    server.kill();
  }
});
