import { createFileRoute } from '@tanstack/react-router';
import { type MembersSearch, readMembersSearch } from '../features/team/members-search';
import { TeamScreen } from '../features/team/team-screen';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/team-management')({
  validateSearch: unreadSearch<MembersSearch>(),
  head: () => ({ meta: [{ title: 'Team Management' }] }),
  component: TeamManagement,
});

function TeamManagement() {
  const { member } = Route.useSearch({ select: readMembersSearch });
  return <TeamScreen member={member} />;
}
