import { type ReactNode, useEffect, useRef } from 'react';
import { LoadMore } from '../../ui/load-more';

type NextPageProps = {
  list: Parameters<typeof LoadMore>[0]['list'] & { isFetchNextPageError: boolean };
  /** True once all loaded products are drawn; until then the end of the list still moves. */
  isDrawn: boolean;
  /** Distance from the end of the list at which the next page is requested. */
  ahead: string;
  /** Shown until the next page has arrived. */
  children?: ReactNode;
};

/** Loads more products when its button comes near the viewport; after a failure only on a press. */
export function NextPage({ list, isDrawn, ahead, children }: NextPageProps) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isWaiting = isDrawn && !isFetchingNextPage && !isFetchNextPageError;
  const end = useRef<HTMLDivElement>(null);
  // Observes when the end of the list comes near the viewport.
  useEffect(() => {
    if (!end.current || !isWaiting) return;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), { rootMargin: ahead });
    near.observe(end.current);
    return () => near.disconnect();
  }, [isWaiting, fetchNextPage, ahead]);
  return (
    <div ref={end} className="noscript:hidden">
      {!isFetchNextPageError && children}
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
