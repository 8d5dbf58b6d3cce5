import { gzipSync } from 'node:zlib';
import { STAFF_PATHS } from './owner';
import { expect, expectAccessible, logIn, logInByForm, openDashboard, sendQuote, submitLogin, test } from './support';

test('every staff path leads a visitor to the login without console output', async ({ page }) => {
  for (const path of STAFF_PATHS) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Log In' }), path).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
  }
  await expectAccessible(page);
});

test('the login form is there after at most 120 kB of script in 12 files, and the office loads behind it', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[name=password]')) return;
      watch.disconnect();
      Object.assign(window, {
        scripts: performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
      });
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await page.goto('/admin');
  await page.getByLabel('Username').fill('owner');
  const scripts = await page.evaluate(() => Reflect.get(window, 'scripts') as string[]);
  const bodies = await Promise.all(scripts.map(async (url) => (await request.get(url)).body()));
  expect(scripts.length).toBeLessThanOrEqual(12);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)).toBeLessThanOrEqual(120_000);
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/dashboard-')));
});

test('an expired session is reported once and forgotten', async ({ page }) => {
  await page.goto('/admin');
  // The page has looked at the storage by now and will not look again.
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await page.evaluate(() => {
    localStorage.setItem('adminAuthenticated', 'true');
    localStorage.setItem('adminLoginTime', new Date(Date.now() - 31 * 60_000).toISOString());
  });
  await page.goto('/team');
  await expect(page).toHaveURL(/\/admin$/);
  const toast = page.locator('li[data-kind]');
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText('Session Expired');
  await expect(toast).toContainText('Your session has expired. Please log in again.');
  expect(await page.evaluate(() => [localStorage.getItem('adminAuthenticated'), localStorage.getItem('adminLoginTime')])).toEqual([
    null,
    null,
  ]);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(toast).toHaveCount(0);
});

test.describe('a wrong password', () => {
  test.use({ expectedErrors: /status of 4(01|29)/ });
  test('shows an error, and the third one locks the login for a while', async ({ page }, { project }) => {
    await page.goto('/admin');
    const logInAs = async (password: string) => {
      await page.getByLabel('Username').fill(`stranger-${project.name}`);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log In' }).click();
    };
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await logInAs('wrong-1');
    await expect(page.getByText('Invalid credentials. 2 attempts remaining.')).toBeVisible();
    await logInAs('wrong-2');
    await expect(page.getByText('Invalid credentials. 1 attempts remaining.')).toBeVisible();
    await logInAs('wrong-3');
    await expect(page.getByText('Too many failed attempts. Account locked for 5 minutes.')).toBeVisible();
    await logInAs('wrong-4');
    await expect(page.getByText(/Account locked\. Try again in (29\d|300) seconds\./)).toBeVisible();
    await expectAccessible(page);
  });
});

test('logging out ends the session here and on the server', { tag: '@desktop' }, async ({ page, request }, { project }) => {
  await logInByForm(page);
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  const asOwner = { headers: { authorization: `Bearer ${token}` } };
  expect((await request.get('/api/contact', asOwner)).status()).toBe(200);
  if (project.name === 'phone') await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  expect((await request.get('/api/contact', asOwner)).status()).toBe(401);
  await page.goto('/team');
  await expect(page).toHaveURL(/\/admin$/);
});

test('the login leads to the screen that was asked for, and after logging out to the start', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/clients?q=nobody');
  await expect(page).toHaveURL(/\/admin$/);
  await submitLogin(page);
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/clients\?q=nobody$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Log out' }).click();
  await submitLogin(page);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});

test.describe('a session ended elsewhere', () => {
  test.use({ expectedErrors: /status of 401/ });
  test('leads to the login without a click', async ({ page, request }) => {
    await openDashboard(page);
    const token = await page.evaluate(() => localStorage.getItem('adminToken'));
    await page.waitForTimeout(500);
    expect((await request.post('/api/admin/logout', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(204);
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expect(page.locator('li[data-kind]')).toContainText('Session Expired');
  });
});

test(
  'a quote appears without a reload, is confirmed, started and completed',
  { tag: '@desktop' },
  async ({ page, request }, { project }) => {
    const name = `Thompson Dental ${project.name} ${Date.now()}`;
    const email = `dental-${project.name}-${Date.now()}@example.com`;
    await openDashboard(page);
    await expect(page.getByText(/^Total: \d+$/)).toBeVisible();
    await page.waitForTimeout(500);
    await sendQuote(request, { name, email, serviceType: 'commercial', message: 'Three chairs, one reception.' });
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible();
    await expect(row).toContainText('pending');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Confirm Quote' }).click();
    await expect(row.getByRole('button', { name: 'Mark Completed' })).toBeVisible();
    const toast = page.locator('li[data-kind]');
    await expect(toast).toContainText(/Confirmed\. Job set for tomorrow \d+:\d\d [ap]\.m\./);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('button', { name: 'Confirm Quote' }).click();
    await expect(row.getByRole('button', { name: 'Mark Completed' })).toBeVisible();
    await toast.getByRole('button', { name: 'Open' }).click();

    await expect(page.getByRole('heading', { name: 'Work Order Details' })).toBeVisible();
    for (const moment of ['Order Created', 'Work Started', 'Work Completed', 'Order Finalized'])
      await expect(page.getByText(moment)).toBeVisible();
    await expect(page.getByText('Medium Priority')).toBeVisible();
    await expect(page.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    await expect(page.getByRole('link', { name: /View on Map/ })).toHaveAttribute('target', '_blank');
    await expect(page.getByRole('link', { name: /Get Directions/ })).toHaveAttribute('href', /google\.com\/maps\/dir/);
    const components = page.getByRole('region', { name: 'Job Components' });
    await expect(components.getByRole('listitem')).toHaveCount(4);
    await components
      .getByRole('button', { name: /Mark Complete/ })
      .first()
      .click();
    await expect(page.locator('li[data-kind]')).toContainText('Component Updated');
    await expect(components.getByText('Completed')).toHaveCount(1);
    await components.getByRole('button', { name: /Mark Pending/ }).click();
    await expect(components.getByText('Completed')).toHaveCount(0);
    // With a task ticked off, nothing is asked at the end.
    await components
      .getByRole('button', { name: /Mark Complete/ })
      .first()
      .click();
    await expect(components.getByText('Completed')).toHaveCount(1);
    await page.getByRole('button', { name: /Start Work/ }).click();
    await expect(page.locator('li[data-kind]')).toContainText('Work order status has been updated successfully.');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Back to Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Team Dashboard' })).toBeVisible();
    const order = page.getByRole('row').filter({ hasText: name });
    await expect(order).toContainText('in-progress');
    await expect(order).toContainText('Started');
    await expect(order).toContainText('4 tasks');
    await order.getByRole('button', { name: /^Complete/ }).click();
    await expect(order).toContainText('completed');
    await expect(order.getByRole('button', { name: /^(Start|Complete)/ })).toHaveCount(0);
    await expectAccessible(page);
  },
);

test('the office adds the work order of a request without an address by hand', async ({ page, request }, { project }) => {
  const name = `No Address ${project.name} ${Date.now()}`;
  const answer = await request.post('/api/contact', { data: { name, email: `${Date.now()}@example.com`, serviceType: 'emergency' } });
  expect(answer.status()).toBe(201);
  await openDashboard(page);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Confirm Quote' }).click();
  await expect(row.getByRole('button', { name: 'Mark Completed' })).toBeVisible();
  await row.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Create Work Order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where is the job?' });
  await dialog.getByRole('button', { name: 'Create Work Order' }).click();
  await expect(dialog.getByText('Please enter the service address.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill('7 Lansdowne Street, Kamloops');
  await dialog.getByRole('button', { name: 'Create Work Order' }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('dialog', { name }).getByRole('link', { name: /^Open work order/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('link', { name })).toBeFocused();
});

test('Delete All asks first and can be undone', async ({ page, request }, { project }) => {
  const name = `Kept ${project.name} ${Date.now()}`;
  await sendQuote(request, { name });
  await openDashboard(page);
  const card = page.getByRole('row').filter({ hasText: name });
  await expect(card).toBeVisible();
  const remove = page.getByRole('button', { name: 'Delete All Quotes' });
  await remove.click();
  const question = page.getByRole('alertdialog', { name: 'Delete all quote requests?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Delete All' }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText(/in the bin, kept for 30 days/)).toBeVisible();
  await page.locator('li[data-kind]').getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
});

test('the messages are readable without a mail server', async ({ page, request }, { project }) => {
  const email = `reader-${project.name}-${Date.now()}@example.com`;
  await sendQuote(request, { email });
  await logIn(page);
  await page.goto('/messages');
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  await page
    .getByRole(project.name === 'phone' ? 'listitem' : 'row')
    .filter({ hasText: email })
    .getByRole('link', { name: /We received your request/ })
    .click();
  await expect(page.getByRole('dialog').getByText('will contact you within 24 hours')).toBeVisible();
  await expectAccessible(page);
});

test('the admin page links to every tool', async ({ page }) => {
  await openDashboard(page);
  const tools = page.getByRole('region', { name: 'Tools' });
  for (const path of [
    '/ai-dashboard',
    '/social-media',
    '/canaan-dashboard',
    '/inventory-accounting',
    '/facebook-cover',
    '/invoices',
    '/receipts',
    '/team',
    '/team-login',
    '/achievements',
  ])
    await expect(tools.locator(`a[href="${path}"]`), path).toBeVisible();
  await expect(page.getByText('Mon-Fri 8AM-10PM, Sat-Sun 9AM-10PM')).toBeVisible();
  const clock = page.getByRole('timer');
  const before = await clock.textContent();
  await expect.poll(() => clock.textContent()).not.toBe(before);
});

test('a second tab keeps a login and follows its logout', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(other.getByRole('button', { name: 'Log In' })).toBeVisible();
  await logInByForm(page);
  await expect(other.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.waitForTimeout(300);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await expect(other.getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('Back shows a screen as it was, in the same frame', { tag: '@desktop' }, async ({ page }) => {
  await openDashboard(page);
  // The screen is short until its lists are loaded.
  await expect(page.getByText(/^Total: \d+$/)).toBeVisible();
  await page.evaluate(() => window.scrollTo({ top: 400, behavior: 'instant' }));
  expect(await page.evaluate(() => window.scrollY)).toBe(400);
  const frame = await page.getByRole('navigation').first().elementHandle();
  await page.getByRole('link', { name: 'Clients' }).first().click();
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  expect(await frame?.evaluate((element) => element.isConnected)).toBe(true);
});

test('the focus moves to the start of a new screen', async ({ page }, { project }) => {
  await logInByForm(page);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeFocused();
  if (project.name === 'phone') await page.getByRole('button', { name: 'Open navigation' }).click();
  await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: /^Jobs/ }).click();
  await expect(page.getByRole('heading', { name: 'Team Dashboard' })).toBeFocused();
});
