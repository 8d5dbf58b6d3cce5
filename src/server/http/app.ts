import { randomUUID } from 'node:crypto';
import { serveStatic } from '@hono/node-server/serve-static';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { type Context, Hono, type HonoRequest } from 'hono';
import { matchedRoutes } from 'hono/route';
import { DomainError } from '../../shared/errors';
import { noteCallOnly } from '../automation/opportunities';
import { sendCalendarFile } from '../booking/rest';
import { addSmsInbound } from '../clients/rest';
import { addDataRoutes } from '../data/rest';
import { addMoneyRoutes } from '../documents/money-routes';
import { addDocumentRoutes } from '../documents/routes';
import { answerCsvReport } from '../inventory/rest';
import { sendMessageFile } from '../mail/rest';
import { addPayRoutes } from '../pay/page-routes';
import { addCardEvents } from '../pay/rest';
import { addMoneyIn } from '../payments/rest';
import { addPortalFiles } from '../portal/files/rest';
import { tileSource } from '../providers/map-sources';
import { receiveQuoteForm } from '../quotes/rest';
import { appRouter } from '../router';
import { getCompany } from '../settings/service';
import { addUnsubscribeRoutes } from '../subscriptions/rest';
import { toCallerError } from '../trpc';
import { MOST_CALLS, reportUnexpected, retryHeaders } from './answers/direct-calls';
import { isOfVisitor, isSharedCall, respondShared } from './answers/shared-calls';
import type { AppDeps, AppEnv } from './app-env';
import { addCspReports } from './csp-report';
import { errorResponse, refuse, refuseMethod } from './errors';
import { addHealth, PROBES } from './health';
import { describeFault, getLogLevel, logRequest } from './logging';
import { createPages } from './pages';
import { webManifest } from './pages/web-manifest';
import { BUSY, countShed } from './requests/admission';
import { Arrivals, bodyReader } from './requests/arrivals';
import { assertJsonType, decodePath, decodeText, JSON_LIMIT } from './requests/body';
import { identifyCaller } from './requests/caller';
import { assertSameOrigin, CSP_REPORTS, securityHeaders } from './requests/security';
import { addRestRoutes } from './rest';
import { findProcedure } from './rest/table';
import { addCompanyPictureRoutes, addPhotoRoutes, addProductPictureRoutes, addPublicPictures } from './uploads';

/** Builds the whole application as one fetch handler. It listens on no port. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { tileUrl } = deps.mapSources;
  const pages = createPages({ ...deps, officeImages: tileUrl === undefined ? undefined : tileSource(tileUrl) });
  addFrame(app, deps);
  addHealth(app, deps);
  addCallContext(app, deps);
  addCspReports(app, deps.log);
  addSmsInbound(app);
  addCardEvents(app);
  addMoneyIn(app);
  addTrpc(app, deps);
  addPhotoRoutes(app);
  addCompanyPictureRoutes(app);
  addProductPictureRoutes(app, deps.backgroundProvider);
  addPublicPictures(app);
  addDataRoutes(app);
  addRestRoutes(app, deps.answers);
  if (deps.clientFolder) addFiles(app, deps.clientFolder);
  app.get('/robots.txt', (c) =>
    c.text(
      `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /order-confirmation/\nDisallow: /manage/\nDisallow: /waitlist/\nDisallow: /visit/\nDisallow: /pay/\nDisallow: /quote/\nDisallow: /my\nDisallow: /unsubscribe/\nSitemap: ${deps.origin}/sitemap.xml\n`,
    ),
  );
  app.get('/sitemap.xml', (c) => c.body(sitemap(deps.origin), 200, { 'content-type': 'application/xml; charset=utf-8' }));
  app.get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(webManifest(getCompany(deps))), 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'no-cache',
    }),
  );
  addDocumentRoutes(app, deps.assets.siteCss);
  app.post('/', (c) => receiveQuoteForm(c, pages));
  addMoneyRoutes(app, deps.assets.siteCss);
  app.get('/documents/inventory/:file', answerCsvReport);
  app.get('/documents/message/:file{\\d+\\.eml}', sendMessageFile);
  app.get('/manage/:token/booking.ics', sendCalendarFile);
  addPayRoutes(app, deps.assets.siteCss);
  addPortalFiles(app);
  addUnsubscribeRoutes(app, deps.assets.siteCss, noteCallOnly);
  app.get('*', (c) => pages.answer(c));
  app.all('*', (c) => refuseMethod(c, c.req.path === '/' ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']));
  app.onError((error, c) => {
    const callerError = toCallerError(error);
    const isFault = callerError.code === 'INTERNAL_SERVER_ERROR' || callerError.code === 'SERVICE_UNAVAILABLE';
    if (isFault && !c.get('isShed')) {
      const fault = describeFault(error);
      deps.log[getLogLevel(fault)]({ evt: 'request.failed', requestId: c.get('requestId'), fault }, 'a request failed');
    }
    return errorResponse(c, callerError);
  });
  return app;
}

/** Returns a request's route for the log: a path template, procedure names or a page, never text of the caller, which may be personal. */
function getRoute(c: Context<AppEnv>): string {
  const page = c.get('route');
  if (page) return page;
  if (c.req.path.startsWith('/trpc/')) {
    const names = decodePath(c.req.path)?.slice('/trpc/'.length).split(',') ?? [];
    return `/trpc/${[...new Set(names.map((name) => (Object.hasOwn(appRouter._def.procedures, name) ? name : '*')))].join(',') || '*'}`;
  }
  const patterns = matchedRoutes(c).map(({ path }) => path);
  return patterns.find((pattern) => !pattern.endsWith('*')) ?? patterns.reduce((a, b) => (b.length > a.length ? b : a), '/*');
}

const hasBody = (request: HonoRequest): boolean =>
  Number(request.header('content-length') ?? 0) > 0 || request.header('transfer-encoding') !== undefined;

/** Adds the request id, the security headers, the cap on running requests, and one log line without personal data for each answer. */
function addFrame(app: Hono<AppEnv>, { log, origin, live, admission: { places, turns } }: AppDeps): void {
  const headers = Object.entries(securityHeaders(origin.startsWith('https:')));
  const countRejected = countShed(log);
  app.use('*', async (c, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    const place = places.open();
    if (PROBES.includes(c.req.path)) await next();
    // A request with a body starts to count once its body is complete.
    else if (hasBody(c.req) || place.enter()) {
      c.set('place', place);
      await turns.next().then(next).finally(place.leave);
    } else {
      c.header('retry-after', '1');
      c.res = refuse(c, 503, 'SERVICE_UNAVAILABLE', BUSY);
      c.set('isShed', true);
    }
    for (const [name, value] of headers) if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    c.res.headers.set('x-request-id', requestId);
    if (live.isClosed) c.res.headers.set('connection', 'close');
    const isApi = c.req.path.startsWith('/api/') || c.req.path.startsWith('/trpc/');
    if (isApi && !c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
    if (c.get('isShed')) return countRejected();
    // Readiness logs its own changes; repeated checks are not errors.
    logRequest(log, { requestId, method: c.req.method, path: getRoute(c), status: c.res.status, startedAt }, c.req.path === '/api/ready');
  });
}

/** Calls of payment providers. They count against no limit: each is signed, and a provider retries a rejected one. */
const SIGNED_POSTS = ['/api/payments/stripe', '/api/payments/interac'];

/** Calls that only read, although their input comes in a body. */
const READING_POSTS = ['/api/estimates'];

function addCallContext(app: Hono<AppEnv>, deps: AppDeps): void {
  const arrivals = new Arrivals();
  app.use('*', async (c, next) => {
    const { headers } = c.req.raw;
    const { key, isStaff, sessions, contextFor } = identifyCaller(deps, headers, c.env?.incoming?.socket?.remoteAddress);
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD' || READING_POSTS.includes(c.req.path);
    const isCounted = !isRead || c.req.path.startsWith('/api/') || c.req.path.startsWith('/trpc/');
    const live = sessions.flatMap((session) => session?.token ?? []);
    // A browser extension may break the policy again and again; the visitor's own writes must not pay for its reports.
    const limit = isRead ? 'read' : c.req.path === CSP_REPORTS ? 'cspReport' : 'write';
    if (!isStaff && isCounted && !SIGNED_POSTS.includes(c.req.path)) await deps.limits.take(limit, key);
    c.set('body', bodyReader(c, arrivals, key, live));
    c.set('checkOrigin', () => assertSameOrigin(headers, deps.origin, deps.isOriginConfigured));
    c.set('callContext', (responseHeaders) => contextFor(c.get('requestId'), responseHeaders));
    await next();
  });
}

const isDeferred = (name: string): boolean => findProcedure(name)?._def.meta?.status === 202;

function addTrpc(app: Hono<AppEnv>, { answers }: AppDeps): void {
  const call = (c: Context<AppEnv>, req: Request) =>
    fetchRequestHandler({
      router: appRouter,
      endpoint: '/trpc',
      req,
      maxBatchSize: MOST_CALLS,
      createContext: ({ resHeaders }) => c.get('callContext')(resHeaders),
      responseMeta: ({ errors, paths = [] }) => ({
        headers: new Headers(retryHeaders(errors)),
        ...(errors.length === 0 && paths.every(isDeferred) && { status: 202 }),
      }),
      onError: ({ error, ctx }) => reportUnexpected(error, ctx),
    });
  app.all('/trpc/*', async (c) => {
    const path = decodePath(c.req.path);
    if (path === undefined) throw new DomainError('NOT_FOUND', 'There is no such call.');
    const { url, headers, signal } = c.req.raw;
    if (c.req.method === 'GET') {
      const isShared = path.slice('/trpc/'.length).split(',').every(isSharedCall) && isOfVisitor(c);
      return isShared ? respondShared(c, answers, () => call(c, c.req.raw)) : call(c, c.req.raw);
    }
    if (c.req.method !== 'POST') return refuseMethod(c, ['GET', 'POST']);
    c.get('checkOrigin')();
    assertJsonType(c.req.header('content-type'));
    const body = decodeText(await c.get('body').read(JSON_LIMIT));
    return call(c, new Request(url, { method: 'POST', headers, body, signal }));
  });
}

const YEAR = 'public, max-age=31536000, immutable';
/** Serves the files of the built client: hashed ones are cached for a year. A missing asset is 404, never a page. */
function addFiles(app: Hono<AppEnv>, root: string): void {
  const files = serveStatic({ root, precompressed: true, index: '' });
  app.use('*', async (c, next) => {
    const isHidden = /(^|\/)\.|\.(br|gz)$/.test(decodePath(c.req.path) ?? '/.');
    if (isHidden || !/\.[a-z0-9]+$/i.test(c.req.path)) return next();
    const found = await files(c, async () => void (await next()));
    if (!found) return;
    found.headers.set('cache-control', c.req.path.startsWith('/assets/') ? YEAR : 'no-cache');
    // A service worker runs under the policy of its own file, not of the page that registered it.
    if (c.req.path === '/sw.js') found.headers.set('content-security-policy', "default-src 'none'; connect-src 'self'");
    return found.status === 200 ? unlessKnown(c, found) : found;
  });
  app.all('/assets/*', (c) => refuse(c, 404, 'NOT_FOUND', 'There is no such file.'));
}

/** Returns a file with its ETag, or 304 when the caller already has this version (RFC 9110 §13). */
async function unlessKnown(c: Context<AppEnv>, file: Response): Promise<Response> {
  const { headers } = file;
  const changedAt = Date.parse(headers.get('last-modified') ?? '');
  const etag = `W/"${changedAt.toString(36)}-${headers.get('content-length')}"`;
  headers.set('etag', etag);
  const [tags, since] = [c.req.header('if-none-match'), c.req.header('if-modified-since')];
  const isKnown = tags === undefined ? Date.parse(since ?? '') >= changedAt : tags.split(/,\s*/).some((tag) => tag === '*' || tag === etag);
  if (!isKnown) return file;
  // The file is already open; cancelling the body closes it.
  await file.body?.cancel();
  for (const name of ['content-length', 'content-type', 'content-encoding']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}

const SITEMAP = ['/', '/store', '/marketplace', '/appointments', '/company-profile', '/privacy', '/terms'];
const sitemap = (origin: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${SITEMAP.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}</urlset>\n`;
