import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Spinner } from '../../ui/public/spinner';
import { followSession, readSession, type SessionState } from './session-store';

const useSession = (): SessionState => useSyncExternalStore(followSession, readSession, () => 'unknown');

export function SessionGate({ outside, children }: { outside: ReactNode; children: ReactNode }) {
  const session = useSession();
  if (session === 'unknown') return <Spinner />;
  return session === 'in' ? children : outside;
}

export function GoToLogin() {
  const navigate = useNavigate();
  // Synchronizes with the router: the address must not change while rendering.
  useEffect(() => {
    void navigate({ to: '/admin', replace: true });
  }, [navigate]);
  return <Spinner />;
}
