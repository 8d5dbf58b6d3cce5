import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, expectTakenOver, test } from './support';

const isTakenOver = (page: Page) => page.evaluate(() => !('early' in window));
/** Holds back every script of the page for `ms`, so that a visitor can act before hydration. */
const delayScripts = (page: Page, ms: number) =>
  page.route('**/*.js', async (route) => {
    await new Promise((resume) => setTimeout(resume, ms));
    await route.continue().catch(() => undefined);
  });
/** Waits until `ms` after the first paint. */
const waitSinceFirstPaint = (page: Page, ms: number) =>
  page.waitForFunction((since) => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0];
    return paint !== undefined && performance.now() - paint.startTime >= since;
  }, ms);
/** Presses the control inside the page and returns the milliseconds until the page first changes. */
const measureReaction = (control: Locator) =>
  control.evaluate(
    (element: HTMLElement) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          resolve(performance.now() - start);
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        element.click();
      }),
  );

test.describe('a public page', () => {
  for (const path of ['/', '/store', '/marketplace', '/company-profile'])
    test(`starts the scripts of ${path} by itself, after the first paint and within two seconds of it`, {
      tag: path === '/' ? '@phone' : [],
    }, async ({ page }) => {
      await page.goto(path);
      await expectTakenOver(page);
      const [sincePaint = Number.NaN, firstScript = Number.NaN] = await page.evaluate(() => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN;
        const starts = performance.getEntriesByType('resource').flatMap(({ name, startTime }) => (name.endsWith('.js') ? [startTime] : []));
        return [performance.now() - paint, Math.min(...starts) - paint];
      });
      expect(firstScript).toBeGreaterThanOrEqual(0);
      expect(sincePaint).toBeLessThan(2000);
    });

  test('reacts to a press within 200 ms from two seconds after the first paint', async ({ context, isMobile }) => {
    const controls = [
      ...(isMobile ? [['/', 'Open menu'] as const] : []),
      ['/store', 'Cart, 0 items'],
      ['/store', /^Add to Cart Glass/],
      ['/marketplace', /^Details/],
      ['/appointments', 'Go to the Next Month'],
    ] as const;
    const opened = controls.map(async ([path, name]) => {
      const page = await context.newPage();
      await page.goto(path);
      await waitSinceFirstPaint(page, 2000);
      return { path, name, page };
    });
    for (const { path, name, page } of await Promise.all(opened)) {
      expect(await measureReaction(page.getByRole('button', { name }).first()), `${name} on ${path}`).toBeLessThan(200);
      await page.close();
    }
  });

  test('shows at once that an early press is busy, and repeats it within 1.5 seconds', { tag: '@phone' }, async ({ page }) => {
    // The scripts of a fast machine would be there before the press.
    await page.route('**/assets/*.js', (route) => setTimeout(() => void route.continue(), 500));
    await page.goto('/store', { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: /^Add to Cart Glass/ });
    const state = await button.evaluate((element: HTMLElement) => {
      Object.assign(window, { pressedAt: performance.now() });
      const isEarly = 'early' in window;
      element.click();
      return { isEarly, busy: element.getAttribute('aria-busy'), opacity: getComputedStyle(element).opacity };
    });
    expect(state).toEqual({ isEarly: true, busy: 'true', opacity: expect.stringMatching(/^0\.[3-6]/) });
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    expect(await page.evaluate(() => performance.now() - Number(Reflect.get(window, 'pressedAt')))).toBeLessThan(1500);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });

  test('shows at once that an early press of a marketplace tab is busy, and opens the tab', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => setTimeout(() => void route.continue(), 500));
    await page.goto('/marketplace', { waitUntil: 'commit' });
    const busy = await page.getByRole('tab', { name: 'Services' }).evaluate((tab: HTMLElement) => {
      tab.click();
      return tab.getAttribute('aria-busy');
    });
    expect(busy).toBe('true');
    await expect(page.getByRole('tab', { name: 'Services', selected: true })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  });

  test('marks a control busy and repeats its press while the rest of the page is still on its way', { tag: '@phone' }, async ({
    page,
    baseURL,
  }) => {
    // Sends the page in two parts: all until the products are over, and the rest once the first press has been made.
    let sendRest = () => undefined as unknown;
    const slow = createServer(async ({ url, headers }, outgoing) => {
      const answer = await fetch(`${baseURL}${url}`, { headers: { 'user-agent': headers['user-agent'] ?? '' } });
      const body = Buffer.from(await answer.arrayBuffer());
      const policy = answer.headers.get('content-security-policy') ?? '';
      outgoing.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
        'content-security-policy': policy,
      });
      if (url !== '/store') return outgoing.end(body);
      const end = body.indexOf('</main>');
      outgoing.write(body.subarray(0, end));
      sendRest = () => outgoing.end(body.subarray(end));
    });
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/store`, { waitUntil: 'commit' });
    const button = page.getByRole('button', { name: /^Add to Cart Glass/ });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    sendRest();
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    slow.closeAllConnections();
    slow.close();
  });

  test('forgets no press that came before its scripts', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/store');
    const press = (name: string) =>
      page.getByRole('button', { name: new RegExp(`^Add to Cart ${name}`) }).evaluate((button: HTMLElement) => button.click());
    for (const name of ['Glass and Mirror Cleaner', 'Microfibre Cloths', 'Glass and Mirror Cleaner']) await press(name);
    await expect(page.getByRole('banner').getByRole('button', { name: 'Cart, 3 items' })).toBeVisible();
    await expect(page.locator('li[data-kind]').first()).toContainText('Added to Cart');
  });

  test('keeps a choice and typed text from before its scripts', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/marketplace');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High');
    await expect(page).toHaveURL(/sort=price-low/);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-low');
    await page.goto('/store');
    await page.getByPlaceholder('Search products...').fill('vacuum');
    await expect(page).toHaveURL(/q=vacuum/);
    // Typed words replace those of the address, and its category stays.
    await delayScripts(page, 1000);
    await page.goto('/marketplace?category=Tools&search=mop');
    await page.getByPlaceholder('Search products...').fill('vacuum');
    await expect(page).toHaveURL(/search=vacuum/);
    await expect(page).toHaveURL(/category=Tools/);
    await expect(page.getByPlaceholder('Search products...')).toHaveValue('vacuum');
  });

  test('keeps a choice made while it is taken over', async ({ page }) => {
    await page.addInitScript(() => {
      const listen = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function (this: EventTarget, ...heard: Parameters<typeof listen>) {
        const isChoice = this instanceof HTMLSelectElement && this.querySelector('option[value=price-low]');
        if (isChoice) {
          EventTarget.prototype.addEventListener = listen;
          this.value = 'price-low';
          for (const type of ['input', 'change']) this.dispatchEvent(new Event(type, { bubbles: true }));
        }
        listen.apply(this, heard);
      };
    });
    await page.goto('/marketplace');
    await expect(page).toHaveURL(/sort=price-low/);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-low');
  });

  test('starts its scripts at once for a visitor with stored data', async ({ page }) => {
    await page.goto('/store');
    await page.getByRole('button', { name: /^Add to Cart Glass/ }).click();
    await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible();
    await page.goto('/store');
    await expectTakenOver(page);
    await expect(page.getByRole('button', { name: /^Cart, 1 item/ })).toBeVisible();
    await page.goto('/store?q=vacuum');
    await expectTakenOver(page);
  });

  test('starts its scripts also if the browser never reports a paint', async ({ context }) => {
    await context.addInitScript(() => {
      PerformanceObserver.prototype.observe = () => undefined;
    });
    const starts = ['/store', '/store?q=vacuum'].map(async (path) => {
      const page = await context.newPage();
      await page.goto(path);
      await expect.poll(() => isTakenOver(page), { timeout: 10_000 }).toBe(true);
    });
    await Promise.all(starts);
  });

  test('finds a form that was sent before its scripts', async ({ context }) => {
    const search = async (path: string, name: string) => {
      const page = await context.newPage();
      await delayScripts(page, 2000);
      await page.goto(path);
      await page.getByPlaceholder('Search products...').fill('vacuum');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${name}=vacuum`));
      await expectTakenOver(page);
      await expect(page.getByPlaceholder('Search products...')).toHaveValue('vacuum');
    };
    await Promise.all([search('/store', 'q'), search('/marketplace', 'search')]);
  });

  test.describe('a page whose scripts failed to load', () => {
    test.use({ expectedErrors: /ERR_FAILED/ });
    test('tries again at the next interaction', { tag: '@phone' }, async ({ page }) => {
      await page.route('**/*.js', (route) => route.abort());
      await page.goto('/store');
      await page.keyboard.press('Tab');
      await page.waitForTimeout(500);
      expect(await isTakenOver(page)).toBe(false);
      await page.unroute('**/*.js');
      await page.keyboard.press('Tab');
      await expectTakenOver(page);
    });
  });
});

test.describe('a visitor who scrolls', () => {
  /** Scrolls by the wheel, lets the page settle, and returns where it stands. */
  const wheel = async (page: Page, settle: () => Promise<unknown>) => {
    await page.mouse.move(640, 450);
    await page.mouse.wheel(0, 600);
    await settle();
    await page.waitForTimeout(700);
    return page.evaluate(() => window.scrollY);
  };
  /** Presses the first control that stands whole in the window, and returns whether the press reached it. */
  const pressSomething = async (page: Page) => {
    const target = await page.evaluate(() => {
      const control = [...document.querySelectorAll<HTMLElement>(':is(header, main) :is(a[href], button)')].find((one) => {
        const { top, bottom, width } = one.getBoundingClientRect();
        return top > 0 && bottom < window.innerHeight && width > 0;
      });
      if (!control) throw new Error('There is nothing to press.');
      addEventListener('click', (event) => {
        event.preventDefault();
        Object.assign(window, { isHit: control.contains(event.target as Node) });
      });
      const { left, top, width, height } = control.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await page.mouse.click(target.x, target.y);
    return page.evaluate(() => Reflect.get(window, 'isHit'));
  };

  /** Opens each page beside the others, since most of the time is spent waiting. */
  const onEachPage = (context: BrowserContext, look: (page: Page, path: string) => Promise<void>) =>
    Promise.all(['/', '/store', '/marketplace'].map(async (path) => look(await context.newPage(), path)));

  test('stays there, and a press then reaches its control', { tag: '@desktop' }, async ({ context }) => {
    await onEachPage(context, async (page, path) => {
      await page.goto(path);
      await page.waitForTimeout(1500);
      expect(await wheel(page, () => expectTakenOver(page)), path).toBeGreaterThanOrEqual(590);
      expect(await pressSomething(page), path).toBe(true);
    });
  });
  test('stays there when hydration ends after the scroll', async ({ context }) => {
    await onEachPage(context, async (page, path) => {
      await delayScripts(page, 1500);
      await page.goto(path);
      expect(await wheel(page, () => expectTakenOver(page)), path).toBeGreaterThanOrEqual(590);
    });
  });

  test('stays there after opening a section by its address', async ({ page }) => {
    await delayScripts(page, 3000);
    await page.goto('/#contact');
    await page.waitForTimeout(1500);
    const section = await page.evaluate(() => window.scrollY);
    expect(section).toBeGreaterThan(600);
    expect(await isTakenOver(page)).toBe(false);
    await page.mouse.move(640, 450);
    await page.mouse.wheel(0, -600);
    await expectTakenOver(page);
    await page.waitForTimeout(700);
    expect(await page.evaluate(() => window.scrollY)).toBe(section - 600);
  });
});

test('the staff pages swallow and record no early events', { tag: '@phone' }, async ({ page }) => {
  for (const path of ['/admin', '/team-login', '/orders']) {
    await page.goto(path);
    expect(await isTakenOver(page), path).toBe(true);
    await expect(page.getByRole('button').first()).toBeVisible();
    // A finger is heard by whoever listens.
    await page.evaluate(() => document.addEventListener('pointerdown', () => Object.assign(window, { isHeard: true })));
    await page.getByRole('heading').first().click();
    expect(await page.evaluate(() => Reflect.get(window, 'isHeard')), path).toBe(true);
  }
});
