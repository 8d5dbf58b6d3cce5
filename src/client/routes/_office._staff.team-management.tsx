import { createFileRoute, Link } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/team-management')({
  head: () => ({ meta: [{ title: 'Team Management' }] }),
  component: TeamManagement,
});

function TeamManagement() {
  return (
    <ScreenInPreparation title="Team Management" purpose="Who works here, with which role.">
      <Link to="/team" className="button-ghost">
        Team Dashboard
      </Link>
    </ScreenInPreparation>
  );
}
