import type { ReactNode } from 'react';
import type { Product } from '../../../shared/inventory';
import { ColumnNames, PagedList, type PagedQuery } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import type { InventorySearch } from './inventory-search';

type ProductResultsProps = {
  list: PagedQuery<Product>;
  search: InventorySearch;
  columns: readonly string[];
  layout: string;
  row: (product: Product) => ReactNode;
  onShowAll: () => void;
  onAdd: () => void;
};

export const ProductResults = ({ list, search, columns, layout, row, onShowAll, onAdd }: ProductResultsProps) => (
  <PagedList
    list={list}
    loading="Loading products..."
    failed="The products could not be loaded."
    empty={<NoProducts search={search} onShowAll={onShowAll} onAdd={onAdd} />}
    title="The list"
    layout="grid gap-2.5 md:max-xl:grid-cols-2"
    head={<ColumnNames names={columns} columns={layout} from="xl:grid" />}
  >
    {row}
  </PagedList>
);

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
