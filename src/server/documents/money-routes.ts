import type { Context, Hono } from 'hono';
import { MOST_ROWS } from '../../shared/bulk';
import { DomainError } from '../../shared/errors';
import type { PrintReport } from '../../shared/inventory';
import { getQuoteNumber } from '../../shared/invoices';
import { formatOrderNumber } from '../../shared/store-sums';
import { idSchema } from '../../shared/text';
import { businessDay } from '../../shared/time';
import type { RequestCtx } from '../context';
import type { AppEnv } from '../http/app-env';
import { createCaller } from '../router';
import { getCompany } from '../settings/service';
import { describePayment } from '../settings/ways-to-pay';
import { assertPermission, type Permission } from '../trpc';
import { formatFileName } from './file-name';
import { fontFaces } from './html';
import { logoForPdf, readLogo } from './logo';
import type { Paper } from './paper';
import { paperParts } from './paper-html';
import { creditNotePaper } from './papers/credit-note';
import { invoicePaper } from './papers/invoice';
import { packingSlipPaper } from './papers/packing-slip';
import { pricedQuotePaper } from './papers/priced-quote';
import { quotePaper } from './papers/quote';
import { receiptPaper } from './papers/receipt';
import { statementPaper } from './papers/statements';
import { PDF_POLICY } from './pdf/pdf';
import { printPaper } from './print-paper';
import { streamText } from './text-stream';

/** A document with the words of its file name and the character between them. */
type Made = { paper: Paper; words: string[]; glue?: '-' };
type Query = Record<string, string>;
type Make = (ctx: RequestCtx, key: string, query: Query) => Promise<Made>;

function parseId(key: string, sentence: string): number {
  const id = idSchema.safeParse(key);
  if (!id.success) throw new DomainError('NOT_FOUND', sentence);
  return id.data;
}
/** Returns the numbers of a path such as "1,2,3". Throws BAD_REQUEST for more than a hundred. */
function splitNumbers(key: string): string[] {
  const numbers = key.split(',');
  if (numbers.length > MOST_ROWS) throw new DomainError('BAD_REQUEST', `Please select at most ${MOST_ROWS} rows.`);
  return numbers;
}
const NO_INVOICE = 'This invoice does not exist.';

/** The documents by the first part of their path. */
const MAKERS: Record<string, Make> = {
  invoice: async (ctx, key) => {
    const invoice = await createCaller(ctx).invoices.get({ id: parseId(key, NO_INVOICE) });
    return {
      paper: invoicePaper(invoice, getCompany(ctx), describePayment(ctx, invoice)),
      words: ['Invoice', invoice.invoiceNumber],
    };
  },
  quote: async (ctx, key) => {
    const invoice = await createCaller(ctx).invoices.get({ id: parseId(key, NO_INVOICE) });
    return { paper: quotePaper(invoice, getCompany(ctx), businessDay(ctx.now())), words: ['Quote', getQuoteNumber(invoice.invoiceNumber)] };
  },
  'priced-quote': async (ctx, key) => {
    const quote = await createCaller(ctx).quoting.get({ id: parseId(key, 'This quote does not exist.') });
    return { paper: pricedQuotePaper(quote, getCompany(ctx)), words: ['Quote', quote.number] };
  },
  receipt: async (ctx, key) => {
    const receipt = await createCaller(ctx).invoices.getReceipt({ id: parseId(key, 'This receipt does not exist.') });
    return { paper: receiptPaper(receipt, getCompany(ctx)), words: ['Receipt', receipt.receiptNumber] };
  },
  'credit-note': async (ctx, key) => {
    const note = await createCaller(ctx).invoices.getCreditNote({ id: parseId(key, 'This credit note does not exist.') });
    return { paper: creditNotePaper(note, getCompany(ctx)), words: ['Credit-note', note.creditNoteNumber] };
  },
  'packing-slip': async (ctx, key) => {
    const [first, ...others] = await Promise.all(
      splitNumbers(key).map((orderNumber) => createCaller(ctx).store.getStaffOrder({ orderNumber })),
    );
    if (!first) throw new DomainError('NOT_FOUND', 'This order does not exist.');
    const paper = packingSlipPaper(first);
    if (others.length === 0) return { paper, words: ['Packing-slip', formatOrderNumber(first.orderNumber)] };
    const name = `${others.length + 1} packing slips`;
    return { paper: { ...paper, name, further: others.map(packingSlipPaper) }, words: ['Packing-slips', businessDay(ctx.now())] };
  },
  report: async (ctx, key, { from, to }) => {
    const statement = await createCaller(ctx).inventory.statement({ type: key as PrintReport, from, to });
    return { paper: await statementPaper(statement), words: [statement.type], glue: '-' };
  },
};

/** The documents that their link alone opens, by the first part of their path. */
const LINKED: Record<string, Make> = {
  'quote-link': async (ctx, key) => {
    const quote = await createCaller(ctx).quoting.getByToken({ token: key.slice(0, 200) });
    return { paper: pricedQuotePaper(quote, getCompany(ctx)), words: ['Quote', quote.number] };
  },
};

/** Sends a document as a page, or as a PDF if the path ends in ".pdf". `?download=1` sends a file, `?print=1` a page that prints itself. */
async function sendDocument(c: Context<AppEnv>, make: Make, faces: string, permission: Permission = 'admin'): Promise<Response> {
  c.header('cache-control', 'no-store');
  const ctx = c.get('callContext')();
  assertPermission(ctx.actor, permission);
  const [key = '', isPdf] = (c.req.param('key') ?? '').split(/(\.pdf)$/);
  const query = c.req.query();
  const isFile = query.download === '1';
  const sender = { company: getCompany(ctx), logo: readLogo(ctx) };
  const { paper, words, glue } = await make(ctx, key, query);
  const name = formatFileName(ctx, words, isPdf ? 'pdf' : 'html', glue);
  c.header('content-disposition', `${isFile ? 'attachment' : 'inline'}; filename="${name}"`);
  if (!isPdf) {
    const { parts, policy } = paperParts(paper, sender, { isFile, isPrinting: query.print === '1', faces });
    return c.body(streamText(parts), 200, { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': policy });
  }
  const bytes = await printPaper({ paper, sender, logo: await logoForPdf(ctx, sender.logo) });
  return c.body(new Uint8Array(bytes), 200, { 'content-type': 'application/pdf', 'content-security-policy': PDF_POLICY });
}

export function addMoneyRoutes(app: Hono<AppEnv>, siteCss: string): void {
  const faces = fontFaces(siteCss);
  for (const [name, make] of Object.entries(MAKERS)) app.get(`/documents/${name}/:key`, (c) => sendDocument(c, make, faces));
  for (const [name, make] of Object.entries(LINKED))
    app.get(`/documents/${name}/:key`, async (c) => {
      c.header('x-robots-tag', 'noindex');
      c.header('referrer-policy', 'no-referrer');
      const ctx = c.get('callContext')();
      if (ctx.actor.kind === 'visitor') await ctx.limits.take('read', ctx.clientKey);
      return sendDocument(c, make, faces, 'public');
    });
}
