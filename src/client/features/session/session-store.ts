import { SESSION_KEYS, sessionTimeLeft } from '../../../shared/session-keys';
import { getNow } from '../../clock';
import { SESSION_LOST } from '../../trpc';
import { dropStaffDrafts } from '../../ui/public/draft-storage';
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

// The flag is written and taken away last: another tab looks when it changes, and must find the rest as it should be.
function clearStorage(): void {
  dropStaffDrafts();
  try {
    for (const key of [SESSION_KEYS.loginTime, SESSION_KEYS.token, SESSION_KEYS.flag]) localStorage.removeItem(key);
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
    localStorage.setItem(SESSION_KEYS.token, token);
    localStorage.setItem(SESSION_KEYS.loginTime, getNow());
    localStorage.setItem(SESSION_KEYS.flag, 'true');
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
    window.addEventListener('storage', onStorage);
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener(SESSION_LOST, onLost);
  }
  listeners.add(listener);
  check();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    window.removeEventListener('storage', onStorage);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener(SESSION_LOST, onLost);
  };
}

/** `key` is null when a tab has emptied the storage. */
function onStorage({ key }: StorageEvent): void {
  if (key === SESSION_KEYS.flag || key === null) check();
}

/** A page that is being left must not use up the word that the next one has to say. */
function onVisibility(): void {
  if (document.visibilityState === 'visible') check();
}

function onLost(): void {
  if (state === 'in') expire();
}

/** The state that {@link followSession} tells changes of. */
export const readSession = (): SessionState => state;
