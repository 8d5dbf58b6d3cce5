import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { afterAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../browser/screens';
import { XSS } from '../support/hostile';
import { htmlFaultFinder } from '../support/html-faults';
import { parsePage } from '../support/http';
import { everyNth } from '../support/length';
import { openCompany } from './company';
import { judgeRequest } from './judge';
import { PAY_TOKEN } from './keys';
import { plainRoutes, plainTargets } from './targets';

const company = await openCompany();
const { shop, publicId, token } = company;
afterAll(company.close);

const WORDS = XSS.join(' ');
/** Every column that holds typed text and may be shown. */
const TYPED: Record<string, string[]> = {
  clients: ['name', 'phone', 'address', 'notes', 'company'],
  products: ['name', 'category', 'description', 'supplier_name', 'supplier_sku'],
  orders: ['customer_name', 'customer_phone', 'shipping_address', 'order_notes'],
  order_items: ['name'],
  invoices: ['customer_name', 'customer_phone', 'customer_address', 'service_type', 'service_description', 'notes'],
  invoice_items: ['description'],
  quotes: ['customer_name', 'customer_address', 'message', 'terms'],
  quote_lines: ['description'],
  receipts: ['customer_name', 'description'],
  appointment_bookings: ['client_name', 'client_phone', 'client_address', 'special_requests'],
};
for (const [table, columns] of Object.entries(TYPED))
  shop.db.$client.prepare(`update ${table} set ${columns.map((column) => `${column} = @words`).join(', ')}`).run({ words: WORDS });
const [LONG = '', LINE = ''] = [XSS.find((text) => text.length > 50), XSS.find((text) => text.length < 35)];
await shop.admin.settings.save({
  company: {
    ...company.settings.company,
    name: LONG,
    street: LONG,
    city: LONG,
    region: LONG,
    regions: [LONG, LINE],
    towns: [LONG],
    shortName: LINE,
    gstNumber: '<script>alert(1)</script>',
  },
});

/** The pages that the server makes of them as documents, each by its route. */
const DOCUMENTS: Record<string, string[]> = {
  'GET /company-profile/print': ['/company-profile/print'],
  'GET /documents/invoice/:key': ['/documents/invoice/1', '/documents/invoice/3?print=1', '/documents/invoice/4?download=1'],
  'GET /documents/quote/:key': ['/documents/quote/1', '/documents/quote/1?print=1', '/documents/quote/1?download=1'],
  'GET /documents/priced-quote/:key': ['/documents/priced-quote/1', '/documents/priced-quote/1?print=1'],
  'GET /documents/quote-link/:key': [`/documents/quote-link/${company.quote}`],
  'GET /documents/credit-note/:key': [
    '/documents/credit-note/1',
    '/documents/credit-note/1?print=1',
    '/documents/credit-note/1?download=1',
  ],
  'GET /documents/receipt/:key': ['/documents/receipt/1', '/documents/receipt/2?print=1', '/documents/receipt/2?download=1'],
  'GET /documents/packing-slip/:key': [
    '/documents/packing-slip/1',
    '/documents/packing-slip/1?print=1',
    '/documents/packing-slip/1?download=1',
  ],
  'GET /documents/report/:key': [
    '/documents/report/financial-statement',
    '/documents/report/inventory-valuation',
    '/documents/report/stock-alert',
    '/documents/report/financial-statement?print=1',
    '/documents/report/inventory-valuation?download=1',
    '/documents/report/stock-alert?print=1',
  ],
  'GET /pay/:token': [`/pay/${PAY_TOKEN}`],
  'GET /pay/:token/thanks': [`/pay/${PAY_TOKEN}/thanks`],
  'GET /pay/:token/cancelled': [`/pay/${PAY_TOKEN}/cancelled`],
  'GET /unsubscribe/:token': [`/unsubscribe/${'u'.repeat(22)}`, '/unsubscribe/nobody'],
};
/** Values for the parameters of screen addresses. */
const BEHIND: Record<string, string> = { '/order-confirmation/$id': publicId, '/manage/$token': token, '/team-member-dashboard/$id': '1' };
/** The pages of the site as they are before their script has come, of the staff's side the frame. */
const PAGES = [
  ...ROUTES.map((route) => route.replace(/\$\w+/, BEHIND[route] ?? '')),
  '/?inquiry=received',
  '/marketplace?tab=services',
  '/order-confirmation/nothing',
  '/manage/nobody',
  '/nothing',
];

const documentFaults = htmlFaultFinder({
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  // A title is as long as the name that the company gave itself; a number is kept on one line by the style sheet.
  rules: { 'long-title': 'off', 'tel-non-breaking': 'off' },
});
/** The same for what React writes, whose spelling is its own. */
const pageFaults = htmlFaultFinder({ extends: ['html-validate:standard'] });
const send = async (path: string, form?: Record<string, string>) => {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) };
  const { told, headers } = await judgeRequest(
    company,
    path,
    new Request(`http://shop.test${path}`, { headers: company.headers.admin, ...sent }),
  );
  return { type: headers.get('content-type') ?? '', text: Buffer.from(told, 'latin1').toString(), told };
};
const read = async (path: string, form?: Record<string, string>) => {
  const { type, text } = await send(path, form);
  expect(type).toMatch(/^text\/html/);
  return text;
};
/** The messages that go to people; an invoice goes as a PDF, a receipt as a page. */
await shop.admin.invoices.email({ invoiceId: 1, customerEmail: 'maria@example.com' });
await shop.admin.invoices.emailReceipt({ receiptId: 1, customerEmail: 'maria@example.com' });
const MESSAGES = shop.db.$client.prepare<[], number>('select id from outbox order by id').pluck().all();
/** The page that the worker shows where there is no connection. */
const OFFLINE = /OFFLINE_PAGE = `([^`$]+)`/.exec(readFileSync('src/client/sw.ts', 'utf8'))?.[1] ?? '';
/** The routes that answer with a page; what a screen is made of is answered by one for all. */
const HTML_ROUTES = [...Object.keys(DOCUMENTS), 'POST /pay/:token', 'POST /unsubscribe/:token', 'POST /unsubscribe/:token/again', 'GET /*'];
/** Lists the content of a page that could run and is not the page's own. */
function strangersIn(page: Document): string[] {
  const inline = [...page.querySelectorAll('script:not([src])')].filter(({ textContent }) =>
    /^\s*(window\.__xss|parent\.__xss)/.test(textContent ?? ''),
  );
  const marked = [...page.querySelectorAll('*')].filter(({ attributes }) =>
    [...attributes].some(
      ({ name, value }) =>
        name.startsWith('on') ||
        name === 'srcdoc' ||
        (/^(href|src|action)$/.test(name) && /^\s*javascript:/i.test(value)) ||
        (name === 'src' && value === 'x'),
    ),
  );
  return [...inline, ...marked].map(({ outerHTML }) => outerHTML.slice(0, 200));
}

describe('documents that hold script text', () => {
  test('are all covered', () => {
    const made = plainRoutes(company).filter((name) => /^GET \/(documents|pay|unsubscribe|company-profile\/print)/.test(name));
    const files = /export|import-template|backups|inventory|message/;
    expect(made.filter((name) => !files.test(name)).sort()).toEqual(Object.keys(DOCUMENTS).sort());
  });
  test.each(Object.values(DOCUMENTS).flat())('render %s as valid HTML, and run none of the text', async (path) => {
    const text = await read(path);
    expect(await documentFaults(text)).toEqual([]);
    expect(strangersIn(parsePage(text))).toEqual([]);
    expect(parsePage(text).body.textContent).toContain(LONG);
  });
  test.each(everyNth(3, PAGES))('render %s as valid HTML before its scripts load, and run none of the text', async (path) => {
    const text = await read(path);
    expect(await pageFaults(text)).toEqual([]);
    expect(strangersIn(parsePage(text))).toEqual([]);
    expect(text).not.toContain('<script>window.__xss');
  });
  test.each(['', '/again'])('answer the unsubscribe form%s with valid HTML', async (way) => {
    const text = await read(`/unsubscribe/${'u'.repeat(22)}${way}`, {});
    expect(await documentFaults(text)).toEqual([]);
    expect(strangersIn(parsePage(text))).toEqual([]);
  });
  test('show an invalid quote form as valid HTML with the typed values', async () => {
    const text = await read('/', { name: WORDS.slice(0, 100), email: LONG, phone: LINE, address: LONG, serviceType: LINE, message: WORDS });
    expect(await pageFaults(text)).toEqual([]);
    expect(strangersIn(parsePage(text))).toEqual([]);
    expect(parsePage(text).querySelector<HTMLTextAreaElement>('textarea[name=message]')?.textContent).toContain(LONG);
  });
  test('render the offline page as valid HTML', async () => {
    expect(OFFLINE).toContain('You are offline');
    expect(await pageFaults(OFFLINE)).toEqual([]);
  });
  test('send every message as valid HTML beside its text, with attached documents, which all run none of the text', async () => {
    const documents: string[] = [];
    for (const id of MESSAGES) {
      const { told } = await send(`/documents/message/${id}.eml`);
      const { html, attachments } = await PostalMime.parse(Buffer.from(told, 'latin1'), { attachmentEncoding: 'utf8' });
      documents.push(html ?? '');
      for (const { mimeType, content } of attachments) if (mimeType === 'text/html') documents.push(String(content));
    }
    expect(documents.length).toBeGreaterThan(MESSAGES.length);
    for (const text of documents) {
      expect(await documentFaults(text)).toEqual([]);
      expect(strangersIn(parsePage(text))).toEqual([]);
    }
  });
  test.each([
    '/documents/invoice/1.pdf',
    '/documents/quote/1.pdf',
    '/documents/receipt/1.pdf',
    '/documents/packing-slip/1.pdf',
    '/company-profile.pdf',
  ])('render %s as a PDF', async (path) => {
    expect((await send(path)).told.slice(0, 5)).toBe('%PDF-');
  });
  test('come from no other route', async () => {
    const pages: string[] = [];
    for (const { name, call, sample } of plainTargets(company)) {
      const { headers, body } = await company.app.request(call(sample));
      if (headers.get('content-type')?.startsWith('text/html')) pages.push(name);
      await body?.cancel();
    }
    expect(pages.sort()).toEqual([...HTML_ROUTES].sort());
  });
});
