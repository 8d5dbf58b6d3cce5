// `npm run pictures`: photographs the screens of the built server with the demo company into pictures/, the first view and the whole page,
// in a desktop's and a phone's window, the staff's also in the dark scheme, and writes the height of each page to pictures/heights.json.
// `-- --only /invoices,/pay` takes only addresses with one of these texts, `--scheme dark` only one scheme, `--dialogs` also what buttons open.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { type Judge, WINDOWS, walkThrough } from './look';

const FOLDER = 'pictures';
/** Height of a desktop's window, and the most of a page that a picture shows. */
const [DESKTOP_HEIGHT, MOST_HEIGHT] = [800, 8000];

const { values } = parseArgs({
  options: { only: { type: 'string' }, scheme: { type: 'string' }, dialogs: { type: 'boolean', default: false } },
});
const windows = WINDOWS.map((window) => {
  const { width = 0, height = 0 } = window.use?.viewport ?? {};
  return { ...window, use: { ...window.use, viewport: { width, height: window.use?.isMobile ? height : DESKTOP_HEIGHT } } };
});
const schemes = (['light', 'dark'] as const).filter((scheme) => (values.scheme ?? scheme) === scheme);
const heights: Record<string, Record<string, number>> = {};

/** Returns "invoices-invoice-3" for "/invoices?invoice=3". Keys of visitors, which differ each time, are left out. */
const toName = (where: string) =>
  where
    .replace(/\/[\w-]{22,}/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'landing';

async function photograph(page: Page, where: string, look: string): Promise<void> {
  const [folder, name] = [path.join(FOLDER, look), toName(where)];
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
  const [width, height] = await page.evaluate(() => [window.innerWidth, document.documentElement.scrollHeight] as const);
  heights[where] = { ...heights[where], [look]: height };
  const clip = { x: 0, y: 0, width, height: Math.min(height, MOST_HEIGHT) };
  await page.screenshot({ path: path.join(folder, `${name}-whole.png`), animations: 'disabled', fullPage: true, clip });
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const window of windows)
  for (const scheme of schemes)
    for (const isPressing of values.dialogs ? [false, true] : [false]) {
      const look = `${window.use.viewport.width}-${scheme}`;
      const judge: Judge = (page, where) => photograph(page, where, look);
      const closed = await walkThrough({ window, isDemo: true, isPressing, scheme, only: values.only }, judge);
      console.info(`${look}${isPressing ? ', dialogs' : ''}: ${closed.length === 0 ? 'all screens open' : closed.join('; ')}`);
    }
const sorted = Object.fromEntries(Object.entries(heights).sort(([one], [other]) => one.localeCompare(other)));
writeFileSync(path.join(FOLDER, 'heights.json'), `${JSON.stringify(sorted, null, 2)}\n`);
console.info(`${Object.keys(heights).length} addresses are in ${FOLDER}/.`);
