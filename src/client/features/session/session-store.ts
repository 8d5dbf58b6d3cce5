import { SESSION_KEYS, sessionTimeLeft } from '../../../shared/session-keys';
import { SESSION_LOST } from '../../trpc';
import { showToast } from '../../ui/toast/toast-store';

/** What the stored flag and login time say: not looked at yet, in, or out. */
export type SessionState = 'unknown' | 'in' | 'out';

let state: SessionState = 'unknown';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function read(name: keyof typeof SESSION_KEYS): string | null {
  try {
    return localStorage.getItem(SESSION_KEYS[name]);
  } catch {
    return null;
  }
}

function clearStorage(): void {
  try {
    for (const key of Object.values(SESSION_KEYS)) localStorage.removeItem(key);
  } catch {
    // A browser without storage never had a session in it.
  }
}

function set(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Looks at the stored session: lets in while it is fresh, and ends one that was there and is over. */
function check(): void {
  clearTimeout(timer);
  const flag = read('flag');
  const loginTime = read('loginTime');
  const timeLeft = sessionTimeLeft(flag, loginTime, new Date());
  if (timeLeft > 0) {
    timer = setTimeout(check, timeLeft + 50);
    set('in');
    return;
  }
  if (flag !== null || loginTime !== null) expire();
  else set('out');
}

/** Ends the session because its time is over or the server no longer knows it: says so, once. */
function expire(): void {
  clearStorage();
  set('out');
  showToast({ title: 'Session Expired', description: 'Your session has expired. Please log in again.', kind: 'destructive' });
}

/** Stores a session that the server has just opened (back-office.md §7). */
export function beginSession(token: string): void {
  try {
    localStorage.setItem(SESSION_KEYS.flag, 'true');
    localStorage.setItem(SESSION_KEYS.token, token);
    localStorage.setItem(SESSION_KEYS.loginTime, new Date().toISOString());
  } catch {
    // Without storage nothing can be kept; the gate stays closed.
  }
  check();
}

/** Forgets the session in this browser; the server's is ended by its own call. */
export function endSession(): void {
  clearTimeout(timer);
  clearStorage();
  set('out');
}

/** Follows the stored session, also when another tab changes it or the computer was asleep. */
export function followSession(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', check);
    document.addEventListener('visibilitychange', check);
    window.addEventListener(SESSION_LOST, onLost);
  }
  listeners.add(listener);
  check();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener('storage', check);
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener(SESSION_LOST, onLost);
  };
}

function onLost(): void {
  if (state === 'in') expire();
}

export const readSession = (): SessionState => state;
