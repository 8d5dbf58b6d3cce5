import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { JobDrawer } from '../features/dispatch/job-drawer';
import { TeamDashboard } from '../features/dispatch/team-dashboard';
import { readTeamSearch, type TeamSearch } from '../features/dispatch/team-search';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readTeamSearch, 'order');

export const Route = createFileRoute('/_office/_staff/team')({
  validateSearch: unreadSearch<TeamSearch>(),
  head: () => ({ meta: [{ title: 'Team Dashboard' }] }),
  component: Team,
});

/** The list, which stays as it is drawn while a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  return (
    <TeamDashboard
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: next.view === search.view })}
      onOpen={(order) => void navigate({ search: { ...search, order }, resetScroll: false })}
    />
  );
});

function Team() {
  const { order, ...shown } = Route.useSearch({ select: readTeamSearch });
  const navigate = Route.useNavigate();
  return (
    <>
      <List />
      {order !== undefined && (
        <JobDrawer
          id={order}
          back="Back to Dashboard"
          onClose={() => void navigate({ search: shown, replace: true, resetScroll: false })}
        />
      )}
    </>
  );
}
