import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { FigureCard, FigureStrip } from '../../ui/figure-card';
import { FilterPills } from '../../ui/filter-pills';
import { PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState, ErrorState } from '../../ui/states';
import { MapView } from './map/map-view';
import type { TeamSearch } from './team-search';
import { WorkOrdersTable } from './work-orders-table';

const PAGE = 24;

const VIEWS = [
  { value: undefined, label: 'Work Orders' },
  { value: 'map', label: 'Map View' },
] as const;

const formatCount = (count: number | undefined) => (count === undefined ? undefined : String(count));

type TeamDashboardProps = { search: TeamSearch; onSearch: (search: TeamSearch) => void; onOpen: (id: number) => void };

export function TeamDashboard({ search, onSearch, onOpen }: TeamDashboardProps) {
  const summary = trpc.dispatch.summary.useQuery();
  return (
    <>
      <ScreenHeader title="Team Dashboard" text="Manage work orders, client profiles, and navigate to job sites" layout="gap-x-6 gap-y-4">
        <ScreenLink to="/team-management" label="Team Management" />
      </ScreenHeader>
      {summary.isError ? (
        <ErrorState text="The figures could not be loaded." onRetry={() => void summary.refetch()} />
      ) : (
        <FigureStrip label="Jobs" layout="sm:max-w-md">
          <FigureCard name="Active Orders" value={formatCount(summary.data?.activeOrders)} />
          <FigureCard name="Today's Jobs" value={formatCount(summary.data?.todaysJobs)} />
        </FigureStrip>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <FilterPills legend="View" filters={VIEWS} value={search.view} onFilter={(view) => onSearch({ ...search, view })} />
        {search.view === undefined && (
          <FilterPills
            legend="Jobs"
            filters={[
              { value: undefined, label: 'All Days' },
              { value: 'today' as const, label: 'Today', count: summary.data?.todaysJobs },
              { value: 'to-invoice' as const, label: 'To Invoice', count: summary.data?.jobsToInvoice },
            ]}
            value={search.when}
            onFilter={(when) => onSearch({ ...search, when })}
          />
        )}
      </div>
      {search.view === 'map' ? (
        <MapView search={search} onSearch={onSearch} onOpen={onOpen} />
      ) : (
        <WorkOrderList search={search} onSearch={onSearch} />
      )}
    </>
  );
}

type WorkOrderListProps = { search: TeamSearch; onSearch: (search: TeamSearch) => void };

const EMPTY = {
  all: { title: 'No work orders yet', text: 'Work orders will appear here when scheduled.' },
  today: { title: 'No jobs today', text: 'No jobs are scheduled for today, or all were cancelled.' },
  'to-invoice': { title: 'No jobs to invoice', text: 'Every finished job has its invoice or is finalized.' },
} as const;

function WorkOrderList({ search, onSearch }: WorkOrderListProps) {
  const { when, sort } = search;
  const list = trpc.dispatch.listSortedWorkOrders.useInfiniteQuery({ limit: PAGE, ...(when && { when }), ...(sort && { sort }) }, PAGED);
  const showAll = when && { action: 'Show All Work Orders', onAction: () => onSearch({}) };
  return (
    <WorkOrdersTable
      list={list}
      sort={sort}
      onSort={(next) => onSearch({ ...search, sort: next })}
      isToInvoice={when === 'to-invoice'}
      empty={
        <EmptyState heading="h2" {...EMPTY[when ?? 'all']} {...showAll}>
          {!when && <ScreenLink to="/clients" look="button-dark mt-2" label="Plan a Job for a Client" />}
        </EmptyState>
      }
    />
  );
}
