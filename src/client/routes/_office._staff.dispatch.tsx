import { createFileRoute } from '@tanstack/react-router';
import { DispatchScreen } from '../features/dispatch/board/dispatch-screen';
import { type DispatchSearch, readDispatchSearch } from '../features/dispatch/team-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/dispatch')({
  validateSearch: unreadSearch<DispatchSearch>(),
  head: () => ({ meta: [{ title: 'Dispatch' }] }),
  component: Dispatch,
});

function Dispatch() {
  const search = Route.useSearch({ select: readDispatchSearch });
  const navigate = Route.useNavigate();
  const change = (part: Partial<DispatchSearch>) => void navigate({ search: { ...search, ...part }, replace: true });
  return <DispatchScreen search={search} onSearch={change} />;
}
