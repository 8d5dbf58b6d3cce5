import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Context } from 'hono';
import { JSON_LIMIT, parseForm, readBody } from '../body';
import type { createPages } from '../pages';
import { createCaller } from '../router';
import { publicDetails, type RequestCtx, toCallerError } from '../trpc';

/**
 * The quote form as a browser without scripts sends it: the same procedure, then the landing page with the thanks or with
 * what was typed and what is wrong with it.
 */
export async function receiveQuoteForm(
  c: Context,
  pages: ReturnType<typeof createPages>,
  callContext: () => RequestCtx,
  checkOrigin: () => void,
): Promise<Response> {
  const body = await readBody(c.req.raw, JSON_LIMIT);
  checkOrigin();
  const values = parseForm(body, c.req.header('content-type'));
  try {
    await createCaller(callContext()).quotes.submit(values as never);
    return c.redirect('/?inquiry=received#contact', 303);
  } catch (error) {
    const told: TRPCError = toCallerError(error);
    const { issues = [], retryAfterSeconds } = publicDetails(told);
    const headers: Record<string, string> = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    return pages.answerQuoteForm(c, { values, issues, message: told.message }, getHTTPStatusCodeFromError(told), headers);
  }
}
