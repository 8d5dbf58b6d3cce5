import { createFileRoute } from '@tanstack/react-router';
import { TeamLogin } from '../features/field/team-login';
import { companyIn } from '../ui/public/company';

export const Route = createFileRoute('/_field/team-login')({
  head: ({ matches }) => ({ meta: [{ title: `Team Login · ${companyIn(matches).name}` }] }),
  component: TeamLoginPage,
});

function TeamLoginPage() {
  const navigate = Route.useNavigate();
  return <TeamLogin onSignedIn={(id) => void navigate({ to: '/team-member-dashboard/$id', params: { id: String(id) } })} />;
}
