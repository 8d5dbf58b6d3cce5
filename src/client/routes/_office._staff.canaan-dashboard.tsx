import { createFileRoute } from '@tanstack/react-router';
import { type AutomationSearch, readAutomationSearch } from '../features/automation/automation-search';
import { CanaanDashboard } from '../features/automation/canaan-dashboard';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/canaan-dashboard')({
  validateSearch: unreadSearch<AutomationSearch>(),
  head: () => ({ meta: [{ title: 'Business Development' }] }),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch({ select: readAutomationSearch });
  const navigate = Route.useNavigate();
  return <CanaanDashboard search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />;
}
