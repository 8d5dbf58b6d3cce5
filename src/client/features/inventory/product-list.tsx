import { useContext, useId } from 'react';
import type { RouterOutputs } from '../../../server/router';
import { trpc } from '../../trpc';
import { Dialog } from '../../ui/dialog';
import { FilterPills } from '../../ui/filter-pills';
import { PAGED } from '../../ui/paged-list';
import { SearchBox } from '../../ui/search-box';
import { EmptyState } from '../../ui/states';
import type { InventorySearch, StockView } from './inventory-search';
import { ProductScreenContext } from './product-actions';
import { ProductDrawer } from './product-drawer';
import { ProductsTable } from './products-table';

const PAGE = 20;

export type Summary = RouterOutputs['inventory']['summary'];

type ProductListProps<Search extends InventorySearch> = {
  screen: '/inventory' | '/inventory-accounting';
  search: Search;
  summary: Summary | undefined;
  /** The screen's own categories; the others in use follow them. */
  categories: readonly string[];
  views: readonly { value: StockView | undefined; label: string; count?: number | undefined }[];
  onSearch: (search: Search) => void;
  onOpen: (product: 'new') => void;
};

/** Shows the products of a view in a table, below its search, category and view filters. */
export function ProductList<Search extends InventorySearch>(props: ProductListProps<Search>) {
  const { screen, search, onSearch, onOpen } = props;
  const { search: words, category, view, sort } = search;
  const list = trpc.inventory.list.useInfiniteQuery(
    { limit: PAGE, ...(words && { search: words }), ...(category && { category }), ...(view && { view }), ...(sort && { sort }) },
    PAGED,
  );
  const showAll = () => onSearch({ ...search, search: undefined, category: undefined, view: undefined });
  return (
    <>
      <Filters {...props} />
      <ProductsTable
        screen={screen}
        list={list}
        sort={sort}
        onSort={(next) => onSearch({ ...search, sort: next })}
        empty={<NoProducts search={search} onShowAll={showAll} onAdd={() => onOpen('new')} />}
      />
    </>
  );
}

/** Returns the categories to choose from: the screen's own ones first, each once in whatever case. */
export function listCategories(documented: readonly string[], others: readonly (string | undefined)[]): string[] {
  const options = new Map<string, string>();
  for (const word of [...documented, ...others]) if (word && !options.has(word.toLowerCase())) options.set(word.toLowerCase(), word);
  return [...options.values()];
}

function Filters<Search extends InventorySearch>({ search, summary, categories, views, onSearch }: ProductListProps<Search>) {
  const id = useId();
  const options = listCategories(categories, [...(summary?.categories ?? []).map(({ category }) => category), search.category]);
  const chosen = options.find((word) => word.toLowerCase() === search.category?.toLowerCase()) ?? '';
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchBox
          label="Search products"
          placeholder="Search name or description"
          value={search.search ?? ''}
          onSearch={(text) => onSearch({ ...search, search: text || undefined })}
          className="min-w-0 grow basis-64 sm:max-w-xl"
        />
        <label htmlFor={id} className="sr-only">
          Category
        </label>
        <select
          id={id}
          value={chosen}
          onChange={(event) => onSearch({ ...search, category: event.target.value || undefined })}
          className="min-h-11 min-w-0 rounded-full border border-control bg-paper px-4 text-[15px] max-sm:w-full"
        >
          <option value="">All Categories</option>
          {options.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      </div>
      <FilterPills legend="Stock" filters={views} value={search.view} onFilter={(view) => onSearch({ ...search, view })} />
    </div>
  );
}

type NoProductsProps = { search: InventorySearch; onShowAll: () => void; onAdd: () => void };

function NoProducts({ search: { search, category, view }, onShowAll, onAdd }: NoProductsProps) {
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

type OpenedProductProps = Pick<ProductListProps<InventorySearch>, 'screen'> & Pick<InventorySearch, 'product'> & { onClose: () => void };

/** Shows the product of the address in a drawer, or the form of a new one. */
export function OpenedProduct({ screen, product, onClose }: OpenedProductProps) {
  const { form } = useContext(ProductScreenContext);
  return (
    <>
      {typeof product === 'number' && <ProductDrawer key={product} id={product} screen={screen} onClose={onClose} />}
      <Dialog
        isOpen={product === 'new'}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title="Add Product"
        text="It appears in the store as soon as it is saved."
      >
        {form(undefined, onClose)}
      </Dialog>
    </>
  );
}
