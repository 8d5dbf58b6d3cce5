import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env';
import type { createPages } from '../http/pages';
import { JSON_LIMIT, parseForm } from '../http/requests/body';
import type { RestRow } from '../rest-row';
import { callProcedure } from '../router';
import { getRetryAfter, publicDetails, toCallerError } from '../trpc';

export const quotesRest: RestRow[] = [
  ['POST', '/contact', 'quotes.submit', { status: 201 }],
  ['GET', '/contact', 'quotes.list', { cursorHeader: true }],
  ['DELETE', '/contact/all', 'quotes.deleteAll'],
  ['PATCH', '/contact/{id}/status', 'quotes.setStatus'],
];

type Pages = ReturnType<typeof createPages>;

/**
 * Receives the quote form of a browser without scripts and returns the landing page, with thanks or with the typed values and
 * their errors. Throws TOO_LARGE, FORBIDDEN, WRONG_TYPE.
 */
export async function receiveQuoteForm(c: Context<AppEnv>, pages: Pages): Promise<Response> {
  const body = await c.get('body').read(JSON_LIMIT);
  c.get('checkOrigin')();
  const values = parseForm(body, c.req.header('content-type'));
  return callProcedure(c.get('callContext')(), 'quotes.submit', values).then(
    () => c.redirect('/?inquiry=received#contact', 303),
    (error: unknown) => returnQuoteForm(c, pages, values, toCallerError(error)),
  );
}

function returnQuoteForm(c: Context<AppEnv>, pages: Pages, values: Record<string, string>, error: TRPCError): Promise<Response> {
  const { issues = [] } = publicDetails(error);
  const seconds = getRetryAfter(error);
  const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  return pages.answerQuoteForm(c, { values, issues, message: error.message }, getHTTPStatusCodeFromError(error), headers);
}
