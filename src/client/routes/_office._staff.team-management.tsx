import { createFileRoute } from '@tanstack/react-router';
import { MemberDrawer } from '../features/team/member-drawer';
import { type MembersSearch, readMembersSearch } from '../features/team/members-search';
import { TeamScreen } from '../features/team/team-screen';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/team-management')({
  validateSearch: unreadSearch<MembersSearch>(),
  head: () => ({ meta: [{ title: 'Team Management' }] }),
  component: TeamManagement,
});

function TeamManagement() {
  const { member, ...shown } = Route.useSearch({ select: readMembersSearch });
  const navigate = Route.useNavigate();
  return (
    <>
      <TeamScreen search={shown} onSearch={(search) => void navigate({ search, replace: search.view === shown.view })} />
      {member !== undefined && <MemberDrawer key={member} id={member} onClose={() => void navigate({ search: shown, replace: true })} />}
    </>
  );
}
