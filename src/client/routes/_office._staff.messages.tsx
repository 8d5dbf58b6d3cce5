import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { MessagesScreen } from '../features/messages/messages-screen';
import { type MessagesSearch, readMessagesSearch } from '../features/messages/messages-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/messages')({
  validateSearch: unreadSearch<MessagesSearch>(),
  head: () => ({ meta: [{ title: 'Messages' }] }),
  component: Messages,
});

const route = getRouteApi('/_office/_staff/messages');

function Messages() {
  const { view } = route.useSearch({ select: readMessagesSearch });
  const navigate = route.useNavigate();
  return <MessagesScreen view={view} onView={(next) => void navigate({ search: { view: next }, replace: true })} />;
}
