import { createFileRoute } from '@tanstack/react-router';
import { MessagesScreen } from '../features/messages/messages-screen';
import { type MessagesSearch, readMessagesSearch } from '../features/messages/messages-search';
import { ScreenHeader } from '../ui/screen-header';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/messages')({
  validateSearch: unreadSearch<MessagesSearch>(),
  head: () => ({ meta: [{ title: 'Messages' }] }),
  component: Messages,
});

function Messages() {
  const search = Route.useSearch({ select: readMessagesSearch });
  const navigate = Route.useNavigate();
  return (
    <>
      <ScreenHeader title="Messages" text="Messages to clients, to the team and to you, and whether the mail server accepted them." />
      <MessagesScreen search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />
    </>
  );
}
