import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { breakGuard } from './guards/breaking';
import { GUARDS, testFilesOf } from './guards/table';

const root = path.resolve(import.meta.dirname, '..');

// What breaks them, one at a time, is `npm run test:guards`.
test.each(GUARDS)('$file: $name, stands where it is looked for, and its tests are there', (guard) => {
  const text = readFileSync(path.join(root, guard.file), 'utf8');
  expect(breakGuard(guard, text)).not.toBe(text);
  for (const file of testFilesOf(guard)) expect(existsSync(path.join(root, file)), file).toBe(true);
});

test('no two guards have one name', () => {
  const names = GUARDS.map(({ file, name }) => `${file}: ${name}`);
  expect(new Set(names).size).toBe(names.length);
});
