import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { NO_PHOTOS, type SitePhotos } from '../../src/shared/website';
import { expectSteady, watchShifts } from './layout';
import { OWNER } from './owner';
import { expect, expectAccessible, openLanding, test } from './support';

const slider = (page: Page) => page.getByRole('slider', { name: 'Wipe the window clean' });

test('the squeegee wipes the window clean by the pointer, without moving the page', async ({ page }, { project }) => {
  await watchShifts(page);
  const scripts: string[] = [];
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response.url()));
  await openLanding(page);
  const [before, pane] = [scripts.length, slider(page)];
  await pane.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await pane.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const loaded = page.waitForResponse(/wipe/);
  await page.mouse.move(x + width - 10, y + 10);
  await loaded;
  await expect(page.locator('#home canvas')).toBeAttached();
  for (let lane = 0; lane < 8; lane += 1) {
    await page.mouse.move(x + 10, y + 10 + (lane * height) / 8, { steps: 12 });
    await page.mouse.move(x + width - 10, y + 10 + (lane * height) / 8, { steps: 12 });
  }
  await expect(pane).toHaveValue('100');
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.move(x + width / 2, y + 10, { steps: 3 });
  expect(Number(await pane.inputValue())).toBeLessThan(100);
  expect(scripts.length).toBe(before + 1);
  if (project.name === 'desktop') await expectSteady(page);
});

test('the squeegee follows the arrow keys, and End cleans the whole window', { tag: '@desktop' }, async ({ page }) => {
  await openLanding(page);
  const pane = slider(page);
  await pane.focus();
  await expect(page.locator('#home canvas')).toBeAttached();
  const squeegee = page.locator('#home svg g[transform]');
  const rest = (await squeegee.getAttribute('transform')) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(pane).toHaveValue('5');
  await expect(squeegee).not.toHaveAttribute('transform', rest);
  await page.keyboard.press('End');
  await expect(pane).toHaveValue('100');
  const isPainted = () =>
    page.locator('#home canvas').evaluate((canvas) => {
      const pen = (canvas as HTMLCanvasElement).getContext('2d');
      return pen ? [100, 560, 1000].every((x) => (pen.getImageData(x, 430, 1, 1).data[3] ?? 0) > 0) : false;
    });
  expect(await isPainted()).toBe(true);
  await page.keyboard.press('Home');
  await expect(pane).toHaveValue('0');
  expect(await isPainted()).toBe(false);
});

test('the code of the squeegee weighs at most 4 kB', { tag: '@desktop' }, async ({ page }) => {
  await openLanding(page);
  const loaded = page.waitForResponse(/wipe/);
  await slider(page).focus();
  expect((await (await loaded).body()).length).toBeLessThanOrEqual(4096);
});

test(
  'a phone shows Call and Book now once the hero is gone, and neither over the footer nor over a field in use',
  {
    tag: '@phone',
  },
  async ({ page }, { project }) => {
    await openLanding(page);
    const bar = page.locator('[data-bottom-bar]');
    if (project.name !== 'phone') {
      await expect(bar).toBeHidden();
      return;
    }
    await expect(bar).not.toBeInViewport();
    await page.locator('#services').evaluate((section) => section.scrollIntoView({ behavior: 'instant', block: 'start' }));
    await expect(bar).toBeInViewport({ ratio: 1 });
    await expect(bar.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:/);
    await expect(bar.getByRole('link', { name: 'Book now' })).toHaveAttribute('href', '/appointments');
    const height = await page.evaluate(() => window.innerHeight);
    expect(await bar.evaluate((element) => Math.round(element.getBoundingClientRect().bottom))).toBe(height);
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const footer = await page.locator('body > footer').boundingBox();
    const ended = await bar.boundingBox();
    expect((ended?.y ?? 0) + (ended?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
    await page.getByLabel(/^Message/).focus();
    await expect(bar).toBeHidden();
    await page.getByLabel(/^Message/).blur();
    await expect(bar).toBeVisible();
    for (const link of await bar.getByRole('link').all()) expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  },
);

test.describe('with photos of the owner', () => {
  test.describe.configure({ mode: 'serial' });
  const save = async (page: Page, token: string, photos: SitePhotos) =>
    expect(
      (await page.request.post('/trpc/settings.save', { data: { photos }, headers: { authorization: `Bearer ${token}` } })).status(),
    ).toBe(200);
  const signIn = async (page: Page) =>
    ((await (await page.request.post('/api/admin/login', { data: OWNER })).json()) as { token: string }).token;
  /** A picture of noise, as heavy as a photo. */
  const noise = (background: string) =>
    sharp({ create: { width: 1600, height: 1100, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
      .jpeg()
      .toBuffer();

  test('the page stays steady and readable, loads them late, and its slider uncovers the photo before the cleaning', {
    tag: '@desktop',
  }, async ({ page }) => {
    const token = await signIn(page);
    const upload = async (alt: string, background: string) => {
      const image = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await noise(background) };
      const answer = await page.request.post('/api/website-photo', { multipart: { image }, headers: { authorization: `Bearer ${token}` } });
      expect(answer.status()).toBe(201);
      return { name: ((await answer.json()) as { name: string }).name, alt };
    };
    const [crew, before, after] = [
      await upload('Our crew', 'teal'),
      await upload('A dull floor', 'gray'),
      await upload('A bright floor', 'white'),
    ];
    await save(page, token, { ...NO_PHOTOS, crew, before, after, van: crew });
    try {
      await watchShifts(page);
      const pictures: string[] = [];
      page.on('response', (response) => response.url().includes('/uploads/') && pictures.push(response.url()));
      await openLanding(page);
      await page.locator('#services').scrollIntoViewIfNeeded();
      const split = page.getByRole('slider', { name: 'Show more of the photo before the cleaning' });
      await split.scrollIntoViewIfNeeded();
      await expect.poll(() => pictures.length).toBeGreaterThan(1);
      expect(pictures.filter((url) => !url.endsWith('.avif'))).toEqual([]);
      const uncovered = () =>
        page.locator('img[alt="A dull floor"]').evaluate((image) => getComputedStyle(image).clipPath.match(/[\d.]+(?=%)/)?.[0] ?? '0');
      await split.focus();
      await page.keyboard.press('End');
      await expect(split).toHaveValue('100');
      expect(await uncovered()).toBe('0');
      await page.keyboard.press('Home');
      expect(await uncovered()).toBe('100');
      const { x, y, width, height } = (await split.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.click(x + width * 0.75, y + height / 2);
      expect(Number(await split.inputValue())).toBeGreaterThan(70);
      await expectAccessible(page);
      await expectSteady(page);
    } finally {
      await save(page, token, NO_PHOTOS);
    }
  });
});
