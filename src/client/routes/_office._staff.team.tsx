import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { OrderDetails } from '../features/dispatch/order-details';
import { TeamDashboard } from '../features/dispatch/team-dashboard';
import { readTeamSearch } from '../features/dispatch/team-search';

export const Route = createFileRoute('/_office/_staff/team')({
  validateSearch: readTeamSearch,
  head: () => ({ meta: [{ title: 'Team Dashboard' }] }),
  component: Team,
});

const route = getRouteApi('/_office/_staff/team');

function Team() {
  const { order, ...shown } = route.useSearch();
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
