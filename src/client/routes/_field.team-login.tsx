import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { TeamLogin } from '../features/field/team-login';

export const Route = createFileRoute('/_field/team-login')({
  head: () => ({ meta: [{ title: 'Team Login' }] }),
  component: TeamLoginPage,
});

const route = getRouteApi('/_field/team-login');

function TeamLoginPage() {
  const navigate = route.useNavigate();
  return <TeamLogin onSignedIn={(id) => void navigate({ to: '/team-member-dashboard/$id', params: { id: String(id) } })} />;
}
