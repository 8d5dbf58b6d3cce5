import { sessionTimeLeft } from '../../../shared/session';
import { RECENT_RECORDS_KEY, RELOADED_PAGE_KEY, SESSION_KEYS, SESSION_LOST } from '../../../shared/session-keys';
import { tryStorage } from '../../browser-store';
import { getMilliseconds } from '../../milliseconds';
import { dropStaffDrafts } from '../../ui/public/draft-storage';
import { showToast } from '../../ui/toast/toast-store';

export type SessionState = 'unknown' | 'in' | 'out';

let state: SessionState = 'unknown';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const read = (name: keyof typeof SESSION_KEYS): string | null => tryStorage(() => localStorage.getItem(SESSION_KEYS[name])) ?? null;

// The flag is written and removed last: other tabs react to it and must find the other keys complete.
function clearStorage(): void {
  dropStaffDrafts();
  tryStorage(() => sessionStorage.removeItem(RELOADED_PAGE_KEY));
  tryStorage(() => {
    for (const key of [RECENT_RECORDS_KEY, SESSION_KEYS.loginTime, SESSION_KEYS.token, SESSION_KEYS.flag]) localStorage.removeItem(key);
  });
}

function set(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** Returns true if a session is stored, which may be over. It can be asked before anything follows the session. */
export const hasStoredSession = (): boolean => read('flag') !== null;

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

function expire(): void {
  clearStorage();
  set('out');
  showToast({ title: 'Session Expired', description: 'Your session has expired. Please log in again.', kind: 'destructive' });
}

/** Stores a new session and opens the gate. Returns false if the browser forbids storage, without which the gate stays closed. */
export function beginSession(token: string): boolean {
  tryStorage(() => {
    localStorage.setItem(SESSION_KEYS.token, token);
    localStorage.setItem(SESSION_KEYS.loginTime, new Date(getMilliseconds()).toISOString());
    localStorage.setItem(SESSION_KEYS.flag, 'true');
  });
  check();
  return hasStoredSession();
}

/** Removes the session from this browser. A separate call ends it on the server. */
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

/** Checks only a page that becomes visible: one that is being left would show the toast that the next page must show. */
function onVisibility(): void {
  if (document.visibilityState === 'visible') check();
}

function onLost(): void {
  if (state === 'in') expire();
}

export const readSession = (): SessionState => state;
