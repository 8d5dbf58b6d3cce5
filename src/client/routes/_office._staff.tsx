import { createFileRoute, Outlet } from '@tanstack/react-router';
import { GoToLogin, SessionGate } from '../features/session/session-gate';
import { endSession } from '../features/session/session-store';
import { OfficeShell } from '../features/shell/office-shell';

/** Protects every staff path: it shows the login unless the stored session is live. */
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
