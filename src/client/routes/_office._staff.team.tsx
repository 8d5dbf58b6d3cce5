import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { OrderDetails } from '../features/dispatch/order-details';
import { TeamDashboard } from '../features/dispatch/team-dashboard';

export const Route = createFileRoute('/_office/_staff/team')({
  validateSearch: (search: Record<string, unknown>): { order?: number } =>
    Number.isSafeInteger(Number(search.order)) && Number(search.order) > 0 ? { order: Number(search.order) } : {},
  head: () => ({ meta: [{ title: 'Team Dashboard' }] }),
  component: Team,
});

const route = getRouteApi('/_office/_staff/team');

function Team() {
  const { order } = route.useSearch();
  const navigate = route.useNavigate();
  if (order !== undefined) return <OrderDetails id={order} onBack={() => void navigate({ search: {} })} />;
  return <TeamDashboard onOpen={(id) => void navigate({ search: { order: id } })} />;
}
