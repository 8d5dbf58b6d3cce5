import type { OpportunityKind } from '../../../shared/automation';
import { trpc } from '../../trpc';
import { CollapsedList } from '../../ui/collapsed-list';
import { FilterPills } from '../../ui/filter-pills';
import { PAGED } from '../../ui/paged-list';
import { EmptyState } from '../../ui/states';
import type { AutomationSearch, OpportunityView } from './automation-search';
import { OpportunityRow } from './opportunity-row';

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
  const group = groups.find(({ key }) => key === search.found);
  const kinds = [...(group ? group.kinds : groups.flatMap((one) => one.kinds))];
  const list = trpc.automation.listOpportunities.useInfiniteQuery(
    { kinds, view: search.view ?? 'live', limit: PAGE },
    { ...refetch, ...PAGED },
  );
  return (
    <section id="opportunities" aria-labelledby="opportunities-title" className="grid scroll-mt-24 gap-4">
      <h2 id="opportunities-title" className="font-bold text-xl">
        Opportunities
      </h2>
      <div className="grid gap-2">
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
      <CollapsedList
        list={list}
        loading="Loading opportunities..."
        failed="The opportunities could not be loaded."
        empty={
          <EmptyState
            title={search.view ? 'No opportunities with this status' : "You're all caught up"}
            text={search.view ? 'Choose another status above.' : emptyText}
          />
        }
        about="opportunities"
      >
        {(opportunity) => <OpportunityRow key={opportunity.id} opportunity={opportunity} />}
      </CollapsedList>
    </section>
  );
}
