import { createFileRoute } from '@tanstack/react-router';
import { getToday } from '../clock';
import { DispatchScreen } from '../features/dispatch/board/dispatch-screen';
import { type DispatchSearch, readDispatchSearch } from '../features/dispatch/team-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/dispatch')({
  validateSearch: unreadSearch<DispatchSearch>(),
  head: () => ({ meta: [{ title: 'Dispatch' }] }),
  component: Dispatch,
});

function Dispatch() {
  const { day = getToday(), assign } = Route.useSearch({ select: readDispatchSearch });
  const navigate = Route.useNavigate();
  return (
    <DispatchScreen
      day={day}
      assign={assign}
      onDay={(next) => void navigate({ search: { day: next }, replace: true })}
      onAssignClosed={() => void navigate({ search: (search) => ({ ...search, assign: undefined }), replace: true })}
    />
  );
}
