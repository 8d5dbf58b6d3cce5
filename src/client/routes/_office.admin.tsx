import { createFileRoute, getRouteApi } from '@tanstack/react-router';
import { QUOTE_STATUSES, type QuoteStatus } from '../../shared/quote-words';
import { WorkSummary } from '../features/dispatch/work-summary';
import { QuotesPanel } from '../features/quotes/quotes-panel';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { AdminHeader } from '../features/shell/admin-header';
import { OfficeShell } from '../features/shell/office-shell';
import { ToolTiles } from '../features/shell/tool-tiles';

export const Route = createFileRoute('/_office/admin')({
  validateSearch: ({ status }: Record<string, unknown>): { status?: QuoteStatus } => {
    const known = QUOTE_STATUSES.find((word) => word === status);
    return known ? { status: known } : {};
  },
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
        <WorkSummary />
        <QuotesPanel status={status} onFilter={(next) => void navigate({ search: next ? { status: next } : {}, replace: true })} />
        <ToolTiles />
      </OfficeShell>
    </SessionGate>
  );
}
