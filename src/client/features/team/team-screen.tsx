import { trpc } from '../../trpc';
import { ScreenLink } from '../../ui/button';
import { FilterPills } from '../../ui/filter-pills';
import { PAGED } from '../../ui/paged-list';
import { ScreenHeader } from '../../ui/screen-header';
import { AddMember } from './member-dialogs';
import type { MembersSearch } from './members-search';
import { MembersTable } from './members-table';
import { AddTimeOff, TimeOffLists, WaitingRequests } from './time-off';

const VIEWS = [
  { value: undefined, label: 'Members' },
  { value: 'time-off', label: 'Time Off' },
] as const;
const PAGE = 25;

type TeamScreenProps = { search: MembersSearch; onSearch: (search: MembersSearch) => void; onAdding: (isAdding: boolean) => void };

export function TeamScreen({ search, onSearch, onAdding }: TeamScreenProps) {
  return (
    <>
      <ScreenHeader title="Team Management" text="Your team's contact details, access and time off." hasBar>
        <ScreenLink to="/team" label="Team Dashboard" />
        {search.view === 'time-off' ? <AddTimeOff /> : <AddMember isOpen={search.new === 1} onOpenChange={onAdding} />}
      </ScreenHeader>
      <FilterPills legend="View" filters={VIEWS} value={search.view} onFilter={(view) => onSearch({ view })} />
      {search.view === 'time-off' ? <TimeOffLists /> : <Members search={search} onSearch={onSearch} onAdding={onAdding} />}
    </>
  );
}

function Members({ search: { sort }, onSearch, onAdding }: TeamScreenProps) {
  const list = trpc.team.list.useInfiniteQuery({ limit: PAGE, ...(sort && { sort }) }, PAGED);
  return (
    <>
      <WaitingRequests />
      <MembersTable list={list} sort={sort} onSort={(next) => onSearch({ sort: next })} onAdd={() => onAdding(true)} />
    </>
  );
}
