import { keepPreviousData } from '@tanstack/react-query';
import type { StoreProduct } from '../../../shared/cart';
import type { ProductSort } from '../../../shared/store-options';
import { trpc } from '../../trpc';
import { useDrawnPages } from './use-drawn-pages';

export type CatalogueFilter = { category?: string | undefined; search?: string | undefined; sort?: ProductSort | undefined };
/** The first page of the catalogue as the server rendered it, and the filter it is of. */
export type FirstPage = { filter: CatalogueFilter; list: { rows: StoreProduct[]; nextCursor: number | null } };

type Page = FirstPage['list'];
const NONE: Page[] = [];
const keyOf = ({ category, search, sort }: CatalogueFilter) => JSON.stringify([category ?? 'all', search ?? '', sort ?? 'name']);

/**
 * The products of a filter, page by page; the first page of the rendered filter is there at once. With `keepsPrevious` those of
 * the filter before stay until the new ones have come. `hasMore`: beyond what is drawn; `isDrawn`: all that has come is.
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
      ...(keyOf(filter) === keyOf(first.filter) && { initialData: { pages: [first.list], pageParams: [null] } }),
    },
  );
  const fetched = query.data?.pages ?? NONE;
  const pages = useDrawnPages(fetched);
  const isDrawn = pages.length === fetched.length;
  return { query, pages, isDrawn, hasMore: query.hasNextPage || !isDrawn, products: pages.flatMap((page) => page.rows) };
}
