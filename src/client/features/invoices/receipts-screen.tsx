import { formatPrice } from '../../../shared/store-sums';
import { getStatus } from '../../call-error';
import { trpc } from '../../trpc';
import { Button, ScreenLink } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { FilterPills } from '../../ui/filter-pills';
import { Loaded } from '../../ui/loaded';
import { PageTitle } from '../../ui/page-title';
import { PAGED, PagedList } from '../../ui/paged-list';
import { SearchBox } from '../../ui/search-box';
import { formatNothingFound } from '../../ui/short-search';
import { EmptyState } from '../../ui/states';
import type { ReceiptsSearch } from './invoices-search';
import { ReceiptCard } from './receipt-card';

const PAGE = 25;
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
      <header className="grid gap-4">
        <div>
          <ScreenLink to="/admin" look="button-ghost lg:min-h-9" label="Back to Admin" />
        </div>
        <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
          <div className="mr-auto">
            <PageTitle>{summary.isPending ? LOADING : 'Receipt Management'}</PageTitle>
            <p className="mt-1 text-muted">Track payments and generate receipts for services</p>
          </div>
          <Button isNew look="button-primary max-sm:w-full" label="Create Receipt" onPress={onCreate} />
        </div>
        {summary.data && (
          <div className="flex flex-wrap gap-2">
            <Chip tone="quiet">{`Total Receipts: ${summary.data.totalReceipts}`}</Chip>
            <Chip tone="good">{`Total Payments: ${formatPrice(summary.data.totalPayments)}`}</Chip>
            {summary.data.refunds > 0 && <Chip tone="active">{`Net of refunds: ${formatPrice(summary.data.netOfRefunds)}`}</Chip>}
          </div>
        )}
      </header>
      {search.receipt === undefined ? (
        <>
          <Filters search={search} onSearch={onSearch} />
          <ReceiptList search={search} onShowAll={() => onSearch({})} onCreate={onCreate} />
        </>
      ) : (
        <OneReceipt id={search.receipt} onShowAll={() => onSearch({})} />
      )}
    </>
  );
}

const Filters = ({ search, onSearch }: Pick<ReceiptsScreenProps, 'search' | 'onSearch'>) => (
  <div className="grid gap-3">
    <SearchBox
      label="Search receipts"
      placeholder="Number, customer, e-mail or description"
      value={search.search ?? ''}
      onSearch={(words) => onSearch({ ...search, search: words || undefined })}
      className="max-w-xl"
    />
    <FilterPills legend="Kind" filters={VIEWS} value={search.view} onFilter={(view) => onSearch({ ...search, view })} />
  </div>
);

type ListProps = { search: ReceiptsSearch; onShowAll: () => void; onCreate: () => void };

function ReceiptList({ search: { view, search }, onShowAll, onCreate }: ListProps) {
  const list = trpc.invoices.listReceipts.useInfiniteQuery({ limit: PAGE, ...(view && { view }), ...(search && { search }) }, PAGED);
  return (
    <PagedList
      list={list}
      loading={LOADING}
      failed="The receipts could not be loaded."
      empty={<NoReceipts search={{ view, search }} onShowAll={onShowAll} onCreate={onCreate} />}
      title="The list"
    >
      {(receipt) => <ReceiptCard key={receipt.id} receipt={receipt} />}
    </PagedList>
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
  return (
    <EmptyState heading="h2" title="No receipts match" text={text}>
      <ShowAll onShowAll={onShowAll} />
    </EmptyState>
  );
}

function OneReceipt({ id, onShowAll }: { id: number; onShowAll: () => void }) {
  const receipt = trpc.invoices.getReceipt.useQuery({ id });
  const showAll = <ShowAll onShowAll={onShowAll} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="font-bold text-lg">One receipt</h2>
        {getStatus(receipt.error) !== 404 && showAll}
      </div>
      <Loaded
        query={receipt}
        loading="Loading the receipt..."
        failed="The receipt could not be loaded."
        missing={
          <EmptyState title="No such receipt" text="The address may be mistyped.">
            {showAll}
          </EmptyState>
        }
      >
        {(data) => (
          <ul>
            <ReceiptCard receipt={data} onDeleted={onShowAll} />
          </ul>
        )}
      </Loaded>
    </>
  );
}

const ShowAll = ({ onShowAll }: { onShowAll: () => void }) => (
  <Button look="button-ghost lg:min-h-9" label="Show All Receipts" onPress={onShowAll} />
);
