import { createFileRoute } from '@tanstack/react-router';
import { WorkSummary } from '../features/dispatch/work-summary';
import { QuotesPanel } from '../features/quotes/quotes-panel';
import { LoginForm } from '../features/session/login-form';
import { SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { AdminHeader } from '../features/shell/admin-header';
import { OfficeShell } from '../features/shell/office-shell';
import { ToolTiles } from '../features/shell/tool-tiles';

export const Route = createFileRoute('/_office/admin')({
  head: () => ({ meta: [{ title: 'Admin' }] }),
  component: Admin,
});

function Admin() {
  return (
    <SessionGate outside={<LoginForm />}>
      <OfficeShell onLoggedOut={endSession}>
        <AdminHeader />
        <WorkSummary />
        <QuotesPanel />
        <ToolTiles />
      </OfficeShell>
    </SessionGate>
  );
}
