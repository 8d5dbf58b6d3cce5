import type { PLAN_STATUSES } from '../../../shared/plans';
import { trpc } from '../../trpc';
import { Button } from '../../ui/button';
import { FilterPills } from '../../ui/filter-pills';
import { PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { EmptyState } from '../../ui/states';
import type { PlansSearch } from './plans-search';
import { PlansTable } from './plans-table';

const STATUSES = [
  { value: undefined, label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'paused', label: 'Paused' },
  { value: 'proposed', label: 'Proposed' },
  { value: 'ended', label: 'Ended' },
] as const satisfies readonly { value: (typeof PLAN_STATUSES)[number] | undefined; label: string }[];
const PAGE = 25;

type PlansScreenProps = { search: PlansSearch; onSearch: (search: PlansSearch) => void; onCreate: () => void };

export function PlansScreen({ search, onSearch, onCreate }: PlansScreenProps) {
  const { status, client } = search;
  const list = trpc.plans.list.useInfiniteQuery(
    { limit: PAGE, ...(status && { status }), ...(client !== undefined && { clientId: client }) },
    PAGED,
  );
  return (
    <>
      <ScreenHeader title="Plans" text="Recurring visits, planned six weeks ahead.">
        <Button isNew look="button-primary max-sm:w-full" label="New Plan" onPress={onCreate} />
      </ScreenHeader>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <FilterPills legend="Status" filters={STATUSES} value={status} onFilter={(next) => onSearch({ ...search, status: next })} />
        {client !== undefined && <ClientFilter id={client} onClear={() => onSearch({ ...search, client: undefined })} />}
      </div>
      <PlansTable list={list} empty={<NoPlans search={search} onShowAll={() => onSearch({})} onCreate={onCreate} />} />
    </>
  );
}

function ClientFilter({ id, onClear }: { id: number; onClear: () => void }) {
  const client = trpc.clients.get.useQuery({ id });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="max-sm:w-full">Only plans of {client.data?.name ?? 'one client'}</span>
      <Button look="button-ghost lg:min-h-9" label="Show All Clients" onPress={onClear} />
    </p>
  );
}

type NoPlansProps = { search: PlansSearch; onShowAll: () => void; onCreate: () => void };

const NoPlans = ({ search: { status, client }, onShowAll, onCreate }: NoPlansProps) =>
  status === undefined && client === undefined ? (
    <EmptyState
      heading="h2"
      title="No plans yet"
      text="A plan makes the jobs of a client who is cleaned every week, every two weeks or every month."
      action="New Plan"
      onAction={onCreate}
      look="button-dark"
    />
  ) : (
    <EmptyState
      heading="h2"
      title="No plans match"
      text={status === undefined ? 'This client has no plan.' : `No plan is ${status} here.`}
      action="Show All Plans"
      onAction={onShowAll}
    />
  );
