import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { type QuoteFormState, render } from '../client/entry-server';
import { company } from '../shared/company';
import { businessDay } from '../shared/time';
import { pagePolicy } from './security';

/** What the built client brings to every page: its entry script, the style sheet's text, and more for the head. */
export type Assets = { entry: string; css: string; extraHead: string; isPolicyEnforced: boolean };

type Page = { status: number; html: string; br: Buffer; gzip: Buffer; etag: string; policy: string };

/** Distinct pages kept; there are about thirty, and a path that is no page is kept once for all. */
const KEPT = 200;
/** Search parameters that change what the server renders; all others are the browser's business. */
const RENDERED_PARAMETERS = ['inquiry'];
const NOT_FOUND_PATH = '/404';

/**
 * Starts what the first paint does not need once the browser says that it has painted (guide/performance.md), or after a while
 * where one does not say: our two faces, which later pages have from the cache and use at once, and the page's script. zod is
 * told not to build code from text, which the policy forbids.
 */
const bootScript = (entry: string) =>
  `<script>{let d=document.documentElement,s={},go=()=>{go=()=>{};d.dataset.fonts=s.fonts=1;import(${JSON.stringify(entry)})};globalThis.__zod_globalConfig={jitless:true};try{s=localStorage;if(s.fonts)d.dataset.fonts=1;new PerformanceObserver(()=>setTimeout(()=>go())).observe({type:"paint",buffered:true})}catch{}setTimeout(()=>go(),3e3)}</script>`;

/** schema.org LocalBusiness for search engines, on the landing page only. */
function businessData(origin: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    name: company.name,
    url: `${origin}/`,
    image: `${origin}/og-image.png`,
    logo: `${origin}/logo.png`,
    telephone: company.phone.href.replace('tel:', ''),
    email: company.email,
    address: { '@type': 'PostalAddress', addressLocality: company.city, addressRegion: company.region, addressCountry: company.country },
    geo: { '@type': 'GeoCoordinates', latitude: company.latitude, longitude: company.longitude },
    areaServed: company.regions,
    paymentAccepted: company.paymentMethods.join(', '),
    openingHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        ...company.hours.weekdays,
      },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday', 'Sunday'], ...company.hours.weekend },
    ],
    sameAs: company.social.map((network) => network.href),
  };
  return `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`;
}

function complete(html: string, path: string, assets: Assets, origin: string, isHydrated: boolean): string {
  const head = `<style>${assets.css}</style>${assets.extraHead}${path === '/' ? businessData(origin) : ''}`;
  return html.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${isHydrated ? bootScript(assets.entry) : ''}</body>`);
}

function toPage(status: number, html: string): Page {
  const bytes = Buffer.from(html);
  return {
    status,
    html,
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gzip: gzipSync(bytes, { level: 9 }),
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    policy: pagePolicy(html),
  };
}

/** Whether an Accept-Encoding header lets a coding through: named, and not with a weight of zero. */
const accepts = (header: string, coding: string) =>
  new RegExp(`(^|[,\\s])${coding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?\\s*(,|$)`).test(header);

function send(c: Context, page: Page, isPolicyEnforced: boolean, more: Record<string, string> = {}): Response {
  const accepted = c.req.header('accept-encoding') ?? '';
  const encoding = accepts(accepted, 'br') ? 'br' : accepts(accepted, 'gzip') ? 'gzip' : undefined;
  const etag = `"${page.etag}${encoding ? `-${encoding}` : ''}"`;
  const headers: Record<string, string> = {
    etag,
    vary: 'accept-encoding',
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    ...more,
  };
  // The development server writes scripts into the page that no hash of ours knows.
  headers['content-security-policy'] = isPolicyEnforced ? page.policy : "frame-ancestors 'none'";
  if (page.status === 200 && c.req.header('if-none-match')?.split(/,\s*/).includes(etag))
    return new Response(null, { status: 304, headers });
  if (encoding) headers['content-encoding'] = encoding;
  const body = encoding ? page[encoding] : page.html;
  headers['content-length'] = String(Buffer.byteLength(body));
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(Buffer.from(body)), { status: page.status, headers });
}

/** Renders public pages and the staff side's empty frame, and keeps each with its compressed bodies for the business day. */
export function createPages({ assets, origin, now, isCached }: { assets: Assets; origin: string; now: () => Date; isCached: boolean }) {
  const kept = new Map<string, Promise<Page>>();

  const make = async (path: string, search: string, quoteForm?: QuoteFormState, status?: number): Promise<Page> => {
    const response = await render(new Request(`http://localhost${path}${search}`), { origin, quoteForm });
    const html = await response.text();
    if (response.status === 404 && path !== NOT_FOUND_PATH) return find(NOT_FOUND_PATH, '');
    return toPage(status ?? response.status, complete(html, path, assets, origin, response.status !== 404));
  };

  const find = (path: string, search: string): Promise<Page> => {
    const key = `${businessDay(now())} ${path}${search}`;
    const found = kept.get(key);
    if (found) return found;
    const page = make(path, search);
    if (!isCached) return page;
    kept.set(key, page);
    page.then(
      (made) => made.status === 404 && path !== NOT_FOUND_PATH && kept.delete(key),
      () => kept.delete(key),
    );
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest) kept.delete(oldest);
    return page;
  };

  return {
    /** The page of a path, or the 404 page with its status. */
    answer: async (c: Context): Promise<Response> => {
      const { pathname, searchParams } = new URL(c.req.url);
      const rendered = new URLSearchParams(
        RENDERED_PARAMETERS.flatMap((name) => (searchParams.get(name) === 'received' ? [[name, 'received']] : [])),
      );
      return send(c, await find(pathname, rendered.size > 0 ? `?${rendered}` : ''), assets.isPolicyEnforced);
    },
    /** The landing page again with what the visitor typed and what was wrong with it: the answer to a form sent without scripts. */
    answerQuoteForm: async (c: Context, quoteForm: QuoteFormState, status: number, headers: Record<string, string>): Promise<Response> => {
      const page = await make('/', '', quoteForm, status);
      return send(c, page, assets.isPolicyEnforced, { 'cache-control': 'no-store', ...headers });
    },
  };
}
