import { createFileRoute } from '@tanstack/react-router';
import { type MessagesSearch, readMessagesSearch } from '../features/messages/messages-search';
import { Outbox } from '../features/messages/outbox';
import { SettingsScreen } from '../features/settings/settings-screen';
import { readSettingsSearch, type SettingsSearch } from '../features/settings/settings-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/settings')({
  validateSearch: unreadSearch<SettingsSearch & MessagesSearch>(),
  head: () => ({ meta: [{ title: 'Settings' }] }),
  component: Settings,
});

function Settings() {
  const { section = 'company' } = Route.useSearch({ select: readSettingsSearch });
  const messages = Route.useSearch({ select: readMessagesSearch });
  const navigate = Route.useNavigate();
  const outbox = <Outbox search={messages} onSearch={(next) => void navigate({ search: { section, ...next }, replace: true })} />;
  return <SettingsScreen section={section} outbox={outbox} />;
}
