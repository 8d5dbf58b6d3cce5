import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

/** Less than half of the source that the package exports, which each page would parse. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Looks at the contrast of texts only, which is all that another color scheme changes. */
export const CONTRAST: RunOptions = { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** Lists the violations of WCAG 2.2 AA and of good practice that axe finds on a page, and elements wider than the window. */
export async function findBarriers(page: Page, rules = OPTIONS): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Our pages have no frames, so one run sees all of a page.
  const found = await page.evaluate(async (options) => {
    // Elsewhere the header that stays in view may cover part of a link by chance.
    const top = window.scrollY;
    window.scrollTo({ top: 0, behavior: 'instant' });
    const { violations } = await (Reflect.get(window, 'axe') as typeof axe).run(options);
    window.scrollTo({ top, behavior: 'instant' });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
  const [needed = 0, given = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  return needed > given ? [...found, `wider than the window: ${needed} of ${given} px`] : found;
}
