import { keepPreviousData } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import type { ProductSort } from '../../../shared/store-options';
import { trpc } from '../../trpc';

export type CatalogueFilter = { category?: string | undefined; search?: string | undefined; sort?: ProductSort | undefined };
/** The first page of the catalogue as the server rendered it, with its filter. */
export type FirstPage = { filter: CatalogueFilter; list: { rows: StoreProduct[]; nextCursor: number | null } };

type Page = FirstPage['list'];
const NONE: Page[] = [];
const getKey = ({ category, search, sort }: CatalogueFilter) => JSON.stringify([category ?? 'all', search ?? '', sort ?? 'name']);

/**
 * Loads the products of a filter page by page, starting from the server-rendered page. `keepsPrevious` shows the previous filter's
 * products until the new ones arrive. `isDrawn` is true once all loaded pages are drawn.
 */
export function useCatalogue(filter: CatalogueFilter, first: FirstPage, { keepsPrevious = false } = {}) {
  const query = trpc.store.browse.useInfiniteQuery(
    {
      ...(filter.category && filter.category !== 'all' && { category: filter.category }),
      ...(filter.search && { search: filter.search }),
      ...(filter.sort && { sort: filter.sort }),
    },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      ...(keepsPrevious && { placeholderData: keepPreviousData }),
      ...(getKey(filter) === getKey(first.filter) && { initialData: { pages: [first.list], pageParams: [null] } }),
    },
  );
  const fetched = query.data?.pages ?? NONE;
  const pages = useDrawnPages(fetched);
  const isDrawn = pages.length === fetched.length;
  return { query, pages, isDrawn, hasMore: query.hasNextPage || !isDrawn, products: pages.flatMap((page) => page.rows) };
}

/** Returns the loaded pages to draw now, adding one per transition so that a slow phone keeps scrolling. Reloaded pages stay drawn. */
export function useDrawnPages<Page>(fetched: readonly Page[]): Page[] {
  const [drawn, setDrawn] = useState(1);
  const count = Math.min(drawn, fetched.length);
  const next = Math.max(1, Math.min(count + 1, fetched.length));
  // Adds the next page once the browser has drawn the previous one.
  useEffect(() => {
    if (next !== drawn) startTransition(() => setDrawn(next));
  }, [next, drawn]);
  return fetched.slice(0, count);
}
