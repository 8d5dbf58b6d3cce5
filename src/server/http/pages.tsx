import { setImmediate as breathe } from 'node:timers/promises';
import { createTRPCClient, unstable_localLink } from '@trpc/client';
import type { Context } from 'hono';
import { pageCompany } from '../../shared/company-facts';
import type { ReturnedQuoteForm } from '../../shared/quotes-schemas';
import { STORE_CATEGORIES } from '../../shared/store-options';
import { businessDay } from '../../shared/time';
import type { RequestCtx } from '../context';
import { appRouter } from '../router';
import { getCompany } from '../settings/service';
import { PublicAnswer, respond, type Source } from './answers/public-answers';
import type { AppDeps, AppEnv } from './app-env';
import { completePage, isStaffPath } from './pages/page-parts';
import { decodePath } from './requests/body';
import { pagePolicy } from './requests/security';

/** Search parameters that change the server's rendering, with their values. The browser handles all others. */
const RENDERED_PARAMETERS: Record<string, Record<string, readonly string[]>> = {
  '/': { inquiry: ['received'] },
  '/store': { category: STORE_CATEGORIES.slice(1) },
  '/marketplace': { tab: ['services'] },
};
/** Pages that change with every order and every change of a product. */
const CHANGING = ['/store', '/marketplace', '/checkout'];
const getSource = (path: string): Source => (CHANGING.includes(path) ? 'store' : 'settings');
/** Pages of one customer under an unguessable key: rendered for each request and never cached. */
const PRIVATE = /^\/(order-confirmation|manage|waitlist|visit|quote|my\/open)\/([\w-]{1,64})\/*$/i;
/** Pages of the client who is signed in: rendered for each request in the client's name, and never cached. */
const OWN = /^\/my(?:\/(?:choose|visits|invoices|messages|details))?(?=\/*$)/i;
const NOT_FOUND_PATH = '/404';
const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
/** Additions to the page of a path; a page with headers of its own is made for one visitor. */
type More = { quoteForm?: ReturnedQuoteForm; status?: number; headers?: Record<string, string> };

/** Returns the canonical path of a page: decoded, lower case, without trailing slashes. Undefined if it cannot be a page. */
function pagePath(pathname: string): string | undefined {
  const path = decodePath(pathname)
    ?.toLowerCase()
    .replace(/(?<=.)\/+$/, '');
  return path && path.length <= 200 && /^\/([\w-]+(\/[\w-]+)*)?$/.test(path) ? path : undefined;
}

/** Returns the target of a router redirect as a path on this site. */
export function localPath(location: string): string {
  const { pathname, search } = new URL(location, 'http://localhost');
  return `/${pathname.replace(/^[/\\]+/, '')}${search}`;
}

const isWorthKeeping = (status: number, path: string) => status === 200 || path === NOT_FOUND_PATH;

/** Redirects without caching, since the next build may have a page there. */
function redirect(c: Context, location: string): Response {
  c.header('cache-control', 'no-store');
  return c.redirect(location, 308);
}

function renderedSearch(path: string, sent: URLSearchParams): string {
  const rendered = new URLSearchParams();
  for (const [name, values] of Object.entries(RENDERED_PARAMETERS[path] ?? {})) {
    const value = values.find((known) => known === sent.get(name));
    if (value !== undefined) rendered.set(name, value);
  }
  return rendered.size > 0 ? `?${rendered}` : '';
}

/** Returns the request's context without its session, since the rendered page may be cached for others. */
function anonymous(c: Context<AppEnv>): RequestCtx {
  const ctx = c.get('callContext')();
  return {
    ...ctx,
    actor: { kind: 'visitor' },
    sessionToken: undefined,
    memberSession: undefined,
    clientSession: undefined,
    clientToken: undefined,
    deviceToken: undefined,
  };
}

/** Counts a page that must be rendered against the visitor's read limit. Throws TOO_MANY. */
async function countRendering(c: Context<AppEnv>): Promise<void> {
  const { actor, limits, clientKey } = c.get('callContext')();
  if (actor.kind === 'visitor') await limits.take('read', clientKey);
}

/** Runs the calls of page loaders in process. `ctx` is the request's, or anonymous for a page that is cached. */
const loadCallsFor = (ctx: RequestCtx) => async () =>
  createTRPCClient({ links: [unstable_localLink({ router: appRouter, createContext: async () => ctx })] });

async function load() {
  // Lets requests run between the parts, which take a hundred milliseconds to compile.
  await import('react-dom/server').then(() => breathe());
  await import('@tanstack/react-router/ssr/server').then(() => breathe());
  const { createRouteTest, render } = await import('../../client/entry-server');
  return { isRoute: createRouteTest(), render };
}
let loaded: ReturnType<typeof load> | undefined;
/** Loads React and the router, a quarter of the server's code, which only pages need. */
export function loadRendering(): ReturnType<typeof load> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** `officeImages` is the other origin from which staff pages load pictures. */
type PagesOptions = Pick<AppDeps, 'answers' | 'assets' | 'origin' | 'now'> & { officeImages: string | undefined };
/** Renders public pages and the empty frame of the staff side. Each is cached until the business day ends or data on it changes. */
export function createPages({ answers, assets, origin, now, officeImages }: PagesOptions) {
  // The development server adds scripts whose hashes we do not know, and pages change with their sources.
  const isCached = assets.isPolicyEnforced;

  const make = async (path: string, search: string, ctx: RequestCtx, more: More = {}): Promise<PublicAnswer> => {
    const company = getCompany(ctx);
    const request = new Request(`http://localhost${path}${search}`);
    const context = {
      origin,
      today: businessDay(now()),
      company: pageCompany(company),
      quoteForm: more.quoteForm,
      loadCalls: loadCallsFor(ctx),
    };
    const { render } = await loadRendering();
    // Reading the company's facts and the page's data take 30 ms each the first time.
    await breathe();
    const { response, data, scripts } = await render(request, context, isStaffPath(path));
    const location = response.headers.get('location');
    if (location && response.status >= 300 && response.status < 400)
      return new PublicAnswer(more.headers ? 303 : 308, { ...more.headers, location: localPath(location) }, '');
    const isHydrated = response.status !== 404 || PRIVATE.test(path);
    const completed = completePage(await response.text(), path, { assets, origin, company, isHydrated, data });
    const images = response.status === 200 && isStaffPath(path) ? officeImages : undefined;
    const policy = isCached ? pagePolicy([...scripts, ...completed.scripts], images) : "frame-ancestors 'none'";
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...more.headers };
    const isLasting = isWorthKeeping(response.status, path) && more.headers === undefined && getSource(path) === 'settings';
    return new PublicAnswer(more.status ?? response.status, headers, completed.html, isLasting ? 'smallest' : 'quick');
  };

  const find = async (path: string, search: string, ctx: RequestCtx, count: () => Promise<void>): Promise<PublicAnswer> => {
    if (!isCached) return make(path, search, ctx);
    const [source, address] = [getSource(path), `${path}${search}`];
    const known = answers.find(source, address);
    if (known) return known;
    // The 404 page is shared by all unknown paths, so it does not count.
    if (path !== NOT_FOUND_PATH) await count();
    const build = () => make(path, search, ctx);
    return answers.find(source, address) ?? answers.make(source, address, build, ({ status }) => isWorthKeeping(status, path));
  };

  const answerPrivate = async (c: Context<AppEnv>, path: string, key?: string): Promise<Response> => {
    await countRendering(c);
    c.set('route', key === undefined ? path : `${path}/{key}`);
    const ctx: RequestCtx = { ...c.get('callContext')(), actor: { kind: 'visitor' } };
    return respond(c, await make(key === undefined ? path : `${path}/${key}`, '', ctx, { headers: PRIVATE_HEADERS }));
  };

  return {
    /** Returns the page of a path, or the 404 page with its status. Redirects from other spellings of the path. */
    answer: async (c: Context<AppEnv>): Promise<Response> => {
      const { pathname, search, searchParams } = new URL(c.req.url);
      const keyed = PRIVATE.exec(pathname);
      if (keyed) return answerPrivate(c, `/${keyed[1]?.toLowerCase()}`, keyed[2] ?? '');
      const own = OWN.exec(pathname);
      if (own) return answerPrivate(c, own[0].toLowerCase());
      const asked = pagePath(pathname);
      const { isRoute } = await loadRendering();
      const path = asked !== undefined && isRoute(asked) ? asked : NOT_FOUND_PATH;
      const page = await find(path, renderedSearch(path, searchParams), anonymous(c), () => countRendering(c));
      if (page.status === 308) return redirect(c, page.headers.location ?? '/');
      if (page.status === 200) c.set('route', path);
      if (page.status === 200 && decodePath(pathname) !== path) return redirect(c, `${path}${search}`);
      answers.addUrl(getSource(path), `${pathname}${search}`, page);
      return respond(c, page);
    },
    /** Returns the landing page with the visitor's input and what is wrong with it, for a form sent without scripts. */
    answerQuoteForm: async (
      c: Context<AppEnv>,
      quoteForm: ReturnedQuoteForm,
      status: number,
      headers: Record<string, string>,
    ): Promise<Response> =>
      respond(c, await make('/', '', anonymous(c), { quoteForm, status, headers: { 'cache-control': 'no-store', ...headers } })),
  };
}
