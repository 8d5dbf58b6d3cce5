import { type ReactNode, useId } from 'react';
import type { RouterOutputs } from '../../../server/router';
import type { Product } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FilterPills } from '../../ui/filter-pills';
import { ColumnNames, getRows, PAGED, PagedList } from '../../ui/paged-list';
import { SearchBox } from '../../ui/search-box';
import { EmptyState } from '../../ui/states';
import type { InventorySearch, StockView } from './inventory-search';

const PAGE = 50;

export type Summary = RouterOutputs['inventory']['summary'];

type ProductListProps<Search extends InventorySearch> = {
  search: Search;
  summary: Summary | undefined;
  /** The screen's own categories; the others in use follow them. */
  categories: readonly string[];
  views: readonly { value: StockView | undefined; label: string; count?: number | undefined }[];
  columns: readonly string[];
  layout: string;
  row: (product: Product) => ReactNode;
  form: (product: Product | undefined, close: () => void) => ReactNode;
  onSearch: (search: Search) => void;
  onOpen: (product: number | 'new') => void;
};

export function ProductList<Search extends InventorySearch>(props: ProductListProps<Search>) {
  const { search, columns, layout, row, form, onSearch, onOpen } = props;
  const { search: words, category, view, product } = search;
  const list = trpc.inventory.list.useInfiniteQuery(
    { limit: PAGE, ...(words && { search: words }), ...(category && { category }), ...(view && { view }) },
    PAGED,
  );
  const close = () => onSearch({ ...search, product: undefined });
  const showAll = () => onSearch({ ...search, search: undefined, category: undefined, view: undefined });
  return (
    <>
      <Filters {...props} />
      <PagedList
        list={list}
        loading="Loading products..."
        failed="The products could not be loaded."
        empty={<NoProducts search={search} onShowAll={showAll} onAdd={() => onOpen('new')} />}
        title="The list"
        layout="grid gap-2.5 md:max-xl:grid-cols-2"
        head={<ColumnNames names={columns} columns={layout} from="xl:grid" />}
      >
        {row}
      </PagedList>
      <ProductDialog
        opened={product}
        products={getRows(list)}
        isLoaded={list.isSuccess}
        onClose={close}
        form={(opened) => form(opened, close)}
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

type ProductDialogProps = {
  opened: number | 'new' | undefined;
  products: readonly Product[];
  isLoaded: boolean;
  onClose: () => void;
  form: (product: Product | undefined) => ReactNode;
};

export function ProductDialog({ opened, products, isLoaded, onClose, form }: ProductDialogProps) {
  const product = products.find(({ id }) => id === opened);
  const isNew = opened === 'new';
  const isThere = isNew || product !== undefined;
  return (
    <Dialog
      isOpen={isThere || (opened !== undefined && isLoaded)}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isNew ? 'Add Product' : 'Edit Product'}
      text={
        isNew
          ? 'It appears in the store as soon as it is saved.'
          : (product?.name ?? 'This product is not among those that the list shows.')
      }
    >
      {isThere ? (
        // Each product has a form of its own, which starts with the values of that moment.
        <div key={opened}>{form(product)}</div>
      ) : (
        <Button look="button-ghost justify-self-end" label="Back to the List" onPress={onClose} />
      )}
    </Dialog>
  );
}
