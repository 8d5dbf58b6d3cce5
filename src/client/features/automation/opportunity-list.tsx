import { KIND_NAMES, type OpportunityKind } from '../../../shared/automation';
import type { OPPORTUNITY_ORDERS, Opportunity } from '../../../shared/automation-schemas';
import { formatPrice } from '../../../shared/store-sums';
import { trpc } from '../../trpc';
import { besideList, useClose } from '../../ui/beside-list';
import { type Column, DataTable, ROW_ACTION, TwoLines } from '../../ui/data-table';
import { FilterPills } from '../../ui/filter-pills';
import { PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import { formatTimestamp } from '../../ui/times';
import type { AutomationSearch, OpportunityView } from './automation-search';
import { OpportunityActions, SetStatus, StatusChip } from './opportunity-actions';
import { OpportunityDrawer } from './opportunity-drawer';

export type KindGroup = { key: string; label: string; kinds: readonly [OpportunityKind, ...OpportunityKind[]] };

const PAGE = 20;
const VIEWS: readonly { value: OpportunityView | undefined; label: string }[] = [
  { value: undefined, label: 'To do' },
  { value: 'contacted', label: 'Contacted' },
  { value: 'won', label: 'Won' },
  { value: 'lost', label: 'Lost' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: 'expired', label: 'Expired' },
  { value: 'all', label: 'All' },
];

type OpportunityListProps = {
  groups: readonly KindGroup[];
  emptyText: string;
  search: AutomationSearch;
  onSearch: (search: AutomationSearch) => void;
  refetch: { refetchInterval: number | false };
};

export function OpportunityList({ groups, emptyText, search, onSearch, refetch }: OpportunityListProps) {
  const close = useClose('opportunity');
  const group = groups.find(({ key }) => key === search.found);
  const kinds = [...(group ? group.kinds : groups.flatMap((one) => one.kinds))];
  const list = trpc.automation.listOpportunities.useInfiniteQuery(
    { kinds, view: search.view ?? 'live', limit: PAGE, ...(search.sort && { sort: search.sort }) },
    { ...refetch, ...PAGED },
  );
  return (
    <section aria-label="Opportunities" className="grid gap-3">
      <div className="grid gap-1">
        <FilterPills
          legend="Found by"
          filters={[
            { value: undefined as string | undefined, label: 'All kinds' },
            ...groups.map(({ key, label }) => ({ value: key as string | undefined, label })),
          ]}
          value={group?.key}
          onFilter={(found) => onSearch({ ...search, found })}
        />
        <FilterPills legend="Status" filters={VIEWS} value={search.view} onFilter={(view) => onSearch({ ...search, view })} />
      </div>
      <DataTable
        name="opportunities"
        title="Opportunities"
        list={list}
        sort={search.sort}
        onSort={(sort) => onSearch({ ...search, sort })}
        columns={COLUMNS}
        select={{ table: 'opportunities' }}
        about={({ title }) => title}
        open={({ id }) => besideList({ opportunity: id })}
        action={(opportunity) => <SetStatus opportunity={opportunity} to="contacted" look={ROW_ACTION} />}
        menu={(opportunity) => <OpportunityActions opportunity={opportunity} />}
        phone={(opportunity) => [
          [opportunity.title, opportunity.value !== null && formatPrice(opportunity.value)],
          [
            <span key="text">
              {KIND_NAMES[opportunity.kind]} · {opportunity.reason}
            </span>,
            <StatusChip key="status" opportunity={opportunity} />,
          ],
        ]}
        loading="Loading opportunities..."
        failed="The opportunities could not be loaded."
        empty={
          search.view !== undefined && search.view !== 'all' ? (
            <EmptyState
              title="No opportunities with this status"
              text="Choose another status above."
              action="Show What to Do"
              onAction={() => onSearch({ ...search, view: undefined })}
            />
          ) : (
            <EmptyState
              title={search.view ? 'No opportunities yet' : "You're all caught up"}
              text={emptyText}
              {...(!search.view && { action: 'Show All', onAction: () => onSearch({ ...search, view: 'all' }) })}
            />
          )
        }
      />
      {search.opportunity && <OpportunityDrawer id={search.opportunity} onClose={close} />}
    </section>
  );
}

const COLUMNS: readonly Column<Opportunity, (typeof OPPORTUNITY_ORDERS)[number]>[] = [
  {
    key: 'title',
    head: 'Opportunity',
    cell: ({ title, reason }) => <TwoLines first={title} second={reason} />,
  },
  { key: 'kind', head: 'Kind', from: 'lg', isOptional: true, width: 'w-40', cell: ({ kind }) => KIND_NAMES[kind] },
  { key: 'score', head: 'Score', sort: 'score', from: 'xl', isOptional: true, align: 'end', width: 'w-20', cell: ({ score }) => score },
  {
    key: 'value',
    head: 'Value',
    sort: 'value',
    isOptional: true,
    align: 'end',
    width: 'w-28',
    cell: ({ value }) => value !== null && formatPrice(value),
  },
  {
    key: 'found',
    head: 'Found',
    sort: 'found',
    from: 'xl',
    isOptional: true,
    width: 'w-40',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatTimestamp(createdAt)}</time>,
  },
  { key: 'status', head: 'Status', width: 'w-40', cell: (opportunity) => <StatusChip opportunity={opportunity} /> },
];
