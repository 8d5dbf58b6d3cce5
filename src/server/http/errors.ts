import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { getRetryAfter, publicCode, publicDetails } from '../trpc';

/** Returns an error as the JSON that every caller gets; under /trpc in the envelope that its client reads. */
export function errorResponse(c: Context, error: TRPCError): Response {
  const { message } = error;
  const code = publicCode(error);
  const details = publicDetails(error);
  const httpStatus = getHTTPStatusCodeFromError(error) as ContentfulStatusCode;
  const seconds = getRetryAfter(error);
  if (seconds !== undefined) c.header('retry-after', String(seconds));
  if (c.req.path.startsWith('/trpc/'))
    return c.json({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data: { code, httpStatus, ...details } } }, httpStatus);
  // The REST API documents these two fields of an issue only.
  const issues = details.issues?.map(({ path, message: about }) => ({ path, message: about }));
  const { current } = details;
  return c.json({ message, code, ...(issues && { issues }), ...(current !== undefined && { current }) }, httpStatus);
}

export const refuse = (c: Context, status: ContentfulStatusCode, code: string, message: string): Response =>
  c.json({ message, code }, status);

export function refuseMethod(c: Context, allowed: readonly string[]): Response {
  c.header('allow', allowed.join(', '));
  return refuse(c, 405, 'METHOD_NOT_ALLOWED', `This path answers ${allowed.join(' and ')} only.`);
}
