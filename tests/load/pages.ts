import { createServer, type OutgoingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import config from '../../playwright.config';
import { LoadHouse } from './house';
import { pairedRatio } from './pairs';
import { tell } from './report';
import { isTaskOf, recordTrace } from './trace';
import { percentile } from './traffic';

/** The checkout is missing: it sends a visitor without a cart on to the store. */
const PATHS = ['/', '/store', '/marketplace', '/appointments', '/company-profile', '/facebook-cover', '/privacy', '/terms', '/my'];
/** A control of a page that needs scripts, and an element that shows its effect. */
const CONTROLS: [path: string, control: string, effect: string][] = [
  ['/', 'button[aria-controls=site-menu]', 'nav[aria-label=Menu]'],
  ['/store', 'main li button', 'header [aria-label="Cart, 1 item"]'],
  ['/marketplace', 'main li button', 'dialog[open],[role=dialog],header [aria-label="Cart, 1 item"]'],
  ['/appointments', 'button[aria-label="Go to the Next Month"]', 'button[aria-label="Go to the Previous Month"]:not([aria-disabled=true])'],
];

/** The phone and the lines of Lighthouse's mobile run, and a line ten times as slow. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const SLOW_4G = 200_000;
const SLOWEST = 20_000;
const SLOWDOWN = 4;
const LATENCY_MS = 150;

/** Opens a tab of a new visitor on a phone of a quarter of this machine's speed, on a line of so many bytes per second. */
async function openTab(browser: Browser, bytesPerSecond?: number): Promise<Page> {
  const page = await (await browser.newContext({ ...PHONE, serviceWorkers: 'block' })).newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (bytesPerSecond !== undefined)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  // The compiler names functions by a helper of its own module.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' });
  await page.addInitScript(() => {
    const figures = { paint: 0, largest: 0 };
    Object.assign(window, { figures });
    const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('paint', ({ startTime }) => {
      figures.paint ||= startTime;
    });
    watch('largest-contentful-paint', ({ startTime }) => {
      figures.largest = startTime;
    });
  });
  return page;
}

type Figures = { paint: number; largest: number };
const figuresOf = (page: Page) => page.evaluate(() => Reflect.get(window, 'figures') as Figures);
const isTakenOver = () => !('early' in window);

const SCRIPTS = /<script\b[^>]*>.*?<\/script>|<link rel="modulepreload"[^>]*>/gs;

/** Shows the house's site from another origin, with or without the scripts of its pages, which it keeps packed. */
async function openMirror(target: string, hasScripts: boolean): Promise<{ origin: string; server: Server }> {
  const known = new Map<string, { headers: OutgoingHttpHeaders; body: Buffer }>();
  const server = createServer(({ url = '/', headers }, outgoing) => {
    const isPage = PATHS.includes(url);
    const page = known.get(url);
    if (page) return void outgoing.writeHead(200, page.headers).end(page.body);
    request(target + url, { headers: { ...headers, ...(isPage && { 'accept-encoding': 'identity' }) } }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      const body = Buffer.concat(parts);
      if (!isPage) return outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
      const { 'content-length': _length, ...kept } = answer.headers;
      const html = hasScripts ? body.toString() : body.toString().replace(SCRIPTS, '');
      const made = { headers: { ...kept, 'content-encoding': 'br' }, body: brotliCompressSync(html) };
      known.set(url, made);
      outgoing.writeHead(200, made.headers).end(made.body);
    }).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function measureLargestPaint(browser: Browser, address: string, hasScripts: boolean): Promise<number> {
  const page = await openTab(browser, SLOW_4G);
  await page.goto(address);
  if (hasScripts) await page.waitForFunction(isTakenOver);
  await page.waitForTimeout(400);
  const { largest } = await figuresOf(page);
  await page.context().close();
  return largest;
}

async function tellLargestPaints(browser: Browser, origin: string): Promise<void> {
  const mirrors = [await openMirror(origin, true), await openMirror(origin, false)] as const;
  const [ours, bare] = mirrors;
  for (const path of PATHS) {
    for (const mirror of mirrors) await (await fetch(mirror.origin + path)).text();
    const found = await pairedRatio(
      3,
      () => measureLargestPaint(browser, ours.origin + path, true),
      () => measureLargestPaint(browser, bare.origin + path, false),
    );
    const text = `${found.ours.toFixed(0)} ms, ${found.ratio.toFixed(2)} of the page without scripts`;
    tell(`largest paint of ${path}`, text, found.ratio <= 1.15);
  }
  for (const { server } of mirrors) {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Returns the total blocking time of a visit in ms: what each task after the first paint takes beyond 50 ms. It counts the processor's
 * time of the page's own thread, so that a busy machine does not lengthen it.
 */
async function measureBlockedTime(browser: Browser, address: string): Promise<number> {
  const page = await openTab(browser, SLOW_4G);
  const events = await recordTrace(browser, page, async () => {
    await page.goto(address);
    await page.waitForFunction(isTakenOver);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(500);
  });
  await page.context().close();
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error(`${address} was never painted.`);
  return events
    .filter((event) => isTaskOf(paint, event) && event.ts > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, tdur / 1000 - 50), 0);
}

async function tellBlockedTime(browser: Browser, origin: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) times.push(await measureBlockedTime(browser, `${origin}/appointments`));
  const blocked = percentile(times, 0.5);
  tell('blocked time of /appointments', `${blocked.toFixed(0)} ms of the processor`, blocked <= 150);
}

/** Presses the control so long after the first paint. Returns after how many ms the page showed that it is busy, and the effect. */
async function press(page: Page, [address, control, effect]: [string, string, string], afterPaintMs: number) {
  await page.addInitScript(
    ([pressed, shown]) => {
      const found = { shown: Number.NaN, effect: Number.NaN };
      Object.assign(window, { found });
      addEventListener(
        'click',
        ({ target, timeStamp, isTrusted }) => {
          const button = (target as Element).closest(pressed);
          if (!button || !isTrusted) return;
          const look = () =>
            requestAnimationFrame((now) => {
              const isDone = document.querySelector(shown) !== null;
              if (isDone || button.getAttribute('aria-busy') === 'true') found.shown ||= now - timeStamp;
              if (!isDone) return look();
              found.effect = now - timeStamp;
              if (Number.isNaN(found.shown)) found.shown = found.effect;
            });
          look();
        },
        { capture: true },
      );
    },
    [control, effect] as const,
  );
  await page.goto(address, { waitUntil: 'commit' });
  const place = await page.waitForFunction(
    ([pressed, wait]) => {
      const { paint } = Reflect.get(window, 'figures') as Figures;
      const box = document.querySelector(pressed)?.getBoundingClientRect();
      return paint > 0 && performance.now() >= paint + wait && box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    [control, afterPaintMs] as const,
    { polling: 10 },
  );
  const { x, y } = (await place.jsonValue()) as { x: number; y: number };
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => !Number.isNaN((Reflect.get(window, 'found') as { effect: number }).effect), undefined, {
    timeout: 30_000,
  });
  return page.evaluate(() => Reflect.get(window, 'found') as { shown: number; effect: number });
}

/** Presses early and late, on Lighthouse's line; on a slower one the first sign must be as quick, and the effect takes what the scripts take. */
async function tellPresses(browser: Browser, origin: string): Promise<void> {
  for (const [path, control, effect] of CONTROLS) {
    const pressAfter = async (ms: number, speed: number) => {
      const page = await openTab(browser, speed);
      const found = await press(page, [origin + path, control, effect], ms);
      await page.context().close();
      return found;
    };
    const early = [await pressAfter(0, SLOW_4G), await pressAfter(700, SLOW_4G), await pressAfter(0, SLOWEST)];
    const busy = Math.max(...early.map(({ shown }) => shown));
    tell(`early press on ${path}`, `busy after ${busy.toFixed(0)} ms, at 20 kB/s done after ${early[2]?.effect.toFixed(0)} ms`, busy <= 50);
    const late = await pressAfter(2000, SLOW_4G);
    tell(`  2 s after the first paint`, `done after ${late.effect.toFixed(0)} ms`, late.effect <= 200);
  }
}

/** Measures the login of the office: the script that its form waits for, and the time until it can be typed into. */
async function tellLogin(browser: Browser, origin: string): Promise<void> {
  const page = await openTab(browser);
  const scripts = new Map<string, number>();
  page.on('requestfinished', async (sent) => {
    if (sent.resourceType() === 'script') scripts.set(sent.url(), (await sent.sizes()).responseBodySize);
  });
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[name=password]')) return;
      watch.disconnect();
      const files = performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : []));
      requestAnimationFrame(() => Object.assign(window, { form: { at: performance.now(), files } }));
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${origin}/admin`);
  const found = await page.waitForFunction(() => Reflect.get(window, 'form') as { at: number; files: string[] } | undefined);
  const { at, files } = (await found.jsonValue()) as { at: number; files: string[] };
  await page.context().close();
  const bytes = files.reduce((sum, file) => sum + (scripts.get(file) ?? 0), 0);
  tell(
    'script of /admin before its form',
    `${(bytes / 1000).toFixed(0)} kB in ${files.length} files`,
    bytes <= 120_000 && files.length <= 12,
  );
  tell('  its form is usable', `after ${at.toFixed(0)} ms`, at <= 1200);
}

/** Measures the built pages in a browser at a quarter of this machine's speed. */
export async function pages(): Promise<void> {
  const house = new LoadHouse();
  await house.start();
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    await tellLogin(browser, house.origin);
    await tellBlockedTime(browser, house.origin);
    await tellPresses(browser, house.origin);
    await tellLargestPaints(browser, house.origin);
  } finally {
    await browser.close();
    await house.stop();
    house.remove();
  }
}
