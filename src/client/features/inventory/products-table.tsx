import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { PRODUCT_ORDERS, Product } from '../../../shared/inventory';
import { formatPrice } from '../../../shared/store-sums';
import { besideList } from '../../ui/beside-list';
import { ScreenLink } from '../../ui/button';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import type { PagedQuery } from '../../ui/paged-list';
import { ProductImage } from '../../ui/public/product-image';
import type { InventorySearch } from './inventory-search';
import { DeleteProduct, EditProduct, SellAgain } from './product-actions';
import { LevelChip, ProductRating, StockChips } from './product-chips';
import { ProductsBulk } from './products-bulk';
import { ChangeStock } from './stock-dialogs';

type ProductColumn = Column<Product, (typeof PRODUCT_ORDERS)[number]>;

const PRICE: ProductColumn = {
  key: 'price',
  head: 'Price',
  sort: 'price',
  align: 'end',
  width: 'w-26',
  cell: ({ price }) => formatPrice(price),
};
const STOCK: ProductColumn = {
  key: 'stock',
  head: 'Stock',
  sort: 'stock',
  align: 'end',
  width: 'w-24',
  cell: ({ stockQuantity }) => <span className={clsx(stockQuantity === 0 && 'font-semibold text-red-600')}>{stockQuantity}</span>,
};

/** The columns of the inventory screen. */
const STOCK_COLUMNS: readonly ProductColumn[] = [
  {
    key: 'name',
    head: 'Product',
    sort: 'name',
    cell: ({ name, imageUrl }) => (
      <span className="flex items-center gap-3">
        <ProductImage url={imageUrl} name="" className="size-10 shrink-0 rounded-small bg-sage-100 object-cover" />
        <span className="line-clamp-2">{name}</span>
      </span>
    ),
  },
  { key: 'category', head: 'Category', from: 'lg', isOptional: true, width: 'w-44', cell: ({ category }) => category },
  PRICE,
  STOCK,
  { key: 'state', head: 'State', width: 'w-58', from: 'md', cell: (product) => <StockChips product={product} /> },
];

/** The columns of the accounting screen. */
const ACCOUNTING_COLUMNS: readonly ProductColumn[] = [
  { key: 'name', head: 'Product', sort: 'name', cell: ({ name }) => name },
  {
    key: 'supplier',
    head: 'Category, supplier',
    from: '2xl',
    isOptional: true,
    width: 'w-44',
    cell: ({ category, supplierName }) => <TwoLines first={category} second={supplierName} />,
  },
  {
    key: 'cost',
    head: 'Cost',
    from: 'md',
    isOptional: true,
    align: 'end',
    width: 'w-24',
    cell: ({ costPrice }) => (costPrice === null ? 'none' : formatPrice(costPrice)),
  },
  PRICE,
  {
    key: 'margin',
    head: 'Margin',
    sort: 'margin',
    align: 'end',
    width: 'w-26',
    cell: ({ profitMargin }) => (profitMargin === null ? 'n/a' : `${profitMargin}%`),
  },
  { key: 'rating', head: 'Rating', from: 'lg', isOptional: true, width: 'w-28', cell: (product) => <ProductRating product={product} /> },
  STOCK,
  { key: 'status', head: 'Status', from: 'md', width: 'w-34', cell: (product) => <LevelChip product={product} /> },
];

type ProductsTableProps = {
  list: PagedQuery<Product>;
  /** The screen of the list, which differs in columns and in the words for a low stock. */
  screen: '/inventory' | '/inventory-accounting';
  sort: InventorySearch['sort'];
  onSort: (sort: InventorySearch['sort']) => void;
  empty: ReactNode;
};

export function ProductsTable({ screen, ...table }: ProductsTableProps) {
  const isStock = screen === '/inventory';
  const Chips = isStock ? StockChips : LevelChip;
  return (
    <DataTable
      {...table}
      name={isStock ? 'inventory' : 'accounting'}
      title="Products"
      columns={isStock ? STOCK_COLUMNS : ACCOUNTING_COLUMNS}
      about={({ name }) => name}
      open={({ id }) => besideList({ product: id })}
      select={{ table: 'products', bulk: (products, clear) => <ProductsBulk products={products} onDone={clear} /> }}
      action={(product) =>
        product.isActive ? <EditProduct product={product} look={ROW_ACTION} /> : <SellAgain product={product} look={ROW_ACTION} />
      }
      menu={(product) => (
        <>
          <EditProduct product={product} />
          <SellAgain product={product} />
          {product.isActive && (
            <>
              <ChangeStock way="receive" look="button-ghost" product={product} />
              <ChangeStock way="adjust" look="button-ghost" product={product} />
            </>
          )}
          <ScreenLink to="/stock" search={{ product: product.id }} label="Stock History" />
          <DeleteProduct product={product} />
        </>
      )}
      phone={(product) => [
        [product.name, formatPrice(product.price)],
        [`${product.stockQuantity} left`, <Chips key="chips" product={product} />],
      ]}
      loading="Loading products..."
      failed="The products could not be loaded."
    />
  );
}
