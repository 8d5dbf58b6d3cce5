import type { StoreProduct } from '../../../shared/cart';
import { SAMPLE_RATING } from '../../../shared/store-words';
import { Icon } from '../../ui/public/icons';

export const SAMPLE_NOTE = 'Sample rating: nobody has rated this product yet.';

type MarketplaceRatingProps = { product: Pick<StoreProduct, 'rating' | 'reviews'>; showSample: boolean };

/** A product's rating; where it has none, the documented figures, which say that they are a sample (decisions X19). */
export function MarketplaceRating({ product, showSample }: MarketplaceRatingProps) {
  const isSample = product.rating === null;
  if (isSample && !showSample) return null;
  const rating = product.rating ?? SAMPLE_RATING.rating;
  const reviews = isSample ? SAMPLE_RATING.reviews : (product.reviews ?? 0);
  return (
    <p title={isSample ? SAMPLE_NOTE : undefined} className="inline-flex items-center gap-1 text-sm tabular-nums">
      <Icon name="star" className="size-4 text-citrus-500" />
      <span className="sr-only">Rated </span>
      <b className="font-semibold">{rating.toFixed(1)}</b>
      <span className="text-muted">{`(${reviews} ${reviews === 1 ? 'review' : 'reviews'})`}</span>
      {isSample && <span className="sr-only">{`. ${SAMPLE_NOTE}`}</span>}
    </p>
  );
}
