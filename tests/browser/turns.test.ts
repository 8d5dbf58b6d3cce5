import type { Page } from '@playwright/test';
import { expect, test } from './support';

/** Opens a page and presses a control in the first frame in which its scripts listen. Returns whether the control waited for its turn. */
async function pressAtOnce(page: Page, path: string, control: string): Promise<boolean> {
  await page.addInitScript((selector) => {
    const look = () => {
      const button = document.querySelector<HTMLElement>(selector);
      if (!button || 'early' in window) return requestAnimationFrame(look);
      // The scripts leave properties of theirs on the elements that they have taken over.
      Object.assign(window, { pressed: { isWaiting: Object.keys(button).length === 0 } });
      return button.click();
    };
    requestAnimationFrame(look);
  }, control);
  await page.goto(path);
  const pressed = await page.waitForFunction(() => Reflect.get(window, 'pressed') as { isWaiting: boolean } | undefined);
  return (await pressed.jsonValue())?.isWaiting === true;
}

test.describe('a part of a public page that waits for its turn', () => {
  test('puts a product into the cart once', { tag: '@phone' }, async ({ page }) => {
    expect(await pressAtOnce(page, '/store', 'main li:last-child button')).toBe(true);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  });

  test('picks a day', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/appointments');
    const title = page.getByRole('heading', { name: /^Available Times for/ });
    const today = (await title.textContent()) ?? '';
    expect(await pressAtOnce(page, '/appointments', 'main tr:last-child td:last-child button')).toBe(true);
    await expect(title).not.toHaveText(today);
  });
});
