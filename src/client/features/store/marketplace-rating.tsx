import type { StoreProduct } from '../../../shared/cart';
import { SAMPLE_RATING } from '../../../shared/store-options';
import { Icon } from '../../ui/public/icons';

export const SAMPLE_NOTE = 'Sample rating: this product has no reviews yet.';

export function MarketplaceRating({ product, showSample }: { product: Pick<StoreProduct, 'rating' | 'reviews'>; showSample: boolean }) {
  const isSample = product.rating === null;
  if (isSample && !showSample) return null;
  const rating = product.rating ?? SAMPLE_RATING.rating;
  const reviews = isSample ? SAMPLE_RATING.reviews : (product.reviews ?? 0);
  return (
    <p title={isSample ? SAMPLE_NOTE : undefined} className="inline-flex items-center gap-1 text-sm tabular-nums">
      <Icon name="star" className="size-4 fill-current text-citrus-500" />
      <span className="sr-only">Rated </span>
      <b className="font-semibold">{rating.toFixed(1)}</b>
      <span className="text-muted">{`(${reviews} ${reviews === 1 ? 'review' : 'reviews'})`}</span>
      {isSample && (
        <>
          <span aria-hidden="true" className="rounded-full bg-sage-200 px-2 py-0.5 font-medium text-[12.5px] text-pine-700">
            sample
          </span>
          <span className="sr-only">{`. ${SAMPLE_NOTE}`}</span>
        </>
      )}
    </p>
  );
}
