import { createFileRoute } from '@tanstack/react-router';
import { JobDrawer } from '../features/dispatch/job-drawer';
import { TeamDashboard } from '../features/dispatch/team-dashboard';
import { readTeamSearch, type TeamSearch } from '../features/dispatch/team-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/team')({
  validateSearch: unreadSearch<TeamSearch>(),
  head: () => ({ meta: [{ title: 'Team Dashboard' }] }),
  component: Team,
});

function Team() {
  const { order, ...shown } = Route.useSearch({ select: readTeamSearch });
  const navigate = Route.useNavigate();
  return (
    <>
      <TeamDashboard
        search={shown}
        onSearch={(search) => void navigate({ search, replace: search.view === shown.view })}
        onOpen={(id) => void navigate({ search: { ...shown, order: id } })}
      />
      {order !== undefined && <JobDrawer id={order} back="Back to Dashboard" onClose={() => void navigate({ search: shown })} />}
    </>
  );
}
