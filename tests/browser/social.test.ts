import type { Page } from '@playwright/test';
import { addDays } from '../../src/shared/calendar-day';
import { expectPressable } from './layout';
import { expect, expectAccessible, logIn, test } from './support';

const toast = (page: Page) => page.locator('li[data-kind]');
/** A month that is to come on every clock, and a day within it. */
const MONTH = addDays(`${new Date().toISOString().slice(0, 7)}-01`, 62).slice(0, 7);
const dayOf = (page: Page, day: number) => page.locator(`[data-day="${MONTH}-${day}"]`);

/** Writes a post out of a template and plans it for a day of that month. */
async function schedule(page: Page, text: string, day: number): Promise<void> {
  await page.goto('/social-media?tab=post');
  await page.getByRole('button', { name: /^Monday Motivation/ }).click();
  await expect(page.getByLabel(/^Content/)).toHaveValue(/^Monday Motivation:/);
  await page.getByLabel(/^Content/).fill(text);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Date and Time/).fill(`${MONTH}-${day}T10:00`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(toast(page)).toContainText('Post Scheduled');
  await page.goto(`/social-media?tab=schedule&view=month&date=${MONTH}-15`);
}

test(
  'a post is planned from a template, dragged to another day and cancelled',
  { tag: '@desktop' },
  async ({ page, isMobile }, { project }) => {
    test.skip(isMobile, 'A finger scrolls; the dialog is the way on a phone.');
    const text = `Windows ${project.name} ${Date.now()}`;
    await logIn(page);
    await schedule(page, text, 16);
    const post = page.getByRole('region').getByRole('button').filter({ hasText: text });
    await expect(dayOf(page, 16)).toContainText(text);
    await expectAccessible(page);
    await post.dragTo(dayOf(page, 18));
    await expect(toast(page)).toContainText('Post Moved');
    await expect(dayOf(page, 18)).toContainText(text);
    await expect(dayOf(page, 16)).not.toContainText(text);

    await post.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/^Date and Time/)).toHaveValue(`${MONTH}-18T10:00`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel Post' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Post' }).click();
    await expect(toast(page)).toContainText('Post Cancelled');
    await expect(post).toHaveCount(0);
  },
);

test('a post is moved through its dialog, and is not published before Facebook is set up', async ({ page, isMobile }, { project }) => {
  const text = `Carpets ${project.name} ${Date.now()}`;
  await logIn(page);
  await schedule(page, text, 20);
  await page.getByRole('region').getByRole('button').filter({ hasText: text }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Date and Time/).fill(`${MONTH}-22T18:30`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Post Scheduled');
  await expect(dayOf(page, 22)).toContainText(text);
  for (const tab of ['', '?tab=post', '?tab=schedule', '?tab=analytics', '?tab=setup']) {
    await page.goto(`/social-media${tab}`);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(page);
    if (isMobile) await expectPressable(page);
  }
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect(toast(page)).toContainText('Please configure your Facebook API credentials to enable posting.');
});
