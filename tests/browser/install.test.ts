import type { Page } from '@playwright/test';
import { expect, expectAccessible, openLanding, test } from './support';

const STEPS =
  "To install this app: on iPhone or iPad use Share then Add to Home Screen; on Android use the browser menu's Install App option.";
const FLAG = 'pwa-banner-dismissed';

/** The browser's offer to install, as it makes it; `outcome` 'refused' is one that can no longer be taken. */
const offer = (page: Page, outcome: 'taken' | 'refused' = 'taken') =>
  page.evaluate((how) => {
    const prompt = async () => {
      Object.assign(window, { prompts: Number(Reflect.get(window, 'prompts') ?? 0) + 1 });
      if (how === 'refused') throw new DOMException('The offer has passed.', 'InvalidStateError');
    };
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }, outcome);
const prompts = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'prompts') ?? 0));
const flag = (page: Page) => page.evaluate((name) => localStorage.getItem(name), FLAG);
const banner = (page: Page) => page.getByRole('region', { name: 'Install the app' });

/** Presses Install App in the bar, which a phone has in its menu. */
async function pressInstall(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('banner').getByRole('button', { name: 'Install App' }).click();
}
function alertsOf(page: Page): string[] {
  const told: string[] = [];
  page.on('dialog', (dialog) => {
    told.push(dialog.message());
    void dialog.accept();
  });
  return told;
}

test("the banner waits for the browser's install offer and replaces it", async ({ page }) => {
  await openLanding(page);
  await expect(banner(page)).toBeHidden();
  expect(await offer(page)).toBe(true);
  await expect(banner(page)).toBeVisible();
  await expectAccessible(page);
});

test('accepting asks the browser once and hides the banner, without a dismissal', async ({ page }) => {
  await openLanding(page);
  await offer(page);
  await banner(page).getByRole('button', { name: 'Install App' }).click();
  await expect(banner(page)).toBeHidden();
  expect(await prompts(page)).toBe(1);
  expect(await flag(page)).toBeNull();
});

for (const name of ['Maybe Later', 'Close'])
  test(`${name} hides the banner for good and keeps Install App working`, async ({ page }) => {
    await openLanding(page);
    await offer(page);
    await banner(page).getByRole('button', { name }).click();
    await expect(banner(page)).toBeHidden();
    expect(await flag(page)).toBe('true');
    await pressInstall(page);
    expect(await prompts(page)).toBe(1);
    await page.goto('/store');
    await page.waitForLoadState('networkidle');
    await offer(page);
    await expect(banner(page)).toBeHidden();
  });

test('the banner goes when the app has been installed', async ({ page }) => {
  await openLanding(page);
  await offer(page);
  await expect(banner(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(banner(page)).toBeHidden();
});

test('an installed app offers no installation', async ({ page }) => {
  await page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) => (query.includes('standalone') ? matchMedia.call(window, 'all') : matchMedia.call(window, query));
  });
  await openLanding(page);
  expect(await offer(page)).toBe(true);
  await page.waitForTimeout(300);
  await expect(banner(page)).toBeHidden();
});

test('an install offer made before the scripts load is not lost', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      window.dispatchEvent(Object.assign(event, { prompt: async () => Object.assign(window, { prompts: 1 }) }));
    }),
  );
  await openLanding(page);
  await expect(banner(page)).toBeVisible();
  await pressInstall(page);
  expect(await prompts(page)).toBe(1);
});

test('Install App shows the manual steps without a current offer', async ({ page }) => {
  const told = alertsOf(page);
  await openLanding(page);
  await pressInstall(page);
  expect(told).toEqual([STEPS]);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await offer(page, 'refused');
  await banner(page).getByRole('button', { name: 'Install App' }).click();
  await expect.poll(() => told).toEqual([STEPS, STEPS]);
});

test('the manifest has all fields that browsers require, and its icons match', async ({ page, request, context }) => {
  const answer = await request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: 'en-CA', theme_color: '#16352c' });
  const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
  for (const { src, sizes } of icons) {
    const png = await (await request.get(src)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const shortcuts: { url: string }[] = manifest.shortcuts;
  expect(shortcuts.map(({ url }) => url)).toEqual(['/appointments', '/store', '/#contact', '/my']);
  for (const { url } of shortcuts) expect((await request.get(url)).status(), url).toBe(200);
  await openLanding(page);
  const devtools = await context.newCDPSession(page);
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A private window, which this is, installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});
