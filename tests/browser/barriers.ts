import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Lists the violations of WCAG 2.2 AA and of good practice that axe finds on a page, and elements wider than the window. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Our pages have no frames, so axe need not merge results in a second page; only violations are reported in full.
  const { violations } = await new AxeBuilder({ page, axeSource: axe.source })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  const [needed = 0, given = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  return needed > given ? [...found, `wider than the window: ${needed} of ${given} px`] : found;
}
