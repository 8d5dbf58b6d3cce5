import type { ContextType, ReactNode } from 'react';
import { ACCOUNTING_CATEGORIES, type CsvReport, csvPath } from '../../../shared/inventory';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { Panel, Section } from '../../ui/panel';
import { ScreenHeader } from '../../ui/screen-header';
import { TabPanels } from '../../ui/tab-list';
import { AccountingForm } from './accounting-form';
import type { AccountingSearch, AccountingTab } from './inventory-search';
import { OverviewTab } from './overview-tab';
import { ProductScreenContext } from './product-actions';
import { ProductList, type Summary } from './product-list';
import { SaveButton } from './save-button';
import { StarterQuestion } from './starter-question';
import { StatementsTab } from './statements-tab';

const listViews = (summary: Summary | undefined) => [
  { value: undefined, label: 'All', count: summary?.totalProducts },
  { value: 'low' as const, label: 'At reorder level', count: summary?.lowStock },
  { value: 'out' as const, label: 'Out of Stock', count: summary?.outOfStock },
  { value: 'reorder' as const, label: 'To Reorder', count: summary?.toReorder },
  { value: 'no-cost' as const, label: 'Without Cost', count: summary?.withoutCost },
  { value: 'retired' as const, label: 'Retired' },
];

type AccountingScreenProps = {
  search: AccountingSearch;
  onSearch: (search: AccountingSearch) => void;
  onTab: (tab: AccountingTab) => void;
  onOpen: (product: 'new') => void;
};

const SCREEN: ContextType<typeof ProductScreenContext> = {
  failures: 'server',
  form: (product, close) => <AccountingForm product={product} onDone={close} />,
};

export const AccountingForms = ({ children }: { children: ReactNode }) => (
  <ProductScreenContext value={SCREEN}>{children}</ProductScreenContext>
);

export function AccountingScreen({ search, onSearch, onTab, onOpen }: AccountingScreenProps) {
  const summary = trpc.inventory.summary.useQuery();
  const products = (
    <div className="grid gap-6">
      <ProductList
        screen="/inventory-accounting"
        search={search}
        summary={summary.data}
        categories={ACCOUNTING_CATEGORIES}
        views={listViews(summary.data)}
        onSearch={onSearch}
        onOpen={onOpen}
      />
    </div>
  );
  return (
    <>
      <ScreenHeader title="Inventory &amp; Accounting" text="What your stock costs and earns, and what to reorder." hasBar>
        <Button isNew look="button-primary" label="Add Product" onPress={() => onOpen('new')} />
      </ScreenHeader>
      {summary.data?.isSample && <StarterQuestion />}
      <TabPanels
        label="Inventory and accounting"
        value={search.tab ?? 'overview'}
        onTab={onTab}
        tabs={[
          { value: 'overview', word: 'Overview', panel: <OverviewTab summary={summary} /> },
          { value: 'products', word: 'Products', panel: products },
          { value: 'reports', word: 'Financial Reports', panel: <ReportsTab /> },
          { value: 'statements', word: 'Downloadable Statements', panel: <StatementsTab /> },
        ]}
        layout="grid grid-cols-2 gap-1 md:inline-flex md:justify-self-start"
      />
    </>
  );
}

const REPORTS: readonly (readonly [CsvReport, name: string, text: string])[] = [
  ['summary', 'Summary', 'The figures of the overview, one to a line.'],
  ['detailed', 'Detailed', 'Every product with cost, price, margin, rating, stock, supplier and taxes.'],
  ['profit-analysis', 'Profit Analysis', 'Unit and potential profit of each product, and what was sold and earned so far.'],
  ['low-stock', 'Low Stock', 'What is out or at its reorder level, with the quantity to order and its cost.'],
  ['category-report', 'Category Report', 'Products, units, values, margins and sales by category.'],
];

const ReportsTab = () => (
  <Section title="Financial Reports" text="CSV files with the current figures, for any spreadsheet program.">
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {REPORTS.map(([report, name, text]) => (
        <li key={report} className="grid *:h-full">
          <Panel title={name}>
            <p className="text-muted">{text}</p>
            <div>
              <SaveButton
                look="button-dark max-sm:w-full"
                label="Download"
                busy="Downloading..."
                about={name}
                path={csvPath(report)}
                nameOtherwise={`${report}.csv`}
                done="Report Downloaded"
              />
            </div>
          </Panel>
        </li>
      ))}
    </ul>
  </Section>
);
