import { createFileRoute } from '@tanstack/react-router';
import { AiDashboard } from '../features/automation/ai-dashboard';
import { type AutomationSearch, readAutomationSearch } from '../features/automation/automation-search';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/_staff/ai-dashboard')({
  validateSearch: unreadSearch<AutomationSearch>(),
  head: () => ({ meta: [{ title: 'AI Business Automation' }] }),
  component: Screen,
});

function Screen() {
  const search = Route.useSearch({ select: readAutomationSearch });
  const navigate = Route.useNavigate();
  return <AiDashboard search={search} onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })} />;
}
