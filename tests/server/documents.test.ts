import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatAmount, type Paper } from '../../src/server/documents/paper';
import { paperHtml, paperParts } from '../../src/server/documents/paper-html';
import { companyProfileDocument } from '../../src/server/documents/papers/company-profile';
import { invoicePaper } from '../../src/server/documents/papers/invoice';
import { quotePaper } from '../../src/server/documents/papers/quote';
import { receiptPaper } from '../../src/server/documents/papers/receipt';
import { DEFAULT_COMPANY } from '../../src/shared/company';
import { getProfile } from '../../src/shared/profile';
import { htmlFaultFinder } from '../support/html-faults';
import { parsePage } from '../support/http';
import { companyCalled, EVIL, INVOICE, pageOf, papersOf, RECEIPT, SENDER, said, WORDS } from '../support/papers';

const faultsIn = htmlFaultFinder({ extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'] });
const rowsOf = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map((row) => [...row.children].map((cell) => cell.textContent));
const sumsOf = (paper: Paper) => rowsOf(pageOf(paper), '.sums > div');

describe('every document as a page', () => {
  const faultsOf = ({ text }: { text: string }) => faultsIn(text);
  test.each(Object.entries(WORDS))('is valid HTML with %s words', async (_name, words) => {
    const sender = { ...SENDER, company: companyCalled(words) };
    for (const [name, paper] of Object.entries(await papersOf(words, 1)))
      expect(await faultsOf(paperHtml(paper, sender)), name).toEqual([]);
  });
  test('is valid HTML with 200 lines', async () => {
    const { invoice, 'packing slip': slip } = await papersOf(EVIL, 200);
    for (const paper of [invoice, slip] as Paper[]) expect(await faultsOf(paperHtml(paper, SENDER, { isFile: true }))).toEqual([]);
  });
  test('is valid HTML for the company profile', async () => {
    const { text } = companyProfileDocument(getProfile(companyCalled(EVIL), '2026-11-20'), '');
    expect(await faultsOf({ text })).toEqual([]);
  });

  test('escapes hostile text so that it adds no element, attribute or script', async () => {
    const harmless = await papersOf('Maria Santos', 3);
    for (const [name, paper] of Object.entries(await papersOf(EVIL, 3))) {
      const [page, plain] = [pageOf(paper, { ...SENDER, company: companyCalled(EVIL) }), pageOf(harmless[name] as Paper)];
      const shape = (document: Document) =>
        [...document.querySelectorAll('body *')].map(({ tagName }) => tagName).filter((tag) => tag !== 'P');
      expect(shape(page), name).toEqual(shape(plain));
      expect(page.querySelectorAll('[onerror], [onclick], [style], iframe, object, form')).toHaveLength(0);
      expect(page.querySelectorAll('script, style, img')).toHaveLength(3);
      expect(page.body.textContent).toContain(EVIL);
    }
  });

  test('is made in parts, so that a long one does not keep others waiting', async () => {
    const rows = Array.from({ length: 900 }, (_, row) => ({ cells: [`Row ${row}`, '<!--rows-->'] }));
    const table = { columns: [{ label: 'Name' }, { label: 'Note' }], rows };
    const empty = { ...table, rows: [], whenEmpty: 'Nothing' };
    const paper = {
      ...((await papersOf('Maria', 1)).invoice as Paper),
      tables: [empty, table, { ...table, rows: [] }],
      tablesBelow: [table],
    };
    const parts = [...paperParts({ ...paper, further: [paper] }, SENDER).parts];
    expect(Math.max(...parts.slice(1).map((part) => part.split('<tr').length - 1))).toBeLessThanOrEqual(300);
    const shown = rowsOf(parsePage(parts.join('')), 'tbody tr');
    expect(shown).toEqual(Array.from({ length: 4 }, () => rows.map(({ cells }) => cells)).flat());
  });

  test('has a policy that allows only its own style and script', async () => {
    for (const [name, paper] of Object.entries(await papersOf(EVIL, 1)))
      for (const reading of [{}, { isFile: true }, { isPrinting: true }, { faces: '@font-face{font-family:x;src:url(/x.woff2)}' }]) {
        const { text, policy } = paperHtml(paper, SENDER, reading);
        const page = parsePage(text);
        const inside = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
        const hashOf = (part: string) => {
          const source = page.querySelector(part)?.textContent;
          return source ? `'sha256-${createHash('sha256').update(source).digest('base64')}'` : "'none'";
        };
        expect(inside, name).toContain(`default-src 'none'; style-src ${hashOf('style')}; script-src ${hashOf('script')}; `);
        expect(policy).toBe(`${inside}; frame-ancestors 'none'`);
        // The policy stands before what it is about.
        expect(text.indexOf('http-equiv')).toBeLessThan(text.indexOf('<style>'));
      }
  });

  test('has a print button on the site, but no button or script as a file', () => {
    const paper = receiptPaper(RECEIPT, DEFAULT_COMPANY);
    expect(pageOf(paper).querySelector('button')?.textContent).toBe('Print');
    expect(pageOf(paper).querySelector('script')?.textContent).not.toContain('setTimeout');
    expect(pageOf(paper, SENDER, { isPrinting: true }).querySelector('script')?.textContent).toContain('print(),1000)');
    const file = pageOf(paper, SENDER, { isFile: true, faces: '@font-face{}' });
    expect(file.querySelectorAll('button, script, link')).toHaveLength(0);
    expect(file.querySelector('style')?.textContent).not.toContain('@font-face');
    expect(file.body.textContent).toContain("use your browser's print function");
  });

  test('shows the company, its service areas and, if known, its tax numbers', () => {
    const paper = invoicePaper(INVOICE, DEFAULT_COMPANY);
    const page = said(paper);
    for (const words of ['Sage & Pine Cleaning', '(250) 555-0142', 'hello@sageandpine.example', 'Kamloops, BC'])
      expect(page).toContain(words);
    expect(page).toContain('Service areas: Lower Mainland, Interior BC, Vancouver Island');
    expect(page).not.toMatch(/GST|PST No/);
    const told = said(paper, { ...SENDER, company: { ...DEFAULT_COMPANY, gstNumber: '81234 5678 RT0001', pstNumber: 'PST-1234' } });
    expect(told).toContain('GST/HST No. 81234 5678 RT0001');
    expect(told).toContain('PST No. PST-1234');
  });
});

describe('an invoice', () => {
  test('shows its lines, its labelled taxes and the stored sums', () => {
    const items = [
      { description: 'Windows', quantity: 3, price: '33.00', isGoods: false },
      { description: 'Soap', quantity: 1, price: '50.00', isGoods: true },
    ];
    const paper = invoicePaper({ ...INVOICE, items }, DEFAULT_COMPANY);
    const page = pageOf(paper);
    expect([page.title, page.querySelector('h1')?.textContent]).toEqual(['Invoice SPC001 – Sage & Pine Cleaning', 'INVOICE']);
    expect(rowsOf(page, 'tbody tr')).toEqual([
      ['Windows', '3', '$33.00', '$99.00'],
      ['Soap', '1', '$50.00', '$50.00'],
    ]);
    expect(sumsOf(paper)).toEqual([
      ['Subtotal', '$149.00'],
      ['HST (12%)', '$17.88'],
      ['BC PST (7%)', '$10.43'],
      ['Total', '$177.31'],
    ]);
    for (const words of ['Bill to', 'Maria Santos', 'Thursday, November 19, 2026', 'Friday, December 4, 2026', 'Kitchen and two bathrooms'])
      expect(page.body.textContent).toContain(words);
    expect(page.body.textContent).toContain('Interac E-Transfer, Direct Deposit, Cash, Cheque');
  });
  test('shows one line for the service when it has no lines', () => {
    expect(rowsOf(pageOf(invoicePaper(INVOICE, DEFAULT_COMPANY)), 'tbody tr')).toEqual([
      ['Residential Cleaning\nKitchen and two bathrooms', '1', '$149.00', '$149.00'],
    ]);
  });
  test.each([
    ['pending', null, undefined],
    ['draft', null, 'DRAFT'],
    ['overdue', null, 'OVERDUE'],
    ['paid', '2026-11-20', 'PAID 2026-11-20'],
  ] as const)('shows a stamp when it is %s', (status, paidDate, stamp) => {
    const page = pageOf(invoicePaper({ ...INVOICE, status, paidDate }, DEFAULT_COMPANY));
    expect(page.querySelector('.stamp')?.textContent).toBe(stamp);
  });
  test('lists each payment and refund with its own date, method and receipt', () => {
    const receipts = [
      { ...RECEIPT, receiptNumber: 'SPC-RCP001', paymentDate: '2026-11-18', paymentMethod: 'cash' as const, amountPaid: '50.00' },
      { ...RECEIPT, receiptNumber: 'SPC-RCP002', paymentDate: '2026-11-19', paymentMethod: 'e-transfer' as const, amountPaid: '127.31' },
      { ...RECEIPT, receiptNumber: 'SPC-RCP003', paymentMethod: 'cheque' as const, amountPaid: '10.00', isRefund: true },
    ];
    const paper = invoicePaper({ ...INVOICE, status: 'paid', paymentMethod: 'e-transfer', receipts }, DEFAULT_COMPANY);
    const table = paper.tablesBelow?.[0];
    expect(table).toMatchObject({ heading: 'Payments' });
    expect(table?.rows.map(({ cells }) => cells)).toEqual([
      ['Wednesday, November 18, 2026', 'Cash', 'SPC-RCP001', '$50.00'],
      ['Thursday, November 19, 2026', 'Interac E-Transfer', 'SPC-RCP002', '$127.31'],
      ['Friday, November 20, 2026', 'Refund, Cheque', 'SPC-RCP003', '−$10.00'],
    ]);
    expect(paper.facts.map(({ label }) => label)).not.toContain('Paid by');
    expect(invoicePaper(INVOICE, DEFAULT_COMPANY).tablesBelow).toEqual([]);
  });
  test("shows the owner's payment instructions until it is paid", () => {
    const told = (status: 'pending' | 'paid') =>
      invoicePaper({ ...INVOICE, status }, DEFAULT_COMPANY, 'e-Transfer to pay@example.com').notes[0]?.text;
    expect(told('pending')).toContain('e-Transfer to pay@example.com\nPlease put SPC001 on your payment.');
    expect(told('paid')).not.toContain('pay@example.com');
  });
  test('asks for no payment once it is voided', () => {
    const voided = { ...INVOICE, voidedAt: '2026-11-20T20:00:00.000Z', amountPaid: '77.31', balance: '100.00' };
    const paper = invoicePaper(voided, DEFAULT_COMPANY, 'e-Transfer to pay@example.com');
    expect(paper.notes[0]?.text).toBe('Interac E-Transfer, Direct Deposit, Cash, Cheque');
    expect(sumsOf(paper).slice(4)).toEqual([['Paid so far', '$77.31']]);
  });
  test('shows the amount paid and the balance when it is partly paid', () => {
    const sums = (amountPaid: string, balance: string) =>
      sumsOf(invoicePaper({ ...INVOICE, amountPaid, balance }, DEFAULT_COMPANY)).slice(4);
    expect(sums('77.31', '100.00')).toEqual([
      ['Paid so far', '$77.31'],
      ['Balance due', '$100.00'],
    ]);
    expect(sums('0.00', '177.31')).toEqual([]);
    expect(sums('177.31', '0.00')).toEqual([]);
  });
  test('names GST, and PST only when it was charged', () => {
    const services = {
      taxProfile: 'bc-current',
      hstRate: 500,
      pstRate: 0,
      hstAmount: '7.45',
      pstAmount: '0.00',
      totalAmount: '156.45',
    } as const;
    expect(sumsOf(invoicePaper({ ...INVOICE, ...services }, DEFAULT_COMPANY))).toEqual([
      ['Subtotal', '$149.00'],
      ['GST (5%)', '$7.45'],
      ['Total', '$156.45'],
    ]);
    const goods = { ...services, pstRate: 700, pstAmount: '10.43', totalAmount: '166.88' };
    expect(sumsOf(invoicePaper({ ...INVOICE, ...goods }, DEFAULT_COMPANY))[2]).toEqual(['BC PST (7%)', '$10.43']);
  });
  test('is valid for thirty days when printed as a quote', () => {
    const page = said(quotePaper({ ...INVOICE, status: 'paid', paidDate: '2026-11-20' }, DEFAULT_COMPANY, '2026-11-20'));
    for (const words of ['QUOTE', 'QU-SPC001', 'Valid until', 'Sunday, December 20, 2026']) expect(page).toContain(words);
    expect(page).not.toMatch(/INVOICE|PAID|Due date/);
  });
});

describe('a receipt', () => {
  test('shows the amount, method, date and invoice of the payment', () => {
    const paper = receiptPaper(RECEIPT, DEFAULT_COMPANY);
    const page = pageOf(paper);
    expect(page.querySelector('h1')?.textContent).toBe('PAYMENT RECEIPT');
    expect(rowsOf(page, 'thead tr')).toEqual([['Description', 'Method', 'Date', 'Amount']]);
    expect(rowsOf(page, 'tbody tr')).toEqual([[RECEIPT.description, 'Cash', '2026-11-20', '$177.31']]);
    expect(sumsOf(paper)).toEqual([
      ['Subtotal', '$149.00'],
      ['HST (12%)', '$17.88'],
      ['BC PST (7%)', '$10.43'],
      ['Total Paid', '$177.31'],
    ]);
    expect(said(paper)).toContain('InvoiceSPC001');
  });
  test('has its own title and total for a refund, and no tax breakdown without taxes', () => {
    const paper = receiptPaper({ ...RECEIPT, isRefund: true, invoiceNumber: null, hstAmount: '0.00', pstAmount: '0.00' }, DEFAULT_COMPANY);
    expect(pageOf(paper).querySelector('h1')?.textContent).toBe('REFUND RECEIPT');
    expect(sumsOf(paper)).toEqual([['Total Refunded', '$177.31']]);
    expect(said(paper)).not.toContain('Total Paid');
  });
});

test('amounts of any size are shown with their sign and thousands separators', () => {
  expect(['0.00', '-0.50', '1234.50', '123456789012.00', '-1000.00'].map(formatAmount)).toEqual([
    '$0.00',
    '−$0.50',
    '$1,234.50',
    '$123,456,789,012.00',
    '−$1,000.00',
  ]);
});
