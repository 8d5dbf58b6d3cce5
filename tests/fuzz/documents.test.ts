import { HtmlValidate } from 'html-validate';
import { afterAll, describe, expect, test } from 'vitest';
import { XSS } from '../support/hostile';
import { parsePage } from '../support/http';
import { openCompany } from './company';
import { judgeRequest } from './judge';
import { plainRoutes } from './targets';

const company = await openCompany();
const { shop, publicId, token } = company;
afterAll(company.close);

const WORDS = XSS.join(' ');
/** Every column that holds what somebody typed, and may be shown. */
const TYPED: Record<string, string[]> = {
  clients: ['name', 'phone', 'address', 'notes', 'company'],
  products: ['name', 'category', 'description', 'supplier_name', 'supplier_sku'],
  orders: ['customer_name', 'customer_phone', 'shipping_address', 'order_notes'],
  order_items: ['name'],
  invoices: ['customer_name', 'customer_phone', 'customer_address', 'service_type', 'service_description', 'notes'],
  invoice_items: ['description'],
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
  'GET /documents/quote/:key': ['/documents/quote/1'],
  'GET /documents/receipt/:key': ['/documents/receipt/1', '/documents/receipt/2'],
  'GET /documents/packing-slip/:key': ['/documents/packing-slip/1'],
  'GET /documents/report/:key': [
    '/documents/report/financial-statement',
    '/documents/report/inventory-valuation',
    '/documents/report/stock-alert',
  ],
  'GET /unsubscribe/:token': [`/unsubscribe/${'u'.repeat(22)}`, '/unsubscribe/nobody'],
};
/** The pages of the site that show them before their script has come. */
const PAGES = [
  '/',
  '/store',
  '/marketplace',
  '/marketplace?tab=services',
  '/appointments',
  '/checkout',
  '/company-profile',
  '/facebook-cover',
  `/order-confirmation/${publicId}`,
  `/manage/${token}`,
  '/admin',
  '/nothing',
];

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  // A title is as long as the name that the company gave itself; a number is kept on one line by the style sheet.
  rules: { 'long-title': 'off', 'tel-non-breaking': 'off' },
});
/** The same for what React writes, whose spelling is its own. A whole address is filled into one line, whatever the standard says. */
const pageValidator = new HtmlValidate({ root: true, extends: ['html-validate:standard'], rules: { 'valid-autocomplete': 'off' } });
const faultsIn = async (by: HtmlValidate, text: string) =>
  (await by.validateString(text)).results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`),
  );
const read = async (path: string) => {
  const request = new Request(`http://shop.test${path}`, { headers: company.headers.admin });
  const { told, headers } = await judgeRequest(company, path, request);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  return Buffer.from(told, 'latin1').toString();
};
/** What could run in a page that is not the page's own. */
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

describe('documents with words in them that would run', () => {
  test('are all among those that are looked at', () => {
    const made = plainRoutes(company).filter((name) => /^GET \/(documents|unsubscribe|company-profile\/print)/.test(name));
    const files = /export|import-template|backups|inventory|message/;
    expect(made.filter((name) => !files.test(name)).sort()).toEqual(Object.keys(DOCUMENTS).sort());
  });
  test.each(Object.values(DOCUMENTS).flat())('%s is valid HTML, and nothing of theirs runs', async (path) => {
    const text = await read(path);
    expect(await faultsIn(validator, text)).toEqual([]);
    expect(strangersIn(parsePage(text))).toEqual([]);
    expect(parsePage(text).body.textContent).toContain(LONG);
  });
  test.each(PAGES)('%s is valid HTML, and nothing of theirs runs before its script has come', async (path) => {
    const text = await read(path);
    expect(await faultsIn(pageValidator, text)).toEqual([]);
    expect(strangersIn(parsePage(text))).toEqual([]);
    expect(text).not.toContain('<script>window.__xss');
  });
  test.each([
    '/documents/invoice/1.pdf',
    '/documents/quote/1.pdf',
    '/documents/receipt/1.pdf',
    '/documents/packing-slip/1.pdf',
    '/company-profile.pdf',
  ])('%s is a PDF', async (path) => {
    const { told } = await judgeRequest(company, path, new Request(`http://shop.test${path}`, { headers: company.headers.admin }));
    expect(told.slice(0, 5)).toBe('%PDF-');
  });
});
