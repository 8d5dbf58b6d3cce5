import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { LoadMore } from '../../ui/load-more';
import { CardSkeletons, PRODUCT_GRID } from './product-card';

/** Distance from the end of the list at which the next page is requested. */
const AHEAD = '1500px';

type List = { fetchNextPage: () => Promise<unknown> };

export function useNearEnd({ fetchNextPage }: List, isWaiting: boolean, rootMargin: string) {
  const end = useRef<HTMLDivElement>(null);
  // Observes when the end of the list comes near the viewport.
  useEffect(() => {
    if (!end.current || !isWaiting) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), { rootMargin });
    near.observe(end.current);
    return () => near.disconnect();
  }, [isWaiting, fetchNextPage, rootMargin]);
  return end;
}

type NextPageProps = {
  list: Parameters<typeof LoadMore>[0]['list'] & { isFetchNextPageError: boolean };
  /** True once all loaded products are drawn; until then the end of the list still moves. */
  isDrawn: boolean;
};

/** Loads more products when its button comes near the viewport; after a failure only on a press. */
export function NextPage({ list, isDrawn }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError } = list;
  const place = useNearEnd(list, isDrawn && !isFetchingNextPage && !isFetchNextPageError, AHEAD);
  return (
    <div ref={place} className="noscript:hidden">
      {!isFetchNextPageError && (
        <div className={clsx(PRODUCT_GRID, 'mt-3 sm:mt-5')}>
          <CardSkeletons count={4} />
        </div>
      )}
      <div className="mt-8 grid justify-items-center gap-3">
        {isFetchNextPageError && (
          <p role="alert" className="font-medium text-red-600">
            More products could not be loaded.
          </p>
        )}
        <LoadMore list={list} />
      </div>
    </div>
  );
}
