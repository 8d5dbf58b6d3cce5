import { clsx } from 'clsx';
import { lazy, memo, Suspense, useCallback } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { MARKETPLACE_CATEGORIES, PRODUCT_SORTS, type ProductSort } from '../../../shared/store-options';
import { formatPrice } from '../../../shared/store-sums';
import { useIsHydrated } from '../../ui/public/hydrated';
import { EmptyState, ErrorState } from '../../ui/states';
import { MarketplaceRating } from './marketplace-rating';
import { type ChangeView, type MarketplaceView, OTHER_SORTS } from './marketplace-view';
import { NextPage } from './next-page';
import { CardImage, CardSkeletons, ProductGrid } from './product-card';
import { ProductSearch } from './product-search';
import { type FirstPage, useCatalogue } from './use-catalogue';

// Loads the dialog library when the first dialog opens.
const ProductDetails = lazy(() => import('./marketplace-details').then((module) => ({ default: module.ProductDetails })));

const SORT_NAMES: Record<ProductSort, string> = {
  name: 'Name A-Z',
  'price-low': 'Price: Low to High',
  'price-high': 'Price: High to Low',
  rating: 'Highest Rated',
};
const ALL = 'all';
const GRID = 'grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4';

/** Defers the layout of the cards below the first screens until they are near the viewport; their sizes are estimates until then. */
const CARDS = `${GRID} *:nth-[n+7]:[content-visibility:auto] *:nth-[n+7]:[contain-intrinsic-size:auto_245px] sm:*:nth-[n+7]:[contain-intrinsic-size:auto_500px]`;
/** Defers the layout of whole pages of cards; the sizes are estimates per card and column count. */
const LATER =
  '[content-visibility:auto] [contain-intrinsic-height:auto_calc(var(--count)*270px)] sm:[contain-intrinsic-height:auto_calc(var(--count)*277px)] lg:[contain-intrinsic-height:auto_calc(var(--count)*188px)] xl:[contain-intrinsic-height:auto_calc(var(--count)*130px)] mt-4 sm:mt-5';

export type MarketplaceProductsProps = {
  view: MarketplaceView;
  onChange: ChangeView;
  first: FirstPage;
  showSampleRatings: boolean;
  /** The products added since the page was opened. This cart lasts as long as the page. */
  cart: readonly StoreProduct[];
  onAdd: (product: StoreProduct) => void;
};

/** Shows the search, the filters and the products. Only the browser reads the filter from the address, so that the page can be cached. */
export function MarketplaceProducts({ view, onChange, first, ...shown }: MarketplaceProductsProps) {
  const isReady = useIsHydrated();
  const filter = isReady ? { search: view.search, category: view.category, sort: view.sort } : first.filter;
  const { query, pages, products, isDrawn, hasMore } = useCatalogue(filter, first);
  const open = useCallback((product: StoreProduct) => onChange({ details: product.id }, true), [onChange]);
  const detailed = isReady ? products.find(({ id }) => id === view.details) : undefined;
  return (
    <>
      <h2 className="sr-only">Products</h2>
      <Filters view={isReady ? view : {}} onChange={onChange} />
      <p role="status" className="mt-3 mb-2 sm:mt-5 sm:mb-3 min-h-6 text-[15px] text-muted tabular-nums">
        {query.isSuccess && `${products.length}${hasMore ? ' and more' : ''} ${products.length === 1 ? 'product' : 'products'}`}
      </p>
      {query.isPending && <Skeletons />}
      {query.isError && products.length === 0 && (
        <ErrorState text="The products could not be loaded." onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && products.length === 0 && <NothingFound onClear={() => onChange(EVERYTHING)} />}
      {pages.map(({ rows }, page) => (
        <Shelf key={rows[0]?.id ?? 'none'} products={rows} page={page} onDetails={open} {...shown} />
      ))}
      {hasMore && <NextPage key={JSON.stringify(filter)} list={query} isDrawn={isDrawn} ahead="600px" />}
      <Suspense fallback={null}>
        {detailed && <ProductDetails product={detailed} onClose={() => onChange({ details: undefined })} {...shown} />}
      </Suspense>
    </>
  );
}

const EVERYTHING = { search: undefined, category: undefined, sort: undefined };

const Filters = ({ view, onChange }: Pick<MarketplaceProductsProps, 'view' | 'onChange'>) => (
  <div className="grid grid-cols-[auto_1fr] gap-2.5 lg:grid-cols-[1fr_220px_220px] lg:gap-3">
    <div className="col-span-2 rounded-full border border-control lg:col-span-1">
      <ProductSearch name="search" words={view.search ?? ''} onSearch={(search) => onChange({ search: search || undefined })} />
    </div>
    <Choice
      label="Category"
      value={view.category ?? ALL}
      options={[[ALL, 'All Categories'], ...MARKETPLACE_CATEGORIES.map((category) => [category, category] as const)]}
      onChoose={(value) => onChange({ category: MARKETPLACE_CATEGORIES.find((category) => category === value) })}
    />
    <Choice
      label="Sort by"
      value={view.sort ?? 'name'}
      options={PRODUCT_SORTS.map((sort) => [sort, SORT_NAMES[sort]] as const)}
      onChoose={(value) => onChange({ sort: OTHER_SORTS.find((sort) => sort === value) })}
    />
  </div>
);

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
};

const Choice = ({ label, value, options, onChoose }: ChoiceProps) => (
  <div className="relative">
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className="h-[54px] w-full appearance-none truncate rounded-full border border-control bg-paper pr-8.5 pl-4 text-base lg:pr-10 lg:pl-5 text-ink"
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
    <svg viewBox="0 0 12 12" className="pointer-events-none absolute top-1/2 right-4 size-3 -translate-y-1/2" aria-hidden="true">
      <path d="M1.5 4L6 8.5 10.5 4" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  </div>
);

type ShelfProps = Pick<MarketplaceProductsProps, 'showSampleRatings' | 'cart' | 'onAdd'> & {
  products: readonly StoreProduct[];
  page: number;
  onDetails: (product: StoreProduct) => void;
};

/** Shows one page of products; memoized, so that it renders again only when the cart changes. */
const Shelf = memo(function Shelf({ products, page, cart, ...shown }: ShelfProps) {
  if (products.length === 0) return null;
  const inCart = new Map<number, number>();
  for (const { id } of cart) inCart.set(id, (inCart.get(id) ?? 0) + 1);
  return (
    <ProductGrid products={products} page={page} grid={CARDS} later={LATER}>
      {(product, isFirst) => (
        <MarketplaceCard key={product.id} {...shown} product={product} inCart={inCart.get(product.id) ?? 0} isFirst={isFirst} />
      )}
    </ProductGrid>
  );
});

const Skeletons = () => (
  <div role="status" className={GRID}>
    <span className="sr-only">Loading products...</span>
    <CardSkeletons />
  </div>
);

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    title="No products found matching your criteria."
    text="Try another word, or look through everything we have."
    action="Show all products"
    onAction={onClear}
    look="button-dark"
  />
);

type MarketplaceCardProps = {
  product: StoreProduct;
  inCart: number;
  isFirst: boolean;
  showSampleRatings: boolean;
  onAdd: (product: StoreProduct) => void;
  onDetails: (product: StoreProduct) => void;
};

const MarketplaceCard = memo(function MarketplaceCard({ product, inCart, isFirst, ...props }: MarketplaceCardProps) {
  const { name, description, price, category, stockQuantity } = product;
  const isSoldOut = stockQuantity < 1;
  return (
    <li className="grid grid-cols-[112px_1fr] content-start overflow-hidden rounded-card border border-line bg-paper sm:grid-cols-1 sm:grid-rows-[auto_1fr_auto]">
      <div className="relative">
        <CardImage product={product} isFirst={isFirst} />
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
