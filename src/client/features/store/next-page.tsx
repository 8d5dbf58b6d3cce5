import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { PRODUCT_GRID, ProductCardSkeleton } from './product-card';

/** Distance from the end of the list at which the next page is requested. */
const AHEAD = '1500px';
const PLACES = ['one', 'two', 'three', 'four'] as const;

type NextPageProps = {
  list: { isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> };
  /** True once all loaded products are drawn; until then the end of the list still moves. */
  isDrawn: boolean;
};

/** Loads more products when its button comes near the viewport; after a failure only on a press. */
export function NextPage({ list, isDrawn }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const place = useRef<HTMLDivElement>(null);
  const isWaiting = isDrawn && !isFetchingNextPage && !isFetchNextPageError;
  // Observes when the end of the list comes near the viewport.
  useEffect(() => {
    if (!place.current || !isWaiting) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), { rootMargin: AHEAD });
    near.observe(place.current);
    return () => near.disconnect();
  }, [isWaiting, fetchNextPage]);
  return (
    <div ref={place} className="noscript:hidden">
      {!isFetchNextPageError && (
        <div className={clsx(PRODUCT_GRID, 'mt-3 sm:mt-5')}>
          {PLACES.map((name) => (
            <ProductCardSkeleton key={name} />
          ))}
        </div>
      )}
      <div className="mt-8 grid justify-items-center gap-3">
        {isFetchNextPageError && (
          <p role="alert" className="font-medium text-red-600">
            More products could not be loaded.
          </p>
        )}
        <button
          type="button"
          className="button-ghost"
          aria-disabled={isFetchingNextPage}
          onClick={() => !isFetchingNextPage && void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Loading...' : 'Load more'}
        </button>
      </div>
    </div>
  );
}
