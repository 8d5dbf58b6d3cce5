import { expect, type Locator, type Page } from '@playwright/test';

/** Has the page count what moves by itself from its very start. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Number(Reflect.get(window, 'shift')) + Number(Reflect.get(entry, 'value')) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns how far the page has moved by itself so far, as the cumulative layout shift. */
export const readShift = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'shift')));

/** Nothing has moved, also on the way down the page, but for the pixel that a word may take more when its face comes. */
export async function expectSteady(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForTimeout(300);
  expect(await readShift(page)).toBeLessThan(0.001);
}

/** Whatever can be pressed in the page's own part is at least 44 px high and wide. */
export async function expectPressable(page: Page): Promise<void> {
  const small = await page
    .locator('main :is(a[href], button, select, input, textarea, [role=tab]), [role=dialog] :is(a[href], button)')
    .evaluateAll((controls) =>
      controls
        .map((control) => ({
          text: control.textContent || control.getAttribute('aria-label'),
          // A mark is pressed by its label, whose part it is.
          box: (
            (control.matches('[type=radio], [type=checkbox], [type=file]') && control.closest('label')) ||
            control
          ).getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
        .map(({ text, box }) => `${text}: ${Math.round(box.width)} × ${Math.round(box.height)}`),
    );
  expect(small).toEqual([]);
}

/** On a phone of 375 × 740, what comes next is where the thumb is: whole, in the lower half of the window. */
export async function expectInThumbsHalf(next: Locator): Promise<void> {
  const box = await next.boundingBox();
  expect(box?.y).toBeGreaterThanOrEqual(370);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
}
