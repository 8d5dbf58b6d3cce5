import { LoadHouse } from '../load/house';
import { OWNER } from './owner';
import { expect, openDashboard, sendQuote, test } from './support';

// Its own server, since other tests need theirs. The phone's project leaves this file out: one window is enough.
const PORT = '4175';
let house: LoadHouse;

test.use({
  baseURL: `http://127.0.0.1:${PORT}`,
  expectedErrors: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
});

test.beforeEach(async () => {
  house = new LoadHouse({ PORT, ADMIN_PASSWORD: OWNER.password });
  await house.start();
});
test.afterEach(async () => {
  await house.stop();
  house.remove();
});

test('new quotes appear without a reload after the server restarts', { tag: '@desktop' }, async ({ page, request }) => {
  await openDashboard(page);
  await expect(page.getByText('Total: 0')).toBeVisible();
  await house.stop();
  await house.start();
  await sendQuote(request, { name: 'After The Restart' });
  await expect(page.getByRole('row').filter({ hasText: 'After The Restart' })).toBeVisible({ timeout: 15_000 });
});

test('a button pressed while the server is down reports the failure, and the form keeps the typed values', async ({ page, request }) => {
  await sendQuote(request, { name: 'Before The Stop' });
  await openDashboard(page);
  const card = page.getByRole('row').filter({ hasText: 'Before The Stop' });
  await expect(card).toBeVisible();
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
  const visitor = await page.context().newPage();
  await visitor.goto('/');
  await visitor.waitForLoadState('networkidle');
  await house.stop();
  await card.getByRole('button', { name: 'Confirm Quote' }).click();
  await expect(page.getByText('Failed to update status. Please try again.').first()).toBeVisible();
  await visitor.getByLabel('Name').fill('Typed Already');
  await visitor.getByRole('button', { name: 'Get Free Quote' }).click();
  await expect(visitor.getByText('There was a problem submitting your inquiry. Please try again.').first()).toBeVisible();
  await expect(visitor.getByLabel('Name')).toHaveValue('Typed Already');
});
