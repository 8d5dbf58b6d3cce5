import { CONTRAST, findBarriers } from './barriers';
import { STAFF_PATHS } from './owner';
import { openFromOffice, requestsOf, settle } from './screens';
import { expect, expectAccessible, logInByForm, openDashboard, test } from './support';

test.describe('in the dark scheme', () => {
  test.use({ colorScheme: 'dark' });
  test('every staff path opens for the owner inside the same frame with enough contrast', { tag: '@phone' }, async ({ page }) => {
    test.slow();
    await logInByForm(page);
    const underWay = requestsOf(page);
    const heading = page.getByRole('heading', { level: 1 });
    let shown = (await heading.textContent()) ?? '';
    for (const path of STAFF_PATHS) {
      if (process.env.BROWSER === 'all') await page.goto(path);
      else await openFromOffice(page, path);
      await settle(page, underWay);
      await expect(heading, path).toBeVisible();
      // Each screen has a heading of its own.
      await expect(heading, path).not.toHaveText(shown);
      shown = (await heading.textContent()) ?? '';
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(await findBarriers(page, CONTRAST), path).toEqual([]);
    }
  });
});

test('the account menu and the notifications are accessible while they are open', async ({ page, isMobile }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openDashboard(page);
    if (isMobile) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('button', { name: /^Account menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    if (isMobile) await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading', { name: 'Notifications' })).toBeVisible();
    await expectAccessible(page);
  }
});
