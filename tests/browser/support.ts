import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { findBarriers } from './barriers';
import { OWNER } from './owner';

/** A window whose pages fail their test on any console error and any uncaught exception. */
export const test = base.extend<{ context: BrowserContext; expectedErrors: RegExp }>({
  // Playwright asks for this very shape of parameter.
  // biome-ignore lint/correctness/noEmptyPattern: no fixture is needed
  expectedErrors: async ({}, use) => use(/^(?!)/),
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = [];
    context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    context.on('weberror', (fault) => errors.push(fault.error().message));
    await use(context);
    expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});
export { expect };

/** The name of the product that inventory.test.ts adds while other tests count products. It sorts last, so that theirs keep their places. */
export const ADDED_PRODUCT = /Yellow Sponge \d+/;

/** WCAG 2.2 AA by axe, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
}

/** Sends a quote request the way another visitor's browser would. */
export async function sendQuote(request: APIRequestContext, more: Record<string, string>): Promise<void> {
  const answer = await request.post('/api/contact', {
    data: {
      name: 'Visitor',
      email: 'visitor@example.com',
      phone: '250-555-0199',
      address: '1 Seymour Street, Kamloops',
      serviceType: 'residential',
      ...more,
    },
  });
  expect(answer.status()).toBe(201);
}

/** Signs in as the form does, but without it. Leaves the page at an address without scripts. */
export async function logIn(page: Page): Promise<void> {
  const answer = await page.request.post('/api/admin/login', { data: OWNER });
  expect(answer.status()).toBe(200);
  const { token } = (await answer.json()) as { token: string };
  // A page without scripts, for its origin alone: that is what storage belongs to.
  await page.goto('/robots.txt');
  await page.evaluate((adminToken) => {
    const entries = { adminAuthenticated: 'true', adminLoginTime: new Date().toISOString(), adminToken };
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, token);
}

/** Signs in without the form and waits for the dashboard. */
export async function openDashboard(page: Page): Promise<void> {
  await logIn(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Fills in and sends the form of the login that is shown. */
export async function submitLogin(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(OWNER.username);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** Signs in through the form and waits for what is behind it. */
export async function logInByForm(page: Page): Promise<void> {
  await page.goto('/admin');
  await submitLogin(page);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** Opens a public page and waits until its scripts have taken over, which most pages do on the first interaction. */
export async function openLanding(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.mouse.move(1, 1);
  await page.mouse.move(0, 0);
  await expectTakenOver(page);
  await page.waitForLoadState('networkidle');
}

/** Waits until a public page's scripts have taken over what the server drew. */
export async function expectTakenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => !('early' in window));
}
