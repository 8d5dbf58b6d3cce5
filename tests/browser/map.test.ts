import type { APIRequestContext, Page } from '@playwright/test';
import { expectPressable, expectSteady, watchShifts } from './layout';
import { expect, expectAccessible, logIn, test } from './support';

type Client = { name: string; address: string; latitude: number | null; longitude: number | null };
const CLIENTS: Client[] = [
  { name: 'Valleyview Hall', address: '88 Todd Rd, Kamloops', latitude: 50.662, longitude: -120.262 },
  { name: 'Barriere School', address: '2 Barriere Town Rd, Barriere', latitude: 51.18, longitude: -120.125 },
  { name: 'Merritt Motel', address: '3 Nicola Ave, Merritt BC', latitude: null, longitude: null },
  { name: 'Unknown Place', address: '77 Unknown Road', latitude: null, longitude: null },
];

/** Four jobs on one day: two with a position, one with a town, one with neither. */
async function planDay(page: Page, request: APIRequestContext, day: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('adminToken'));
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data, headers: { authorization: `Bearer ${token}` } });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as { id: number };
  };
  for (const [place, client] of CLIENTS.entries()) {
    const { id } = await post('/api/clients', { ...client, email: `map${place}@example.com`, phone: `250-555-014${place}` });
    await post('/api/work-orders', { clientId: id, serviceType: 'residential', scheduledDate: `${day}T${17 + place}:00:00.000Z` });
  }
}
const jobs = (page: Page) => page.getByRole('list', { name: 'Jobs in the order of the route' }).getByRole('listitem');

test(
  'the map of a day needs no outside network, and a pasted link places a job',
  { tag: '@desktop' },
  async ({ page, request }, { project }) => {
    const day = '2030-01-15';
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(sent.url()));
    await logIn(page);
    await planDay(page, request, day);
    await page.goto(`/team?day=${day}`);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.includes('leaflet'))).toEqual([]);
    await page.getByRole('button', { name: 'Map View' }).click();

    const pins = page.locator('[data-pin]');
    await expect(pins).toHaveCount(4);
    await expect(page.locator('[data-scale]')).toHaveText(/km$/);
    await expect(page.getByText('Kamloops', { exact: true })).toBeVisible();
    await expect(jobs(page)).toHaveText([/^1Barriere School/, /^2Valleyview Hall/, /^3Merritt Motel.*Approximate: shown at Merritt/]);
    await expect(page.locator('[data-pin=approximate]')).toHaveText('3');
    expect(asked.filter((url) => url.includes('leaflet')).length).toBeGreaterThan(0);
    const own = new URL(page.url()).origin;
    expect(asked.filter((url) => !url.startsWith(own) && !/^(data|blob):/.test(url))).toEqual([]);
    await expectAccessible(page);

    const row = jobs(page).filter({ hasText: 'Barriere School' }).getByRole('button').first();
    await row.click();
    await expect(row).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('[data-pin]').locator('..').getByText('Barriere School')).toBeVisible();
    await expectAccessible(page);

    await pins.filter({ hasText: /^2$/ }).click();
    await expect(jobs(page).filter({ hasText: 'Valleyview Hall' }).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
    await expect(row).toHaveAttribute('aria-pressed', 'false');

    const unplaced = page.getByRole('region', { name: 'No position yet' });
    await expect(unplaced.getByRole('listitem')).toHaveCount(2);
    await unplaced.getByRole('button', { name: /^Add Position.*Unknown Place/ }).click();
    const form = unplaced.getByRole('form', { name: 'Position of Unknown Place' });
    await form.getByLabel('Paste coordinates or a maps link').fill('https://www.google.com/maps/@50.7,-120.4,15z');
    await form.getByRole('button', { name: 'Save Position' }).click();
    await expect(unplaced.getByRole('listitem')).toHaveCount(1);
    await expect(pins).toHaveCount(5);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const route = page.getByRole('link', { name: /^Open route/ });
    await expect(route).toHaveAttribute('target', '_blank');
    expect(await route.getAttribute('href')).toContain('50.700000%2C-120.400000');
    if (project.name === 'phone') await expectPressable(page);
    await expectAccessible(page);
  },
);

test('the map can be moved and skipped by keyboard, and loads without a layout shift', async ({ page, request }) => {
  const day = '2030-02-15';
  await logIn(page);
  await planDay(page, request, day);
  await watchShifts(page);
  await page.goto(`/team?view=map&day=${day}`);
  await expect(page.locator('[data-pin]')).toHaveCount(4);
  await expectSteady(page);
  const pin = page.locator('[data-pin=depot]');
  const skip = page.getByRole('link', { name: 'Skip the map' });
  await skip.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: /^Map of the jobs/ })).toBeFocused();
  const before = await pin.boundingBox();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await pin.boundingBox())?.x).toBeLessThan(before?.x ?? 0);
  const scale = await page.locator('[data-scale]').textContent();
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await page.getByRole('button', { name: 'Zoom in' }).press('Enter');
  await expect(page.locator('[data-scale]')).not.toHaveText(scale ?? '');
  await page.getByRole('button', { name: 'Show all jobs' }).press('Enter');
  await expect(page.locator('[data-scale]')).toHaveText(scale ?? '');
  await skip.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^Open route/ })).toBeFocused();
});

test('a day without jobs says so and links to another day', async ({ page }, { project }) => {
  await logIn(page);
  await page.goto('/team?view=map&day=2030-03-15');
  await expect(page.getByText('No jobs on this day')).toBeVisible();
  await expect(page.locator('[data-pin]')).toHaveCount(1);
  if (project.name === 'phone') await expectPressable(page);
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page).toHaveURL(/day=2030-03-16/);
  await expect(page.getByRole('heading', { name: 'Map of Saturday, March 16, 2030' })).toBeVisible();
  await expectAccessible(page);
});
