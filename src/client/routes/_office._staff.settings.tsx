import { createFileRoute, getRouteApi } from '@tanstack/react-router';
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

const route = getRouteApi('/_office/_staff/settings');

function Settings() {
  const { section = 'company' } = route.useSearch({ select: readSettingsSearch });
  const { view } = route.useSearch({ select: readMessagesSearch });
  const navigate = route.useNavigate();
  const outbox = <Outbox view={view} onView={(next) => void navigate({ search: { section, view: next }, replace: true })} />;
  return <SettingsScreen section={section} outbox={outbox} />;
}
