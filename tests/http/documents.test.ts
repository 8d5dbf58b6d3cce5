import { describe, expect, test } from 'vitest';
import { openOffice, parsePage, refusalOf } from '../support/http';
import { insertRow } from '../support/rows';

/** Opens an office with an invoice, its receipt and an order. Returns a reader of its documents. */
async function openDesk(now = '2026-11-20T20:00:00.000Z') {
  const { shop, cookie } = await openOffice({ now });
  insertRow(shop.db, 'products');
  insertRow(shop.db, 'orders');
  insertRow(shop.db, 'order_items');
  insertRow(shop.db, 'invoices');
  insertRow(shop.db, 'receipts');
  return {
    shop,
    get: (path: string, headers: Record<string, string> = { cookie }) => shop.request('GET', `/documents/${path}`, { headers }),
  };
}
const nameOf = (response: Response) => response.headers.get('content-disposition');

const FILES: [path: string, title: string, file: string][] = [
  ['invoice/1', 'INVOICE', 'Invoice_SPC001_2026-11-20'],
  ['quote/1', 'QUOTE', 'Quote_QU-SPC001_2026-11-20'],
  ['receipt/1', 'PAYMENT RECEIPT', 'Receipt_SPC-RCP001_2026-11-20'],
  ['packing-slip/1', 'PACKING SLIP', 'Packing-slip_ORD-0001_2026-11-20'],
  ['report/financial-statement', 'FINANCIAL STATEMENT', 'financial-statement-2026-11-20'],
  ['report/inventory-valuation', 'INVENTORY VALUATION', 'inventory-valuation-2026-11-20'],
  ['report/stock-alert', 'STOCK ALERT', 'stock-alert-2026-11-20'],
];

describe('documents of the office', () => {
  test.each(FILES)('%s is a page to print, a file and a PDF: %s', async (path, title, file) => {
    const { get } = await openDesk();
    const response = await get(path);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control'), nameOf(response)]).toEqual([
      200,
      'text/html; charset=UTF-8',
      'no-store',
      `inline; filename="${file}.html"`,
    ]);
    const page = parsePage(await response.text());
    expect([page.querySelector('h1')?.textContent, page.querySelector('button')?.textContent]).toEqual([title, 'Print']);
    const inside = page.querySelector('meta[http-equiv]')?.getAttribute('content');
    expect(response.headers.get('content-security-policy')).toBe(`${inside}; frame-ancestors 'none'`);
    expect(page.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\//);
    const download = await get(`${path}?download=1`);
    expect(nameOf(download)).toBe(`attachment; filename="${file}.html"`);
    expect(await download.text()).not.toMatch(/<script|<button/);
    const pdf = await get(`${path}.pdf`);
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('cache-control'), nameOf(pdf)]).toEqual([
      200,
      'application/pdf',
      'no-store',
      `inline; filename="${file}.pdf"`,
    ]);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(nameOf(await get(`${path}.pdf?download=1`))).toBe(`attachment; filename="${file}.pdf"`);
  });
  test('prints a report after a second when asked to', async () => {
    const { get } = await openDesk();
    const script = async (query: string) =>
      parsePage(await (await get(`report/stock-alert${query}`)).text()).querySelector('script')?.textContent;
    expect(await script('?print=1')).toMatch(/setTimeout\(\(\)=>print\(\),1000\)/);
    expect(await script('')).not.toContain('setTimeout');
  });
  test('names files by the day in Kamloops', async () => {
    const { shop, get } = await openDesk('2026-11-21T06:59:00.000Z');
    expect(nameOf(await get('receipt/1'))).toContain('_2026-11-20.html');
    shop.clock.advance(1);
    expect(nameOf(await get('receipt/1'))).toContain('_2026-11-21.html');
  });
  test('takes the period of a statement from the address', async () => {
    const { get } = await openDesk();
    const text = await (await get('report/financial-statement?from=2026-10-01&to=2026-10-31')).text();
    expect(text).toContain('Thursday, October 1, 2026');
    expect(text).toContain('Saturday, October 31, 2026');
    expect(text).toMatch(/computed from records in this system on .*; not audited/);
  });

  test('returns 404 for unknown documents, and rejects an unknown report and an invalid day', async () => {
    const { get } = await openDesk();
    for (const kind of ['invoice', 'quote', 'receipt'])
      for (const key of ['2', '0', 'x', '1.5', '-1', '%00', "'%20or%201=1", 'SPC001', '2.pdf', '.pdf'])
        await refusalOf(await get(`${kind}/${key}`), 404);
    for (const path of ['report/profit', 'report/profit.pdf', 'report/__proto__'])
      expect((await refusalOf(await get(path), 400)).message).toBe('Invalid report type');
    await refusalOf(await get('report/financial-statement?from=yesterday'), 400);
    await refusalOf(await get('report/financial-statement?from=2026-11-20&to=2026-11-01'), 400);
  });
  test('rejects everyone but the office, without revealing which documents exist', async () => {
    const { get } = await openDesk();
    for (const [path] of FILES)
      for (const asked of [path, `${path}.pdf`, `${path}?download=1`, path.replace(/[^/]*$/, 'x')]) {
        const response = await get(asked, {});
        expect(response.headers.get('cache-control')).toBe('no-store');
        await refusalOf(response, 401);
      }
  });
});
