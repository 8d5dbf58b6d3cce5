import { Tabs } from 'radix-ui';
import { ACCOUNTING_CATEGORIES } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { Button, ScreenLink } from '../../ui/button';
import { ScreenHeader } from '../../ui/screen-header';
import { TabList } from '../../ui/tab-list';
import { AccountingForm } from './accounting-form';
import { ACCOUNTING_COLUMN_NAMES, ACCOUNTING_COLUMNS, AccountingRow } from './accounting-row';
import type { AccountingSearch, AccountingTab } from './inventory-search';
import { OverviewTab } from './overview-tab';
import { ProductDialog, ProductList, type Summary } from './product-list';
import { ReportsTab } from './reports-tab';
import { StarterQuestion } from './starter-question';
import { StatementsTab } from './statements-tab';

const TABS: readonly (readonly [AccountingTab, string])[] = [
  ['overview', 'Overview'],
  ['products', 'Products'],
  ['reports', 'Financial Reports'],
  ['statements', 'Downloadable Statements'],
];

const listViews = (summary: Summary | undefined) => [
  { value: undefined, label: 'All', count: summary?.totalProducts },
  { value: 'low' as const, label: 'Low Stock', count: summary?.lowStock },
  { value: 'out' as const, label: 'Out of Stock', count: summary?.outOfStock },
  { value: 'reorder' as const, label: 'To Reorder', count: summary && summary.lowStock + summary.outOfStock },
  { value: 'no-cost' as const, label: 'Without Cost', count: summary?.withoutCost },
  { value: 'retired' as const, label: 'Retired' },
];

type AccountingScreenProps = {
  search: AccountingSearch;
  onSearch: (search: AccountingSearch) => void;
  onTab: (tab: AccountingTab) => void;
  onOpen: (product: number | 'new') => void;
};

export function AccountingScreen({ search, onSearch, onTab, onOpen }: AccountingScreenProps) {
  const summary = trpc.inventory.summary.useQuery();
  const close = () => onSearch({ ...search, product: undefined });
  return (
    <>
      <ScreenHeader title="Inventory &amp; Accounting" text="What the stock cost, what it brings, and what to order again." hasBar>
        <ScreenLink to="/inventory" label="Inventory" />
        <Button isNew look="button-primary" label="Add Product" onPress={() => onOpen('new')} />
      </ScreenHeader>
      {summary.data?.isSample && <StarterQuestion />}
      <Tabs.Root value={search.tab ?? 'overview'} onValueChange={(tab) => onTab(tab as AccountingTab)} className="grid gap-6">
        <TabList label="Inventory and accounting" tabs={TABS} layout="grid grid-cols-2 gap-1 md:inline-flex md:justify-self-start" />
        <Tabs.Content value="overview" className={PANEL}>
          <OverviewTab summary={summary} />
        </Tabs.Content>
        <Tabs.Content value="products" className={PANEL}>
          <div className="grid gap-6">
            <ProductList
              search={search}
              summary={summary.data}
              categories={ACCOUNTING_CATEGORIES}
              views={listViews(summary.data)}
              columns={ACCOUNTING_COLUMN_NAMES}
              layout={ACCOUNTING_COLUMNS}
              row={(product) => <AccountingRow key={product.id} product={product} onEdit={onOpen} />}
              form={(product, done) => <AccountingForm product={product} onDone={done} />}
              onSearch={onSearch}
              onOpen={onOpen}
            />
          </div>
        </Tabs.Content>
        <Tabs.Content value="reports" className={PANEL}>
          <ReportsTab />
        </Tabs.Content>
        <Tabs.Content value="statements" className={PANEL}>
          <StatementsTab />
        </Tabs.Content>
      </Tabs.Root>
      {search.product === 'new' && search.tab !== 'products' && (
        <ProductDialog
          opened="new"
          products={[]}
          isLoaded
          onClose={close}
          form={() => <AccountingForm product={undefined} onDone={close} />}
        />
      )}
    </>
  );
}

const PANEL = 'min-w-0 rounded-card';
