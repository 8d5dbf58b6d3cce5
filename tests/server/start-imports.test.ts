import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import config from '../../vite.config';
import { ServerHouse } from '../support/server-process';

const house = new ServerHouse();
const dist = path.resolve(import.meta.dirname, '../../dist/server');

/** Prints which files are loaded when the server starts to listen. */
const LIST = `const { Server } = require('node:http');
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  console.error(JSON.stringify(Object.keys(require.cache)));
  return listen.apply(this, args);
};`;

test('reads at the start only what every answer needs', async () => {
  const hook = path.join(house.folder, 'hook.cjs');
  writeFileSync(hook, LIST);
  const { stderr } = await house.start({}, { with: ['--require', hook] });
  const loaded = (JSON.parse(stderr) as string[]).map((name) => name.replace(/.*\/(node_modules|assets)\//, ''));
  expect(loaded).toContain('better-sqlite3/lib/index.js');
  expect(loaded.filter((name) => name.startsWith('server.http.app-'))).toHaveLength(1);
  const parts =
    /^(sharp|nodemailer|pdfmake|stripe|postal-mime|mailauth|libphonenumber|hono\.zod-openapi|react|entry-server|shared\.(booking|invoices|portal)-schemas-|server\.\w+\.router-)/;
  expect(loaded.filter((name) => parts.test(name))).toEqual([]);
});

/** Reads each file with nothing of ours read before it, and uses all of its exports. */
const READ_ALONE = (names: string[]) => `const dist = ${JSON.stringify(`${dist}/`)};
for (const name of ${JSON.stringify(names)}) {
  for (const read of Object.keys(require.cache)) if (/assets.(server|shared|db)\\./.test(read)) delete require.cache[read];
  try { Object.values(require(dist + name)); } catch (error) { console.error(name, error); }
}`;

test('can read each file of the server first', async () => {
  const built: string[] = JSON.parse(readFileSync(path.join(dist, 'files.json'), 'utf8'));
  const ours = built.filter((name) => /^assets\/(server|shared|db)\./.test(name));
  expect(ours.length).toBeGreaterThan(400);
  const process = house.spawn({}, ['-e', READ_ALONE(ours)]);
  expect(await process.ended).toMatchObject({ code: 0 });
  expect(process.stderr).toBe('');
});

test('has the files of the build before until the build after', () => {
  const dir = path.join(house.folder, 'dist');
  mkdirSync(path.join(dir, 'assets'), { recursive: true });
  const build = (...names: string[]) => {
    for (const name of names) writeFileSync(path.join(dir, name), '');
    const { plugins } = config({ command: 'build', mode: 'production', isSsrBuild: true }) as { plugins: Plugin[] };
    const drop = plugins.flat().find(({ name }) => name === 'drop-old-files')?.writeBundle as (options: object, bundle: object) => void;
    drop({ dir }, Object.fromEntries(names.map((name) => [name, {}])));
    return readdirSync(path.join(dir, 'assets')).toSorted();
  };
  expect(build('main.js', 'assets/a-1.js', 'assets/b-1.js')).toEqual(['a-1.js', 'b-1.js']);
  const second = ['main.js', 'assets/a-2.js', 'assets/b-1.js'];
  expect(build(...second)).toEqual(['a-1.js', 'a-2.js', 'b-1.js']);
  expect(build(...second)).toEqual(['a-1.js', 'a-2.js', 'b-1.js']);
  expect(build('main.js', 'assets/a-3.js', 'assets/b-1.js')).toEqual(['a-2.js', 'a-3.js', 'b-1.js']);
});
