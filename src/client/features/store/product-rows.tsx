import { clsx } from 'clsx';
import { type CSSProperties, memo, type ReactNode } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { useQuantities } from './cart-store';
import { PRODUCT_GRID, ProductCard } from './product-card';

const FIRST_CARDS = 4;
/** Defers the layout of later pages and cards until they are near the viewport; the sizes are estimates per card and column count. */
const LATER =
  '[content-visibility:auto] [contain-intrinsic-height:auto_calc(var(--count)*222px)] sm:[contain-intrinsic-height:auto_calc(var(--count)*235px)] lg:[contain-intrinsic-height:auto_calc(var(--count)*157px)] xl:[contain-intrinsic-height:auto_calc(var(--count)*120px)] mt-3 sm:mt-5 *:[content-visibility:auto] *:[contain-intrinsic-size:auto_210px] sm:*:[contain-intrinsic-size:auto_450px]';

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
    {products.map((product, place) => children(product, page === 0 && place < FIRST_CARDS))}
  </ul>
);

type ProductRowsProps = {
  products: readonly StoreProduct[];
  page: number;
  onAdd: (product: StoreProduct) => void;
};

/** Shows one page of the catalogue; memoized, so that it renders again only when a quantity of its own products changes. */
export const ProductRows = memo(function ProductRows({ products, page, onAdd }: ProductRowsProps) {
  const quantities = useQuantities(products);
  return (
    <ProductGrid products={products} page={page} grid={PRODUCT_GRID} later={LATER}>
      {(product, isFirst) => (
        <ProductCard key={product.id} product={product} inCart={quantities.get(product.id) ?? 0} isFirst={isFirst} onAdd={onAdd} />
      )}
    </ProductGrid>
  );
});
