import type { Context, Hono } from 'hono';
import { DomainError } from '../../../shared/errors';
import { idSchema } from '../../../shared/text';
import type { RequestCtx } from '../../context';
import { formatFileName } from '../../documents/file-name';
import { logoForPdf, readLogo } from '../../documents/logo';
import type { Paper } from '../../documents/paper';
import { invoicePaper } from '../../documents/papers/invoice';
import { receiptPaper } from '../../documents/papers/receipt';
import { PDF_POLICY } from '../../documents/pdf/pdf';
import { printPaper } from '../../documents/print-paper';
import type { AppEnv } from '../../http/app-env';
import { getInvoice } from '../../invoices/details';
import { getReceipt } from '../../invoices/payments/receipts';
import { getCompany } from '../../settings/service';
import { describePayment } from '../../settings/ways-to-pay';
import { assertPermission, toCallerContext } from '../../trpc';
import { assertOwnInvoice, assertOwnReceipt } from '../documents';
import { exportOwnData } from './own-data';

/** Returns the context of a client's call, whose answer no cache stores. Throws UNAUTHORIZED. */
function getClientContext(c: Context<AppEnv>): RequestCtx {
  c.header('cache-control', 'no-store');
  c.header('x-robots-tag', 'noindex');
  c.header('referrer-policy', 'no-referrer');
  const ctx = toCallerContext(c.get('callContext')(), 'client');
  assertPermission(ctx.actor, 'client');
  return ctx;
}

type Document = { paper: Paper; words: string[] };

function getInvoicePaper(ctx: RequestCtx, id: number): Document {
  assertOwnInvoice(ctx, id);
  const invoice = getInvoice(ctx, id);
  return { paper: invoicePaper(invoice, getCompany(ctx), describePayment(ctx, invoice)), words: ['Invoice', invoice.invoiceNumber] };
}

function getReceiptPaper(ctx: RequestCtx, id: number): Document {
  assertOwnReceipt(ctx, id);
  const receipt = getReceipt(ctx, id);
  return { paper: receiptPaper(receipt, getCompany(ctx)), words: ['Receipt', receipt.receiptNumber] };
}

/** Sends a document of the client as a PDF. Throws UNAUTHORIZED, NOT_FOUND. */
async function sendPaper(c: Context<AppEnv>, read: (ctx: RequestCtx, id: number) => Document): Promise<Response> {
  const ctx = getClientContext(c);
  const id = idSchema.safeParse(c.req.param('file')?.replace('.pdf', ''));
  if (!id.success) throw new DomainError('NOT_FOUND', 'This document does not exist.');
  const { paper, words } = read(ctx, id.data);
  const sender = { company: getCompany(ctx), logo: readLogo(ctx) };
  const bytes = await printPaper({ paper, sender, logo: await logoForPdf(ctx, sender.logo) });
  return c.body(new Uint8Array(bytes), 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${formatFileName(ctx, words, 'pdf')}"`,
    'content-security-policy': PDF_POLICY,
  });
}

/** Adds the files of the client's page: their invoices, their receipts and the download of their data. */
export function addPortalFiles(app: Hono<AppEnv>): void {
  app.get('/my/invoices/:file{\\d+\\.pdf}', (c) => sendPaper(c, getInvoicePaper));
  app.get('/my/receipts/:file{\\d+\\.pdf}', (c) => sendPaper(c, getReceiptPaper));
  app.get('/my/data.json', async (c) => {
    const ctx = getClientContext(c);
    return c.body(await exportOwnData(ctx), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="my-data.json"',
    });
  });
}
