import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AnyProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from '@trpc/server';
import { getHTTPStatusCode } from '@trpc/server/http';
import { DomainError } from '../../../shared/errors';
import { isRecord } from '../../../shared/record';
import type { RequestCtx } from '../../context';
import { appRouter } from '../../router';
import { getRetryAfter, toCallerError } from '../../trpc';
import type { AppDeps } from '../app-env';
import { logRequest } from '../logging';
import { identifyCaller } from '../requests/caller';
import { securityHeaders } from '../requests/security';
import { findProcedure } from '../rest/table';
import { OfficeAnswers } from './office-answers';
import { isPlain } from './public-answers';
import { isOfficeCall, isSharedCall } from './shared-calls';

/** Most calls in one request. */
export const MOST_CALLS = 10;

/** Returns the header with the seconds to wait, if waiting helps after any of some errors. */
export function retryHeaders(errors: TRPCError[]): Record<string, string> {
  const seconds = errors.flatMap((error) => getRetryAfter(toCallerError(error)) ?? []);
  return seconds.length > 0 ? { 'retry-after': String(Math.max(...seconds)) } : {};
}

/** Logs an error that no rule of ours made. */
export function reportUnexpected(error: TRPCError, ctx: RequestCtx | undefined): void {
  if (error.code === 'INTERNAL_SERVER_ERROR' && !(error.cause instanceof DomainError)) ctx?.onFault(error);
}

type Query = { name: string; procedure: AnyProcedure; input: unknown };
/** The queries of a request; `isSlow` after the look-up took long, because the first call of a domain loads the domain's files. */
type Queries = { list: Query[]; isBatch: boolean; isSlow: boolean };

/** After a look-up that takes longer, in ms, other requests run before the queries. */
const SLOW_LOOKUP_MS = 10;

/** Reads the queries of a request as tRPC's HTTP protocol writes them. Undefined for a request with anything unusual about it. */
function readQueries({ method, url = '', headers }: IncomingMessage): Queries | undefined {
  if (method !== 'GET' || !url.startsWith('/trpc/') || !isPlain((name) => headers[name])) return;
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const names = pathname.slice('/trpc/'.length).split(',');
  const isBatch = searchParams.get('batch') === '1';
  if (names.length > (isBatch ? MOST_CALLS : 1)) return;
  let sent: unknown;
  try {
    sent = JSON.parse(searchParams.get('input') || '{}');
  } catch {
    return;
  }
  if (isBatch && !isRecord(sent)) return;
  const inputs = isBatch ? (sent as Record<string, unknown>) : { 0: searchParams.get('input') ? sent : undefined };
  const list: Query[] = [];
  const startedAt = performance.now();
  for (const [index, name] of names.entries()) {
    const procedure = findProcedure(name) as AnyProcedure | undefined;
    if (procedure?._def.type !== 'query') return;
    list.push({ name, procedure, input: inputs[index] });
  }
  return { list, isBatch, isSlow: performance.now() - startedAt > SLOW_LOOKUP_MS };
}

type Result = { result: { data: unknown } } | { error: ReturnType<typeof getTRPCErrorShape> };

/** Runs queries at once, each with a result or an error of its own. */
async function run({ list, isBatch }: Queries, ctx: RequestCtx) {
  const errors: TRPCError[] = [];
  const results = await Promise.all(
    list.map(async ({ name: path, procedure, input }, batchIndex): Promise<Result> => {
      try {
        const getRawInput = async () => input;
        return { result: { data: await procedure({ path, getRawInput, ctx, type: 'query', signal: undefined, batchIndex }) } };
      } catch (cause) {
        const error = getTRPCErrorFromUnknown(cause);
        errors.push(error);
        reportUnexpected(error, ctx);
        return { error: getTRPCErrorShape({ config: appRouter._def._config, error, type: 'query', path, input, ctx }) };
      }
    }),
  );
  return { status: getHTTPStatusCode(results), body: Buffer.from(JSON.stringify(isBatch ? results : results[0])), errors };
}

/**
 * Answers well-formed tRPC queries on the request itself, as the framework and tRPC's adapter do with several objects for each. Hands all
 * other requests to `next`: mutations, subscriptions, what it cannot read, and what the cache of public answers holds.
 */
export function directCalls(deps: AppDeps, next: RequestListener): RequestListener {
  const { limits, live, log, admission } = deps;
  const officeAnswers = new OfficeAnswers(deps);
  const headers = { ...securityHeaders(deps.origin.startsWith('https:')), 'content-type': 'application/json', vary: 'trpc-accept, accept' };
  const common = Object.entries({ ...headers, 'cache-control': 'no-store' }).flat();

  /** Answers the queries. Returns false, before any query has run, if the framework has to answer. */
  const answer = async (request: IncomingMessage, response: ServerResponse, queries: Queries): Promise<boolean> => {
    const startedAt = performance.now();
    const read = (name: string) => request.headers[name]?.toString() ?? null;
    const caller = identifyCaller(deps, { get: read, has: (name) => read(name) !== null }, request.socket.remoteAddress);
    const names = queries.list.map(({ name }) => name);
    if (caller.sessions.every((session) => session === undefined) && names.every(isSharedCall)) return false;
    if (!caller.isStaff) await limits.take('read', caller.key);
    const place = admission.places.open();
    if (!place.enter()) return false;
    await admission.turns.next();
    // The next turn comes before what arrived during the look-up, the one after it does not.
    if (queries.isSlow) await admission.turns.next();
    const requestId = randomUUID();
    const responseHeaders = new Headers();
    const make = () => run(queries, caller.contextFor(requestId, responseHeaders, caller.sessions));
    const isOffice = caller.sessions[0] !== undefined && names.every(isOfficeCall);
    const made = isOffice ? officeAnswers.get(request.url ?? '', make) : make();
    const { status, body, errors } = await made.finally(place.leave);
    const own = { 'x-request-id': requestId, 'content-length': String(body.length), ...retryHeaders(errors) };
    response.writeHead(status, [...Object.entries(own).flat(), ...[...responseHeaders].flat(), ...common]).end(body);
    logRequest(log, { requestId, method: 'GET', path: `/trpc/${[...new Set(names)].join(',')}`, status, startedAt });
    return true;
  };

  return (request, response) => {
    let queries: Queries | undefined;
    try {
      queries = live.isClosed ? undefined : readQueries(request);
    } catch {
      // The files of the call could not be loaded. The framework tries again and answers with the fault.
    }
    if (!queries) return next(request, response);
    return void answer(request, response, queries)
      .catch(() => false)
      .then((isAnswered) => (isAnswered ? undefined : next(request, response)));
  };
}
