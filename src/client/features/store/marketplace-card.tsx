import { clsx } from 'clsx';
import { memo } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { formatPrice } from '../../../shared/store-sums';
import { ProductImage } from '../../ui/public/product-image';
import { MarketplaceRating } from './marketplace-rating';

type MarketplaceCardProps = {
  product: StoreProduct;
  inCart: number;
  isFirst: boolean;
  showSampleRatings: boolean;
  onAdd: (product: StoreProduct) => void;
  onDetails: (product: StoreProduct) => void;
};

export const MarketplaceCard = memo(function MarketplaceCard({ product, inCart, isFirst, ...props }: MarketplaceCardProps) {
  const { name, description, price, category, imageUrl, stockQuantity } = product;
  const isSoldOut = stockQuantity < 1;
  return (
    <li className="grid grid-cols-[112px_1fr] content-start overflow-hidden rounded-card border border-line bg-paper sm:grid-cols-1 sm:grid-rows-[auto_1fr_auto]">
      <div className="relative">
        <ProductImage
          url={imageUrl}
          name={name}
          isLazy={!isFirst}
          className={clsx('h-full w-full bg-sage-100 object-cover sm:aspect-4/3 sm:h-auto', isSoldOut && 'opacity-55')}
        />
        <p className="absolute top-2 left-2 max-w-[calc(100%-16px)] rounded-full bg-paper px-2.5 py-1 font-semibold text-[13px] text-pine-700 leading-tight sm:top-3 sm:left-3">
          {category}
        </p>
      </div>
      <div className="grid content-between gap-3 p-3.5 sm:p-5 sm:pb-0">
        <div>
          <MarketplaceRating product={product} showSample={props.showSampleRatings} />
          <h3 className="mt-1.5 font-bold text-[17px] sm:text-lg">{name}</h3>
          {description && <p className="mt-1.5 line-clamp-2 text-[15px] text-muted leading-snug sm:line-clamp-3">{description}</p>}
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="font-bold font-display text-[22px] tabular-nums sm:text-2xl">{formatPrice(price)}</p>
          <p
            className={clsx('font-medium text-sm tabular-nums', isSoldOut ? 'text-red-600' : 'text-pine-700')}
          >{`${stockQuantity} in stock`}</p>
        </div>
      </div>
      <div className="col-span-2 grid grid-cols-[1.5fr_1fr] gap-2 px-3.5 pt-1 pb-3.5 sm:col-span-1 sm:p-5 sm:pt-3">
        <button
          type="button"
          className="button-dark relative px-3 whitespace-nowrap noscript:hidden"
          disabled={isSoldOut}
          onClick={() => props.onAdd(product)}
        >
          Add to Cart
          <span className="sr-only">{`, ${name}`}</span>
          {inCart > 0 && (
            <>
              <span className="sr-only">{`, ${inCart} in your cart`}</span>
              <span
                aria-hidden="true"
                className="absolute -top-2 -right-1.5 min-w-6 rounded-full bg-citrus-400 px-1.5 py-1 text-[13px] text-pine-950 leading-none tabular-nums ring-2 ring-paper"
              >
                {inCart}
              </span>
            </>
          )}
        </button>
        <button type="button" className="button-ghost px-3 noscript:hidden" aria-haspopup="dialog" onClick={() => props.onDetails(product)}>
          Details
          <span className="sr-only">{`, ${name}`}</span>
        </button>
      </div>
    </li>
  );
});
