import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { logoForPdf, readLogo } from '../../src/server/documents/logo';
import type { Paper } from '../../src/server/documents/paper';
import { invoiceAttachment } from '../../src/server/documents/papers/invoice';
import { receiptAttachment } from '../../src/server/documents/papers/receipt';
import { paperPdf } from '../../src/server/documents/pdf/paper-pdf';
import { makePdf } from '../../src/server/documents/pdf/pdf';
import { withFallback } from '../../src/server/documents/pdf/pdf-faces';
import { pdfText } from '../../src/server/documents/pdf/pdf-text';
import { saveLogo } from '../../src/server/settings/service';
import { parsePage } from '../support/http';
import { ACCENTS, companyCalled, INVOICE, LONG, pageOf, papersOf, RECEIPT, SENDER, WORDS } from '../support/papers';
import { openShop } from '../support/shop';
import { untyped } from '../support/untyped';

/** All texts of a PDF's definition. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    ['text', 'stack', 'columns', 'table', 'body', 'content'].includes(key) ? textsIn(value) : [],
  );
}
const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;

describe('every document as a PDF', () => {
  test.each(Object.entries(WORDS))('is created with %s words', async (_name, words) => {
    const { invoice } = await papersOf(words, 1);
    const bytes = await makePdf(paperPdf(invoice as Paper, { ...SENDER, company: companyCalled(words) }, undefined));
    expect([bytes.subarray(0, 5).toString(), pagesOf(bytes) >= 1]).toEqual(['%PDF-', true]);
  });
  test('is a PDF for every kind of document', async () => {
    for (const [name, paper] of Object.entries(await papersOf('Maria Santos', 2)))
      expect(pagesOf(await makePdf(paperPdf(paper, SENDER, undefined))), name).toBe(paper.tables.length > 4 ? 2 : 1);
  });
  test('spreads 60 lines over several pages', async () => {
    expect(
      pagesOf(await makePdf(paperPdf((await papersOf(`${LONG} ${ACCENTS}`, 60)).invoice as Paper, SENDER, undefined))),
    ).toBeGreaterThan(3);
  });

  test('contains every text of the page', async () => {
    for (const [name, paper] of Object.entries(await papersOf('Maria Santos', 2))) {
      const definition = paperPdf(paper, SENDER, undefined);
      const foot = typeof definition.footer === 'function' ? definition.footer(1, 3, untyped({})) : undefined;
      const words = new Set(textsIn([definition.content, foot]).flatMap((text) => text.split(/\s+/)));
      const page = pageOf(paper);
      for (const gone of page.querySelectorAll('.bar, script')) gone.remove();
      const missing = [...page.querySelectorAll('p, td, th, dt, dd, h1, h2, span')]
        .flatMap((node) => node.textContent?.split(/\s+/) ?? [])
        .filter((word) => word !== '' && !words.has(word));
      expect(missing, name).toEqual([]);
      expect(textsIn(foot)).toContain('Page 1 of 3');
    }
  });
  test("uses the site's fonts, and another one only for characters that they lack", async () => {
    const definition = withFallback({ content: ['Zoë Müller', { text: 'Zoë Дмитрий' }, { table: { body: [['Łódź €5', 'Ω']] } }] });
    expect(definition.content).toEqual([
      'Zoë Müller',
      { text: [{ text: 'Zoë ' }, { text: 'Дмитрий', font: 'Roboto' }] },
      { table: { body: [['Łódź €5', [{ text: 'Ω', font: 'Roboto' }]]] } },
    ]);
    expect(paperPdf((await papersOf('x', 2)).invoice as Paper, SENDER, undefined).defaultStyle).toMatchObject({ font: 'Figtree' });
  });
  test('repeats the table header on each page', async () => {
    const { content } = paperPdf((await papersOf('x', 200)).invoice as Paper, SENDER, undefined);
    const tables = (content as { table?: { headerRows?: number; body: unknown[] } }[]).filter(
      ({ table }) => (table?.body.length ?? 0) > 200,
    );
    expect(tables.map(({ table }) => table?.headerRows)).toEqual([1]);
  });
  test.each([
    [ACCENTS, ACCENTS],
    ['e\u0301te\u0301', 'été'],
    ['Ǎ 李 😀👨‍👩‍👧 🇨🇦', 'A � '],
    ['a\tb\r\nc\u202ed', 'a b\ncd'],
  ])('shows %j as %j', (text, shown) => {
    expect(pdfText(text).trim()).toBe(shown.trim());
  });
});

describe('the logo', () => {
  /** A shop whose owner chose a logo, and the lines of its log. */
  function openWithLogo(logo: string, bytes?: Buffer) {
    const shop = openShop();
    const lines: { evt: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const ctx = { ...shop.ctx, log, actor: { kind: 'admin' as const, id: 1, name: 'owner' } };
    saveLogo(ctx, logo);
    mkdirSync(shop.uploadFolder, { recursive: true });
    if (bytes) writeFileSync(path.join(shop.uploadFolder, logo), bytes);
    return { ctx, lines, remove: () => rmSync(path.join(shop.uploadFolder, logo), { force: true }) };
  }
  const picture = (format: 'png' | 'webp') =>
    sharp({ create: { width: 60, height: 20, channels: 3, background: '#133529' } })
      .toFormat(format)
      .toBuffer();

  test('is the built-in mark until the owner uploads one', () => {
    const { ctx } = { ctx: openShop().ctx };
    const page = parsePage(receiptAttachment(ctx, RECEIPT).content);
    expect(page.querySelector('img')?.getAttribute('src')).toMatch(/^data:image\/svg\+xml;base64,/);
  });
  test.each(['png', 'webp'] as const)('is in the page and the PDF when uploaded as %s', async (format) => {
    const bytes = await picture(format);
    const { ctx, remove } = openWithLogo(`logo-${format}-60x20.${format}`, bytes);
    const page = parsePage(receiptAttachment(ctx, RECEIPT).content);
    expect(page.querySelector('img')?.getAttribute('src')).toBe(`data:image/${format};base64,${bytes.toString('base64')}`);
    const { content, encoding } = await invoiceAttachment(ctx, INVOICE);
    expect(encoding).toBe('base64');
    expect(Buffer.from(content, 'base64').toString('latin1')).toContain('/Subtype /Image');
    remove();
  });
  test('is logged once and left out when its file is missing', async () => {
    const { ctx, lines } = openWithLogo('gone-60x20.png');
    for (let i = 0; i < 3; i++) expect(receiptAttachment(ctx, RECEIPT).content).not.toContain('<img');
    expect(pagesOf(Buffer.from((await invoiceAttachment(ctx, INVOICE)).content, 'base64'))).toBe(1);
    expect(lines.map(({ evt }) => evt)).toEqual(['logo.missing']);
  });
  test.each([
    ['no picture', 'broken', async () => Buffer.from('no picture')],
    [
      'a drawing under the name of a picture',
      'drawn',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    [
      'a TIFF',
      'tiff',
      async () =>
        sharp(await picture('png'))
          .tiff()
          .toBuffer(),
    ],
  ])('is left out of the PDF when it is %s', async (_what, name, make) => {
    const { ctx, lines, remove } = openWithLogo(`${name}-60x20.png`, await make());
    expect(await logoForPdf(ctx, readLogo(ctx))).toBeUndefined();
    expect(lines).toHaveLength(1);
    remove();
  });
});

test('the attachment of a message is named by number and date', async () => {
  const { ctx } = openShop();
  const [invoice, receipt] = [await invoiceAttachment(ctx, INVOICE), receiptAttachment(ctx, RECEIPT)];
  expect([invoice.filename, invoice.contentType]).toEqual(['Invoice_SPC001_2026-11-20.pdf', 'application/pdf']);
  expect(Buffer.from(invoice.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect([receipt.filename, receipt.contentType]).toEqual(['Receipt_SPC-RCP001_2026-11-20.html', 'text/html; charset=utf-8']);
  expect(receipt.content).not.toContain('<script');
});
