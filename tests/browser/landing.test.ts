import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { company } from '../../src/shared/company';
import { expectSteady, watchShifts } from './layout';
import { expect, expectAccessible, openLanding, test } from './support';

test('the landing page shows its links and points, whole and readable for everyone', { tag: '@phone' }, async ({ page }) => {
  await watchShifts(page);
  await openLanding(page);
  for (const name of ['Get Free Quote', 'Our Services', 'Shop Supplies', 'Browse Store'])
    await expect(page.getByRole('link', { name }).first()).toBeVisible();
  for (const method of company.paymentMethods) await expect(page.locator('#home').getByText(method)).toBeVisible();
  for (const point of ['Insured & Bonded', 'Eco-Friendly', 'Flexible Scheduling', 'Satisfaction Guaranteed'])
    await expect(page.getByRole('heading', { name: point })).toBeVisible();
  await expect(page.locator('#testimonials li')).toHaveCount(5);
  await expectAccessible(page);
  await expectSteady(page);
});

test('the scripts of the landing page weigh at most 120 kB, come after the first paint, and hold nothing of the office', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response.url()));
  await openLanding(page);
  const bodies = await Promise.all(scripts.map(async (url) => (await request.get(url)).body()));
  expect(scripts.length).toBeGreaterThan(2);
  expect(bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)).toBeLessThanOrEqual(60_000);
  expect(bodies.filter((body) => /Work Order Details|Delete all quote requests/.test(body.toString()))).toEqual([]);
  const [firstPaint, firstScript] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  ]);
  expect(firstScript).toBeGreaterThanOrEqual(firstPaint ?? Number.NaN);
});

test.describe('the web fonts', () => {
  /** The faces that a heading and the text below it are really drawn with. */
  const drawnFaces = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument');
    const familyOf = async (selector: string) => {
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
      return (await session.send('CSS.getPlatformFontsForNode', { nodeId })).fonts[0]?.familyName;
    };
    return [await familyOf('#services-title'), await familyOf('#services h3 + p')];
  };
  const OURS = [/^Bricolage Grotesque/, /^Figtree/].map((family) => expect.stringMatching(family));

  test('are preloaded and used, with scripts and without', async ({ page, browser }) => {
    await page.goto('/');
    const startOf = (name: string) => page.evaluate((of) => performance.getEntriesByName(of)[0]?.startTime, name);
    await expect.poll(() => startOf('first-contentful-paint')).toBeGreaterThan(0);
    const paint = (await startOf('first-contentful-paint')) ?? Number.NaN;
    const faces = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.woff2'))
        .map(({ startTime }) => startTime),
    );
    expect(faces).toHaveLength(2);
    expect(Math.max(...faces)).toBeLessThan(paint);
    const without = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    // A machine that is busy may let the first page pass without them, and not every other.
    for (const of of [page, without]) await expect.poll(async () => [await of.goto('/'), await drawnFaces(of)][1]).toEqual(OURS);
    await without.context().close();
  });

  test('weigh at most 45 kB together', async ({ page, request }) => {
    await page.goto('/');
    const faces = await page.locator('link[as=font]').evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
    const sizes = await Promise.all(faces.map(async (face) => (await (await request.get(face)).body()).length));
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(45_000);
  });

  test('do not shift the page when they load late', async ({ page }) => {
    await watchShifts(page);
    let [sent, asked] = [0, 0];
    await page.route('**/*.woff2', async (route) => {
      asked += 1;
      await new Promise((resume) => setTimeout(resume, 1500));
      await route.continue();
      sent += 1;
    });
    await openLanding(page);
    await expect.poll(() => sent > 0 && sent === asked).toBe(true);
    await page.waitForTimeout(300);
    for (const family of await drawnFaces(page)) expect(family).not.toMatch(/^(Bricolage|Figtree)/);
    await expectSteady(page);
  });
});

test('the bar changes past 100 px, and a jump to a section keeps 100 px above it', async ({ page }) => {
  await openLanding(page);
  const bar = page.locator('header[data-scrolled]');
  await expect(bar).toHaveAttribute('data-scrolled', 'false');
  await page.evaluate(() => window.scrollTo({ top: 100, behavior: 'instant' }));
  await expect(bar).toHaveAttribute('data-scrolled', 'false');
  await page.evaluate(() => window.scrollTo({ top: 101, behavior: 'instant' }));
  await expect(bar).toHaveAttribute('data-scrolled', 'true');
  await page.getByRole('link', { name: 'Learn More' }).first().click();
  await expect.poll(() => page.locator('#contact').evaluate((section) => Math.round(section.getBoundingClientRect().top))).toBe(100);
  for (const name of ['Services', 'About', 'Testimonials']) {
    await page.locator('footer').getByRole('button', { name, exact: true }).click();
    await expect
      .poll(() => page.locator(`#${name.toLowerCase()}`).evaluate((section) => Math.round(section.getBoundingClientRect().top)))
      .toBe(100);
  }
});

const LINKS = [
  ['Marketplace', '/marketplace'],
  ['Store', '/store'],
  ['Company Profile', '/company-profile'],
  ['Team Login', '/team-login'],
  ['Book Now', '/appointments'],
] as const;

test('shows the documented links in the menu of a phone, which Escape closes, and in the bar of a wide window', async ({ page }, {
  project,
}) => {
  await openLanding(page);
  const isPhone = project.name === 'phone';
  if (isPhone) await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = isPhone ? page.getByRole('navigation', { name: 'Menu' }) : page.getByRole('banner');
  for (const [name, href] of LINKS) await expect(menu.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expect(menu.getByRole('link', { name: 'Admin Dashboard', exact: true })).toHaveAttribute('href', '/admin');
  if (!isPhone) return;
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('copies the referral link with its ref parameter', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLanding(page);
  await page.getByRole('button', { name: 'Copy referral link' }).click();
  await expect(page.getByText('Copied! Send it to your friend.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${new URL(page.url()).origin}/?ref=customer`);
});

test('a button pressed before the scripts load acts once when they do', async ({ page }, { project }) => {
  await page.route('**/*.js', async (route) => {
    await new Promise((resume) => setTimeout(resume, 1000));
    await route.continue();
  });
  let told = 0;
  page.on('dialog', (dialog) => {
    told += 1;
    void dialog.accept();
  });
  await page.goto('/');
  const install = page.getByRole('button', { name: 'Install App' });
  if (project.name === 'phone') {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(install).toBeVisible();
    await page.waitForTimeout(500);
    await expect(install).toBeVisible();
  } else {
    await install.click();
    await expect.poll(() => told).toBe(1);
    await page.waitForTimeout(500);
    expect(told).toBe(1);
  }
});

test('Install App shows the manual steps if the browser offers no prompt', async ({ page }, { project }) => {
  await openLanding(page);
  const told: string[] = [];
  page.on('dialog', (dialog) => {
    told.push(dialog.message());
    void dialog.accept();
  });
  if (project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Install App' }).click();
  expect(told).toEqual([
    "To install this app: on iPhone or iPad use Share then Add to Home Screen; on Android use the browser menu's Install App option.",
  ]);
});

test('the install banner comes with the browser’s offer and stays away once dismissed', async ({ page }, { project }) => {
  const offer = () =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => Object.assign(window, { prompted: true }),
        userChoice: Promise.resolve({ outcome: 'dismissed' }),
      });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    });
  await openLanding(page);
  const banner = page.getByRole('region', { name: 'Install the app' });
  await expect(banner).toBeHidden();
  expect(await offer()).toBe(true);
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'Maybe Later' }).click();
  await expect(banner).toBeHidden();
  if (project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Install App' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'prompted'))).toBe(true);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await offer();
  await expect(banner).toBeHidden();
});

test.describe('an unknown path', () => {
  test.use({ expectedErrors: /status of 404/ });
  test('shows the 404 page with its two sentences', async ({ page }) => {
    const answer = await page.goto('/no-such-page');
    expect(answer?.status()).toBe(404);
    await expect(page.getByText('404 Page Not Found')).toBeVisible();
    await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('the installed app', () => {
  test.use({ expectedErrors: /ERR_(INTERNET_DISCONNECTED|FAILED)/, serviceWorkers: 'allow' });
  test('opens without a network and stores no data', async ({ page, context, request }) => {
    const manifest = await (await request.get('/manifest.webmanifest')).json();
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
    for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
    await openLanding(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await page.evaluate(() => fetch('/api/health').then(() => undefined));
    const keptPaths = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      });
    await expect.poll(async () => (await keptPaths()).filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(0);
    const kept = await keptPaths();
    expect(kept).toContain('/');
    expect(kept.filter((path) => path.startsWith('/api') || path.startsWith('/trpc') || path.startsWith('/admin'))).toEqual([]);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flawless Cleaning, Every Time');
    await context.setOffline(false);
  });
});
