import { expect, logIn, test } from './support';

test('a reloaded list has the rows and the place that it had', { tag: ['@desktop', '@phone'] }, async ({ page }, { project }) => {
  const rows = page.locator(project.name === 'phone' ? 'main a[data-record]' : 'main tbody tr');
  const readTop = () => page.evaluate(() => window.scrollY);
  await logIn(page);
  await page.goto('/inventory');
  await expect(rows).toHaveCount(20);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  const count = await rows.count();
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  const top = await readTop();
  expect(top).toBeGreaterThan(300);

  await page.reload();
  await expect(rows).toHaveCount(count);
  await expect.poll(readTop).toBe(top);

  // A screen that is opened anew begins with its first page.
  await page.goto('/inventory?category=tools');
  await page.goto('/inventory');
  await expect(rows).toHaveCount(20);
  expect(await readTop()).toBe(0);
});
