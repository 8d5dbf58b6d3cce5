import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { expectInThumbsHalf, expectPressable, expectSteady, watchShifts } from './layout';
import { expect, expectAccessible, openLanding, test } from './support';

const COPIED = 'Cover image copied to clipboard! You can now paste it directly on Facebook.';
const canvas = (page: Page) => page.getByRole('img', { name: /^Cover picture of/ });
const regenerate = (page: Page) => page.getByRole('button', { name: 'Regenerate Image' });
const pictureOf = (page: Page) => canvas(page).evaluate((drawn: HTMLCanvasElement) => drawn.toDataURL());
const colourAt = (page: Page, x: number, y: number) =>
  canvas(page).evaluate(
    (drawn: HTMLCanvasElement, [atX = 0, atY = 0]) => [...(drawn.getContext('2d')?.getImageData(atX, atY, 1, 1).data ?? [])],
    [x, y],
  );

/** Width and height of a PNG, from its first chunk. */
async function sizeOf(download: Download): Promise<number[]> {
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

async function openCover(page: Page): Promise<void> {
  await openLanding(page, '/facebook-cover');
  await expect(regenerate(page)).toBeEnabled();
}

test('the cover is drawn on load and described for screen readers', { tag: '@phone' }, async ({ page }, { project }) => {
  await watchShifts(page);
  await openCover(page);
  expect(await canvas(page).evaluate((drawn: HTMLCanvasElement) => [drawn.width, drawn.height])).toEqual([820, 312]);
  for (const words of ['Sage & Pine Cleaning', 'Flawless Cleaning, Every Time', '(250) 555-0142', 'Residential', 'Book Online Today!'])
    await expect(canvas(page)).toHaveAccessibleName(new RegExp(words.replace(/[()]/g, '\\$&')));
  // The ground of the text, and the box.
  expect((await colourAt(page, 20, 20)).slice(0, 3).every((part) => part < 70)).toBe(true);
  expect(await colourAt(page, 540, 236)).toEqual([239, 223, 70, 255]);
  await expect(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  if (project.name === 'phone') {
    await expectPressable(page);
    await expectInThumbsHalf(page.getByRole('button', { name: 'Copy to Clipboard' }));
  }
  await expectSteady(page);
});

test('Regenerate Image draws another', async ({ page }) => {
  await openCover(page);
  const before = await pictureOf(page);
  const busy = page.evaluate(
    () =>
      new Promise((seen) => {
        const look = () => {
          const found = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Generating...');
          if (found) seen(found.ariaDisabled);
        };
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
  );
  await regenerate(page).click();
  expect(await busy).toBe('true');
  await expect(regenerate(page)).toBeEnabled();
  expect(await pictureOf(page)).not.toBe(before);
});

test('Copy to Clipboard copies the picture and says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openCover(page);
  await page.getByRole('button', { name: 'Copy to Clipboard' }).click();
  await expect(page.getByText(COPIED, { exact: true })).toBeVisible();
  const size = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const picture = item && (await createImageBitmap(await item.getType('image/png')));
    return [picture?.width, picture?.height];
  });
  expect(size).toEqual([820, 312]);
  await expectAccessible(page);
});

test('a copy that fails is saved as a PNG instead', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await openCover(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Copy to Clipboard' }).click();
  expect(await sizeOf(await saved)).toEqual([820, 312]);
  await expect(page.getByText('saved it as a PNG file').first()).toBeVisible();
  await expect(page.getByText(COPIED)).toBeHidden();
});

test('Download PNG saves the picture', async ({ page }) => {
  await openCover(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PNG' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('facebook-cover.png');
  expect(await sizeOf(download)).toEqual([820, 312]);
});

test.describe('a missing background', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });
  test('is replaced by a gradient', async ({ page }) => {
    await page.route('**/cover-background.svg', (route) => route.abort());
    await openCover(page);
    const corner = await colourAt(page, 815, 308);
    const [red = 0, green = 0, blue = 0] = corner;
    expect(green).toBeGreaterThan(red);
    expect(green).toBeGreaterThan(blue);
    expect(corner[3]).toBe(255);
    expect(await colourAt(page, 540, 236)).toEqual([239, 223, 70, 255]);
  });
});

test('the guide lists what to fill in and opens the page in a new tab', async ({ page }) => {
  await openCover(page);
  const guide = page.getByRole('region', { name: 'Set up the business page' });
  for (const words of ['Mon-Fri 8AM-10PM', 'Sat-Sun 9AM-10PM', '(250) 555-0142', 'hello@sageandpine.example', 'Kamloops, BC', '170x170'])
    await expect(guide.getByText(words).first()).toBeVisible();
  await expect(guide.getByRole('heading', { name: 'Tips' })).toBeVisible();
  const link = guide.getByRole('link', { name: /^Open the Facebook page/ });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
});
