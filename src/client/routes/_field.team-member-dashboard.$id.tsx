import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FieldScreen } from '../features/field/field-screen';
import { leaveField, readMemberSession } from '../features/field/member-session';
import { Spinner } from '../ui/public/spinner';

export const Route = createFileRoute('/_field/team-member-dashboard/$id')({
  head: () => ({ meta: [{ title: 'My Jobs' }] }),
  component: TeamMemberDashboard,
});

/** Shows the dashboard to the member whose session is stored in this browser; sends others to the login. */
function TeamMemberDashboard() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const [member] = useState(readMemberSession);
  const isOwn = member !== undefined && String(member.id) === id;
  // Synchronizes with the router: the address must not change while rendering.
  useEffect(() => {
    if (!isOwn) void navigate({ to: '/team-login', replace: true });
  }, [isOwn, navigate]);
  const [leave] = useState(() => () => {
    if (member) leaveField(member.id);
    void navigate({ to: '/team-login', replace: true });
  });
  return isOwn ? <FieldScreen key={member.id} member={member} onLoggedOut={leave} /> : <Spinner />;
}
