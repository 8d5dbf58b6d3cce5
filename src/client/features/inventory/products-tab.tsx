import { ACCOUNTING_CATEGORIES } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { getRows, PAGED } from '../../ui/paged-list';
import { AccountingForm } from './accounting-form';
import { ACCOUNTING_COLUMN_NAMES, ACCOUNTING_COLUMNS, AccountingRow } from './accounting-row';
import type { Summary } from './inventory-screen';
import { type AccountingSearch, listInputOf } from './inventory-search';
import { ProductDialog } from './product-dialog';
import { ProductFilters } from './product-filters';
import { ProductResults } from './product-results';

type ProductsTabProps = {
  search: AccountingSearch;
  summary: Summary | undefined;
  onSearch: (search: AccountingSearch) => void;
  onOpen: (product: number | 'new') => void;
};

export function ProductsTab({ search, summary, onSearch, onOpen }: ProductsTabProps) {
  const list = trpc.inventory.list.useInfiniteQuery(listInputOf(search), PAGED);
  return (
    <div className="grid gap-6">
      <ProductFilters
        search={search}
        documented={ACCOUNTING_CATEGORIES}
        inUse={summary?.categories ?? []}
        views={[
          { value: undefined, label: 'All', count: summary?.totalProducts },
          { value: 'low', label: 'Low Stock', count: summary?.lowStock },
          { value: 'out', label: 'Out of Stock', count: summary?.outOfStock },
          { value: 'reorder', label: 'To Reorder', count: summary && summary.lowStock + summary.outOfStock },
          { value: 'no-cost', label: 'Without Cost', count: summary?.withoutCost },
          { value: 'retired', label: 'Retired' },
        ]}
        onSearch={onSearch}
      />
      <ProductResults
        list={list}
        search={search}
        columns={ACCOUNTING_COLUMN_NAMES}
        layout={ACCOUNTING_COLUMNS}
        row={(product) => <AccountingRow key={product.id} product={product} onEdit={onOpen} />}
        onShowAll={() => onSearch({ tab: 'products' })}
        onAdd={() => onOpen('new')}
      />
      {search.product !== 'new' && (
        <ProductDialog
          opened={search.product}
          products={getRows(list)}
          isLoaded={list.isSuccess}
          onClose={() => onSearch({ ...search, product: undefined })}
          form={(product) => <AccountingForm product={product} onDone={() => onSearch({ ...search, product: undefined })} />}
        />
      )}
    </div>
  );
}
