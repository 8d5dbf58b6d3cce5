import { createFileRoute } from '@tanstack/react-router';
import { TeamScreen } from '../features/team/team-screen';

export const Route = createFileRoute('/_office/_staff/team-management')({
  head: () => ({ meta: [{ title: 'Team Management' }] }),
  component: TeamScreen,
});
