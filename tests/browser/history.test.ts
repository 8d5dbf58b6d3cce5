import { expect, logIn, openDashboard, test } from './support';

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

test('Back gives the focus to the link by which a screen was left', { tag: ['@desktop', '@phone'] }, async ({ page }) => {
  await openDashboard(page);
  const link = page.getByRole('link', { name: 'All bookings' });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeFocused();
  await page.goBack();
  await expect(link).toBeFocused();
});

test('a closed form leaves its list once in the history', { tag: '@desktop' }, async ({ page }) => {
  await openDashboard(page);
  const screens = [
    ['/team-management', 'Add Team Member', 'Cancel'],
    ['/invoices', 'Create Invoice', 'Back to Invoices'],
    ['/receipts', 'Create Receipt', 'Back to Receipts'],
    ['/plans', 'New Plan', 'Back to Plans'],
  ] as const;
  for (const [path, open, close] of screens) {
    await page.goto('/admin');
    await page.goto(path);
    const entries = await page.evaluate(() => window.history.length);
    await page.getByRole('button', { name: open }).first().click();
    await expect(page).toHaveURL(/new=1/);
    expect(await page.evaluate(() => window.history.length)).toBe(entries + 1);
    await page.getByRole('button', { name: close }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.goBack();
    await expect(page, path).toHaveURL(/\/admin$/);
  }
});

test('a client that was just added closes to the list, and Back leaves the list', { tag: '@desktop' }, async ({ page }) => {
  await openDashboard(page);
  await page.goto('/clients');
  await page.getByRole('button', { name: 'New Client' }).click();
  const form = page.getByRole('dialog', { name: 'New client' });
  await form.getByLabel('Name').fill('Nadia History');
  await form.getByLabel('Email').fill('nadia.history@example.com');
  await form.getByLabel('Phone').fill('250-555-0171');
  await form.getByLabel('Address').fill('1 Seymour Street, Kamloops');
  await form.getByRole('button', { name: 'Add Client' }).click();
  const record = page.getByRole('dialog', { name: 'Nadia History' });
  await expect(record).toBeVisible();
  await record.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/clients$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New Client' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin$/);
});
