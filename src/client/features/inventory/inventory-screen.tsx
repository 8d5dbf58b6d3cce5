import type { ContextType, ReactNode } from 'react';
import { STOCK_CATEGORIES } from '../../../shared/inventory';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button, ScreenLink, TEXT_LINK } from '../../ui/button';
import { FigureCard } from '../../ui/figure-card';
import { ScreenHeader } from '../../ui/screen-header';
import { ErrorState } from '../../ui/states';
import type { InventorySearch } from './inventory-search';
import { ProductScreenContext } from './product-actions';
import { ProductForm } from './product-form';
import { ProductList, type Summary } from './product-list';
import { StarterQuestion } from './starter-question';

type InventoryScreenProps = {
  search: InventorySearch;
  onSearch: (search: InventorySearch) => void;
  onOpen: (product: 'new') => void;
};

const SCREEN: ContextType<typeof ProductScreenContext> = {
  failures: 'documented',
  form: (product, close) => <ProductForm product={product} onDone={close} />,
};

export const InventoryForms = ({ children }: { children: ReactNode }) => (
  <ProductScreenContext value={SCREEN}>{children}</ProductScreenContext>
);

export function InventoryScreen({ search, onSearch, onOpen }: InventoryScreenProps) {
  const figures = trpc.inventory.summary.useQuery();
  const summary = figures.data;
  return (
    <>
      <ScreenHeader title="Inventory Management" text="What the store sells, what is left of it, and what it is worth." hasBar>
        <Button isNew look="button-primary" label="Add Product" onPress={() => onOpen('new')} />
      </ScreenHeader>
      {summary?.isSample && <StarterQuestion />}
      {figures.isError ? (
        <ErrorState text="The figures could not be loaded." onRetry={() => void figures.refetch()} />
      ) : (
        <SummaryCards summary={summary} />
      )}
      <ProductList
        screen="/inventory"
        search={search}
        summary={summary}
        categories={STOCK_CATEGORIES}
        views={[
          { value: undefined, label: 'All', count: summary?.totalProducts },
          { value: 'low-ten', label: 'Below 10', count: summary?.lowStockTen },
          { value: 'out', label: 'Out of Stock', count: summary?.outOfStock },
          { value: 'retired', label: 'Retired' },
        ]}
        onSearch={onSearch}
        onOpen={onOpen}
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
    <FigureCard name="Low Stock" value={summary && String(summary.lowStockTen)} text="Below 10 left.">
      {summary?.lowStockTen !== 0 && <ScreenLink to="/inventory" search={{ view: 'low-ten' }} look={TEXT_LINK} label="Show them" />}
    </FigureCard>
    <FigureCard name="Categories" value={summary && String(summary.categories.length)} />
  </dl>
);
