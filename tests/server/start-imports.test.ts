import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ServerHouse } from '../support/server-process';

const house = new ServerHouse();
const assets = path.resolve(import.meta.dirname, '../../dist/server/assets');

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

test('can read each file of the server first', async () => {
  const ours = readdirSync(assets).filter((name) => /^(server|shared|db)\./.test(name));
  expect(ours.length).toBeGreaterThan(400);
  const load = `for (const name of ${JSON.stringify(ours)}) try { require(${JSON.stringify(`${assets}/`)} + name) } catch (error) { console.error(name, error) }`;
  const process = house.spawn({}, ['-e', load]);
  expect(await process.ended).toMatchObject({ code: 0 });
  expect(process.stderr).toBe('');
});
