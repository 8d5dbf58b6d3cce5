import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AppDeps } from '../app-env';
import { logRequest } from '../logging';
import { clientKey, securityHeaders } from '../requests/security';
import { chooseCoding, type Encoded, isKnownTo, isPlain, withoutBody } from './public-answers';

/**
 * Answers visitors' requests for cached answers before the framework, which costs several times as much as the answer itself, and hands
 * all others to `next`. A call counts against the read limit of its address as usual.
 */
export function frontDoor(
  deps: Pick<AppDeps, 'answers' | 'limits' | 'live' | 'log' | 'origin' | 'trustedProxies'>,
  next: RequestListener,
): RequestListener {
  const { answers, limits, live, log } = deps;
  const common = securityHeaders(deps.origin.startsWith('https:'));
  /** The heads of answers as the flat lists that node sends fastest, joined once for each answer. */
  const heads = new WeakMap<Encoded, Record<200 | 304, string[]>>();
  const getHead = (found: Encoded) => {
    let head = heads.get(found);
    if (!head) {
      const [whole, known] = [found.headers, withoutBody(found)].map((headers) => Object.entries({ ...common, ...headers }).flat());
      head = { 200: whole ?? [], 304: known ?? [] };
      heads.set(found, head);
    }
    return head;
  };

  const find = ({ method, url = '', headers }: IncomingMessage): Encoded | undefined => {
    if (method !== 'GET' || live.isClosed || headers.cookie || headers.authorization || !isPlain((name) => headers[name])) return;
    return answers.findByUrl(url)?.find(chooseCoding(headers['accept-encoding']?.toString()));
  };
  const send = (request: IncomingMessage, response: ServerResponse, found: Encoded) => {
    const status = isKnownTo(request.headers['if-none-match'], found.etag) ? 304 : 200;
    const requestId = randomUUID();
    response.writeHead(status, ['x-request-id', requestId, ...getHead(found)[status]]);
    response.end(status === 200 ? found.body : undefined);
    const path = request.url?.split('?')[0] ?? '';
    logRequest(log, { requestId, method: request.method, path, status, startedAt: performance.now() });
  };

  return (request, response) => {
    const found = find(request);
    if (!found) return next(request, response);
    const isCall = /^\/(api|trpc)\//.test(request.url ?? '');
    if (!limits.enabled || !isCall) return send(request, response, found);
    const key = clientKey(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString() ?? null, deps.trustedProxies);
    return void limits.take('read', key).then(
      () => send(request, response, found),
      () => next(request, response),
    );
  };
}
