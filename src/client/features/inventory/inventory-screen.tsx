import type { z } from 'zod';
import { type inventorySummary, STOCK_CATEGORIES } from '../../../shared/inventory';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button, ScreenLink, TEXT_LINK } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { getRows, PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { type InventorySearch, listInputOf } from './inventory-search';
import { ProductDialog } from './product-dialog';
import { ProductFilters } from './product-filters';
import { ProductForm } from './product-form';
import { ProductResults } from './product-results';
import { PRODUCT_COLUMN_NAMES, PRODUCT_COLUMNS, ProductRow } from './product-row';
import { StarterQuestion } from './starter-question';

export type Summary = z.output<typeof inventorySummary>;

type InventoryScreenProps = {
  search: InventorySearch;
  onSearch: (search: InventorySearch) => void;
  onOpen: (product: number | 'new') => void;
};

export function InventoryScreen({ search, onSearch, onOpen }: InventoryScreenProps) {
  const list = trpc.inventory.list.useInfiniteQuery(listInputOf(search), PAGED);
  const summary = trpc.inventory.summary.useQuery().data;
  return (
    <>
      <ScreenHeader title="Inventory Management" text="What the store sells, what is left of it, and what it is worth." hasBar>
        <ScreenLink to="/inventory-accounting" label="Accounting" />
        <Button isNew look="button-primary" label="Add Product" onPress={() => onOpen('new')} />
      </ScreenHeader>
      {summary?.isSample && <StarterQuestion />}
      <SummaryCards summary={summary} />
      <ProductFilters
        search={search}
        documented={STOCK_CATEGORIES}
        inUse={summary?.categories ?? []}
        views={[
          { value: undefined, label: 'All', count: summary?.totalProducts },
          { value: 'low-ten', label: 'Low Stock', count: summary?.lowStockTen },
          { value: 'out', label: 'Out of Stock', count: summary?.outOfStock },
          { value: 'retired', label: 'Retired' },
        ]}
        onSearch={onSearch}
      />
      <ProductResults
        list={list}
        search={search}
        columns={PRODUCT_COLUMN_NAMES}
        layout={PRODUCT_COLUMNS}
        row={(product) => <ProductRow key={product.id} product={product} onEdit={onOpen} />}
        onShowAll={() => onSearch({})}
        onAdd={() => onOpen('new')}
      />
      <ProductDialog
        opened={search.product}
        products={getRows(list)}
        isLoaded={list.isSuccess}
        onClose={() => onSearch({ ...search, product: undefined })}
        form={(product) => <ProductForm product={product} onDone={() => onSearch({ ...search, product: undefined })} />}
      />
    </>
  );
}

const SummaryCards = ({ summary }: { summary: Summary | undefined }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    <FigureCard name="Total Products" value={summary && String(summary.totalProducts)} />
    <FigureCard
      name="Total Value"
      value={summary && formatPrice(summary.valueAtPrice)}
      text={summary?.isSample ? 'Sample, at selling prices.' : 'At selling prices.'}
    />
    <FigureCard name="Low Stock" value={summary && String(summary.lowStockTen)} text="Fewer than 10 left.">
      {(summary?.lowStockTen ?? 0) > 0 && <ScreenLink to="/inventory" search={{ view: 'low-ten' }} look={TEXT_LINK} label="Show them" />}
    </FigureCard>
    <FigureCard name="Categories" value={summary && String(summary.categories.length)} />
  </dl>
);
