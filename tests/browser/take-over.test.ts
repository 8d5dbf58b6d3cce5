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

  test('is taken over in the end where nobody does anything', async ({ page }) => {
    await page.goto('/');
    expect(await isTakenOver(page)).toBe(false);
    await expect.poll(() => isTakenOver(page), { timeout: 15_000 }).toBe(true);
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
});
