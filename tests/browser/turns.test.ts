import type { Locator, Page } from '@playwright/test';
import { dayIn } from './bookings';
import { expect, expectTakenOver, test } from './support';

/** Opens a page whose frames are so slow that its parts wait for their turn while a visitor presses one of them. */
async function openSlowly(page: Page, path: string): Promise<void> {
  await page.addInitScript(() => {
    const drawFrame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => window.setTimeout(() => drawFrame(callback), 400);
  });
  await page.goto(path);
  await expectTakenOver(page);
}

/** Returns true for an element that the scripts have not taken over: they leave properties of theirs on it. */
const isWaiting = (control: Locator) => control.evaluate((element) => Object.keys(element).length === 0);
/** Presses a control with the mouse, whose button goes down and up in two events. */
async function pressWithMouse(page: Page, control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('The control has no place on the page.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.up();
}

test.describe('a part of a public page that waits for its turn', () => {
  test('puts a product into the cart once', { tag: '@phone' }, async ({ page }) => {
    await openSlowly(page, '/store');
    const button = page.getByRole('button', { name: /^Add to Cart/, disabled: false }).last();
    expect(await isWaiting(button)).toBe(true);
    await pressWithMouse(page, button);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    // A second press would have been repeated by then.
    await page.waitForTimeout(1000);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  });

  test('picks the pressed day', { tag: '@phone' }, async ({ page }) => {
    await openSlowly(page, '/appointments');
    const day = page.locator('main td button:enabled').nth(1);
    expect(await isWaiting(day)).toBe(true);
    const name = (await day.getAttribute('aria-label')) ?? '';
    await pressWithMouse(page, day);
    await expect(page.locator('[aria-selected=true] button')).toHaveAccessibleName(new RegExp(`^${name.replace(/^Today, /, '')}`));
  });

  test('has its turn at once if the address has parameters, which may replace it', { tag: '@desktop' }, async ({ page }) => {
    await openSlowly(page, `/appointments?date=${dayIn(40)}`);
    expect(await isWaiting(page.locator('main td button').last())).toBe(false);
    await pressWithMouse(page, page.locator(`[data-day="${dayIn(41)}"] button`));
    await expect(page.locator(`[data-day="${dayIn(41)}"][aria-selected=true]`)).toBeVisible();
  });
});
