import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, logIn, test } from './support';

const toast = (page: Page) => page.locator('li[data-kind]');

test('a product is added with its picture, received, priced and shown in the store', { tag: '@desktop' }, async ({ page }) => {
  const name = `Yellow Sponge ${Date.now()}`;
  const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#ffffff' } })
    .composite([{ input: { create: { width: 120, height: 120, channels: 3, background: '#306e57' } }, gravity: 'centre' }])
    .png()
    .toBuffer();
  await logIn(page);
  await page.goto('/inventory');
  await page
    .getByRole('button', { name: /Add Product/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByLabel(/^Price/).fill('10');
  await dialog.getByLabel(/^Category/).selectOption('Equipment');
  await dialog.getByLabel(/^Stock Quantity/).fill('4');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'sponge.png', mimeType: 'image/png', buffer: picture });
  await dialog.getByRole('button', { name: /^Remove Background/ }).click();
  await expect(dialog.getByRole('img').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^(Add|Create|Save) Product/ }).click();
  await expect(toast(page)).toContainText('Product Created');

  await page.goto(`/inventory-accounting?tab=products&search=${encodeURIComponent(name)}`);
  await page.getByRole('row').filter({ hasText: name }).hover();
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await dialog.getByLabel(/^Cost Price/).fill('6.5');
  await expect(dialog.getByLabel(/^Profit Margin/)).toHaveValue(/35\.00/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(toast(page)).toContainText('Product Updated');
  await expect(page.getByText('Excellent').filter({ visible: true }).first()).toBeVisible();
  await page.goto('/store');
  await page.getByRole('searchbox').first().fill(name);
  const card = page.locator('article, li').filter({ hasText: name }).first();
  await expect(card).toBeVisible();
  expect(
    await card
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(100);
});
