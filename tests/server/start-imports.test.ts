import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ServerHouse } from '../support/server-process';

new ServerHouse();

/** Returns the built files and packages that a file loads at start, without those loaded on first use. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  // Skips a call behind an arrow: the build writes imports on first use so.
  const required = readFileSync(file, 'utf8').matchAll(/(?<!=>\s*(?:[\w.]+\()?)\brequire\(["'`]([^"'`]+)["'`]\)/g);
  for (const [, to = ''] of required) {
    if (to.startsWith('.')) loadedBy(path.resolve(path.dirname(file), to), loaded);
    else loaded.add(to);
  }
  return loaded;
}

test('loads pages, pictures, mail, PDF and the description of the calls on first use, not at start', () => {
  const loaded = [...loadedBy(path.resolve(import.meta.dirname, '../../dist/server/main.js'))];
  expect(loaded).toContain('better-sqlite3');
  expect(loaded.filter((name) => /sharp|transport|pdfmake|openapi/.test(name))).toEqual([]);
  const code = loaded.filter((name) => name.endsWith('.js')).map((name) => readFileSync(name, 'utf8'));
  for (const part of ['renderToPipeableStream', 'routesByPath', 'PostalMime'])
    expect(code.filter((text) => text.includes(part)).length, part).toBe(0);
});
