import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chunksFrom, ENTRY, type Manifest, PAGES, ROUTES, SITE_ENTRY, SITE_MANIFEST } from '../../src/shared/build-manifest';

const MOST_BYTES = 60_000;
/** The pages with a calendar. */
const MOST_BYTES_OF_CALENDARS = 80_000;
const CLIENT = path.resolve(import.meta.dirname, '../../dist/client');

const readManifest = (name: string) => JSON.parse(readFileSync(path.join(CLIENT, name), 'utf8')) as Manifest;
const listFiles = (manifest: Manifest, key: string) =>
  [...chunksFrom(manifest, key, ({ imports = [] }) => imports).values()].map(({ file }) => file);
const weigh = (file: string) => gzipSync(readFileSync(path.join(CLIENT, file)), { level: 9 }).length;

test('each public page has at most 60 kB of script in all, or 80 kB with a calendar, and no zod', () => {
  const manifest = readManifest(SITE_MANIFEST);
  const pages = Object.keys(manifest).filter((key) => key.startsWith(PAGES));
  expect(pages.length).toBe(readdirSync(path.resolve(PAGES)).length);
  const weights = pages.map((key) => {
    const files = [...new Set([SITE_ENTRY, key].flatMap((from) => listFiles(manifest, from)))];
    expect(files.filter((file) => /ZodError/.test(readFileSync(path.join(CLIENT, file), 'utf8')))).toEqual([]);
    return { page: key.slice(PAGES.length), bytes: files.reduce((sum, file) => sum + weigh(file), 0) };
  });
  const limitOf = (page: string) => (/^(appointments|manage)/.test(page) ? MOST_BYTES_OF_CALENDARS : MOST_BYTES);
  expect(weights.filter(({ page, bytes }) => bytes > limitOf(page))).toEqual([]);
  expect(weights.filter(({ bytes }) => bytes < 10_000)).toEqual([]);
});

test('each staff screen has at most 60 kB of script of its own, besides what the office and most of its screens share', () => {
  const manifest = readManifest('.vite/manifest.json');
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
