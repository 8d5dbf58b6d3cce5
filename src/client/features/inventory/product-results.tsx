import type { ReactNode } from 'react';
import type { Product } from '../../../shared/inventory';
import { LoadMore } from '../../ui/load-more';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states';
import type { InventorySearch } from './inventory-search';

type ProductPages = {
  data?: { pages: readonly { rows: readonly Product[] }[] } | undefined;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
  refetch: () => Promise<unknown>;
};
type ProductResultsProps = {
  list: ProductPages;
  search: InventorySearch;
  columns: readonly string[];
  layout: string;
  row: (product: Product) => ReactNode;
  onShowAll: () => void;
  onAdd: () => void;
};

export const productsOf = ({ data }: Pick<ProductPages, 'data'>): Product[] => data?.pages.flatMap((page) => page.rows) ?? [];

export function ProductResults({ list, search, columns, layout, row, onShowAll, onAdd }: ProductResultsProps) {
  const products = productsOf(list);
  return (
    <>
      {list.isPending && <ListSkeleton label="Loading products..." />}
      {list.isError && <ErrorState text="The products could not be loaded." onRetry={() => void list.refetch()} />}
      {list.isSuccess && products.length === 0 && <NoProducts search={search} onShowAll={onShowAll} onAdd={onAdd} />}
      {products.length > 0 && (
        <section aria-labelledby="products-title" className="grid gap-2">
          <h2 id="products-title" className="sr-only">
            The list
          </h2>
          <div aria-hidden="true" className={`hidden px-5 text-muted text-sm xl:grid ${layout}`}>
            {columns.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          <ul className="grid gap-2.5 md:max-xl:grid-cols-2">{products.map(row)}</ul>
        </section>
      )}
      <LoadMore list={list} />
    </>
  );
}

function NoProducts({ search: { search, category, view }, onShowAll, onAdd }: Pick<ProductResultsProps, 'search' | 'onShowAll' | 'onAdd'>) {
  if (!search && !category && !view)
    return (
      <EmptyState
        heading="h2"
        title="No products yet"
        text="Add the first one: it appears in the store at once, with what is in stock."
        action="Add a Product"
        onAction={onAdd}
        look="button-dark"
      />
    );
  const text = search ? `Nothing was found for “${search}”.` : 'No product is of this kind now.';
  return <EmptyState heading="h2" title="No products match" text={text} action="Show All Products" onAction={onShowAll} />;
}
