import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chunksFrom, ENTRY, type Manifest, ROUTES } from '../../src/shared/build-manifest';

const MOST_BYTES = 60_000;
const CLIENT = path.resolve(import.meta.dirname, '../../dist/client');

const readManifest = () => JSON.parse(readFileSync(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Manifest;
const listFiles = (manifest: Manifest, key: string) =>
  [...chunksFrom(manifest, key, ({ imports = [] }) => imports).values()].map(({ file }) => file);
const weigh = (file: string) => gzipSync(readFileSync(path.join(CLIENT, file)), { level: 9 }).length;

test('the pages of a client have at most 60 kB of script of their own, and no zod', () => {
  const manifest = readManifest();
  const key = Object.keys(manifest).find((name) => name.startsWith(`${ROUTES}my.$.tsx?`)) ?? '';
  const frame = listFiles(manifest, ENTRY);
  const own = listFiles(manifest, key).filter((file) => !frame.includes(file));
  expect(own.length).toBeGreaterThan(1);
  expect(own.reduce((sum, file) => sum + weigh(file), 0)).toBeLessThanOrEqual(MOST_BYTES);
  expect(own.filter((file) => /ZodError/.test(readFileSync(path.join(CLIENT, file), 'utf8')))).toEqual([]);
});

test('each staff screen has at most 60 kB of script of its own, besides what the office and most of its screens share', () => {
  const manifest = readManifest();
  const filesOf = (key: string) => listFiles(manifest, key);
  const screens = Object.keys(manifest).filter(
    (key) => key.startsWith(`${ROUTES}_office._staff.`) && !key.startsWith(`${ROUTES}_office._staff.tsx`),
  );
  expect(screens.length).toBeGreaterThan(15);
  const frame = Object.keys(manifest).filter((key) => key === ENTRY || /(^src.*\/_office(\._staff)?\.tsx|_office-shell-)/.test(key));
  const shared = new Set(frame.flatMap(filesOf));
  const users = new Map<string, number>();
  for (const screen of screens) for (const file of filesOf(screen)) users.set(file, (users.get(file) ?? 0) + 1);
  const isOwn = (file: string) => !shared.has(file) && (users.get(file) ?? 0) < screens.length / 2;
  const weights = screens.map((screen) => {
    const bytes = filesOf(screen)
      .filter(isOwn)
      .reduce((sum, file) => sum + weigh(file), 0);
    return { screen: screen.slice(ROUTES.length).split('?')[0], bytes };
  });
  expect(weights.filter(({ bytes }) => bytes > MOST_BYTES)).toEqual([]);
  expect(weights.filter(({ bytes }) => bytes === 0)).toEqual([]);
});
