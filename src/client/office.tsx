import { Outlet, useMatch, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LoginForm } from './features/session/login-form';
import { GoToLogin, SessionGate, useWantedScreen } from './features/session/session-gate';
import { endSession } from './features/session/session-store';
import { Spinner } from './ui/public/spinner';

/** Loads the frame of all staff screens. */
export const loadShell = () => import('./features/shell/office-shell');
const Shell = lazy(async () => ({ default: (await loadShell()).OfficeShell }));

/** Shows the staff screens in one frame, or the login unless the stored session is live. */
export function Office() {
  const isLogin = useMatch({ from: '/_office/_staff/admin', shouldThrow: false, select: () => true }) ?? false;
  return (
    <SessionGate outside={isLogin ? <LoginForm onReady={preload} /> : <GoToLogin />}>
      <Suspense fallback={<Spinner />}>
        <Inside />
      </Suspense>
    </SessionGate>
  );
}

function Inside() {
  const navigate = useNavigate();
  useWantedScreen();
  const leave = () => {
    // Otherwise the next login would lead back to this screen.
    void navigate({ to: '/admin' });
    endSession();
  };
  return (
    <Shell onLoggedOut={leave}>
      <Outlet />
    </Shell>
  );
}

/** Loads the screens that follow the login while its form is shown. */
const preload = () => void Promise.all([loadShell(), import('./office-parts').then(({ loadToday }) => loadToday())]).catch(() => undefined);
