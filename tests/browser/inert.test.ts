import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { addDays } from '../../src/shared/calendar-day';
import { type HostileCompany, makeHostileCompany } from './hostile-company';
import { OWNER } from './owner';
import { expect, test } from './support';

const dataDir = mkdtempSync(path.join(tmpdir(), 'tidyline-inert-'));
let server: ChildProcess | undefined;
let origin = '';
let company: HostileCompany;

/** A server of this file's own, whose company nobody else has to look at. */
test.beforeAll(async () => {
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    ADMIN_USERNAME: OWNER.username,
    ADMIN_PASSWORD: OWNER.password,
  };
  server = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...env, RATE_LIMIT: 'off', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise<string>((done, fail) => {
    let told = '';
    server?.on('exit', () => fail(new Error(`It does not start: ${told}`)));
    server?.stdout?.on('data', (data: Buffer) => {
      told += data.toString();
      const listening = /"evt":"listening","port":(\d+)/.exec(told)?.[1];
      if (listening) done(listening);
    });
  });
  origin = `http://127.0.0.1:${port}`;
  company = await makeHostileCompany(origin);
});
test.afterAll(() => {
  server?.removeAllListeners('exit');
  server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Every address that the router knows. */
const ROUTES = [
  ...(/fullPaths:([^\n]*(?:\n\s+\|[^\n]*)*)/.exec(readFileSync('src/client/routeTree.gen.ts', 'utf8'))?.[1] ?? '').matchAll(/'([^']+)'/g),
].map(([, route = '']) => route);

/** What each address shows, by what stands behind it; the screens of an address are those of its tabs, lists and dialogs. */
const screensOf = ({ ids, days, manage, bought }: HostileCompany): Record<string, string[]> => ({
  '/': ['', '?inquiry=received'],
  '/appointments': [`?date=${addDays(days.today, 4)}`, `?date=${addDays(days.today, 5)}`],
  '/checkout': [''],
  '/company-profile': [''],
  '/facebook-cover': [''],
  '/marketplace': ['', '?tab=services'],
  '/store': [''],
  '/manage/$token': [manage],
  '/order-confirmation/$id': [`/order-confirmation/${bought}`],
  '/team-login': [''],
  '/team-member-dashboard/$id': [`/team-member-dashboard/${ids.member.id}`],
  '/admin': ['', '?status=confirmed', '?quote=1'],
  '/achievements': [''],
  '/ai-dashboard': ['', '?view=all'],
  '/bookings': [
    `?view=day&date=${addDays(days.today, 4)}`,
    `?view=week&date=${addDays(days.today, 4)}`,
    '?view=convert',
    `?booking=${ids.booked.id}`,
    `?booking=${ids.booked.id + 1}`,
  ],
  '/canaan-dashboard': ['', '?view=all'],
  '/clients': ['', `?client=${ids.client.id}`, `?client=${ids.barred.id}`],
  '/dispatch': [`?day=${days.today}`],
  '/inventory': ['', `?product=${ids.sold.id}`, `?view=retired&product=${ids.retired.id}`],
  '/inventory-accounting': ['', '?tab=products', `?tab=products&product=${ids.sold.id}`, '?tab=reports', '?tab=statements'],
  '/invoices': ['', `?invoice=${ids.invoice.id}`, `?invoice=${ids.invoice.id}&edit=1`, '?new=1', '?view=bin'],
  '/messages': [''],
  '/orders': ['', '?order=1', '?order=2'],
  '/receipts': ['', `?receipt=${ids.receipt.id}`, `?new=1&refund=${ids.receipt.id}`],
  '/settings': ['company', 'taxes', 'store', 'booking', 'numbers', 'messages', 'automation', 'outbox', 'consent', 'data', 'admins'].map(
    (section) => `?section=${section}`,
  ),
  '/social-media': ['', '?tab=post', '?tab=schedule', '?tab=analytics', '?tab=setup', `?tab=schedule&post=${ids.post.id}`],
  '/stock': ['', `?product=${ids.sold.id}`],
  '/team': ['', `?order=${ids.order.id}`, `?order=${ids.off.id}`, '?view=map'],
  '/team-management': [''],
});
const PUBLIC = [
  '/',
  '/appointments',
  '/checkout',
  '/company-profile',
  '/facebook-cover',
  '/marketplace',
  '/store',
  '/manage/$token',
  '/order-confirmation/$id',
];
const FIELD = ['/team-login', '/team-member-dashboard/$id'];

/** The documents that the server makes as pages. */
const documentsOf = ({ ids }: HostileCompany) => [
  '/company-profile/print',
  `/documents/invoice/${ids.invoice.id}`,
  `/documents/invoice/${ids.invoice.id}?print=1`,
  `/documents/quote/${ids.invoice.id}`,
  `/documents/receipt/${ids.receipt.id}`,
  '/documents/packing-slip/1',
  '/documents/report/financial-statement',
  '/documents/report/inventory-valuation',
  '/documents/report/stock-alert',
];

/** What visitors see, and what is shown once it is asked for. */
const isElsewhere = (field: string) => /^(how to pay|consent$)/.test(field);

const HOSTILE = '"><script>window.__xss=1</script><img src=x onerror=window.__xss=1>';
/** An address whose every part that a screen may read is markup. */
const reflected = `?${['q', 'search', 'category', 'view', 'tab', 'date', 'day', 'section', 'inquiry', 'ref', 'found', 'sort', 'service', 'status', 'product', 'order', 'client'].map((name) => `${name}=${encodeURIComponent(HOSTILE)}`).join('&')}#${encodeURIComponent(HOSTILE)}`;

/** What of a page may be read, fields included, and what in it could run that is not ours. */
const look = (page: Page) =>
  page.evaluate(() => {
    const parts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, template')) parts.push(node.textContent ?? '');
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) parts.push(field.value);
    const strange = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^on/i.test(name) ||
            (/^(href|src|srcdoc|action|formaction|data|xlink:href)$/i.test(name) &&
              (/^\s*(javascript|data:text)/i.test(value) || value === 'x')),
        )
        .map(({ name, value }) => `${element.tagName} ${name}=${value}`),
    );
    const scripts = [...document.scripts].filter(({ src, textContent, type }) =>
      src
        ? new URL(src).origin !== location.origin
        : type !== 'application/ld+json' && /__xss=\d/.test((textContent ?? '').replace(/\\x3C|\\u003c/gi, '<').slice(0, 40)),
    );
    return { text: parts.join('\u0000'), strange, scripts: scripts.map(({ outerHTML }) => outerHTML), ran: Reflect.get(window, '__xss') };
  });

/** Waits until a page has its heading and everything that it asked for, but for what stays open. */
async function settle(page: Page, underWay: Set<Request>): Promise<void> {
  const isDrawn = () =>
    page.evaluate(() => document.querySelector('h1, h2') !== null && document.querySelector('[class*=animate-pulse]') === null);
  const isLoading = () => [...underWay].some((request) => request.resourceType() !== 'eventsource');
  const deadline = Date.now() + 8000;
  for (let quiet = 0; quiet < 5 && Date.now() < deadline; quiet = isLoading() || !(await isDrawn()) ? 0 : quiet + 1)
    await new Promise((done) => setTimeout(done, 30));
}

/**
 * Has a page tell what was stopped in it, and print nothing. Answers how to look at addresses one after the other, which tells
 * the words of the company that were on them.
 */
async function watch(page: Page): Promise<(addresses: readonly string[]) => Promise<Set<string>>> {
  const heard: string[] = [];
  const underWay = new Set<Request>();
  page.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await page.exposeFunction('hear', (told: string) => heard.push(told));
  await page.addInitScript(() => {
    window.print = () => undefined;
    window.close = () => undefined;
    const hear = Reflect.get(window, 'hear') as (told: string) => void;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      hear(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  return async (addresses) => {
    const seen = new Set<string>();
    for (const address of addresses) {
      underWay.clear();
      await page.goto(`${origin}${address}`);
      await settle(page, underWay);
      const { text, ...found } = await look(page);
      expect([address, found, heard]).toEqual([address, { strange: [], scripts: [], ran: undefined }, []]);
      for (const word of company.words.given.keys()) if (text.includes(word)) seen.add(word);
    }
    return seen;
  };
}

const isPublic = (route: string) => PUBLIC.includes(route);
const isField = (route: string) => FIELD.includes(route);
/** The addresses of some routes, each with what it is asked for. */
const addressesOf = (isWanted: (route: string) => boolean) =>
  Object.entries(screensOf(company))
    .filter(([route]) => isWanted(route))
    .flatMap(([route, screens]) => screens.map((screen) => (screen.startsWith('/') ? screen : `${route}${screen}`)));

/** Signs the owner in, as the login screen leaves it. */
async function enterOffice(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'tidyline-admin', value: company.token, url: origin }]);
  await page.addInitScript((token) => {
    localStorage.setItem('adminAuthenticated', 'true');
    localStorage.setItem('adminLoginTime', new Date().toISOString());
    localStorage.setItem('adminToken', token);
  }, company.token);
}

test('every screen is among those that are looked at', { tag: '@desktop' }, () => {
  expect(ROUTES.length).toBeGreaterThan(25);
  expect(Object.keys(screensOf(company)).sort()).toEqual([...ROUTES].sort());
});

test.describe('words that would run', () => {
  test.setTimeout(180_000);

  test('are words on every screen of the office and in its documents', { tag: '@desktop' }, async ({ page }) => {
    await enterOffice(page);
    const seen = await (await watch(page))([...addressesOf((route) => !isPublic(route) && !isField(route)), ...documentsOf(company)]);
    const missing = [...company.words.given].filter(([word, field]) => !seen.has(word) && !isElsewhere(field));
    expect(missing.map(([, field]) => field)).toEqual([]);
    await page.goto(`${origin}/settings?section=consent`);
    const question = page.getByRole('region', { name: 'Look up an address' });
    await question.getByLabel(/^Email/).fill('agreed@example.com');
    await question.getByRole('button', { name: 'Look Up' }).click();
    for (const [word, field] of company.words.given) if (field === 'consent') await expect(question).toContainText(word);
  });

  test('are words on every screen that visitors and cleaners see', { tag: '@phone' }, async ({ page }) => {
    const lookAt = await watch(page);
    const missing = (fields: readonly string[], seen: ReadonlySet<string>) =>
      fields.filter((wanted) => ![...company.words.given].some(([word, field]) => field === wanted && seen.has(word)));
    const shown = [
      'company name',
      'product',
      'category',
      'product text',
      'booking',
      'wishes',
      'customer',
      'shipping',
      'how to pay by interac',
    ];
    expect(missing(shown, await lookAt(addressesOf(isPublic)))).toEqual([]);
    await page.goto(`${origin}/team-login`);
    await page.getByLabel('Employee ID').fill('E-1');
    await page.getByLabel('Password').fill('a long password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/team-member-dashboard/);
    const worked = ['client', 'address', 'gate', 'alarm', 'pets', 'key', 'component', 'component text', 'job notes', 'remark'];
    expect(missing(worked, await lookAt(addressesOf(isField)))).toEqual([]);
  });

  test.describe('in an address', () => {
    // What stands there is nobody's booking, order or day.
    test.use({ expectedErrors: /status of 40[04]/ });
    test('do nothing on any screen', { tag: '@phone' }, async ({ page }) => {
      await enterOffice(page);
      await (await watch(page))(ROUTES.map((route) => `${route.replace(/\$\w+/, 'x')}${reflected}`));
    });
  });
});
