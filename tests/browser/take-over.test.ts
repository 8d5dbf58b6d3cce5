import type { Page } from '@playwright/test';
import { expect, expectTakenOver, test } from './support';

const isTakenOver = (page: Page) => page.evaluate(() => !('early' in window));
/** The scripts of a page that the browser has fetched, and those that it has begun to run. */
function watchScripts(page: Page) {
  const scripts = { fetched: 0, run: 0 };
  page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    if (response.request().resourceType() === 'script') scripts.run += 1;
    else scripts.fetched += 1;
  });
  return scripts;
}

test.describe('a page that is whole without its scripts', { tag: '@phone' }, () => {
  for (const path of ['/', '/store', '/marketplace', '/company-profile'])
    test(`leaves the reader of ${path} alone until somebody moves`, async ({ page }) => {
      const scripts = watchScripts(page);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      expect(scripts.fetched).toBeGreaterThan(3);
      expect(scripts.run).toBe(0);
      expect(await isTakenOver(page)).toBe(false);
      await page.keyboard.press('Tab');
      await expectTakenOver(page);
      expect(scripts.run).toBeGreaterThanOrEqual(scripts.fetched);
    });

  test('forgets no press that came before its scripts', async ({ page }) => {
    await page.goto('/store');
    const press = (name: string) =>
      page.getByRole('button', { name: new RegExp(`^Add to Cart ${name}`) }).evaluate((button: HTMLElement) => button.click());
    for (const name of ['Glass and Mirror Cleaner', 'Microfibre Cloths', 'Glass and Mirror Cleaner']) await press(name);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 3 items' })).toBeVisible();
    await expect(page.locator('li[data-kind]').first()).toContainText('Added to Cart');
  });

  test('nor a choice, nor what was typed', async ({ page }) => {
    await page.goto('/marketplace');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High');
    await expect(page).toHaveURL(/sort=price-low/);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-low');
    await page.goto('/store');
    await page.getByPlaceholder('Search products...').fill('vacuum');
    await expect(page).toHaveURL(/q=vacuum/);
  });

  test('begins at once for a visitor who has something here', async ({ page }) => {
    await page.goto('/store');
    await page.getByRole('button', { name: /^Add to Cart Glass/ }).click();
    await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible();
    await page.goto('/store');
    await expectTakenOver(page);
    await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible();
    await page.goto('/store?q=vacuum');
    await expectTakenOver(page);
  });

  test('is taken over in the end where nobody does anything, also where the browser does not say that it has painted', async ({
    page,
    context,
  }) => {
    const expectInTheEnd = async (one: Page) => {
      await expect.poll(() => isTakenOver(one), { timeout: 15_000 }).toBe(true);
    };
    await page.goto('/');
    expect(await isTakenOver(page)).toBe(false);
    // Beside it, so that they all wait at once.
    const unpainted = ['/store', '/store?q=vacuum'].map(async (path) => {
      const other = await context.newPage();
      await other.addInitScript(() => {
        PerformanceObserver.prototype.observe = () => undefined;
      });
      await other.goto(path);
      await expectInTheEnd(other);
    });
    await Promise.all([expectInTheEnd(page), ...unpainted]);
  });

  test('looks for what was sent off before its scripts came', async ({ context }) => {
    await context.route('**/*.js', async (route) => {
      await new Promise((resume) => setTimeout(resume, 2000));
      await route.continue().catch(() => undefined);
    });
    const search = async (path: string, name: string) => {
      const page = await context.newPage();
      await page.goto(path);
      await page.getByPlaceholder('Search products...').fill('vacuum');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${name}=vacuum`));
      await expectTakenOver(page);
      await expect(page.getByPlaceholder('Search products...')).toHaveValue('vacuum');
    };
    await Promise.all([search('/store', 'q'), search('/marketplace', 'search')]);
  });

  test.describe('whose scripts did not come', () => {
    test.use({ expectedErrors: /ERR_FAILED/ });
    test('tries again with the next sign', async ({ page }) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto('/store');
      await page.keyboard.press('Tab');
      await page.waitForTimeout(500);
      expect(await isTakenOver(page)).toBe(false);
      await page.unroute('**/*.js');
      await page.keyboard.press('Tab');
      await expectTakenOver(page);
    });
  });
});

test('the frames of the staff side hold nothing back and note nothing', { tag: '@phone' }, async ({ page }) => {
  for (const path of ['/admin', '/team-login', '/orders']) {
    await page.goto(path);
    expect(await isTakenOver(page), path).toBe(true);
    await expect(page.getByRole('button').first()).toBeVisible();
    // A finger is heard by whoever listens.
    await page.evaluate(() => document.addEventListener('pointerdown', () => Object.assign(window, { isHeard: true })));
    await page.getByRole('heading').first().click();
    expect(await page.evaluate(() => Reflect.get(window, 'isHeard')), path).toBe(true);
  }
});
