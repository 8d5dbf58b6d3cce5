import { createFileRoute } from '@tanstack/react-router';
import { memo } from 'react';
import { MemberDrawer } from '../features/team/member-drawer';
import { type MembersSearch, readMembersSearch } from '../features/team/members-search';
import { TeamScreen } from '../features/team/team-screen';
import { useClose, useOpen } from '../ui/beside-list';
import { listReader } from '../ui/search-params';
import { unreadSearch } from '../unread-search';

const readList = listReader(readMembersSearch, 'member');

export const Route = createFileRoute('/_office/_staff/team-management')({
  validateSearch: unreadSearch<MembersSearch>(),
  head: () => ({ meta: [{ title: 'Team Management' }] }),
  component: TeamManagement,
});

/** The list. Memoized, so that it does not render again when a record opens beside it. */
const List = memo(function List() {
  const search = Route.useSearch({ select: readList });
  const navigate = Route.useNavigate();
  const open = useOpen();
  const closeForm = useClose('new');
  return (
    <TeamScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: next.view === search.view })}
      onAdding={(isAdding) => (isAdding ? open({ new: 1 }) : closeForm())}
    />
  );
});

function TeamManagement() {
  const { member } = Route.useSearch({ select: readMembersSearch });
  const close = useClose('member');
  return (
    <>
      <List />
      {member !== undefined && <MemberDrawer key={member} id={member} onClose={close} />}
    </>
  );
}
