/// <reference lib="webworker" />
export type {};

declare const self: ServiceWorkerGlobalScope;

// Pages come from the network and from here only without one; files with a hash in their name never change. Data and staff
// pages are never kept (public-site.md §2, guide/traps.md).
// One cache for each build; the one before stays for the pages that are still open.
const PREFIX = 'tidyline-';
const CACHE = `${PREFIX}${import.meta.env.VITE_BUILD}`;
const STAFF =
  /^\/(admin|messages|team|team-management|team-login|team-member-dashboard|dispatch|invoices|receipts|inventory|inventory-accounting|ai-dashboard|canaan-dashboard|social-media|achievements)(\/|$)/i;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request('/', { cache: 'reload' }))));
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  const dropOld = caches.keys().then((names) => {
    const before = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).sort();
    return Promise.all(before.slice(0, -1).map((name) => caches.delete(name)));
  });
  event.waitUntil(dropOld.then(() => self.clients.claim()));
});

async function keep(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
}

const offlinePage = () =>
  new Response(
    '<!doctype html><html lang="en-CA"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>You are offline</title><body style="font:18px/1.5 system-ui;margin:15vh auto;max-width:30rem;padding:0 1.5rem"><h1>You are offline</h1><p>This page needs a connection. <a href="/">Go to the home page</a>, or try again when you are back online.</p>',
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

async function fromNetworkFirst(event: FetchEvent, page: URL): Promise<Response> {
  const key = new Request(page.origin + page.pathname);
  try {
    const response = await fetch(event.request);
    if (response.ok && !response.redirected && page.search === '') event.waitUntil(keep(key, response.clone()));
    return response;
  } catch {
    const cache = await caches.open(CACHE);
    return (await cache.match(key)) ?? (await caches.match(key)) ?? offlinePage();
  }
}

async function fromCacheFirst(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(keep(event.request, response.clone()));
  return response;
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname.startsWith('/trpc/') || STAFF.test(url.pathname)) return;
  if (event.request.mode === 'navigate') event.respondWith(fromNetworkFirst(event, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fromCacheFirst(event));
});
