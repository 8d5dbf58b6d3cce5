import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { OrderDetails } from '../features/dispatch/order-details';
import { TeamDashboard } from '../features/dispatch/team-dashboard';
import { readTeamSearch, type TeamSearch } from '../features/dispatch/team-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/team')({
  validateSearch: unreadSearch<TeamSearch>(),
  head: () => ({ meta: [{ title: 'Team Dashboard' }] }),
  component: Team,
});

const route = getRouteApi('/_office/_staff/team');

function Team() {
  const { order, ...shown } = route.useSearch({ select: readTeamSearch });
  const navigate = route.useNavigate();
  if (order !== undefined) return <OrderDetails id={order} onBack={() => void navigate({ search: shown })} />;
  return (
    <TeamDashboard
      search={shown}
      onSearch={(search) => void navigate({ search, replace: search.view === shown.view })}
      onOpen={(id) => void navigate({ search: { ...shown, order: id } })}
    />
  );
}
