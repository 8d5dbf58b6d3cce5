import { clsx } from 'clsx';
import { type CSSProperties, memo } from 'react';
import type { StoreProduct } from '../../../shared/cart';
import { useQuantities } from './cart-store';
import { PRODUCT_GRID, ProductCard } from './product-card';

/** Cards in the first view of a wide window, whose pictures are not left until later. */
const FIRST_CARDS = 4;
/** Cards after the first eight are laid out only near the window, and so are later pages, by their number of cards and columns. */
const FIRST = '[&>:nth-child(n+9)]:later [--later:210px] sm:[--later:450px]';
const LATER =
  'later [--later:calc(var(--count)*222px)] sm:[--later:calc(var(--count)*235px)] lg:[--later:calc(var(--count)*157px)] xl:[--later:calc(var(--count)*120px)] mt-3 sm:mt-5 *:later *:[--later:210px] sm:*:[--later:450px]';

type ProductRowsProps = {
  products: readonly StoreProduct[];
  page: number;
  /** Whether the page's script has taken over. */
  isReady: boolean;
  onAdd: (product: StoreProduct) => void;
};

/**
 * One page of the catalogue. Each is a list of its own, and drawn again only when the quantity of one of its products changes: a
 * thousand cards cost what the few in view do.
 */
export const ProductRows = memo(function ProductRows({ products, page, isReady, onAdd }: ProductRowsProps) {
  const quantities = useQuantities(products);
  return (
    <ul
      aria-label={page === 0 ? 'Products' : `Products, page ${page + 1}`}
      style={{ '--count': products.length } as CSSProperties}
      className={clsx(PRODUCT_GRID, page > 0 ? LATER : FIRST)}
    >
      {products.map((product, place) => (
        <ProductCard
          key={product.id}
          product={product}
          inCart={quantities.get(product.id) ?? 0}
          isReady={isReady}
          isFirst={page === 0 && place < FIRST_CARDS}
          onAdd={onAdd}
        />
      ))}
    </ul>
  );
});
