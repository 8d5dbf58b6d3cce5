import { expectPressable } from './layout';
import { expect, expectAccessible, logIn, test } from './support';

test('a member is added with a password shown once, edited and deactivated', async ({ page, isMobile }) => {
  await logIn(page);
  await page.goto('/team-management');
  await expect(page.getByRole('heading', { level: 1, name: 'Team Management' })).toBeVisible();
  await page.getByRole('button', { name: 'Add Team Member' }).first().click();
  const dialog = page.getByRole('dialog');
  const key = Date.now().toString(36);
  for (const [label, value] of [
    ['First Name', 'Ana'],
    ['Last Name', `Lopez ${key}`],
    ['Employee ID', `E-${key}`],
    ['Email', `ana-${key}@example.com`],
    ['Phone', '(250) 555-0177'],
    ['Hire Date', '2026-01-05'],
    ['Hourly Rate', '22.50'],
  ] as const)
    await dialog
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add Team Member' }).click();
  await expect(page.getByText('Team Member Added', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('72 hours');
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Done|Close/ })
    .click();
  await page.getByRole('link', { name: `Ana Lopez ${key}` }).click();
  const drawer = page.getByRole('dialog', { name: `Ana Lopez ${key}` });
  await expect(drawer).toContainText('$22.50');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: /^Deactivate/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Deactivate/ })
    .click();
  await expect(page.getByText('Team Member Deactivated', { exact: true })).toBeVisible();
  await expect(drawer).toContainText('Inactive');
  await expectAccessible(page);
  if (isMobile) await expectPressable(page);
});

test('a client is added, found and opened', async ({ page, isMobile }) => {
  await logIn(page);
  await page.goto('/clients');
  const key = Date.now().toString(36);
  await page
    .getByRole('button', { name: /New Client/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill(`Ivy ${key}`);
  await dialog.getByLabel(/^Email/).fill(`ivy-${key}@example.com`);
  await dialog.getByLabel(/^Phone/).fill('(250) 555-0188');
  await dialog.getByLabel(/^Address/).fill('9 Robson Dr, Kamloops');
  await expectAccessible(page);
  await dialog.locator('button[type=submit]').click();
  await expect(page.getByRole('dialog', { name: `Ivy ${key}` })).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectPressable(page);
  await page.goto('/clients');
  await page.getByRole('searchbox').fill(key);
  await expect(page.getByRole('link', { name: `Ivy ${key}` }).first()).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectPressable(page);
});

test('a phone shows the actions of a short list at the bottom edge', { tag: '@phone' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await logIn(page);
  await page.goto('/team-management?view=time-off');
  await expect(page.getByText('No upcoming time off.')).toBeVisible();
  const bar = await page.locator('[data-bottom-bar]').boundingBox();
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(page.viewportSize()?.height);
  const [filter, list] = [page.getByRole('button', { name: 'Time Off', exact: true }), page.getByRole('heading', { name: 'Requests' })];
  expect(((await list.boundingBox())?.y ?? 0) - ((await filter.boundingBox())?.y ?? 0)).toBeLessThan(100);
});
