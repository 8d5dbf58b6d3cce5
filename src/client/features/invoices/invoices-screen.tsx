import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { BIN_DAYS } from '../../../shared/invoices';
import { trpc } from '../../trpc';
import { Button, ScreenLink } from '../../ui/button';
import { FilterPills } from '../../ui/filter-pills';
import { PageTitle } from '../../ui/page-title';
import { PAGED } from '../../ui/paged-list';
import { SampleFacts } from '../../ui/sample-facts';
import { SearchBox } from '../../ui/search-box';
import { formatNothingFound } from '../../ui/short-search';
import { EmptyState } from '../../ui/states';
import { TabPanels } from '../../ui/tab-list';
import { CreditNotes } from './credit-notes';
import type { InvoicesSearch } from './invoices-search';
import { InvoicesSummary } from './invoices-summary';
import { BinTable, InvoicesTable } from './invoices-table';
import { UnbilledJobs } from './unbilled-jobs';

const PAGE = 20;

type InvoicesScreenProps = { search: InvoicesSearch; onSearch: (search: InvoicesSearch) => void; onCreate: () => void };

export const InvoicesScreen = ({ search, onSearch, onCreate }: InvoicesScreenProps) => (
  <>
    <header className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <ScreenLink to="/admin" look="button-ghost lg:min-h-9" label="Back to Admin" />
        <GoBack />
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="mr-auto">
          <PageTitle size="text-[26px] sm:text-[30px]">Invoice Management</PageTitle>
          <p className="mt-1 text-muted">Who owes what, since when, and what came in.</p>
        </div>
        <Button isNew look="button-primary max-sm:w-full" label="Create Invoice" onPress={onCreate} />
      </div>
    </header>
    <SampleFacts />
    <InvoicesSummary />
    <TabPanels
      label="Invoices"
      value={search.view === 'to-bill' ? 'to-bill' : 'made'}
      onTab={(tab) => onSearch(tab === 'to-bill' ? { view: 'to-bill' } : {})}
      tabs={[
        { value: 'made', word: 'All invoices', panel: <MadeInvoices search={search} onSearch={onSearch} onCreate={onCreate} /> },
        { value: 'to-bill', word: 'To bill', panel: <UnbilledJobs /> },
      ]}
    />
  </>
);

const MadeInvoices = ({ search, onSearch, onCreate }: InvoicesScreenProps) => (
  <div className="grid gap-6">
    <Filters search={search} onSearch={onSearch} />
    {search.view === 'bin' && <Bin onShowAll={() => onSearch({})} />}
    {search.view === 'credit-notes' && <CreditNotes />}
    {!hasNoSearch(search.view) && <InvoiceList search={search} onSearch={onSearch} onShowAll={() => onSearch({})} onCreate={onCreate} />}
  </div>
);

type SearchlessView = 'bin' | 'credit-notes' | 'to-bill';
const hasNoSearch = (view: InvoicesSearch['view']): view is SearchlessView =>
  view === 'bin' || view === 'credit-notes' || view === 'to-bill';

function GoBack() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  return (
    <button
      type="button"
      className="button-ghost lg:min-h-9"
      onClick={() => (canGoBack ? router.history.back() : void navigate({ to: '/admin' }))}
    >
      <span aria-hidden="true">←</span> Go Back
    </button>
  );
}

function Filters({ search, onSearch }: Pick<InvoicesScreenProps, 'search' | 'onSearch'>) {
  const { data } = trpc.invoices.summary.useQuery();
  return (
    <div className="grid items-center gap-3 xl:grid-cols-[minmax(0,1fr)_20rem]">
      {!hasNoSearch(search.view) && (
        <SearchBox
          label="Search invoices"
          placeholder="Number, customer, e-mail or service"
          value={search.search ?? ''}
          onSearch={(words) => onSearch({ ...search, search: words || undefined })}
          className="max-xl:max-w-xl xl:order-2"
        />
      )}
      <FilterPills
        legend="Status"
        filters={[
          { value: undefined, label: 'All' },
          { value: 'draft' as const, label: 'Draft', count: data?.drafts },
          { value: 'pending' as const, label: 'Pending', count: data && data.outstanding.invoices - data.overdue.invoices },
          { value: 'overdue' as const, label: 'Overdue', count: data?.overdue.invoices },
          { value: 'paid' as const, label: 'Paid' },
          { value: 'credit-notes' as const, label: 'Credit Notes' },
          { value: 'voided' as const, label: 'Voided' },
          { value: 'bin' as const, label: 'Bin', count: data?.inBin },
        ]}
        // The open view covers two of these filters, so neither is selected.
        value={search.view === 'open' ? null : search.view}
        onFilter={(view) => onSearch(hasNoSearch(view ?? undefined) ? { view: view ?? undefined } : { ...search, view: view ?? undefined })}
      />
      {search.view === 'open' && (
        <p className="flex flex-wrap items-center gap-x-3 text-muted xl:order-3 xl:col-span-full">
          All that is owed: pending and overdue.
          <Button
            look="min-h-11 font-semibold text-ink underline underline-offset-4"
            label="Show All Invoices"
            onPress={() => onSearch({})}
          />
        </p>
      )}
    </div>
  );
}

type ListProps = { search: InvoicesSearch; onShowAll: () => void; onCreate: () => void };

function InvoiceList({ search: shown, onSearch, onShowAll, onCreate }: ListProps & Pick<InvoicesScreenProps, 'onSearch'>) {
  const { view, search, sort } = shown;
  const list = trpc.invoices.list.useInfiniteQuery(
    { limit: PAGE, ...(view && !hasNoSearch(view) && { view }), ...(search && { search }), ...(sort && { sort }) },
    PAGED,
  );
  const Table = view === 'voided' ? BinTable : InvoicesTable;
  return (
    <Table
      list={list}
      sort={sort}
      onSort={(next) => onSearch({ ...shown, sort: next })}
      loading="Loading invoices..."
      failed="The invoices could not be loaded."
      empty={<NoInvoices search={shown} onShowAll={onShowAll} onCreate={onCreate} />}
    />
  );
}

function NoInvoices({ search: { view, search }, onShowAll, onCreate }: ListProps) {
  if (!view && !search)
    return (
      <EmptyState
        heading="h2"
        title="No invoices yet"
        text="Create one here, or from a completed work order or a booking."
        action="Create Your First Invoice"
        onAction={onCreate}
        look="button-dark"
      />
    );
  const text = search ? formatNothingFound(search, 'invoices') : 'No invoice has this status right now.';
  return <EmptyState heading="h2" title="No invoices match" text={text} action="Show All Invoices" onAction={onShowAll} />;
}

function Bin({ onShowAll }: Pick<ListProps, 'onShowAll'>) {
  const list = trpc.invoices.bin.useInfiniteQuery({ limit: PAGE }, PAGED);
  return (
    <BinTable
      list={list}
      loading="Loading the bin..."
      failed="The bin could not be loaded."
      empty={
        <EmptyState
          heading="h2"
          title="The bin is empty"
          text={`Deleted drafts and voided invoices can be restored from here for ${BIN_DAYS} days.`}
          action="Show All Invoices"
          onAction={onShowAll}
        />
      }
    />
  );
}
