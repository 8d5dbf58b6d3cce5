import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

test.each(['vitest.coverage.config.ts', 'stryker.config.json'])('the sources that %s names exist', (config) => {
  const groups = [...readFileSync(path.join(root, config), 'utf8').matchAll(/['"](src\/[\w/]+)\/(?:\{([\w,-]+)\}|([\w-]+))\.ts['"]/g)];
  const named = groups.flatMap(([, folder, several, single]) => (several ?? single ?? '').split(',').map((name) => `${folder}/${name}.ts`));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
});
