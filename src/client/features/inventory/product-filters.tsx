import { useId } from 'react';
import { FilterPills } from '../../ui/filter-pills';
import { SearchBox } from '../../ui/search-box';
import type { InventorySearch, StockView } from './inventory-search';

type ProductFiltersProps<Search extends InventorySearch> = {
  search: Search;
  documented: readonly string[];
  inUse: readonly { category: string; products: number }[];
  views: readonly { value: StockView | undefined; label: string; count?: number | undefined }[];
  onSearch: (search: Search) => void;
};

/** Returns the categories to choose from: the screen's own ones first, each once in whatever case. */
export function categoryOptions(documented: readonly string[], others: readonly (string | undefined)[]): string[] {
  const options = new Map<string, string>();
  for (const word of [...documented, ...others]) if (word && !options.has(word.toLowerCase())) options.set(word.toLowerCase(), word);
  return [...options.values()];
}

export function ProductFilters<Search extends InventorySearch>(props: ProductFiltersProps<Search>) {
  const { search, documented, inUse, views, onSearch } = props;
  const id = useId();
  const options = categoryOptions(documented, [...inUse.map(({ category }) => category), search.category]);
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
