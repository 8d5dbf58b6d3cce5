import type { Page } from '@playwright/test';
import { findBarriers } from '../browser/barriers';
import { type Part, WINDOWS, walkThrough } from './look';

/** An element half covered by a fixed bar is uncovered in a window as high as the page. */
async function barriersOn(page: Page): Promise<string[]> {
  const found = await findBarriers(page);
  const window = page.viewportSize();
  if (!window || !found.some((barrier) => barrier.startsWith('target-size'))) return found;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...window, height: Math.max(window.height, Math.min(height, 10_000)) });
  const left = await findBarriers(page);
  await page.setViewportSize(window);
  return [...found.filter((barrier) => !barrier.startsWith('target-size')), ...left.filter((barrier) => barrier.startsWith('target-size'))];
}

type Tell = (scanner: string, text: string, isClean: boolean) => void;

async function lookThrough(scanner: string, tell: Tell, part: Omit<Part, 'window'>): Promise<void> {
  await Promise.all(
    WINDOWS.map(async (window) => {
      const name = `${window.name}, ${part.isDemo ? 'demo' : 'empty'}, ${part.scheme}`;
      const found = new Map<string, string[]>();
      let looks = 0;
      const closed = await walkThrough({ ...part, window }, async (page, where) => {
        looks += 1;
        for (const barrier of await barriersOn(page)) found.set(barrier, [...(found.get(barrier) ?? []), where]);
      });
      for (const [barrier, places] of found)
        console.info(`    ${barrier}\n      ${places.slice(0, 4).join('\n      ')} (${places.length})`);
      for (const address of closed) console.info(`    ${address}`);
      tell(scanner, `${name}: ${looks} looks, ${found.size + closed.length} barriers`, found.size + closed.length === 0);
    }),
  );
}

/** Axe on every screen and document at both widths, with a company at work, also in the dark scheme, and with one on its first day. */
export async function axe(tell: Tell): Promise<void> {
  await lookThrough('axe', tell, { isDemo: true, isPressing: false, scheme: 'light' });
  await lookThrough('axe', tell, { isDemo: true, isPressing: false, scheme: 'dark' });
  await lookThrough('axe', tell, { isDemo: false, isPressing: false, scheme: 'light' });
}

/** Axe on what opens where each kind of button is pressed: dialogs, questions, forms with what is wrong in them, and notices. */
export const dialogs = (tell: Tell): Promise<void> => lookThrough('dialogs', tell, { isDemo: true, isPressing: true, scheme: 'light' });
