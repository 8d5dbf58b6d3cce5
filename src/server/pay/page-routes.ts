import type { Context, Hono } from 'hono';
import { DomainError } from '../../shared/errors';
import { byPayToken, cardPayment, type Payable } from '../../shared/pay';
import type { RequestCtx } from '../context';
import type { HtmlDocument } from '../documents/html';
import type { AppEnv } from '../http/app-env';
import { parseForm } from '../http/requests/body';
import { getCompany } from '../settings/service';
import { toCallerError } from '../trpc';
import { forwardPage, type PayNotice, payPage, unknownPayPage } from './page';
import { getPayable, startCheckout } from './service';

const FORM_LIMIT = 4096;
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };
const send = (c: Context<AppEnv>, { text, policy }: HtmlDocument, status: 200 | 400 | 404 | 409 | 503 = 200) =>
  c.html(text, status, { ...HEADERS, 'content-security-policy': policy });

const readCall = (c: Context<AppEnv>): { ctx: RequestCtx; token: string } => ({
  ctx: { ...c.get('callContext')(), actor: { kind: 'visitor' } },
  token: (c.req.param('token') ?? '').slice(0, 64),
});

/** Finds the invoice of a link. Links that lead to none count against a limit, so that they cannot be guessed. */
async function findPayable(ctx: RequestCtx, token: string): Promise<Payable | undefined> {
  await ctx.limits.assertLeft('manageMiss', ctx.clientKey);
  try {
    return getPayable(ctx, byPayToken.parse({ token }));
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'NOT_FOUND') throw error;
    await ctx.limits.take('manageMiss', ctx.clientKey);
    return undefined;
  }
}

async function showPage(c: Context<AppEnv>, siteCss: string, notice?: PayNotice): Promise<Response> {
  const { ctx, token } = readCall(c);
  const company = getCompany(ctx);
  await ctx.limits.take('read', ctx.clientKey);
  const invoice = await findPayable(ctx, token);
  return invoice ? send(c, payPage(company, invoice, token, siteCss, notice)) : send(c, unknownPayPage(company, siteCss), 404);
}

/** Starts the card payment that the page's form asks for, and leads on to it. Shows the page with the reason if that is refused. */
async function startFromForm(c: Context<AppEnv>, siteCss: string): Promise<Response> {
  // The origin is not checked: the link alone allows it, and a page without a referrer sends the origin "null".
  const { ctx, token } = readCall(c);
  const company = getCompany(ctx);
  const sent = parseForm(await c.get('body').read(FORM_LIMIT), c.req.header('content-type'));
  const invoice = await findPayable(ctx, token);
  if (!invoice) return send(c, unknownPayPage(company, siteCss), 404);
  const typed = (name: 'amount' | 'tip') => sent[name]?.replace(/[$,\s]/g, '') || undefined;
  try {
    const input = cardPayment.parse({ token, amount: invoice.allowsPartial ? typed('amount') : undefined, tip: typed('tip') });
    const { url } = await startCheckout(ctx, input);
    return send(c, forwardPage(company, url, siteCss));
  } catch (error) {
    const { code, message } = toCallerError(error);
    const status = ({ BAD_REQUEST: 400, CONFLICT: 409, SERVICE_UNAVAILABLE: 503 } as const)[code as 'CONFLICT'];
    if (!status) throw error;
    const notice = { kind: 'refused', text: message, amount: sent.amount, tip: sent.tip } as const;
    return send(c, payPage(company, (await findPayable(ctx, token)) ?? invoice, token, siteCss, notice), status);
  }
}

/** Adds the page behind the payment link of an invoice, and those to which the card page returns. Opening them changes nothing. */
export function addPayRoutes(app: Hono<AppEnv>, siteCss: string): void {
  const page = '/pay/:token';
  app.get(page, (c) => showPage(c, siteCss));
  app.post(page, (c) => startFromForm(c, siteCss));
  app.get(`${page}/thanks`, (c) => showPage(c, siteCss, { kind: 'thanks' }));
  app.get(`${page}/cancelled`, (c) => showPage(c, siteCss, { kind: 'cancelled' }));
}
