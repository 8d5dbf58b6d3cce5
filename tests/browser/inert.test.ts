import type { Page } from '@playwright/test';
import { LoadHouse } from '../load/house';
import { CLIENT_PAGES, enterClientPage } from './client-session';
import { type HostileCompany, makeHostileCompany } from './hostile-company';
import { OWNER } from './owner';
import { addressesOf, documentsOf, enterField, enterOffice, openFromOffice, ROUTES, requestsOf, screensOf, settle } from './screens';
import { expect, test } from './support';

/** A server for this file alone, so that other tests never see its company. All tests have one tag, since each window starts a server anew. */
const house = new LoadHouse({ ADMIN_PASSWORD: OWNER.password });
let origin = '';
let company: HostileCompany;

test.beforeAll(async () => {
  await house.start();
  origin = house.origin;
  company = await makeHostileCompany(origin);
});
test.afterAll(async () => {
  await house.stop();
  house.remove();
});

/** Fields that visitors see elsewhere, or only after a press. */
const isElsewhere = (field: string) => /^(how to pay|consent$)/.test(field);

const HOSTILE = '"><script>window.__xss=1</script><img src=x onerror=window.__xss=1>';
/** An address whose every part that a screen may read is markup. */
const reflected = `?${['q', 'search', 'category', 'view', 'tab', 'date', 'day', 'section', 'inquiry', 'ref', 'found', 'sort', 'service', 'status', 'product', 'order', 'client'].map((name) => `${name}=${encodeURIComponent(HOSTILE)}`).join('&')}#${encodeURIComponent(HOSTILE)}`;

/** Reads the text of a page, fields included, and lists foreign content that could run. */
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

type Open = (page: Page, address: string) => Promise<unknown>;
const openAnew: Open = (page, address) => page.goto(`${origin}${address}`);
const openInOffice: Open = async (page, address) => {
  const isLink = !address.startsWith('/documents/') && (await page.getByRole('navigation', { name: 'Office' }).count()) > 0;
  return isLink ? openFromOffice(page, address) : openAnew(page, address);
};

/**
 * Makes a page, and another beside it, report blocked content, and stops them from printing. Returns a function that opens addresses in
 * turn on both pages, since most of the time is spent waiting, and returns the words of the company that they showed.
 */
async function watch(page: Page, open: Open = openAnew): Promise<(addresses: readonly string[]) => Promise<Set<string>>> {
  const heard: string[] = [];
  const context = page.context();
  context.on('dialog', (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.exposeFunction('hear', (told: string) => heard.push(told));
  await context.addInitScript(() => {
    window.print = () => undefined;
    window.close = () => undefined;
    const hear = Reflect.get(window, 'hear') as (told: string) => void;
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      hear(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    );
  });
  const pages = [page, await context.newPage()].map((own) => ({ own, underWay: requestsOf(own) }));
  return async (addresses) => {
    const seen = new Set<string>();
    const left = [...addresses];
    const lookOver = async ({ own, underWay }: (typeof pages)[number]) => {
      for (let address = left.shift(); address !== undefined; address = left.shift()) {
        underWay.clear();
        await open(own, address);
        await settle(own, underWay);
        const { text, ...found } = await look(own);
        expect([address, found, heard]).toEqual([address, { strange: [], scripts: [], ran: undefined }, []]);
        for (const word of company.words.given.keys()) if (text.includes(word)) seen.add(word);
      }
    };
    await Promise.all(pages.map(lookOver));
    return seen;
  };
}

/** All addresses with BROWSER=all, else every sixth. */
const isWhole = process.env.BROWSER === 'all';
const sampleOf = (addresses: readonly string[]) => addresses.filter((_, place) => isWhole || place % 6 === 0);

test('every screen is covered', { tag: '@desktop' }, () => {
  expect(ROUTES.length).toBeGreaterThan(25);
  expect(Object.keys(screensOf(company)).sort()).toEqual([...ROUTES].sort());
});

test.describe('typed script text', () => {
  test.setTimeout(180_000);

  test('stays text on every screen of the office and in its documents', { tag: '@desktop' }, async ({ page }) => {
    await enterOffice(page, origin, company.token);
    const seen = await (await watch(page, openInOffice))(sampleOf([...addressesOf(company, 'office'), ...documentsOf(company)]));
    const missing = [...company.words.given].filter(([word, field]) => !seen.has(word) && !isElsewhere(field));
    if (isWhole) expect(missing.map(([, field]) => field)).toEqual([]);
    expect(seen.size).toBeGreaterThan(company.words.given.size / 3);
    await page.goto(`${origin}/settings?section=consent`);
    const question = page.getByRole('region', { name: 'Look up an address' });
    await question.getByLabel(/^Email/).fill('agreed@example.com');
    await question.getByRole('button', { name: 'Look Up' }).click();
    for (const [word, field] of company.words.given) if (field === 'consent') await expect(question).toContainText(word);
  });

  test('stays text on every screen of visitors, cleaners and clients', { tag: '@desktop' }, async ({ page }) => {
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
    expect(missing(shown, await lookAt(addressesOf(company, 'public')))).toEqual([]);
    await enterField(page, origin, { employeeId: 'E-1', password: 'a long password' });
    const worked = ['client', 'address', 'gate', 'alarm', 'pets', 'key', 'component', 'component text', 'job notes', 'remark'];
    expect(missing(worked, await lookAt(addressesOf(company, 'field')))).toEqual([]);
    await enterClientPage(page, house, 'client1@example.com');
    const own = ['client', 'address', 'label', 'gate', 'alarm', 'pets', 'key'];
    expect(missing(own, await lookAt(CLIENT_PAGES))).toEqual([]);
  });

  test.describe('script text in an address', () => {
    // Some of these addresses belong to no booking, order or day.
    test.use({ expectedErrors: /status of 40[04]/ });
    test('does nothing on any screen', { tag: '@desktop' }, async ({ page }) => {
      await enterOffice(page, origin, company.token);
      await (await watch(page))(sampleOf(ROUTES).map((route) => `${route.replace(/\$\w+/, 'x')}${reflected}`));
    });
  });
});
