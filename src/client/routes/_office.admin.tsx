import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { QUOTE_STATUSES, type QuoteStatus } from '../../shared/quote-words';
import { WorkSummary } from '../features/dispatch/work-summary';
import { QuotesPanel } from '../features/quotes/quotes-panel';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { AdminHeader } from '../features/shell/admin-header';
import { OfficeShell } from '../features/shell/office-shell';
import { TodaySummary } from '../features/shell/today-summary';
import { ToolTiles } from '../features/shell/tool-tiles';

export const Route = createFileRoute('/_office/admin')({
  // A status that cannot be read is named as absent: the router would keep it otherwise.
  validateSearch: ({ status }: Record<string, unknown>): { status?: QuoteStatus } => ({
    status: QUOTE_STATUSES.find((word) => word === status),
  }),
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: Admin,
});

const route = getRouteApi('/_office/admin');

function Admin() {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SessionGate outside={<LoginForm />}>
      <OfficeShell onLoggedOut={endSession}>
        <AdminHeader />
        <div className="grid gap-3 xl:grid-cols-2">
          <TodaySummary />
          <WorkSummary />
        </div>
        <QuotesPanel status={status} onFilter={(next) => void navigate({ search: next ? { status: next } : {}, replace: true })} />
        <ToolTiles />
      </OfficeShell>
    </SessionGate>
  );
}
