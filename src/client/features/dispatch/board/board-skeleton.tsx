const BLOCK = 'rounded-card border border-line bg-sage-100 motion-safe:animate-pulse';

/** Keeps the place of the board until all of its parts are loaded. */
export const BoardSkeleton = () => (
  <div role="status" className="grid gap-5 lg:grid-cols-[316px_minmax(0,1fr)] lg:gap-x-5">
    <span className="sr-only">Loading the board...</span>
    <div aria-hidden="true" className={`${BLOCK} h-[344px] max-lg:order-1 lg:col-span-2`} />
    <div aria-hidden="true" className={`${BLOCK} h-[440px]`} />
    <div aria-hidden="true" className={`${BLOCK} h-[440px] max-lg:order-2`} />
  </div>
);
