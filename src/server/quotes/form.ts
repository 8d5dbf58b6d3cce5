import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { Context } from 'hono';
import { JSON_LIMIT, readBody } from '../body';
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
  const values = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString('utf8')));
  try {
    await createCaller(callContext()).quotes.submit(values as never);
    return c.redirect('/?inquiry=received#contact', 303);
  } catch (error) {
    const told: TRPCError = toCallerError(error);
    const { issues = [] } = publicDetails(told);
    return pages.answerQuoteForm(c, { values, issues, message: told.message }, getHTTPStatusCodeFromError(told));
  }
}
