import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Spinner } from '../../ui/public/spinner';
import { followSession, readSession, type SessionState } from './session-store';

const useSession = (): SessionState => useSyncExternalStore(followSession, readSession, () => 'unknown');

/** A spinner until the stored session has been looked at, then what is behind the gate or what stands before it. */
export function SessionGate({ outside, children }: { outside: ReactNode; children: ReactNode }) {
  const session = useSession();
  if (session === 'unknown') return <Spinner />;
  return session === 'in' ? children : outside;
}

/** Sends whoever may not be here to /admin (public-site.md §4). */
export function GoToLogin() {
  const navigate = useNavigate();
  // Tells the router; drawing is not the place to change the address.
  useEffect(() => {
    void navigate({ to: '/admin', replace: true });
  }, [navigate]);
  return <Spinner />;
}
