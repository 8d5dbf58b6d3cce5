import { Link } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { trpc } from '../../trpc';
import { BOTTOM_BAR } from '../../ui/bottom-bar';
import { PageTitle } from '../../ui/page-title';
import { TabList } from '../../ui/tab-list';
import { AccountingForm } from './accounting-form';
import type { AccountingSearch, AccountingTab } from './inventory-search';
import { OverviewTab } from './overview-tab';
import { ProductDialog } from './product-dialog';
import { ProductsTab } from './products-tab';
import { ReportsTab } from './reports-tab';
import { StarterQuestion } from './starter-question';
import { StatementsTab } from './statements-tab';

const TABS: readonly (readonly [AccountingTab, string])[] = [
  ['overview', 'Overview'],
  ['products', 'Products'],
  ['reports', 'Financial Reports'],
  ['statements', 'Downloadable Statements'],
];

type AccountingScreenProps = {
  search: AccountingSearch;
  onSearch: (search: AccountingSearch) => void;
  onTab: (tab: AccountingTab) => void;
  /** Opens the dialog of a product. */
  onOpen: (product: number | 'new') => void;
};

/** The accounting screen: the value and profit of the stock, with its reports. */
export function AccountingScreen({ search, onSearch, onTab, onOpen }: AccountingScreenProps) {
  const summary = trpc.inventory.summary.useQuery();
  const close = () => onSearch({ ...search, product: undefined });
  return (
    <>
      <header className="flex flex-wrap items-end gap-x-6 gap-y-4 max-sm:contents">
        <div className="mr-auto">
          <PageTitle>Inventory &amp; Accounting</PageTitle>
          <p className="mt-1 text-muted">What the stock cost, what it brings, and what to order again.</p>
        </div>
        <div data-bottom-bar className={`flex flex-wrap gap-2 *:max-sm:grow ${BOTTOM_BAR}`}>
          <Link to="/inventory" className="button-ghost">
            Inventory
          </Link>
          <button type="button" className="button-primary" onClick={() => onOpen('new')}>
            <span aria-hidden="true">+</span> Add Product
          </button>
        </div>
      </header>
      {summary.data?.isSample && <StarterQuestion />}
      <Tabs.Root value={search.tab ?? 'overview'} onValueChange={(tab) => onTab(tab as AccountingTab)} className="grid gap-6">
        <TabList label="Inventory and accounting" tabs={TABS} layout="grid grid-cols-2 gap-1 md:inline-flex md:justify-self-start" />
        <Tabs.Content value="overview" className={PANEL}>
          <OverviewTab summary={summary} />
        </Tabs.Content>
        <Tabs.Content value="products" className={PANEL}>
          <ProductsTab search={search} summary={summary.data} onSearch={onSearch} onOpen={onOpen} />
        </Tabs.Content>
        <Tabs.Content value="reports" className={PANEL}>
          <ReportsTab />
        </Tabs.Content>
        <Tabs.Content value="statements" className={PANEL}>
          <StatementsTab />
        </Tabs.Content>
      </Tabs.Root>
      {search.product === 'new' && (
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
