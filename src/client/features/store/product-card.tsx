import { clsx } from 'clsx';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { formatPrice } from '../../../shared/store-sums';
import { ProductImage } from '../../ui/public/product-image';
import { InTurn } from '../../ui/public/turns';
import { useQuantities } from './cart-store';

const LOW_STOCK = 5;

export const PRODUCT_GRID = 'grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4';

export const CardImage = ({ product, isFirst }: { product: StoreProduct; isFirst: boolean }) => (
  <ProductImage
    url={product.imageUrl}
    name={product.name}
    isLazy={!isFirst}
    className={clsx(
      'm-3.5 mr-0 aspect-4/3 w-[102px] rounded-small bg-sage-100 object-contain sm:m-0 sm:w-full sm:rounded-none',
      product.stockQuantity < 1 && 'opacity-55',
    )}
  />
);

type ProductCardProps = { product: StoreProduct; inCart: number; isFirst: boolean; onAdd: (product: StoreProduct) => void };

/** Shows a product of the store; memoized, because a page holds hundreds of them. */
const ProductCard = memo(function ProductCard({ product, inCart, isFirst, onAdd }: ProductCardProps) {
  const { name, description, price, stockQuantity } = product;
  const isSoldOut = stockQuantity < 1;
  return (
    <li className="grid grid-cols-[116px_1fr] overflow-hidden rounded-card border border-line bg-paper sm:grid-cols-1 sm:grid-rows-[auto_1fr]">
      <CardImage product={product} isFirst={isFirst} />
      <div className="grid content-between gap-3 p-3.5 sm:p-5">
        <div>
          <h2 className="font-bold text-[17px] leading-tight sm:text-[18px]">{name}</h2>
          {description && <p className="mt-1.5 line-clamp-2 text-[15px] text-muted leading-snug sm:line-clamp-3">{description}</p>}
        </div>
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="font-bold font-display text-xl tabular-nums sm:text-2xl">{formatPrice(price)}</p>
            <Stock quantity={stockQuantity} />
          </div>
          <button type="button" className="button-dark w-full noscript:hidden" disabled={isSoldOut} onClick={() => onAdd(product)}>
            Add to Cart <span className="sr-only">{name}</span>{' '}
            {inCart > 0 && (
              <span className="rounded-full bg-white/20 px-2 py-0.5 font-semibold text-[13px] tabular-nums">
                {inCart} <span className="sr-only">in your cart</span>
              </span>
            )}
          </button>
        </div>
      </div>
    </li>
  );
});

function Stock({ quantity }: { quantity: number }) {
  const tone = quantity < 1 ? 'text-red-600' : quantity <= LOW_STOCK ? 'text-amber-700' : 'text-pine-700';
  return (
    <p className={clsx('inline-flex items-center gap-1.5 whitespace-nowrap font-medium text-sm tabular-nums', tone)}>
      <span aria-hidden="true" className="size-[7px] rounded-full bg-current" />
      {quantity < 1 ? 'Out of stock' : `${quantity} in stock`}
    </p>
  );
}

const PLACES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

export const CardSkeletons = ({ count = PLACES.length }: { count?: number }) =>
  PLACES.slice(0, count).map((place) => <CardSkeleton key={place} />);

const CardSkeleton = () => (
  <div
    aria-hidden="true"
    className="grid grid-cols-[116px_1fr] overflow-hidden rounded-card border border-line sm:grid-cols-1 motion-safe:animate-pulse"
  >
    <div className="min-h-48 bg-sage-200 sm:aspect-4/3 sm:min-h-0" />
    <div className="grid content-start gap-3 p-3.5 sm:p-5">
      <div className="h-5 w-4/5 rounded-small bg-sage-200" />
      <div className="h-4 rounded-small bg-sage-100" />
      <div className="h-4 w-2/3 rounded-small bg-sage-100" />
      <div className="mt-3 h-6 w-1/3 rounded-small bg-sage-200 sm:mt-10" />
      <div className="h-11 rounded-full bg-sage-200" />
    </div>
  </div>
);

/** Cards whose images load at once. */
const FIRST_CARDS = 4;
const CARDS_IN_TURN = 4;
/** Defers the layout of the cards below the first screens until they are near the viewport; their sizes are estimates until then. */
const CARDS = `${PRODUCT_GRID} *:nth-[n+7]:[content-visibility:auto] *:nth-[n+7]:[contain-intrinsic-size:auto_206px] sm:*:nth-[n+7]:[contain-intrinsic-size:auto_455px]`;
/** Defers the layout of whole pages of cards; the sizes are estimates per card and column count. */
const LATER =
  '[content-visibility:auto] [contain-intrinsic-height:auto_calc(var(--count)*222px)] sm:[contain-intrinsic-height:auto_calc(var(--count)*235px)] lg:[contain-intrinsic-height:auto_calc(var(--count)*157px)] xl:[contain-intrinsic-height:auto_calc(var(--count)*120px)] mt-3 sm:mt-5';

type ProductGridProps = {
  products: readonly StoreProduct[];
  page: number;
  grid: string;
  /** The classes of later pages. */
  later: string;
  children: (product: StoreProduct, isFirst: boolean) => ReactNode;
};

export const ProductGrid = ({ products, page, grid, later, children }: ProductGridProps) => (
  <ul
    aria-label={page === 0 ? 'Products' : `Products, page ${page + 1}`}
    style={{ '--count': products.length } as CSSProperties}
    className={clsx(grid, page > 0 && later)}
  >
    {products.map((product, place) => (
      <InTurn key={product.id} turn={`cards ${Math.floor(place / CARDS_IN_TURN)}`}>
        {children(product, page === 0 && place < FIRST_CARDS)}
      </InTurn>
    ))}
  </ul>
);

type ProductRowsProps = { products: readonly StoreProduct[]; page: number; onAdd: (product: StoreProduct) => void };

/** Shows one page of the catalogue; memoized, so that it renders again only when a quantity of its own products changes. */
export const ProductRows = memo(function ProductRows({ products, page, onAdd }: ProductRowsProps) {
  const quantities = useQuantities(products);
  return (
    <ProductGrid products={products} page={page} grid={CARDS} later={LATER}>
      {(product, isFirst) => (
        <ProductCard key={product.id} product={product} inCart={quantities.get(product.id) ?? 0} isFirst={isFirst} onAdd={onAdd} />
      )}
    </ProductGrid>
  );
});
