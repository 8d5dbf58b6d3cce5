import { asOwner, makeCrew, signIn } from './crew';
import { expectInThumbsHalf, expectPressable } from './layout';
import { expect, expectAccessible, logIn, test } from './support';

const header = (page: import('@playwright/test').Page) => page.getByRole('banner').getByRole('status');

test('a cleaner signs in and accepts a job, and the button of the next step stays within reach of the thumb', { tag: '@phone' }, async ({
  page,
  request,
  isMobile,
}) => {
  await logIn(page);
  const crew = await makeCrew(page, request);
  const { post } = await asOwner(page, request);
  await post('/api/work-order-assignments', { workOrderId: crew.order.id, teamMemberId: crew.member.id });
  await page.goto('/team-login');
  await expect(page.getByRole('heading', { name: 'Team Login' })).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await expectInThumbsHalf(page.getByRole('button', { name: 'Sign In' }));
  await signIn(page, crew);
  await expect(header(page)).toHaveText('Synced');
  for (const step of ['Accept', 'Enroute', 'Onsite', 'Complete']) {
    const button = page.getByRole('button', { name: new RegExp(`^${step}`) });
    if (isMobile) await expectInThumbsHalf(button);
    if (isMobile) await expectPressable(page);
    await button.click();
    if (step === 'Complete') await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  }
  await expect(page.getByRole('heading', { name: /^Done/ })).toBeVisible();
  await expect(page.getByText('complete', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(header(page)).toHaveText('Synced');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/team-login$/);
  await page.goto(`/team-member-dashboard/${crew.member.id}`);
  await expect(page).toHaveURL(/\/team-login$/);
});

test('offers to accept a later job in a card of at most 150 pixels', { tag: '@phone' }, async ({ page, request }) => {
  await logIn(page);
  const crew = await makeCrew(page, request);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  // At 10:30 a.m. the line of day, service and minutes needs a second one.
  const later = await makeCrew(page, request, { at: `${day}T17:30:00.000Z` });
  const { post } = await asOwner(page, request);
  for (const { order } of [crew, later]) await post('/api/work-order-assignments', { workOrderId: order.id, teamMemberId: crew.member.id });
  await signIn(page, crew);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: later.clientName }) });
  await expect(card.getByRole('button', { name: 'Accept' })).toBeVisible();
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(150);
  await card.getByRole('button', { name: /^Details of/ }).click();
  await expect(card.getByRole('link', { name: /^Get Directions/ })).toBeVisible();
});

test.describe('the field app without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to (fetch|load resource)/ });

  test('shows the jobs after a reload and sends offline steps when the network is back', { tag: '@phone' }, async ({
    page,
    context,
    request,
  }) => {
    await logIn(page);
    const crew = await makeCrew(page, request);
    const { post } = await asOwner(page, request);
    await post('/api/work-order-assignments', { workOrderId: crew.order.id, teamMemberId: crew.member.id });
    await signIn(page, crew);
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect(page.getByRole('button', { name: /^Enroute/ })).toBeVisible();
    // The next step is shown as soon as the press is stored on the phone.
    await expect(header(page)).toHaveText('Synced');
    const path = `/team-member-dashboard/${crew.member.id}`;
    await expect
      .poll(() =>
        page.evaluate(async (wanted) => {
          const kept = await Promise.all(
            (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
          );
          return (
            kept.flat().includes(wanted) && kept.flat().some((file) => /\/assets\/staff-.*\.css$|\/assets\/.*field.*\.(js|css)$/.test(file))
          );
        }, path),
      )
      .toBe(true);
    await page.waitForLoadState('networkidle');

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: crew.clientName })).toBeVisible();
    await expect(header(page)).toHaveText('Offline');
    await page.getByRole('button', { name: /^Enroute/ }).click();
    await page.getByRole('button', { name: /^Onsite/ }).click();
    await page.getByRole('button', { name: 'Kitchen done' }).click();
    await page.getByLabel('Remarks').fill('The dog is in the garden');
    await page.getByRole('button', { name: 'Save Remark' }).click();
    await page.getByLabel('Add Before Photo').setInputFiles({
      name: 'before.png',
      mimeType: 'image/png',
      buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
    });
    await expect(header(page)).toHaveText('Offline, 5 waiting');
    await expectAccessible(page);
    await page.reload();
    await expect(header(page)).toHaveText('Offline, 5 waiting');
    await expect(page.getByRole('timer')).toBeVisible();

    await context.setOffline(false);
    await expect(header(page)).toHaveText('Synced', { timeout: 20_000 });
    await expect(page.getByRole('img', { name: /^Before/ })).toBeVisible();
    await expect(page.getByText('The dog is in the garden')).toBeVisible();
    await expect(page.getByText('onsite', { exact: true })).toBeVisible();
  });
});
