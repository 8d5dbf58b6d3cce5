import { clsx } from 'clsx';
import { type CSSProperties, memo } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { useQuantities } from './cart-store';
import { PRODUCT_GRID, ProductCard } from './product-card';

/** Cards in the first view of a wide window, whose pictures are not left until later. */
const FIRST_CARDS = 4;
/**
 * Later pages, and each of their cards, are laid out only near the window; until they once were, they count as about this high,
 * by the number of cards and the columns they lie in. The first page is always whole, so that nothing of it ever moves.
 */
const LATER =
  '[content-visibility:auto] [contain-intrinsic-height:auto_calc(var(--count)*222px)] sm:[contain-intrinsic-height:auto_calc(var(--count)*235px)] lg:[contain-intrinsic-height:auto_calc(var(--count)*157px)] xl:[contain-intrinsic-height:auto_calc(var(--count)*120px)] mt-3 sm:mt-5 *:[content-visibility:auto] *:[contain-intrinsic-size:auto_210px] sm:*:[contain-intrinsic-size:auto_450px]';

type ProductRowsProps = {
  products: readonly StoreProduct[];
  page: number;
  onAdd: (product: StoreProduct) => void;
};

/**
 * One page of the catalogue. Each is a list of its own, and drawn again only when the quantity of one of its products changes: a
 * thousand cards cost what the few in view do.
 */
export const ProductRows = memo(function ProductRows({ products, page, onAdd }: ProductRowsProps) {
  const quantities = useQuantities(products);
  return (
    <ul
      aria-label={page === 0 ? 'Products' : `Products, page ${page + 1}`}
      style={{ '--count': products.length } as CSSProperties}
      className={clsx(PRODUCT_GRID, page > 0 && LATER)}
    >
      {products.map((product, place) => (
        <ProductCard
          key={product.id}
          product={product}
          inCart={quantities.get(product.id) ?? 0}
          isFirst={page === 0 && place < FIRST_CARDS}
          onAdd={onAdd}
        />
      ))}
    </ul>
  );
});
