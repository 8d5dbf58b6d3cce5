import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import { OWNER } from './owner';

/** A page that fails its test for any error on the console and any fault nobody caught. */
export const test = base.extend<{ page: Page; expectedErrors: RegExp }>({
  // Playwright asks for this very shape of parameter.
  // biome-ignore lint/correctness/noEmptyPattern: no fixture is needed
  expectedErrors: async ({}, use) => use(/^(?!)/),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await use(page);
    expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});
export { expect };

/** WCAG 2.2 AA by axe, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
  const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(needed).toBeLessThanOrEqual(given ?? 0);
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

/** Signs in through the form and waits for what is behind it. */
export async function logIn(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Username').fill(OWNER.username);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}

/** The page after its script has taken over. */
export async function openLanding(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}
