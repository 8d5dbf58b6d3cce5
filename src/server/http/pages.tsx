import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { createTRPCClient, unstable_localLink } from '@trpc/client';
import type { Context } from 'hono';
import { createRouteTest, render } from '../../client/entry-server';
import { pageCompany } from '../../shared/company-facts';
import type { ReturnedQuoteForm } from '../../shared/quotes-schemas';
import { STORE_CATEGORIES } from '../../shared/store-options';
import { businessDay } from '../../shared/time';
import type { RequestCtx } from '../context';
import type { Live } from '../live';
import { appRouter } from '../router';
import { getCompany } from '../settings/service';
import type { AppEnv } from './app-env';
import type { Assets } from './pages/assets';
import { completePage, isStaffPath } from './pages/page-parts';
import { decodePath } from './requests/body';
import { pagePolicy } from './requests/security';

const CODINGS = ['br', 'gzip'] as const;
type Coding = (typeof CODINGS)[number];
export type Page = {
  status: number;
  html: string;
  packed: Partial<Record<Coding, Buffer>>;
  etag: string;
  policy: string;
  location?: string;
};

/** Distinct pages in the cache. There are about thirty, and all unknown paths share the 404 page. */
const KEPT = 200;
/** Search parameters that change the server's rendering, with their values. The browser handles all others. */
const RENDERED_PARAMETERS: Record<string, Record<string, readonly string[]>> = {
  '/': { inquiry: ['received'] },
  '/store': { category: STORE_CATEGORIES.slice(1) },
  '/marketplace': { tab: ['services'] },
};
/** Pages that change with every order and every change of a product. */
const CHANGING = ['/store', '/marketplace', '/checkout'];
/** Pages of one customer under an unguessable key: rendered for each request and never cached. */
const PRIVATE = /^\/(order-confirmation|manage)\/([\w-]{1,64})\/*$/i;
const NOT_FOUND_PATH = '/404';

const toPage = (status: number, html: string, scripts: readonly string[] = [], images?: string): Page => ({
  status,
  html,
  packed: {},
  etag: createHash('sha256').update(html).digest('base64url').slice(0, 22),
  policy: pagePolicy(scripts, images),
});

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** Compresses off the event loop: cached pages as small as possible, others quickly, since the smallest form takes 100 ms of a core. */
const pack = (html: string, coding: Coding, isKept: boolean): Promise<Buffer> =>
  coding === 'br'
    ? brotli(html, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: isKept ? 11 : 4, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: html.length },
      })
    : gzip(html, { level: isKept ? 9 : 6 });

async function withPacked(page: Page, codings: readonly Coding[], isKept: boolean): Promise<Page> {
  const packed = await Promise.all(codings.map(async (coding) => [coding, await pack(page.html, coding, isKept)] as const));
  return { ...page, packed: Object.fromEntries(packed) };
}

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

/** Caches the pages of one business day. The least recently used page is dropped first, but never the landing page and the 404 page. */
export class PageCache {
  readonly #pages = new Map<string, Promise<Page>>();
  #day = '';

  /** Returns the cached page and marks it as recently used. A new day empties the cache. */
  find(day: string, key: string): Promise<Page> | undefined {
    if (day !== this.#day) this.#pages.clear();
    this.#day = day;
    const found = this.#pages.get(key);
    if (found && this.#pages.delete(key)) this.#pages.set(key, found);
    return found;
  }
  /** Keeps a page if it turns out to be cacheable. */
  keep(path: string, key: string, page: Promise<Page>): void {
    this.#pages.set(key, page);
    const oldest = [...this.#pages.keys()].find((candidate) => candidate !== '/' && candidate !== NOT_FOUND_PATH);
    if (this.#pages.size > KEPT && oldest) this.#pages.delete(oldest);
    const drop = () => this.#pages.get(key) === page && this.#pages.delete(key);
    page.then((made) => isWorthKeeping(made, path) || drop(), drop);
  }
  clear(): void {
    this.#pages.clear();
  }
  /** Drops a page in all its variants. */
  drop(path: string): void {
    for (const key of this.#pages.keys()) if (key.split('?')[0] === path) this.#pages.delete(key);
  }
}
const isWorthKeeping = ({ status }: Page, path: string) => status === 200 || path === NOT_FOUND_PATH;

/** Checks that an Accept-Encoding header names the coding with a weight above zero. */
const accepts = (header: string, coding: string) =>
  new RegExp(`(^|[,\\s])${coding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?\\s*(,|$)`).test(header);

const findCodings = (c: Context): Coding[] => CODINGS.filter((coding) => accepts(c.req.header('accept-encoding') ?? '', coding));

function send(c: Context, page: Page, isPolicyEnforced: boolean, more: Record<string, string> = {}): Response {
  const encoding = findCodings(c).find((coding) => page.packed[coding]);
  const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}"`;
  const headers: Record<string, string> = {
    etag,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    ...more,
  };
  // The development server adds scripts whose hashes we do not know.
  headers['content-security-policy'] = isPolicyEnforced ? page.policy : "frame-ancestors 'none'";
  if (page.status === 200 && c.req.header('if-none-match')?.split(/,\s*/).includes(etag))
    return new Response(null, { status: 304, headers });
  if (encoding) headers['content-encoding'] = encoding;
  const body = (encoding && page.packed[encoding]) ?? Buffer.from(page.html);
  headers['content-length'] = String(body.length);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status: page.status, headers });
}

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
  return { ...ctx, actor: { kind: 'visitor' }, sessionToken: undefined, memberSession: undefined, deviceToken: undefined };
}

/** Counts a page that must be rendered against the visitor's read limit. Throws TOO_MANY. */
async function countRendering(c: Context<AppEnv>): Promise<void> {
  const { actor, limits, clientKey } = c.get('callContext')();
  if (actor.kind === 'visitor') await limits.take('read', clientKey);
}

/** Runs the calls of page loaders in process. `ctx` is the request's, or anonymous for a page that is cached. */
const loadCallsFor = (ctx: RequestCtx) => async () =>
  createTRPCClient({ links: [unstable_localLink({ router: appRouter, createContext: async () => ctx })] });

/** `officeImages` is the other origin from which staff pages load pictures. */
type PagesOptions = { assets: Assets; origin: string; now: () => Date; isCached: boolean; live: Live; officeImages: string | undefined };
/** Renders public pages and the empty frame of the staff side. Caches each until the business day ends or data on it changes. */
export function createPages({ assets, origin, now, isCached, live, officeImages }: PagesOptions) {
  const shelf = new PageCache();
  const isRoute = createRouteTest();
  live.onChange((topic) => {
    if (topic === 'settings') shelf.clear();
    if (topic === 'store') for (const path of CHANGING) shelf.drop(path);
  });

  const make = async (path: string, search: string, ctx: RequestCtx, quoteForm?: ReturnedQuoteForm): Promise<Page> => {
    const company = getCompany(ctx);
    const { response, scripts } = await render(new Request(`http://localhost${path}${search}`), {
      origin,
      today: businessDay(now()),
      company: pageCompany(company),
      quoteForm,
      loadCalls: loadCallsFor(ctx),
    });
    const location = response.headers.get('location');
    if (location && response.status >= 300 && response.status < 400) return { ...toPage(308, ''), location: localPath(location) };
    const isHydrated = response.status !== 404 || PRIVATE.test(path);
    const completed = completePage(await response.text(), path, { assets, origin, company, isHydrated });
    const images = response.status === 200 && isStaffPath(path) ? officeImages : undefined;
    return toPage(response.status, completed.html, [...scripts, ...completed.scripts], images);
  };

  const makeToKeep = (path: string, search: string, ctx: RequestCtx): Promise<Page> => {
    const page = make(path, search, ctx).then((made) =>
      isWorthKeeping(made, path) ? withPacked(made, CODINGS, !CHANGING.includes(path)) : made,
    );
    shelf.keep(path, `${path}${search}`, page);
    return page;
  };

  const find = async (path: string, search: string, ctx: RequestCtx, count: () => Promise<void>): Promise<Page> => {
    if (!isCached) return make(path, search, ctx);
    const key = `${path}${search}`;
    const known = shelf.find(businessDay(now()), key);
    if (known) return known;
    // The 404 page is shared by all unknown paths, so it does not count.
    if (path !== NOT_FOUND_PATH) await count();
    return shelf.find(businessDay(now()), key) ?? makeToKeep(path, search, ctx);
  };

  const answerPrivate = async (c: Context<AppEnv>, path: string, key: string): Promise<Response> => {
    await countRendering(c);
    c.set('route', `${path}/{key}`);
    const page = await make(`${path}/${key}`, '', { ...c.get('callContext')(), actor: { kind: 'visitor' } });
    const packed = await withPacked(page, findCodings(c).slice(0, 1), false);
    return send(c, packed, assets.isPolicyEnforced, {
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
  };

  return {
    /** Returns the page of a path, or the 404 page with its status. Redirects from other spellings of the path. */
    answer: async (c: Context<AppEnv>): Promise<Response> => {
      const { pathname, search, searchParams } = new URL(c.req.url);
      const own = PRIVATE.exec(pathname);
      if (own) return answerPrivate(c, `/${own[1]?.toLowerCase()}`, own[2] ?? '');
      const asked = pagePath(pathname);
      const path = asked !== undefined && isRoute(asked) ? asked : NOT_FOUND_PATH;
      const page = await find(path, renderedSearch(path, searchParams), anonymous(c), () => countRendering(c));
      if (page.location) return redirect(c, page.location);
      if (page.status === 200) c.set('route', path);
      if (page.status === 200 && decodePath(pathname) !== path) return redirect(c, `${path}${search}`);
      return send(c, page, assets.isPolicyEnforced);
    },
    /** Returns the landing page with the visitor's input and what is wrong with it, for a form sent without scripts. */
    answerQuoteForm: async (
      c: Context<AppEnv>,
      quoteForm: ReturnedQuoteForm,
      status: number,
      headers: Record<string, string>,
    ): Promise<Response> => {
      const page = await make('/', '', anonymous(c), quoteForm);
      const packed = await withPacked(page, findCodings(c).slice(0, 1), false);
      return send(c, { ...packed, status }, assets.isPolicyEnforced, { 'cache-control': 'no-store', ...headers });
    },
  };
}
