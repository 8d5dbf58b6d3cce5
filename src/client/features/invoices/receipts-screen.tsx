import type { RouterOutputs } from '../../../server/router';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { Button, ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { FilterPills } from '../../ui/filter-pills';
import { PageTitle } from '../../ui/page-title';
import { PAGED } from '../../ui/paged-list';
import { SampleFacts } from '../../ui/sample-facts';
import { SearchBox } from '../../ui/search-box';
import { formatNothingFound } from '../../ui/short-search';
import { EmptyState, ErrorState } from '../../ui/states';
import { TabPanels } from '../../ui/tab-list';
import type { ReceiptsSearch } from './invoices-search';
import { MoneyInList } from './money-in';
import { ReceiptsTable } from './receipts-table';

const PAGE = 20;
const LOADING = 'Loading receipts...';
const VIEWS = [
  { value: undefined, label: 'All' },
  { value: 'payments', label: 'Payments' },
  { value: 'refunds', label: 'Refunds' },
  { value: 'voided', label: 'Voided' },
] as const;

type ReceiptsScreenProps = { search: ReceiptsSearch; onSearch: (search: ReceiptsSearch) => void; onCreate: () => void };

export function ReceiptsScreen({ search, onSearch, onCreate }: ReceiptsScreenProps) {
  const summary = trpc.invoices.receiptSummary.useQuery();
  return (
    <>
      <header className="grid gap-3">
        <div>
          <ScreenLink to="/admin" look="button-ghost lg:min-h-9" label="Back to Admin" />
        </div>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="mr-auto">
            <PageTitle size="text-[26px] sm:text-[30px]">{summary.isPending ? LOADING : 'Receipt Management'}</PageTitle>
            <p className="mt-1 text-muted">Track payments and generate receipts for services</p>
          </div>
          <Button isNew look="button-primary max-sm:w-full" label="Create Receipt" onPress={onCreate} />
        </div>
        {summary.isError ? (
          <ErrorState text="The totals could not be loaded." onRetry={() => void summary.refetch()} />
        ) : (
          <Totals summary={summary.data} />
        )}
      </header>
      <SampleFacts />
      <TabPanels
        label="Receipts"
        value={search.view === 'money-in' ? 'money-in' : 'made'}
        onTab={(tab) => onSearch(tab === 'money-in' ? { view: 'money-in' } : {})}
        tabs={[
          { value: 'made', word: 'All receipts', panel: <MadeReceipts search={search} onSearch={onSearch} onCreate={onCreate} /> },
          {
            value: 'money-in',
            word: 'Money in',
            panel: <MoneyInList status={search.money} onStatus={(money) => onSearch({ view: 'money-in', money })} />,
          },
        ]}
      />
    </>
  );
}

type Summary = RouterOutputs['invoices']['receiptSummary'];

/** Shows the totals of the receipts; dots in their place while they load. */
const Totals = ({ summary }: { summary: Summary | undefined }) => (
  <div className="flex flex-wrap gap-2">
    <Chip tone="quiet">{`Total Receipts: ${summary?.totalReceipts ?? '…'}`}</Chip>
    <Chip tone="good">{`Total Payments: ${summary ? formatPrice(summary.totalPayments) : '…'}`}</Chip>
    {summary?.refunds !== 0 && <Chip tone="active">{`Net of refunds: ${summary ? formatPrice(summary.netOfRefunds) : '…'}`}</Chip>}
  </div>
);

const MadeReceipts = ({ search, onSearch, onCreate }: ReceiptsScreenProps) => (
  <div className="grid grid-cols-1 gap-6">
    <Filters search={search} onSearch={onSearch} />
    <ReceiptList search={search} onSearch={onSearch} onShowAll={() => onSearch({})} onCreate={onCreate} />
  </div>
);

const Filters = ({ search, onSearch }: Pick<ReceiptsScreenProps, 'search' | 'onSearch'>) => (
  <div className="grid items-center gap-3 xl:grid-cols-[minmax(0,1fr)_20rem]">
    <SearchBox
      label="Search receipts"
      placeholder="Number, customer, e-mail or description"
      value={search.search ?? ''}
      onSearch={(words) => onSearch({ ...search, search: words || undefined })}
      className="max-xl:max-w-xl xl:order-2"
    />
    <FilterPills legend="Kind" filters={VIEWS} value={search.view} onFilter={(view) => onSearch({ ...search, view })} />
  </div>
);

type ListProps = { search: ReceiptsSearch; onShowAll: () => void; onCreate: () => void };

function ReceiptList({ search: shown, onSearch, onShowAll, onCreate }: ListProps & Pick<ReceiptsScreenProps, 'onSearch'>) {
  const { search, sort } = shown;
  const view = shown.view === 'money-in' ? undefined : shown.view;
  const list = trpc.invoices.listReceipts.useInfiniteQuery(
    { limit: PAGE, ...(view && { view }), ...(search && { search }), ...(sort && { sort }) },
    PAGED,
  );
  return (
    <ReceiptsTable
      list={list}
      sort={sort}
      onSort={(next) => onSearch({ ...shown, sort: next })}
      empty={<NoReceipts search={shown} onShowAll={onShowAll} onCreate={onCreate} />}
    />
  );
}

function NoReceipts({ search: { view, search }, onShowAll, onCreate }: ListProps) {
  if (!view && !search)
    return (
      <EmptyState
        heading="h2"
        title="No receipts yet"
        text="Create your first receipt to track payments."
        action="Create First Receipt"
        onAction={onCreate}
        look="button-dark"
      />
    );
  const text = search ? formatNothingFound(search, 'receipts') : 'There are no receipts of this kind.';
  return <EmptyState heading="h2" title="No receipts match" text={text} action="Show All Receipts" onAction={onShowAll} />;
}
