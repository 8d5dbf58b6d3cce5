import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Spinner } from '../../ui/public/spinner';
import { followSession, readSession, type SessionState } from './session-store';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that led to the login. */
    wanted?: string;
  }
}

const useSession = (): SessionState => useSyncExternalStore(followSession, readSession, () => 'unknown');

export function SessionGate({ outside, children }: { outside: ReactNode; children: ReactNode }) {
  const session = useSession();
  if (session === 'unknown') return <Spinner />;
  return session === 'in' ? children : outside;
}

/** Leads to the login, which leads back to the screen that was wanted. */
export function GoToLogin() {
  const router = useRouter();
  // Synchronizes with the router: the address must not change while rendering.
  useEffect(() => {
    const { href, pathname } = router.history.location;
    if (pathname !== '/admin') void router.navigate({ to: '/admin', replace: true, state: { wanted: href } });
  }, [router]);
  return <Spinner />;
}

/** Leads on to the screen that a person wanted before the login. */
export function useWantedScreen(): void {
  const router = useRouter();
  // Synchronizes with the router.
  useEffect(() => {
    const { wanted } = router.history.location.state;
    if (wanted) router.history.replace(wanted);
  }, [router]);
}
