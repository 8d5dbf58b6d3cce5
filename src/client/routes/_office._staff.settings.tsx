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
  const { view } = Route.useSearch({ select: readMessagesSearch });
  const navigate = Route.useNavigate();
  const outbox = <Outbox view={view} onView={(next) => void navigate({ search: { section, view: next }, replace: true })} />;
  return <SettingsScreen section={section} outbox={outbox} />;
}
