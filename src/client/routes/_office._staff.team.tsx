import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { JobDrawer } from '../features/dispatch/job-drawer';
import { TeamDashboard } from '../features/dispatch/team-dashboard';
import { readTeamSearch, type TeamSearch } from '../features/dispatch/team-search';
import { useClose, useOpen } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readTeamSearch, 'order');

export const Route = createFileRoute('/_office/_staff/team')({
  validateSearch: unreadSearch<TeamSearch>(),
  head: () => ({ meta: [{ title: 'Team Dashboard' }] }),
  component: Team,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  const open = useOpen();
  return (
    <TeamDashboard
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: next.view === search.view })}
      onOpen={(order) => open({ order })}
    />
  );
});

function Team() {
  const { order } = Route.useSearch({ select: readTeamSearch });
  const close = useClose('order');
  return (
    <>
      <List />
      {order !== undefined && <JobDrawer id={order} back="Back to Dashboard" onClose={close} />}
    </>
  );
}
