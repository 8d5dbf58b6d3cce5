import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useEffect, useState } from 'react';
import { RELOADED_PAGE_KEY } from '../shared/session-keys';
import { tryStorage } from './browser-store';
import { trpc } from './trpc';
import { getEntry } from './ui/left-link';
import { PAGED } from './ui/paged-list';

const MOST_PAGES = 10;
/** Time in ms during which a reloaded page is scrolled to its place. */
const PATIENCE_MS = 5000;

type Page = { cursor?: unknown; nextCursor: unknown };
type SavedPage = { entry: string; top: number; lists: { queryKey: QueryKey; pages: number }[] };

/** Returns what was saved when the page was left, if it was the current entry of the history. */
function readSaved(): SavedPage | undefined {
  const saved = tryStorage(() => JSON.parse(sessionStorage.getItem(RELOADED_PAGE_KEY) ?? 'null') as SavedPage | null);
  return saved?.entry === getEntry() ? saved : undefined;
}

/** Scrolls while the page grows to its length, until the person does something or leaves it. Returns a function that ends it. */
function scrollWhileGrowing({ entry, top }: SavedPage): () => void {
  const observer = new ResizeObserver(() => {
    if (getEntry() !== entry) return end.abort();
    if (document.documentElement.scrollHeight - window.innerHeight >= top) window.scrollTo({ top, behavior: 'instant' });
  });
  const end = new AbortController();
  const { signal } = end;
  for (const type of ['wheel', 'touchmove', 'pointerdown', 'click', 'keydown'])
    window.addEventListener(type, () => end.abort(), { signal, passive: true });
  const timer = setTimeout(() => end.abort(), PATIENCE_MS);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  observer.observe(document.body);
  return () => end.abort();
}

/**
 * Shows a reloaded page as it was: its lists load as many pages as they had, at most ten, and it is scrolled to the same place. The router
 * scrolls when the page has no rows yet. The lists must draw after the call, so that they wait for these pages.
 */
export function useReloadedPage(): void {
  const cache = useQueryClient();
  const { client } = trpc.useUtils();
  const [saved] = useState(() => {
    const found = readSaved();
    const load = ({ queryKey, pages }: SavedPage['lists'][number]) => {
      const [path, { input }] = queryKey as [string[], { input?: object }];
      const queryFn = ({ pageParam }: { pageParam: unknown }) =>
        getUntypedClient(client).query(path.join('.'), {
          ...input,
          ...(pageParam !== null && { cursor: pageParam }),
          direction: 'forward',
        }) as Promise<Page>;
      // A list that fails shows its own error.
      void cache.infiniteQuery({ queryKey, queryFn, pages, initialPageParam: null, ...PAGED }).catch(() => undefined);
    };
    // A stored value of another shape must not keep the office from drawing.
    tryStorage(() => found?.lists.forEach(load));
    return found;
  });

  // Scrolls the window, and empties the storage only now, since React may begin to draw the office more than once.
  useEffect(() => {
    tryStorage(() => sessionStorage.removeItem(RELOADED_PAGE_KEY));
    return saved && saved.top > 0 ? scrollWhileGrowing(saved) : undefined;
  }, [saved]);

  // Writes to the browser's storage when the page is left.
  useEffect(() => {
    const save = () => {
      const lists = cache
        .getQueryCache()
        .findAll({ type: 'active' })
        .flatMap(({ queryKey, state: { data } }) => {
          const pages = (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0;
          return pages > 1 ? [{ queryKey, pages: Math.min(pages, MOST_PAGES) }] : [];
        });
      const page: SavedPage = { entry: getEntry(), top: window.scrollY, lists };
      tryStorage(() => sessionStorage.setItem(RELOADED_PAGE_KEY, JSON.stringify(page)));
    };
    window.addEventListener('pagehide', save);
    return () => window.removeEventListener('pagehide', save);
  }, [cache]);
}
