/// <reference lib="webworker" />
import { FIELD_PAGE, PAGES } from './precache';

declare const self: ServiceWorkerGlobalScope;
/** Files that the public pages need, the entry script first; the build inserts both lists (vite.config.ts). */
declare const PRECACHED: readonly string[];
/** Files that the cleaners' pages need, the entry script first. */
declare const FIELD_FILES: readonly string[];

// Pages come from the network, or from the cache when offline; files with a hash in their name never change. Data, staff pages and pages
// of one customer are never cached; the empty frame of the cleaners' pages is. Each build has one cache; the previous one stays for pages
// that are still open.
const PREFIX = 'tidyline-';
const CACHE = `${PREFIX}${import.meta.env.VITE_BUILD}`;
const STAFF =
  /^\/(admin|messages|orders|bookings|clients|plans|stock|settings|documents|team|team-management|dispatch|invoices|receipts|inventory|inventory-accounting|ai-dashboard|canaan-dashboard|social-media|achievements)(\/|$)/i;
const DATA = /^\/(api|trpc|documents)\//;
/** Files without a hash that pages show. The logo and product pictures of a page are cached with it. */
const PICTURES = ['/favicon.svg', '/placeholder.svg'];
const SHOWN_PICTURE = /\/(?:products|uploads)\/[\w-]+\.(?:svg|png|webp|jpg)/g;

/** When the network takes longer than this, the cached page is shown if there is one. */
const PATIENCE_MS = 4000;
/** Installation skips a file that takes longer, until a page asks for it. */
const GIVE_UP_MS = 60_000;

/** Caches a page if it is of this build, since another build's scripts are not cached. Returns the pictures in it. */
async function keepPage(path: string, response: Response): Promise<string[]> {
  const html = await response.clone().text();
  if (!response.ok || response.redirected || ![PRECACHED, FIELD_FILES].some(([entry]) => entry !== undefined && html.includes(entry)))
    return [];
  const cache = await caches.open(CACHE);
  await cache.put(path, response);
  return html.match(SHOWN_PICTURE) ?? [];
}

/** Fetches the files that an app needs offline, and skips those that fail. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  const lowPriority = () => ({ priority: 'low' as const, signal: AbortSignal.timeout(GIVE_UP_MS) });
  const addAll = (paths: readonly string[]) => Promise.allSettled(paths.map((path) => cache.add(new Request(path, lowPriority()))));
  const pages = PAGES.map(async (path) => keepPage(path, await fetch(path, { ...lowPriority(), cache: 'no-cache' })));
  await addAll([...PRECACHED, ...PICTURES]);
  const found = (await Promise.allSettled(pages)).flatMap((page) => (page.status === 'fulfilled' ? page.value : []));
  await addAll([...new Set(found)]);
}

self.addEventListener('install', (event) => {
  event.waitUntil(fill().catch(() => undefined));
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const dropOld = caches.keys().then((names) => {
    const before = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).sort();
    return Promise.all(before.slice(0, -1).map((name) => caches.delete(name)));
  });
  event.waitUntil(dropOld.then(() => self.clients.claim()));
});

/** Shown for a page that is not cached. It needs no other file, since the cache may be empty. */
const OFFLINE_PAGE = `<!doctype html><html lang="en-CA"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>You are offline</title>
<style>body{margin:0;font:18px/1.55 system-ui,sans-serif;color:#13241d}main{max-width:30rem;margin:12vh auto;padding:0 1.5rem}h1{margin:0;font-size:2rem;line-height:1.1}a{display:inline-flex;align-items:center;min-height:44px;margin:0 1rem 0 0;color:#16352c;font-weight:600}</style>
<main><h1>You are offline</h1><p>This page needs a connection. What is in your cart and what you have typed on other pages is kept.</p><a href="">Try again</a><a href="/">Home page</a><a href="/store">Store</a></main>`;
const offlinePage = () =>
  new Response(OFFLINE_PAGE, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });

/** Returns the file from this build's cache, or from the previous one. */
async function findKept(request: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? caches.match(request);
}

async function fromNetworkFirst(event: FetchEvent, url: URL): Promise<Response> {
  // The server's spelling: lower case, without a slash at the end.
  const path = url.pathname.toLowerCase().replace(/(?<=.)\/+$/, '');
  const isField = FIELD_PAGE.test(path);
  const isKept = isField || PAGES.includes(path);
  const network = fetch(event.request);
  const keeping = network.then((response) => (isKept && url.search === '' ? keepPage(path, response.clone()) : undefined));
  event.waitUntil(keeping.then(() => (isField ? keepMissing(FIELD_FILES) : undefined)).catch(() => undefined));
  const kept = isKept ? await findKept(path).catch(() => undefined) : undefined;
  const answer = network.catch(() => kept ?? offlinePage());
  return kept ? Promise.race([answer, new Promise<Response>((done) => setTimeout(() => done(kept), PATIENCE_MS))]) : answer;
}

/** Fetches the files that are not cached yet. */
async function keepMissing(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const missing = await Promise.all(paths.map(async (path) => ((await cache.match(path)) ? [] : [path])));
  await Promise.allSettled(missing.flat().map((path) => cache.add(path)));
}

async function keepFile(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  if (response.ok) await cache.put(request, response);
}

/** Returns a file of this build or the previous one. A file that the installation skipped is cached when it arrives. */
async function fromCacheFirst(event: FetchEvent, url: URL): Promise<Response> {
  const kept = await findKept(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (PRECACHED.includes(url.pathname) || FIELD_FILES.includes(url.pathname))
    event.waitUntil(keepFile(event.request, response.clone()).catch(() => undefined));
  return response;
}

/** Returns the cached picture at once and refreshes it for the next time. */
async function fromCacheWhileRefreshing(event: FetchEvent): Promise<Response> {
  const network = fetch(event.request);
  event.waitUntil(network.then((response) => keepFile(event.request, response.clone())).catch(() => undefined));
  return (await findKept(event.request)) ?? network;
}

// A page that was opened before the worker started, or by a link within the app, asks to be cached.
self.addEventListener('message', (event) => {
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (typeof keep !== 'string' || !FIELD_PAGE.test(keep)) return;
  const keeping = fetch(keep, { cache: 'no-cache' }).then((response) => keepPage(keep, response));
  event.waitUntil(Promise.allSettled([keeping, keepMissing(FIELD_FILES)]));
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (DATA.test(url.pathname) || STAFF.test(url.pathname)) return;
  if (event.request.mode === 'navigate') event.respondWith(fromNetworkFirst(event, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(event, url));
  else if (PICTURES.includes(url.pathname) || url.pathname.match(SHOWN_PICTURE)?.[0] === url.pathname)
    event.respondWith(fromCacheWhileRefreshing(event));
});
