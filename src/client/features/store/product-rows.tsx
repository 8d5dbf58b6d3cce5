import { clsx } from 'clsx';
import { type CSSProperties, memo } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { useIsHydrated } from '../../ui/public/hydrated';
import { useQuantities } from './cart-store';
import { PRODUCT_GRID, ProductCard } from './product-card';

/** Cards in the first view of a wide window, whose pictures are not left until later. */
const FIRST_CARDS = 4;
/** About how high a page of the list is before it was ever laid out, by its count of cards and the columns they lie in. */
const HEIGHT =
  '[contain-intrinsic-height:auto_calc(var(--count)*222px)] sm:[contain-intrinsic-height:auto_calc(var(--count)*235px)] lg:[contain-intrinsic-height:auto_calc(var(--count)*157px)] xl:[contain-intrinsic-height:auto_calc(var(--count)*120px)]';

type ProductRowsProps = { products: readonly StoreProduct[]; page: number; onAdd: (product: StoreProduct) => void };

/**
 * One page of the catalogue. Each is a list of its own, laid out only near the window, and drawn again only when the quantity of
 * one of its products changes: a thousand cards cost what the few in view do.
 */
export const ProductRows = memo(function ProductRows({ products, page, onAdd }: ProductRowsProps) {
  const isHydrated = useIsHydrated();
  const quantities = useQuantities(products);
  return (
    <ul
      aria-label={page === 0 ? 'Products' : `Products, page ${page + 1}`}
      style={{ '--count': products.length } as CSSProperties}
      className={clsx(PRODUCT_GRID, HEIGHT, '[content-visibility:auto] not-first-of-type:mt-3 sm:not-first-of-type:mt-5')}
    >
      {products.map((product, place) => (
        <ProductCard
          key={product.id}
          product={product}
          inCart={quantities.get(product.id) ?? 0}
          isReady={isHydrated}
          isFirst={page === 0 && place < FIRST_CARDS}
          onAdd={onAdd}
        />
      ))}
    </ul>
  );
});
