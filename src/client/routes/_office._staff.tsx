import { createFileRoute, Outlet } from '@tanstack/react-router';
import { GoToLogin, SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { OfficeShell } from '../features/shell/office-shell';

/** The protecting wrapper of every staff path (decisions X112). */
export const Route = createFileRoute('/_office/_staff')({ component: Protected });

function Protected() {
  return (
    <SessionGate outside={<GoToLogin />}>
      <OfficeShell onLoggedOut={endSession}>
        <Outlet />
      </OfficeShell>
    </SessionGate>
  );
}
