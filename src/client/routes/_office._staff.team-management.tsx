import { createFileRoute } from '@tanstack/react-router';
import { ScreenInPreparation } from '../features/shell/screen-in-preparation';

export const Route = createFileRoute('/_office/_staff/team-management')({
  head: () => ({ meta: [{ title: 'Team Management' }] }),
  component: () => <ScreenInPreparation title="Team Management" purpose="The people of the team, their roles and their contacts." />,
});
