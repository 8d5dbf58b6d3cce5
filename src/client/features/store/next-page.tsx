import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { PRODUCT_GRID, ProductCardSkeleton } from './product-card';

/** How far below the window the end of the list may come before the next page is asked for: so far that it is there in time. */
const AHEAD = '1500px';
const PLACES = ['one', 'two', 'three', 'four'] as const;

type NextPageProps = {
  list: { isFetchingNextPage: boolean; isFetchNextPageError: boolean; fetchNextPage: () => Promise<unknown> };
  /** Whether all that has come is drawn: before that the list's end is not yet where it will be. */
  isDrawn: boolean;
};

/** The way to more products: a button, which presses itself when somebody comes near. After a failure it waits to be pressed. */
export function NextPage({ list, isDrawn }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const place = useRef<HTMLDivElement>(null);
  const isWaiting = isDrawn && !isFetchingNextPage && !isFetchNextPageError;
  // Follows how near the window is to the end of the list.
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
