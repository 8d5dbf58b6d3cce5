import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { bookPlace, dayIn } from './bookings';
import { NetworkLine } from './network-line';
import { expect, expectAccessible, openLanding, test } from './support';

const PAGES = ['/', '/store', '/marketplace', '/appointments', '/checkout', '/company-profile'];
const OFFLINE = 'You are offline. Your cart and your input are saved. Sending needs a connection.';
const TYPED = { Name: 'Maria Santos', Email: 'maria@example.com', Address: '12 Seymour Street, Kamloops' };

test.use({ expectedErrors: /ERR_(INTERNET_DISCONNECTED|FAILED|EMPTY_RESPONSE|ABORTED)|Failed to (fetch|load resource)/ });
test.use({ serviceWorkers: 'allow' });
test.skip(({ isMobile }) => !isMobile, 'an app is kept on a phone');

/** Waits until the service worker has all it keeps and answers for the page. */
const installed = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
  });
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });
/** Opens the menu, which works only if the scripts of the page run. */
async function expectAlive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Book Now' })).toBeVisible();
  await page.keyboard.press('Escape');
}
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'offline' });
const quoteButton = (page: Page) => page.getByRole('button', { name: 'Get Free Quote' });
async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await page.reload();
}

test('an installed app opens each public page without a network, with its scripts, and says that it is offline', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await openLanding(page);
  await installed(page);
  await context.setOffline(true);
  for (const path of PAGES.filter((candidate) => candidate !== '/checkout')) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(notice(page), path).toHaveText(OFFLINE);
    await expectAlive(page);
  }
  // The pages of customers and unknown ones are not here; what is shown instead leads to those that are.
  for (const path of ['/manage/abcdefghijklmnop', '/order-confirmation/abcdefghijklmnop', '/no-such-page']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('You are offline');
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Home page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flawless Cleaning, Every Time');
});

/** Makes an order and a booking, and returns the paths of their pages, which contain a secret key. */
async function makeOwnPages(request: APIRequestContext): Promise<string[]> {
  const products = (await (await request.get('/api/products')).json()) as { id: number; stockQuantity: number }[];
  const answer = await request.post('/api/orders', {
    data: {
      customerName: 'Olive Offline',
      customerEmail: 'olive@example.com',
      customerPhone: '250-555-0199',
      shippingAddress: '1 Seymour Street, Kamloops, V2C 2A1',
      paymentMethod: 'cash',
      items: [{ productId: products.find(({ stockQuantity }) => stockQuantity > 9)?.id, quantity: 1 }],
    },
  });
  const { id } = (await answer.json()) as { id: string };
  const booking = await bookPlace(request, { day: dayIn(93), service: 'window-cleaning', window: '16:00-18:00' });
  return [`/order-confirmation/${id}`, booking];
}

test('the cache holds public pages and their files, and no data, personal pages or office pages', async ({ page, request }) => {
  const ownPages = await makeOwnPages(request);
  await openLanding(page);
  await installed(page);
  for (const path of [...ownPages, '/facebook-cover', '/store?category=tools', '/?ref=customer', '/admin', '/appointments'])
    expect((await page.goto(path))?.status(), path).toBe(200);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => fetch('/api/products').then((answer) => answer.text()));
  const kept = await keptPaths(page);
  expect(kept.filter((path) => !/^\/(assets|products)\//.test(path)).sort()).toEqual([...PAGES, '/favicon.svg', '/placeholder.svg'].sort());
  const files = kept.filter((path) => path.startsWith('/assets/'));
  expect(files.filter((path) => path.endsWith('.woff2'))).toHaveLength(2);
  const bodies = await Promise.all(files.map(async (path) => (await request.get(path)).text()));
  expect(files.filter((_path, index) => /Work Order Details|Delete all quote requests/.test(bodies[index] ?? ''))).toEqual([]);
});

test('the notice comes and goes with the network, lies over the page and moves nothing', async ({ page, context }) => {
  await openLanding(page);
  const heading = page.getByRole('heading', { level: 1 });
  const place = await heading.boundingBox();
  await context.setOffline(true);
  await expect(notice(page)).toHaveText(OFFLINE);
  expect(await heading.boundingBox()).toEqual(place);
  await expectAccessible(page);
  const [bar, box] = await Promise.all([page.getByRole('banner').boundingBox(), page.getByText(OFFLINE).boundingBox()]);
  expect(box?.y).toBe((bar?.y ?? 0) + (bar?.height ?? 0));
  expect(box?.height).toBeLessThan(90);
  // Once it has been read it gives the page back.
  await expect.poll(async () => (await page.getByText(OFFLINE).boundingBox())?.width ?? 999, { timeout: 12_000 }).toBeLessThan(160);
  await expect(notice(page)).toHaveText(OFFLINE);
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'You are back online.' })).toBeVisible();
  await expect(page.getByText('You are back online.')).toBeHidden({ timeout: 8000 });
});

test('a half-written form survives an outage, and one press sends it once', {
  tag: '@phone',
}, async ({ page, context }) => {
  const posts: string[] = [];
  context.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname));
  await openLanding(page);
  await installed(page);
  for (const [label, value] of Object.entries(TYPED)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Service Type').selectOption('specialty');
  await goOffline(context, page);
  await expect(page.getByText('We kept what you typed.')).toBeVisible();
  for (const [label, value] of Object.entries(TYPED)) await expect(page.getByLabel(label)).toHaveValue(value);
  await expect(page.getByLabel('Service Type')).toHaveValue('specialty');
  await page.getByLabel('Message').fill('Windows, inside and out.');
  await quoteButton(page).click();
  await expect(page.getByText('You are offline: nothing was sent')).toBeVisible();
  await expect(page.getByText('There was a problem submitting your inquiry. Please try again.').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You are back online.', { exact: true })).toBeVisible();
  await page.waitForTimeout(2500);
  expect(posts).toEqual([]);
  await expect(page.getByLabel('Message')).toHaveValue('Windows, inside and out.');
  await quoteButton(page).dblclick();
  await expect(page.getByRole('heading', { name: 'Thank you for your inquiry!' })).toBeVisible();
  expect(posts).toEqual(['/trpc/quotes.submit']);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(page.getByLabel('Name')).toHaveValue('');
  await expect(page.getByText('We kept what you typed.')).toBeHidden();
});

test('the cart and the checkout work offline, with the product pictures', async ({ page, context }) => {
  const posts: string[] = [];
  context.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await openLanding(page);
  await installed(page);
  await page.goto('/store');
  const product = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('img') })
    .first();
  await product.getByRole('button', { name: /^Add to Cart/ }).click();
  const picture = await product.getByRole('img').getAttribute('src');
  expect(picture).toMatch(/^\/products\//);
  await goOffline(context, page);
  const openCart = page.getByRole('button', { name: /^View Cart/ });
  await expect(openCart).toContainText('1 item');
  await expect.poll(() => product.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(product.getByRole('img')).toHaveAttribute('src', picture ?? '');
  await page.goto('/checkout');
  await expect(notice(page)).toHaveText(OFFLINE);
  const typed = {
    'First Name': 'Maria',
    'Last Name': 'Santos',
    Email: 'maria@example.com',
    Phone: '250-555-0133',
    Address: '12 Seymour Street',
  };
  const all = { ...typed, City: 'Kamloops', 'Postal Code': 'V2C 2H1' };
  for (const [label, value] of Object.entries(all)) await page.getByLabel(label).fill(value);
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: /^Cash/ })).toBeChecked();
  for (const [label, value] of Object.entries(all)) await expect(page.getByLabel(label)).toHaveValue(value);
  const order = page.getByRole('button', { name: 'Place Order' });
  await order.click();
  await expect(page.getByText('You are offline: nothing was sent')).toBeVisible();
  await context.setOffline(false);
  await page.waitForTimeout(2500);
  expect(posts).toEqual([]);
  await order.click();
  await expect(page).toHaveURL(/\/order-confirmation\//);
  expect(posts).toHaveLength(1);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((name) => name === 'cart' || name.startsWith('draft:')))).toEqual([]);
});

test.describe('a slow network', () => {
  let line: NetworkLine;
  test.beforeEach(async ({ baseURL }) => {
    line = new NetworkLine(baseURL ?? '');
    await line.open();
  });
  // Also runs after a test that was skipped before it had a line.
  test.afterEach(() => line?.close());
  const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

  test('shows the cached page after a timeout, and waits for a page that is not cached', async ({ page }) => {
    await openLanding(page, line.origin);
    await installed(page);
    line.weather = 'stalled';
    const askedAt = Date.now();
    await page.goto(`${line.origin}/store`);
    expect(Date.now() - askedAt).toBeGreaterThan(3500);
    expect(Date.now() - askedAt).toBeLessThan(9000);
    await expectAlive(page);
    await expect(page.goto(`${line.origin}/facebook-cover`, { timeout: 6000 })).rejects.toThrow(/Timeout/);
    line.weather = 'clear';
  });

  test('caches the rest when one file fails', async ({ page, request }) => {
    const html = await (await request.get('/')).text();
    const [entry = ''] = /\/assets\/entry-client-[\w-]+\.js/.exec(html) ?? [];
    await openLanding(page, line.origin);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).unregister();
      for (const name of await caches.keys()) await caches.delete(name);
    });
    line.missing.add('/marketplace').add('/favicon.svg');
    await page.reload();
    await installed(page);
    const kept = await keptPaths(page);
    expect(kept).toEqual(expect.arrayContaining(['/', '/store', '/checkout', entry, '/placeholder.svg']));
    expect(kept).not.toContain('/marketplace');
  });

  test('gets a new cache per build, keeps the previous one for open pages, and deletes older ones', async ({ page, context }) => {
    test.slow();
    const expectCaches = (expected: string[]) => expect.poll(() => cacheNames(other), { timeout: 30_000 }).toEqual(expected);
    await openLanding(page, line.origin);
    await installed(page);
    const [first = ''] = await cacheNames(page);
    line.build = 2;
    const other = await context.newPage();
    await other.goto(line.origin);
    await expectCaches([first, `${first}-2`]);
    await expect.poll(() => other.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? null)).toBeNull();
    const kept = await keptPaths(other);
    expect(kept.filter((path) => /^\/assets\/.+\.2\.js$/.test(path)).length).toBe(
      kept.filter((path) => /^\/assets\/[^.]+\.js$/.test(path)).length,
    );
    // The page of the first build was never asked to reload: its form still finds its script, which the server no longer has,
    // nor the browser's own cache.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    for (const [label, value] of Object.entries(TYPED)) await page.getByLabel(label).fill(value);
    await page.getByLabel('Service Type').selectOption('residential');
    await quoteButton(page).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your inquiry!' })).toBeVisible();
    expect(line.posts).toEqual([expect.stringContaining('POST /trpc/quotes.submit')]);
    line.build = 3;
    await other.goto(line.origin);
    await expectCaches([`${first}-2`, `${first}-3`]);
    await context.setOffline(true);
    await other.goto(`${line.origin}/store`);
    await expectAlive(other);
    expect(await other.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.3.js')))).toBe(true);
  });

  test('does not cache a page of a build that is not installed yet', async ({ page, context }) => {
    await openLanding(page, line.origin);
    await installed(page);
    line.build = 2;
    line.missing.add('/sw.js');
    await openLanding(page, line.origin);
    expect(await page.content()).toMatch(/entry-client-[\w-]+\.2\.js/);
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await goOffline(context, page);
    expect(await page.content()).toMatch(/entry-client-[\w-]+\.js/);
    await expectAlive(page);
  });

  test('reports a lost answer to a quote and keeps the text', async ({ page }) => {
    await openLanding(page, line.origin);
    for (const [label, value] of Object.entries(TYPED)) await page.getByLabel(label).fill(value);
    await page.getByLabel('Service Type').selectOption('commercial');
    line.weather = 'deaf';
    await quoteButton(page).click();
    await expect(page.getByText('We got no answer. What you typed is kept')).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue(TYPED.Name);
    line.weather = 'clear';
    await page.waitForTimeout(1500);
    expect(line.posts).toHaveLength(1);
  });
});
