import { expect, expectAccessible, openLanding, test } from './support';

const FORM = { Name: 'Maria Santos', Email: 'maria@example.com', Phone: '(250) 555-0133', Address: '12 Seymour Street, Kamloops' };

test('a visitor asks for a quote and is thanked', { tag: '@phone' }, async ({ page }) => {
  await openLanding(page);
  for (const [label, value] of Object.entries(FORM)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Service Type').selectOption('residential');
  await page.getByLabel('Message').fill('Two cats.\nMornings are best.');
  await page.getByRole('button', { name: 'Get Free Quote' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your inquiry!' })).toBeVisible();
  await expect(page.getByText('contact you within 24 hours with a free quote')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send another request' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('');
});

test('an empty form reports the missing fields, also in a toast, and keeps the typed values', async ({ page }) => {
  await openLanding(page);
  await page.getByLabel('Phone').fill('250-555-0100');
  await page.getByRole('button', { name: 'Get Free Quote' }).click();
  const toast = page.locator('li[data-kind]');
  await expect(toast).toContainText('Missing Information');
  await expect(toast).toContainText('Please fill in all required fields.');
  for (const name of ['name', 'email', 'serviceType'])
    await expect(page.locator(`[name=${name}]`), name).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('[name=phone]')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByText('Please enter your name.')).toBeVisible();
  await expect(page.getByLabel('Phone')).toHaveValue('250-555-0100');
  await expectAccessible(page);
});

test('the toast disappears after five seconds, or with a swipe', async ({ page }) => {
  await openLanding(page);
  await page.getByRole('button', { name: 'Get Free Quote' }).click();
  const toast = page.locator('li[data-kind]');
  await expect(toast).toBeVisible();
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(420);
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('ol')).toBeFocused();
  await page.getByLabel('Name').focus();
  await page.mouse.move(5, 5);
  await expect(toast).toBeHidden({ timeout: 8000 });
});

test.describe('the landing page without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: /status of 400/ });
  test('can be read, and its form sent', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flawless Cleaning, Every Time');
    await page.getByLabel('Name').fill('No Scripts');
    await page.getByLabel('Email').fill('no-scripts@example');
    await page.getByLabel('Address').fill('1 Battle Street, Kamloops');
    await page.getByLabel('Service Type').selectOption('commercial');
    await page.getByRole('button', { name: 'Get Free Quote' }).click();
    await expect(page.getByText('Please enter a valid email address').first()).toBeVisible();
    await expect(page.getByLabel('Address')).toHaveValue('1 Battle Street, Kamloops');
    await expect(page.getByLabel('Service Type')).toHaveValue('commercial');
    await page.getByLabel('Email').fill('no-scripts@example.com');
    await page.getByRole('button', { name: 'Get Free Quote' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your inquiry!' })).toBeVisible();
  });
});

test('every picture of the landing page loads', async ({ page }) => {
  await openLanding(page);
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
  });
  await expect
    .poll(() => page.evaluate(() => [...document.images].filter((image) => image.naturalWidth === 0).map((image) => image.src)))
    .toEqual([]);
});
