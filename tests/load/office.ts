import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../../playwright.config';
import { LOGIN, LoadHouse } from './house';
import { tell } from './report';
import { isTaskOf, recordTrace } from './trace';
import { percentile } from './traffic';

/** Lists whose records open in a drawer, and what the address calls the open one. */
const LISTS = [
  ['/bookings', 'booking'],
  ['/orders', 'order'],
  ['/invoices', 'invoice'],
  ['/receipts', 'receipt'],
  ['/clients', 'client'],
  ['/team', 'order'],
  ['/plans', 'plan'],
  ['/team-management', 'member'],
] as const;
const [MOST_MS, SLOWDOWN, PRESSES] = [100, 4, 9];
const WORDS = 'maria invoices';

/** Signs in on a screen of 1280 × 800, whose presses are marked in its traces. */
async function openOffice(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' })).newPage();
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' });
  await page.addInitScript(() => {
    /** Marks the press, and the time after the frame that shows its effect is painted. */
    const mark = (isShown: () => boolean) => {
      performance.mark('pressed');
      const look = () =>
        requestAnimationFrame(() => {
          if (!isShown()) return look();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => performance.mark('shown');
          port2.postMessage(undefined);
        });
      look();
    };
    const isDrawerOpen = () => document.querySelector('[role=dialog][aria-labelledby]') !== null;
    addEventListener('click', ({ target }) => (target as Element).closest('main a') && mark(isDrawerOpen), { capture: true });
    addEventListener('keydown', ({ key }: KeyboardEvent) => key.length === 1 && mark(() => true), { capture: true });
  });
  await page.goto(`${origin}/admin`);
  await page.getByLabel('Username').fill(LOGIN.username);
  await page.locator('[name=password]').fill(LOGIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
  return page;
}

/**
 * Returns how long the page's own thread works from each press until its effect is painted, in ms at a quarter of this machine's speed. It
 * counts the processor's time, so that a busy machine does not lengthen it.
 */
async function measurePresses(browser: Browser, page: Page, press: () => Promise<void>): Promise<number[]> {
  const events = await recordTrace(browser, page, press);
  const marks = events.filter(({ name }) => name === 'pressed' || name === 'shown');
  return marks.flatMap((pressed, index) => {
    const shown = marks[index + 1];
    if (pressed.name !== 'pressed' || shown?.name !== 'shown') return [];
    const tasks = events.filter((event) => isTaskOf(pressed, event) && event.ts + (event.dur ?? 0) > pressed.ts && event.ts < shown.ts);
    return [tasks.reduce((sum, { tdur = 0 }) => sum + (tdur / 1000) * SLOWDOWN, 0)];
  });
}

async function tellDrawers(browser: Browser, page: Page, origin: string): Promise<void> {
  for (const [path, key] of LISTS) {
    await page.goto(origin + path);
    const record = page.locator(`main a[href*="${key}="]`).first();
    await record.hover();
    await page.waitForLoadState('networkidle');
    const times = await measurePresses(browser, page, async () => {
      // The first press also fetches what the drawer consists of.
      for (let press = 0; press <= PRESSES; press++) {
        await page.mouse.down();
        await page.mouse.up();
        await page.waitForTimeout(800);
        await page.keyboard.press('Escape');
        await page.waitForTimeout(500);
      }
    });
    const [first = 0, ...others] = times;
    const usual = percentile(others, 0.5);
    tell(
      `a record of ${path}`,
      `opens after ${usual.toFixed(0)} ms, the first time after ${first.toFixed(0)} ms`,
      times.length === PRESSES + 1 && usual <= MOST_MS,
    );
  }
}

async function tellPalette(browser: Browser, page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/admin`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  const times = await measurePresses(browser, page, async () => {
    await page.keyboard.type(WORDS, { delay: 250 });
    await page.waitForTimeout(500);
  });
  const longest = Math.max(...times);
  tell(
    'a letter in the search',
    `is shown after ${percentile(times, 0.5).toFixed(0)} ms, the slowest after ${longest.toFixed(0)} ms`,
    times.length === WORDS.length && longest <= MOST_MS,
  );
}

/** Measures presses on the staff side of the demo company. */
export async function office(): Promise<void> {
  const house = new LoadHouse();
  await house.seedDemo();
  await house.start();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await openOffice(browser, house.origin);
    await tellDrawers(browser, page, house.origin);
    await tellPalette(browser, page, house.origin);
  } finally {
    await browser.close();
    await house.stop();
    house.remove();
  }
}
