import { createFileRoute } from '@tanstack/react-router';
import { QuotesPanel } from '../features/quotes/quotes-panel';
import { type QuotesSearch, readQuotesSearch } from '../features/quotes/quotes-search';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { AdminHeader } from '../features/shell/admin-header';
import { OfficeShell } from '../features/shell/office-shell';
import { TodaySummary } from '../features/shell/today-summary';
import { ToolTiles } from '../features/shell/tool-tiles';
import { unreadSearch } from '../unread-search';

export const Route = createFileRoute('/_office/admin')({
  validateSearch: unreadSearch<QuotesSearch>(),
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: Admin,
});

function Admin() {
  const search = Route.useSearch({ select: readQuotesSearch });
  const navigate = Route.useNavigate();
  return (
    <SessionGate outside={<LoginForm />}>
      <OfficeShell onLoggedOut={endSession}>
        <AdminHeader />
        <TodaySummary />
        <QuotesPanel search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
        <ToolTiles />
      </OfficeShell>
    </SessionGate>
  );
}
